/* metric_list: the metrics of a result in the making, in one arena, ready to be packed. */
#ifndef ROOFTOP_METRIC_LIST_H
#define ROOFTOP_METRIC_LIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "arena.h"
#include "report.h"

struct metric_list {
    struct report *report; /* for the ids of names */
    struct arena arena;
    Rep__ProfileMetricResult **metrics;
    size_t count, capacity;
    uint32_t *places; /* by id of the name, from 1 on: the last metric of it */
    size_t place_count;
};

void metric_list_init(struct metric_list *list, struct report *report);
void metric_list_free(struct metric_list *list);

/* Plain values. Texts are copied. */
void metric_add_number(struct metric_list *list, const char *name, double value);
void metric_add_integer(struct metric_list *list, const char *name, uint64_t value);
void metric_add_text(struct metric_list *list, const char *name, const char *value);
void metric_add_empty(struct metric_list *list, const char *name);

/* A value of a launch: the last metric added gets one instance 0 of the same value. */
void metric_mark_launch(struct metric_list *list);
/* The same with a text as the instance. */
void metric_mark_launch_text(struct metric_list *list, const char *text);

/* The last metric added gets these instances, as whole numbers or as doubles; ids may be NULL. */
void metric_add_instances(struct metric_list *list, const uint64_t *ids, const double *values,
                          size_t count, bool whole);

void metric_add_text_instances(struct metric_list *list, const uint64_t *ids,
                               const char *const *texts, size_t count);

/* One metric of several launches, each of which has it in a list of its own, at the same place if
 * all have it: its instances are theirs, numbered by launch, and it has the value that all share,
 * or with last: that of the last launch which has it. Without instances (not of a launch) unlike
 * numbers become the largest. */
void metric_add_merged(struct metric_list *list, const struct metric_list *launches, size_t count,
                       size_t place, bool last);

/* The metric's value, if it has been added already. */
const Rep__ProfileMetricResult *metric_list_find(const struct metric_list *list, const char *name);

#endif
