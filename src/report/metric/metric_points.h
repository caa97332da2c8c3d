/* metric_points: the instances of a metric as points, for charts: correlation number and value.
 *
 * Instances that are texts are left out. If a correlation number is missing or a text, the
 * instance's index takes its place. */
#ifndef ROOFTOP_REPORT_METRIC_METRIC_POINTS_H
#define ROOFTOP_REPORT_METRIC_METRIC_POINTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "report.pb-c.h"
#include "report/base/strbuf.h"

struct metric_point {
    uint64_t id;
    double x, y; /* x: the id as a number */
};

struct metric_points {
    struct metric_point *items;
    size_t count;
    double minimum, mean, maximum; /* of y; NAN if there are no points */
};

/* Returns the points of a metric (NULL: no points), each value times `factor`. Release with
 * metric_points_free(). */
struct metric_points metric_points_of(const Rep__ProfileMetricResult *metric, double factor);
/* Returns the points of a sampled metric. The first instance of some has no time (0) and is left
 * out. */
struct metric_points metric_points_sampled(const Rep__ProfileMetricResult *metric, double factor);
void metric_points_free(struct metric_points *points);

/* Returns a copy of at most `most` points, each the mean of equally many neighbours. Minimum, mean
 * and maximum stay those of all points. */
struct metric_points metric_points_thinned(const struct metric_points *points, size_t most);

/* Appends y over time in at most `columns` ASCII characters. Each stands for the mean of equally
 * many points, from ' ' (the minimum, at most 0) to '@' (the maximum). */
void metric_points_sparkline(struct strbuf *out, const struct metric_points *points,
                             size_t columns);

#endif
