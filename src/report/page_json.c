#include "page_json.h"

#include "instance_kind.h"

void page_json_head(struct json_writer *json, const char *schema, FILE *out)
{
    json_begin(json, out);
    json_open(json, NULL, JSON_OBJECT);
    json_string(json, "schema", schema);
    json_whole(json, "version", JSON_VERSION);
    json_string(json, "rooftop", ROOFTOP_VERSION);
}

void page_json_begin(struct json_writer *json, struct report *report,
                     const struct page_options *options, FILE *out)
{
    page_json_head(json, "rooftop-report", out);
    json_string(json, "page", page_names[options->page]);
    page_json_reports(json, report, options);
}

void page_json_end(struct json_writer *json, const struct error *error)
{
    while (json->depth > 1)
        json_close(json);
    json_string(json, "error", error ? error->text : NULL);
    json_finish(json);
}

void page_json_value(struct json_writer *json, const char *key,
                     const Rep__ProfileMetricValue *value)
{
    double number;
    if (value && value->stringvalue)
        json_string(json, key, value->stringvalue);
    else if (value && value->has_uint64value && !value->has_floatvalue && !value->has_doublevalue &&
             !value->has_uint32value)
        json_whole(json, key, value->uint64value);
    else if (value_number(value, &number))
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

bool page_json_print(struct report *report, const struct page_options *options, FILE *out,
                     struct error *error)
{
    static bool (*const pages[PAGE_COUNT])(struct report *, const struct page_options *,
                                           struct json_writer *, struct error *) = {
        [PAGE_DETAILS] = page_json_details,
        [PAGE_RAW] = page_json_raw,
        [PAGE_SOURCE] = page_json_source,
        [PAGE_SUMMARY] = page_json_opportunities};
    struct page_options base = *options;
    struct json_writer json;
    struct error own = {0};
    bool good = true;
    base.base_units = true;
    page_json_begin(&json, report, &base, out);
    if (base.summary != SUMMARY_NONE && base.page < PAGE_SESSION)
        good = page_json_summary(report, &base, &json, &own);
    else if (pages[base.page])
        good = pages[base.page](report, &base, &json, &own);
    page_json_end(&json, good ? NULL : &own);
    return good || error_set(error, "%s", own.text);
}
