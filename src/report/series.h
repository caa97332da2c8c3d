/* series: the instances of a metric as points, for charts: correlation number and element.
 *
 * Instances that are texts are left out. A correlation number that is a text or missing counts as
 * the instance's place. */
#ifndef ROOFTOP_SERIES_H
#define ROOFTOP_SERIES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "report.pb-c.h"
#include "strbuf.h"

struct series_point {
    uint64_t id;
    double x, y; /* x: the id as a number */
};

struct series {
    struct series_point *points;
    size_t count;
    double minimum, mean, maximum; /* of y; NAN without points */
};

/* Of the metric (NULL: no points), each element times `factor`; release with series_free(). */
struct series series_of(const Rep__ProfileMetricResult *metric, double factor);
/* The same for a sampled metric: the first instance of some has no time (0) and is left out. */
struct series series_sampled(const Rep__ProfileMetricResult *metric, double factor);
void series_free(struct series *series);

/* A copy of at most `most` points: each stands for the mean of as many neighbours. The least, the
 * mean and the greatest value stay those of all. */
struct series series_thinned(const struct series *series, size_t most);

/* Appends the course of y in at most `columns` ASCII characters: each stands for the mean of as
 * many points, from ' ' (the least of 0 and all) to '@' (the greatest). */
void series_sparkline(struct strbuf *out, const struct series *series, size_t columns);

#endif
