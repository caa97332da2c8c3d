/* Numbers as arrays. */
#include <string.h>

#include "library/library.h"
#include "report/metric/metric_kind.h"
#include "report/metric/metric_name.h"
#include "report/metric/metric_unit.h"
#include "report/metric/metric_words.h"

static bool read_columns(struct rooftop_report *report, size_t result, char *error, size_t size)
{
    struct error problem = {""};
    if (report->columns_of == result + 1)
        return true;
    /* Instances were read in its bytes since. */
    if (report->columns_of)
        report_rest(report->report, report->columns_of - 1);
    report->columns_of = 0;
    if (result >= report_count(report->report))
        error_set(&problem, "%s: there is no result %zu", report_path(report->report), result);
    else if (!metric_columns_read(&report->columns, report->report, result))
        error_set(&problem, "%s: result %zu is damaged and cannot be read",
                  report_path(report->report), result);
    else
        report->columns_of = result + 1;
    if (report->columns_of)
        report_rest(report->report, result);
    return report->columns_of || library_fail(error, size, problem.text);
}

static rooftop_values values_of(const struct value_column *column)
{
    return (rooftop_values){column->count, column->kinds,
                            (const uint64_t *)(const void *)column->cells, column->texts,
                            column->text_length};
}

ROOFTOP_API bool rooftop_result_metrics(rooftop_report *report, size_t result,
                                        rooftop_metrics *metrics, char *error, size_t size)
{
    if (!read_columns(report, result, error, size))
        return false;
    *metrics = (rooftop_metrics){values_of(&report->columns.values), report->columns.names,
                                 report->columns.listed};
    return true;
}

ROOFTOP_API bool rooftop_result_instances(rooftop_report *report, size_t result, size_t metric,
                                          rooftop_instances *instances, char *error, size_t size)
{
    if (!read_columns(report, result, error, size))
        return false;
    if (metric >= report->columns.values.count)
        return library_fail(error, size, "the result has fewer metrics");
    if (!instance_columns_read(&report->instances, &report->columns, metric))
        return library_fail(error, size, "the instances of the metric are damaged");
    *instances = (rooftop_instances){values_of(&report->instances.values),
                                     values_of(&report->instances.ids)};
    return true;
}

ROOFTOP_API void rooftop_metric_parse(const char *name, rooftop_metric_name *parsed)
{
    static const char breakdown[] = "breakdown:";
    struct metric_kind kind = metric_kind_of(name);
    *parsed = (rooftop_metric_name){kind.type, kind.submetric, kind.rollup, ""};
    /* The list of a throughput's parts has the unit of the throughput. */
    if (strncmp(name, breakdown, sizeof breakdown - 1) == 0)
        name += sizeof breakdown - 1;
    metric_unit(name, parsed->unit, sizeof parsed->unit);
}

ROOFTOP_API const char *rooftop_report_unit(rooftop_report *report, const char *name)
{
    for (size_t i = 0; i < report_string_count(report->report) && !report->units_known; i++)
        raw_units_add(&report->units, report_string(report->report, (uint32_t)i));
    report->units_known = true;
    rooftop_metric_name parsed;
    rooftop_metric_parse(name, &parsed);
    const char *other = raw_unit_other(&report->units, name);
    snprintf(report->unit, sizeof report->unit, "%s", other ? other : parsed.unit);
    return report->unit;
}

ROOFTOP_API const char *rooftop_metric_description(const char *name)
{
    static _Thread_local char text[1024];
    struct metric_words words = metric_words(name);
    snprintf(text, sizeof text, "%s", words.sentence.data);
    metric_words_free(&words);
    return text;
}
