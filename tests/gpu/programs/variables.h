// What variables_other.cu has: memory of the current context.
#pragma once

enum { VALUES = 4096 };

float *other_values();
unsigned *other_count();
