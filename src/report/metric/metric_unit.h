/* metric_unit: finds the unit of a metric from its name. Reports store none.
 *
 * The base metric's unit comes from data/metric_units.tsv (patterns, first match wins). The
 * submetric then changes it: pct_* gives "%", per_second gives "X/s" ("hz" for cycles), per_cycle_*
 * and peak_sustained give "X/cycle" (nothing for cycles, "warp" for warps). Derived metrics keep
 * the unit of their base. */
#ifndef ROOFTOP_REPORT_METRIC_METRIC_UNIT_H
#define ROOFTOP_REPORT_METRIC_METRIC_UNIT_H

#include <stddef.h>

/* Writes the unit, "" for none, and returns `unit`. */
const char *metric_unit(const char *name, char *unit, size_t size);

/* Writes the unit of a metric if that of its counter is known already. It saves time for the many
 * names of one counter. */
const char *metric_unit_of(const char *name, const char *counter, char *unit, size_t size);

#endif
