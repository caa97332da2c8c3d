/* legacy_metric: the names that metrics had on chips before compute capability 7.0
 * ("achieved_occupancy"), and the metrics that replace them.
 *
 * The table is data/legacy_metrics.tsv. */
#ifndef ROOFTOP_REPORT_METRIC_LEGACY_METRIC_H
#define ROOFTOP_REPORT_METRIC_LEGACY_METRIC_H

#include <stddef.h>

enum { LEGACY_METRICS_END = 70 }; /* the first compute capability that has the successors */

/* The texts are expressions (expr.h) or prose, and "" if there is none. */
struct legacy_metric {
    const char *name;
    const char *successor;  /* measures the same, or nearly so */
    const char *suggestion; /* measures something similar, or measures it better */
    const char *remark;     /* about the suggestion */
};

/* Returns the entry of an old name, or NULL. */
const struct legacy_metric *legacy_metric_find(const char *name);

/* Calls use(context, name) for every name. */
void legacy_metrics_each(void (*use)(void *, const char *), void *context);

#endif
