#include "report/expr/expr_metric.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/metric/metric_value.h"

static bool is_whole(const Rep__ProfileMetricValue *value)
{
    return value->has_uint64value || value->has_uint32value;
}

static void take_instances(const Rep__ProfileMetricResult *metric, struct expr_value *value)
{
    size_t count = metric->n_metricvaluelist;
    bool ids = false;
    for (size_t i = 0; i < count; i++)
        ids = ids || metric->metricvaluelist[i]->correlationid;
    value->ids = ids ? mem_alloc(count * sizeof *value->ids) : NULL;
    value->elements = mem_alloc(count * sizeof *value->elements);
    for (size_t i = 0; i < count; i++) {
        const Rep__ProfileMetricListElement *element = metric->metricvaluelist[i];
        if ((ids && !element->correlationid) ||
            !metric_value_number(element->elementvalue, &value->elements[value->count]))
            continue;
        value->whole_elements = is_whole(element->elementvalue);
        if (ids)
            value->ids[value->count] = element->correlationid->uint64value;
        value->count++;
    }
}

static bool take(const Rep__ProfileMetricValue *from, struct expr_value *value)
{
    if (from->stringvalue)
        value->text = mem_strdup(from->stringvalue);
    else if (!metric_value_number(from, &value->value))
        return false;
    value->whole = is_whole(from);
    return true;
}

/* A single instance, that is not number 0 of a launch but the address of an instruction. */
static bool is_instruction(const Rep__ProfileMetricResult *metric)
{
    return metric->n_metricvaluelist == 1 && metric->metricvaluelist[0]->correlationid &&
           metric->metricvaluelist[0]->correlationid->uint64value;
}

bool expr_metric_value(const Rep__ProfileMetricResult *metric, struct expr_value *value)
{
    *value = (struct expr_value){0};
    if (!metric || !metric->metricvalue || !take(metric->metricvalue, value))
        return false;
    if (metric->n_metricvaluelist > 1 || is_instruction(metric))
        take_instances(metric, value);
    return true;
}

bool expr_metric_instance(const Rep__ProfileMetricResult *metric, const char *key,
                          struct expr_value *value)
{
    *value = (struct expr_value){0};
    char *end;
    uint64_t number = strtoull(key, &end, 10);
    bool is_number = isdigit((unsigned char)*key) && !*end, any = false;
    for (size_t i = 0; metric && i < metric->n_metricvaluelist; i++) {
        const Rep__ProfileMetricListElement *element = metric->metricvaluelist[i];
        const Rep__ProfileMetricValue *id = element->correlationid;
        if (!id)
            continue;
        any = true;
        if (id->stringvalue ? strcmp(id->stringvalue, key) == 0
                            : is_number && id->has_uint64value && id->uint64value == number)
            return take(element->elementvalue, value);
    }
    return any;
}

bool expr_metric_operand(const Rep__ProfileMetricResult *metric, const struct expr_name *name,
                         struct expr_value *value)
{
    return name->key ? expr_metric_instance(metric, name->key, value)
                     : expr_metric_value(metric, value);
}
