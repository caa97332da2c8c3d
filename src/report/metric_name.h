/* metric_name: the parts of "unit__counter.rollup.submetric".
 *
 * `base` is everything before the first dot after "__" ("sm__cycles_active"), `rollup` one of avg
 * min max sum or a ratio's part (ratio, pct, max_rate), `submetric` the rest
 * ("pct_of_peak_sustained_elapsed"); NULL if absent. A PM sampling name keeps its domain in `base`.
 */
#ifndef ROOFTOP_METRIC_NAME_H
#define ROOFTOP_METRIC_NAME_H

#include <stdbool.h>
#include <stddef.h>

struct metric_name {
    const char *base;
    size_t base_length;
    const char *rollup;
    size_t rollup_length;
    const char *submetric;
};

struct metric_name metric_name_parse(const char *name);

/* Whether the name ends its base with one of avg, min, max, sum. */
bool metric_name_has_rollup(const struct metric_name *name);

/* Whether it is "breakdown:", "group:" or "regex:" with what it asks for: a report keeps the names
 * of the metrics found as its value. */
bool metric_name_is_list(const char *name);

/* Whether it is a fact of the device that a result was measured on: "device__attribute_...". */
bool metric_name_is_device(const char *name);

/* Whether it is one that is sampled over time: "TPC.TriageCompute.sm__...", "pmsampling:sm__...".
 */
bool metric_name_is_sampled(const char *name);

/* The four sibling rollups, in the order that reports store them. */
extern const char *const metric_rollups[4];

#endif
