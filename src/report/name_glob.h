/* name_glob: patterns of metric names in tables, as fnmatch(3) has them, but byte by byte: fnmatch
 * converts both to wide characters first, which was half of the time of opening a result.
 *
 * `*` stands for any bytes, `[24]` for one of these; all else for itself. */
#ifndef ROOFTOP_NAME_GLOB_H
#define ROOFTOP_NAME_GLOB_H

#include <stdbool.h>

bool name_glob(const char *pattern, const char *name);

#endif
