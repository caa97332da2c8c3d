#include "collect/metrics/metric_list.h"

#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/expr/expr_value.h"

void metric_list_init(struct metric_list *list, struct report *report)
{
    *list = (struct metric_list){.report = report};
}

void metric_list_free(struct metric_list *list)
{
    free(list->metrics);
    free(list->places);
    arena_free(&list->arena);
}

static Rep__ProfileMetricValue *new_value(struct metric_list *list)
{
    Rep__ProfileMetricValue *value = arena_alloc(&list->arena, sizeof *value);
    rep__profile_metric_value__init(value);
    return value;
}

static void note_place(struct metric_list *list, uint32_t id)
{
    const size_t before = list->place_count;
    if (id >= before) {
        list->place_count = 2 * (size_t)report_string_count(list->report);
        list->places = mem_realloc(list->places, list->place_count * sizeof *list->places);
        memset(list->places + before, 0, (list->place_count - before) * sizeof *list->places);
    }
    list->places[id] = (uint32_t)list->count;
}

static Rep__ProfileMetricResult *add(struct metric_list *list, const char *name)
{
    Rep__ProfileMetricResult *metric = arena_alloc(&list->arena, sizeof *metric);
    rep__profile_metric_result__init(metric);
    metric->nameid = report_intern(list->report, name);
    metric->has_category = true;
    mem_grow(&list->metrics, list->count, &list->capacity, sizeof *list->metrics);
    list->metrics[list->count++] = metric;
    note_place(list, metric->nameid);
    return metric;
}

static Rep__ProfileMetricValue *number_value(struct metric_list *list, double number)
{
    Rep__ProfileMetricValue *value = new_value(list);
    value->has_doublevalue = true;
    value->doublevalue = number;
    return value;
}

static Rep__ProfileMetricValue *integer_value(struct metric_list *list, uint64_t number)
{
    Rep__ProfileMetricValue *value = new_value(list);
    value->has_uint64value = true;
    value->uint64value = number;
    return value;
}

static Rep__ProfileMetricValue *text_value(struct metric_list *list, const char *text)
{
    Rep__ProfileMetricValue *value = new_value(list);
    value->stringvalue = arena_strdup(&list->arena, text);
    return value;
}

void metric_add_number(struct metric_list *list, const char *name, double value)
{
    add(list, name)->metricvalue = number_value(list, value);
}

void metric_add_integer(struct metric_list *list, const char *name, uint64_t value)
{
    add(list, name)->metricvalue = integer_value(list, value);
}

void metric_add_text(struct metric_list *list, const char *name, const char *value)
{
    add(list, name)->metricvalue = text_value(list, value);
}

void metric_add_empty(struct metric_list *list, const char *name)
{
    add(list, name);
}

static void set_elements(struct metric_list *list, size_t count)
{
    Rep__ProfileMetricResult *metric = list->metrics[list->count - 1];
    metric->n_metricvaluelist = count;
    metric->metricvaluelist =
        arena_alloc(&list->arena, (count + 1) * sizeof *metric->metricvaluelist);
    for (size_t i = 0; i < count; i++) {
        metric->metricvaluelist[i] = arena_alloc(&list->arena, sizeof **metric->metricvaluelist);
        rep__profile_metric_list_element__init(metric->metricvaluelist[i]);
    }
}

void metric_mark_launch(struct metric_list *list)
{
    Rep__ProfileMetricResult *metric = list->metrics[list->count - 1];
    set_elements(list, 1);
    metric->metricvaluelist[0]->correlationid = integer_value(list, 0);
    metric->metricvaluelist[0]->elementvalue = metric->metricvalue;
}

void metric_mark_launch_text(struct metric_list *list, const char *text)
{
    Rep__ProfileMetricResult *metric = list->metrics[list->count - 1];
    set_elements(list, 1);
    metric->metricvaluelist[0]->correlationid = integer_value(list, 0);
    metric->metricvaluelist[0]->elementvalue = text_value(list, text);
}

void metric_add_instances(struct metric_list *list, const uint64_t *ids, const double *values,
                          size_t count, bool whole)
{
    Rep__ProfileMetricResult *metric = list->metrics[list->count - 1];
    set_elements(list, count);
    for (size_t i = 0; i < count; i++) {
        if (ids)
            metric->metricvaluelist[i]->correlationid = integer_value(list, ids[i]);
        metric->metricvaluelist[i]->elementvalue =
            whole ? integer_value(list, expr_whole(values[i])) : number_value(list, values[i]);
    }
}

