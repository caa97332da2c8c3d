/* list_stats: statistics of the values in a group of launches. */
#ifndef ROOFTOP_TUI_LIST_LIST_STATS_H
#define ROOFTOP_TUI_LIST_LIST_STATS_H

#include <stddef.h>

struct list_stats {
    size_t count; /* number of known values; 0: the others are NAN, the sum is 0 */
    double sum, least, median, most;
};

/* Computes the statistics. NAN does not count. Changes the order of the values. The median of an
 * even number of values is the mean of the middle two. */
struct list_stats list_stats(double *values, size_t count);

/* Returns the largest distance from the median in percent of it. Returns NAN for less than two
 * values or a median of 0. */
double list_stats_spread(const struct list_stats *stats);

#endif
