/* metric_list: collects the metrics of one result, in one arena, ready to be packed. */
#ifndef ROOFTOP_COLLECT_METRICS_METRIC_LIST_H
#define ROOFTOP_COLLECT_METRICS_METRIC_LIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "report/base/arena.h"
#include "report/file/report.h"

struct metric_list {
    struct report *report; /* that gives names their ids */
    struct arena arena;
    Rep__ProfileMetricResult **metrics;
    size_t count, capacity;
    uint32_t *places; /* by the id of the name: the number of its last metric, from 1; 0: none */
    size_t place_count;
};

void metric_list_init(struct metric_list *list, struct report *report);
void metric_list_free(struct metric_list *list);

/* Add plain values. Texts are copied. */
void metric_add_number(struct metric_list *list, const char *name, double value);
void metric_add_integer(struct metric_list *list, const char *name, uint64_t value);
void metric_add_text(struct metric_list *list, const char *name, const char *value);
void metric_add_empty(struct metric_list *list, const char *name);

/* Marks the last metric that was added as a value of a launch: it gets one instance, 0, with the
 * same value. */
void metric_mark_launch(struct metric_list *list);
/* The same, with a text as the instance. */
void metric_mark_launch_text(struct metric_list *list, const char *text);

/* Gives the last metric that was added these instances, as whole numbers or as doubles. ids may be
 * NULL. */
void metric_add_instances(struct metric_list *list, const uint64_t *ids, const double *values,
                          size_t count, bool whole);

/* Marks the last metric that was added as counted over time: the ids of its instances are times. */
void metric_mark_series(struct metric_list *list);

/* Gives it instances that are named, as doubles. Names are copied. */
void metric_add_named_instances(struct metric_list *list, const char *const *names,
                                const double *values, size_t count);

void metric_add_text_instances(struct metric_list *list, const uint64_t *ids,
                               const char *const *texts, size_t count);

/* Adds one metric of several launches, each of which has a list of its own. place: where the metric
 * is in these lists, if all have it. Its instances are those of the launches, numbered by launch.
 * Its value is the one that all share; with `last` it is the value of the last launch that has the
 * metric. A metric without instances, which is not of a launch, gets the largest of unlike numbers.
 */
void metric_add_merged(struct metric_list *list, const struct metric_list *launches, size_t count,
                       size_t place, bool last);

/* The metric of that name, or NULL if it was not added. */
const Rep__ProfileMetricResult *metric_list_find(const struct metric_list *list, const char *name);

#endif
