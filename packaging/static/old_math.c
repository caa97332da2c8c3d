/* old_math: what old_glibc.c does, for what uses libm. */
#include <math.h>

#include "packaging/static/old_version.h"

OLD(double, log, (double x), (x))
OLD(double, log2, (double x), (x))
OLD(double, pow, (double x, double y), (x, y))