void metric_mark_series(struct metric_list *list)
{
    list->metrics[list->count - 1]->category = REP__PROFILE_METRIC_CATEGORY__MetricCategorySampler;
}

void metric_add_named_instances(struct metric_list *list, const char *const *names,
                                const double *values, size_t count)
{
    Rep__ProfileMetricResult *metric = list->metrics[list->count - 1];
    set_elements(list, count);
    for (size_t i = 0; i < count; i++) {
        metric->metricvaluelist[i]->correlationid = text_value(list, names[i]);
        metric->metricvaluelist[i]->elementvalue = number_value(list, values[i]);
    }
}

void metric_add_text_instances(struct metric_list *list, const uint64_t *ids,
                               const char *const *texts, size_t count)
{
    Rep__ProfileMetricResult *metric = list->metrics[list->count - 1];
    set_elements(list, count);
    for (size_t i = 0; i < count; i++) {
        metric->metricvaluelist[i]->correlationid = integer_value(list, ids[i]);
        metric->metricvaluelist[i]->elementvalue = text_value(list, texts[i]);
    }
}

static bool same_value(const Rep__ProfileMetricValue *a, const Rep__ProfileMetricValue *b)
{
    if (a->stringvalue || b->stringvalue)
        return a->stringvalue && b->stringvalue && strcmp(a->stringvalue, b->stringvalue) == 0;
    return a->has_uint64value == b->has_uint64value && a->uint64value == b->uint64value &&
           a->has_doublevalue == b->has_doublevalue && a->doublevalue == b->doublevalue;
}

static bool is_larger(const Rep__ProfileMetricValue *a, const Rep__ProfileMetricValue *b)
{
    return a->has_uint64value ? a->uint64value > b->uint64value : a->doublevalue > b->doublevalue;
}

static Rep__ProfileMetricValue *copy_value(struct metric_list *list,
                                           const Rep__ProfileMetricValue *value)
{
    return value->stringvalue       ? text_value(list, value->stringvalue)
           : value->has_uint64value ? integer_value(list, value->uint64value)
                                    : number_value(list, value->doublevalue);
}

static const Rep__ProfileMetricResult *find_like(const struct metric_list *list, size_t place,
                                                 uint32_t name)
{
    if (place < list->count && list->metrics[place]->nameid == name)
        return list->metrics[place];
    for (size_t i = 0; i < list->count; i++)
        if (list->metrics[i]->nameid == name)
            return list->metrics[i];
    return NULL;
}

void metric_add_merged(struct metric_list *list, const struct metric_list *launches, size_t count,
                       size_t place, bool last)
{
    const Rep__ProfileMetricResult *first = launches[0].metrics[place];
    const bool instances = first->n_metricvaluelist == 1;
    const Rep__ProfileMetricValue *shared = first->metricvalue;
    Rep__ProfileMetricResult *merged = add(list, report_string(list->report, first->nameid));
    bool alike = true;
    if (instances)
        set_elements(list, count);
    merged->n_metricvaluelist = 0;
    for (size_t i = 0; i < count; i++) {
        const Rep__ProfileMetricResult *one = find_like(&launches[i], place, first->nameid);
        alike = alike && (one || (instances && last));
        if (!one)
            continue;
        if (instances) {
            Rep__ProfileMetricListElement *element =
                merged->metricvaluelist[merged->n_metricvaluelist++];
            element->correlationid = integer_value(list, i);
            element->elementvalue = copy_value(list, one->metricvaluelist[0]->elementvalue);
        }
        if (instances && last)
            shared = one->metricvalue;
        if (same_value(one->metricvalue, shared))
            continue;
        alike = alike && !instances && !shared->stringvalue;
        if (is_larger(one->metricvalue, shared))
            shared = one->metricvalue;
    }
    if (alike)
        merged->metricvalue = copy_value(list, shared);
}

const Rep__ProfileMetricResult *metric_list_find(const struct metric_list *list, const char *name)
{
    uint32_t id;
    const bool found = report_find_name(list->report, name, &id) && id < list->place_count;
    return found && list->places[id] ? list->metrics[list->places[id] - 1] : NULL;
}
