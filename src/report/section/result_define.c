#include "report/section/result_define.h"

#include "report/expr/expr.h"
#include "report/expr/expr_metric.h"
#include "report/file/report.h"
#include "report/section/section_scope.h"

static bool look_up(void *context, const struct expr_name *name, struct expr_value *value)
{
    return expr_metric_operand(result_metric_instances(context, name->text), name, value);
}

/* Returns a value in the result's arena, or NULL if that is full. */
static Rep__ProfileMetricValue *new_value(struct result *result, double number, bool whole)
{
    Rep__ProfileMetricValue *value = arena_alloc(&result->arena, sizeof *value);
    if (!value)
        return NULL;
    rep__profile_metric_value__init(value);
    value->has_uint64value = whole;
    value->has_doublevalue = !whole;
    if (whole)
        value->uint64value = expr_whole(number);
    else
        value->doublevalue = number;
    return value;
}

static bool add_instances(struct result *result, Rep__ProfileMetricResult *metric,
                          const struct expr_value *value)
{
    metric->metricvaluelist =
        arena_alloc(&result->arena, (value->count + 1) * sizeof *metric->metricvaluelist);
    for (size_t i = 0; metric->metricvaluelist && i < value->count; i++) {
        Rep__ProfileMetricListElement *element = arena_alloc(&result->arena, sizeof *element);
        if (!element)
            return false;
        rep__profile_metric_list_element__init(element);
        element->elementvalue = new_value(result, value->elements[i], value->whole_elements);
        if (value->ids && (element->correlationid = new_value(result, 0, true)))
            element->correlationid->uint64value = value->ids[i];
        if (!element->elementvalue || (value->ids && !element->correlationid))
            return false;
        metric->metricvaluelist[metric->n_metricvaluelist++] = element;
    }
    return metric->metricvaluelist;
}

bool result_define_value(struct result *result, const char *name, const struct expr_value *value)
{
    Rep__ProfileMetricResult *metric = arena_alloc(&result->arena, sizeof *metric);
    if (!metric)
        return false;
    rep__profile_metric_result__init(metric);
    metric->nameid = report_intern(result->report, name);
    metric->metricvalue =
        new_value(result, expr_value_total(value), value->whole && !value->count && !value->text);
    if (metric->metricvalue && value->text) {
        metric->metricvalue->has_doublevalue = false;
        metric->metricvalue->stringvalue = arena_strdup(&result->arena, value->text);
    }
    return metric->metricvalue && add_instances(result, metric, value) &&
           result_put_metric(result, metric);
}

static void define(struct result *result, const Rep__ProfilerSectionMetricDefinitions *all)
{
    struct section_scope scope = section_scope_of(result);
    for (size_t i = 0; i < all->n_metricdefinitions; i++) {
        const Rep__ProfilerSectionMetricDefinition *definition = all->metricdefinitions[i];
        struct expr_value value;
        if (!section_filter_passes(definition->filter, &scope) ||
            !expr_evaluate(definition->expression, look_up, result, &value, NULL))
            continue;
        result_define_value(result, definition->name, &value);
        expr_value_free(&value);
    }
}

void result_define(struct result *result, const struct section_library *library)
{
    for (size_t i = 0; i < library->count; i++) {
        const struct section *section = &library->sections[i];
        if (section->message && !section->built_in && section->message->metricdefinitions)
            define(result, section->message->metricdefinitions);
    }
}
