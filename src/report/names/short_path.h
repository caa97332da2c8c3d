/* short_path: finds for each path in a set the shortest end that tells it from the others: its file
 * name, and as many folders before it as are needed. */
#ifndef ROOFTOP_REPORT_NAMES_SHORT_PATH_H
#define ROOFTOP_REPORT_NAMES_SHORT_PATH_H

#include <stddef.h>

/* Fills ends[], which point into the paths. A path that occurs twice gets its whole length. */
void short_path_find(const char *const *paths, const char **ends, size_t count);

#endif
