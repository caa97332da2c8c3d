/* metric_spread: the values that a metric has in all results of a report, read from their bytes one
 * result a step. Initialise with {0}. */
#ifndef ROOFTOP_METRIC_SPREAD_H
#define ROOFTOP_METRIC_SPREAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "report.h"

struct metric_spread {
    struct report *report;
    char *metric;   /* NULL: nothing is looked for */
    double *values; /* by result; NAN: none */
    size_t next, capacity;
};

/* Begins with another metric; with the same one it goes on. NULL: with none. */
void metric_spread_begin(struct metric_spread *spread, struct report *report, const char *metric);
void metric_spread_free(struct metric_spread *spread);

bool metric_spread_pending(const struct metric_spread *spread);
void metric_spread_step(struct metric_spread *spread);

/* Of the results that have a value, as far as they were looked at. */
struct metric_range {
    size_t count;
    size_t least, greatest; /* results with these values, the first of them */
    double minimum, median, maximum;
    size_t rank; /* of one of them, from the greatest on: 1 is the greatest; 0: it has none */
};
struct metric_range metric_spread_range(const struct metric_spread *spread, size_t result);

#endif
