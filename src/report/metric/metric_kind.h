/* metric_kind: the kind of a metric as its name tells it: what it is made from, and what has been
 * done to it since.
 *
 * The numbers are those of ncu's Python modules. A name is UNIT__COUNTER, then a rollup (avg, max,
 * min, sum), then a submetric (pct_of_peak_sustained_elapsed). Facts of the launch, of the device
 * and of links, metrics that are computed from others ("derived__") and lists ("breakdown:") are of
 * the type OTHER, whatever follows. Metrics that are sampled over time have a type, but neither
 * rollup nor submetric. */
#ifndef ROOFTOP_REPORT_METRIC_METRIC_KIND_H
#define ROOFTOP_REPORT_METRIC_METRIC_KIND_H

enum metric_type { METRIC_OTHER, METRIC_COUNTER, METRIC_RATIO, METRIC_THROUGHPUT };
enum metric_rollup { METRIC_ROLLUP_NONE, METRIC_AVG, METRIC_MAX, METRIC_MIN, METRIC_SUM };

struct metric_kind {
    enum metric_type type;
    enum metric_rollup rollup;
    unsigned submetric; /* 0: none */
};

struct metric_kind metric_kind_of(const char *name);

#endif
