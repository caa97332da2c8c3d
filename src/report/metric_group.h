/* metric_group: what "group:NAME" stands for: the counters of the memory chart and tables, warp
 * states of PC sampling. A table, data/metric_groups.tsv, by compute capability. */
#ifndef ROOFTOP_METRIC_GROUP_H
#define ROOFTOP_METRIC_GROUP_H

#include <stdbool.h>

/* "group:" before the name of a group. */
#define METRIC_GROUP_PREFIX "group:"

/* Calls use(context, metric) for its members on chips of that compute capability (90 is 9.0, 0
 * any), sorted. The name is without the prefix. false: there is no such group. */
bool metric_group_each(const char *name, unsigned arch, void (*use)(void *, const char *),
                       void *context);

/* Calls use(context, name) for every group. */
void metric_groups_each(void (*use)(void *, const char *), void *context);

#endif
