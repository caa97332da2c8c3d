/* legacy_metric: metrics by the names that profilers had for chips before compute capability 7.0
 * ("achieved_occupancy"), and what measures them since. A table, data/legacy_metrics.tsv. */
#ifndef ROOFTOP_LEGACY_METRIC_H
#define ROOFTOP_LEGACY_METRIC_H

#include <stddef.h>

enum { LEGACY_METRICS_END = 70 }; /* the compute capability from which on there are successors */

/* Expressions (expr.h) and texts; "" where there is none. */
struct legacy_metric {
    const char *name;
    const char *successor;  /* measures the same or nearly so */
    const char *suggestion; /* tells something like it, or tells it better */
    const char *remark;     /* on the suggestion */
};

/* NULL: there was no such name. */
const struct legacy_metric *legacy_metric_find(const char *name);

/* Calls use(context, name) for every name. */
void legacy_metrics_each(void (*use)(void *, const char *), void *context);

#endif
