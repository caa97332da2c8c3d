/* result_title: the first row of a view of one result: its number and name, and facts at the right
 * where there is room. */
#ifndef ROOFTOP_RESULT_TITLE_H
#define ROOFTOP_RESULT_TITLE_H

#include "result.h"

/* facts: a safe text. */
void result_title_draw(const struct result *result, const char *facts, int row);

#endif
