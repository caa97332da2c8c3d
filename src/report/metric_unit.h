/* metric_unit: the unit of a metric, from its name. Reports store none.
 *
 * The base metric's unit comes from data/metric_units.tsv (patterns, first match wins); the
 * submetric then changes it: pct_* gives "%", per_second gives "X/s" ("hz" for cycles), per_cycle_*
 * and peak_sustained give "X/cycle" (nothing for cycles, "warp" for warps). Derived metrics keep
 * the unit of their base. */
#ifndef ROOFTOP_METRIC_UNIT_H
#define ROOFTOP_METRIC_UNIT_H

#include <stddef.h>

/* Writes the unit ("" if it has none) and returns unit. */
const char *metric_unit(const char *name, char *unit, size_t size);

/* The same where the unit of the counter is known already: for the many names of one counter. */
const char *metric_unit_of(const char *name, const char *counter, char *unit, size_t size);

#endif
