#include "report/page_parts/page_json_metric.h"

#include "report/metric/instance_kind.h"
#include "report/metric/metric_value.h"

void page_json_value(struct json_writer *json, const char *key,
                     const Rep__ProfileMetricValue *value)
{
    double number;
    if (value && value->stringvalue)
        json_string(json, key, value->stringvalue);
    else if (value && value->has_uint64value && !value->has_floatvalue && !value->has_doublevalue &&
             !value->has_uint32value)
        json_whole(json, key, value->uint64value);
    else if (metric_value_number(value, &number))
        json_number(json, key, number);
    else if (!key)
        json_null(json, NULL);
}

static void add_instances(struct json_writer *json, const char *name,
                          const Rep__ProfileMetricResult *metric, enum raw_instances instances)
{
    const char *kind = instances == INSTANCES_DETAILS ? instance_kind(name, metric) : NULL;
    json_open(json, "instances", JSON_OBJECT);
    if (kind) {
        json_string(json, "kind", kind);
        json_open(json, "ids", JSON_ARRAY);
        for (size_t i = 0; i < metric->n_metricvaluelist; i++)
            page_json_value(json, NULL, metric->metricvaluelist[i]->correlationid);
        json_close(json);
    }
    json_open(json, "values", JSON_ARRAY);
    for (size_t i = 0; i < metric->n_metricvaluelist; i++)
        page_json_value(json, NULL, metric->metricvaluelist[i]->elementvalue);
    json_close(json);
    json_close(json);
}

void page_json_metric(struct json_writer *json, const char *name, const char *label,
                      const char *unit, const Rep__ProfileMetricResult *metric,
                      enum raw_instances instances)
{
    json_open_line(json, NULL, JSON_OBJECT);
    json_string(json, "name", name);
    if (label)
        json_string(json, "label", label);
    json_string(json, "unit", unit);
    page_json_value(json, "value", metric ? metric->metricvalue : NULL);
    if (instances != INSTANCES_NONE && metric && metric->n_metricvaluelist)
        add_instances(json, name, metric, instances);
    json_close(json);
}
