/* short_path: for each of a set of paths the shortest end that tells it from the others: its file
 * name, with as many folders before it as are needed. */
#ifndef ROOFTOP_SHORT_PATH_H
#define ROOFTOP_SHORT_PATH_H

#include <stddef.h>

/* Fills ends[], which point into the paths. The same path twice has the whole path for its end. */
void short_path_find(const char *const *paths, const char **ends, size_t count);

#endif
