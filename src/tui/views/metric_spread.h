/* metric_spread: the values of one metric in all results of a report. They are read from the packed
 * bytes, one result in each step. Initialise with {0}. */
#ifndef ROOFTOP_TUI_VIEWS_METRIC_SPREAD_H
#define ROOFTOP_TUI_VIEWS_METRIC_SPREAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "report/file/report.h"

struct metric_spread {
    struct report *report;
    char *metric;   /* NULL: no metric is read */
    double *values; /* by result; NAN: none */
    size_t next, capacity;
};

/* Begins to read a metric; goes on if it is the same one. NULL: reads none. */
void metric_spread_begin(struct metric_spread *spread, struct report *report, const char *metric);
void metric_spread_free(struct metric_spread *spread);

bool metric_spread_pending(const struct metric_spread *spread);
void metric_spread_step(struct metric_spread *spread);

/* Statistics of the results that have a value, as far as they have been read. */
struct metric_range {
    size_t count;
    size_t least, greatest; /* the first results that have these values */
    double minimum, median, maximum;
    size_t rank; /* rank of one result: 1 has the greatest value; 0: it has no value */
};
struct metric_range metric_spread_range(const struct metric_spread *spread, size_t result);

#endif
