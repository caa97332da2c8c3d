/* metric_name: splits "unit__counter.rollup.submetric" into its parts.
 *
 * `base` is everything before the first dot after "__" ("sm__cycles_active"). `rollup` is avg, min,
 * max or sum, or a part of a ratio (ratio, pct, max_rate). `submetric` is the rest
 * ("pct_of_peak_sustained_elapsed"). An absent part is NULL. The name of a PM sampling metric keeps
 * its domain in `base`. All parts point into the name. */
#ifndef ROOFTOP_REPORT_METRIC_METRIC_NAME_H
#define ROOFTOP_REPORT_METRIC_METRIC_NAME_H

#include <stdbool.h>
#include <stddef.h>

struct metric_name {
    const char *base;
    size_t base_length;
    const char *rollup;
    size_t rollup_length;
    const char *submetric;
};

/* Splits a name. */
struct metric_name metric_name_parse(const char *name);

/* Returns whether the rollup is avg, min, max or sum. */
bool metric_name_has_rollup(const struct metric_name *name);

/* Returns whether the name is "breakdown:", "group:" or "regex:" with a list behind it. A report
 * keeps the names of the metrics found as the value of such a metric. */
bool metric_name_is_list(const char *name);

/* Returns whether the metric is a fact about the device of a result: "device__attribute_...". */
bool metric_name_is_device(const char *name);

/* Returns whether the metric is sampled over time: "TPC.TriageCompute.sm__...",
 * "pmsampling:sm__...". */
bool metric_name_is_sampled(const char *name);

/* The four sibling rollups, in the order in which reports store them. */
extern const char *const metric_rollups[4];

#endif
