/* list_stats: what the values of a group of launches are like. */
#ifndef ROOFTOP_LIST_STATS_H
#define ROOFTOP_LIST_STATS_H

#include <stddef.h>

struct list_stats {
    size_t count; /* of values that are known; 0: the rest is NAN, the sum 0 */
    double sum, least, median, most;
};

/* Values that are NAN do not count. Changes the order of the values. The median of an even number
 * is half way between the middle two. */
struct list_stats list_stats(double *values, size_t count);

/* How far the value that is farthest from the median is from it, in percent of it; NAN where that
 * says nothing: of less than two values, of a median of 0. */
double list_stats_spread(const struct list_stats *stats);

#endif
