/* name_glob: matches metric names with patterns like those of fnmatch(3), but byte by byte. fnmatch
 * converts both texts to wide characters, which took half the time of opening a result.
 *
 * `*` stands for any bytes, `[24]` for one of the bytes in the brackets, every other byte for
 * itself. */
#ifndef ROOFTOP_REPORT_BASE_NAME_GLOB_H
#define ROOFTOP_REPORT_BASE_NAME_GLOB_H

#include <stdbool.h>

/* Returns whether the whole name matches. */
bool name_glob(const char *pattern, const char *name);

#endif
