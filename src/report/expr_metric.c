#include "expr_metric.h"

#include <stdlib.h>

#include "mem.h"
#include "result.h"

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
            !value_number(element->elementvalue, &value->elements[value->count]))
            continue;
        value->whole_elements = is_whole(element->elementvalue);
        if (ids)
            value->ids[value->count] = element->correlationid->uint64value;
        value->count++;
    }
}

bool expr_metric_value(const Rep__ProfileMetricResult *metric, struct expr_value *value)
{
    *value = (struct expr_value){0};
    if (!metric || !metric->metricvalue)
        return false;
    if (metric->metricvalue->stringvalue)
        value->text = mem_strdup(metric->metricvalue->stringvalue);
    else if (!value_number(metric->metricvalue, &value->value))
        return false;
    value->whole = is_whole(metric->metricvalue);
    if (metric->n_metricvaluelist > 1)
        take_instances(metric, value);
    return true;
}
