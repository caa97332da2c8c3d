/* metric_group: the metrics that "group:NAME" stands for: the counters of the memory chart and
 * tables, the warp states of PC sampling.
 *
 * The table is data/metric_groups.tsv, by compute capability. */
#ifndef ROOFTOP_REPORT_METRIC_METRIC_GROUP_H
#define ROOFTOP_REPORT_METRIC_METRIC_GROUP_H

#include <stdbool.h>

/* The prefix before the name of a group. */
#define METRIC_GROUP_PREFIX "group:"

/* Calls use(context, metric) in sorted order for each member on chips of that compute capability
 * (90 is 9.0, 0 any). `name` has no prefix. Returns false if there is no such group. */
bool metric_group_each(const char *name, unsigned arch, void (*use)(void *, const char *),
                       void *context);

/* Calls use(context, name) for every group. */
void metric_groups_each(void (*use)(void *, const char *), void *context);

#endif
