/* Numbers as arrays. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "library/library.h"
#include "report/base/mem.h"
#include "report/metric/metric_kind.h"
#include "report/metric/metric_name.h"
#include "report/metric/metric_unit.h"
#include "report/metric/metric_words.h"

static bool read_columns(struct rooftop_report *report, size_t result, char *error, size_t size)
{
    struct error problem = {""};
    if (report->columns_of == result + 1)
        return true;
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

/* Returns which names are wanted, by id, as report_pick_values() needs it. A file may have a name
 * twice. */
static uint16_t *wanted_ids(struct report *report, const char *const *names, size_t count,
                            size_t *ids)
{
    *ids = report_string_count(report);
    uint16_t *wanted = mem_alloc((*ids + 1) * sizeof *wanted);
    for (size_t i = 0; i < count; i++) {
        uint32_t shared;
        if (!report_find_name(report, names[i], &shared))
            continue;
        for (uint32_t id = 0; id < *ids; id++)
            if (report_shared_id(report, id) == shared)
                wanted[id] = (uint16_t)(i + 1);
    }
    return wanted;
}

ROOFTOP_API bool rooftop_report_table(rooftop_report *report, const char *const *names,
                                      size_t name_count, double *values, char *error, size_t size)
{
    if (name_count >= UINT16_MAX)
        return library_fail(error, size, "a table has at most 65534 columns");
    size_t ids, rows = report_count(report->report);
    uint16_t *wanted = wanted_ids(report->report, names, name_count, &ids);
    struct report_value *row = mem_alloc((name_count + 1) * sizeof *row);
    for (size_t i = 0; i < rows; i++) {
        for (size_t j = 0; j < name_count; j++)
            row[j] = (struct report_value){.number = NAN};
        report_pick_values(report->report, i, wanted, ids, row);
        for (size_t j = 0; j < name_count; j++)
            values[i * name_count + j] = row[j].known ? row[j].number : NAN;
    }
    free(row);
    free(wanted);
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

ROOFTOP_API const char *rooftop_metric_description(const char *name)
{
    static _Thread_local char text[1024];
    struct metric_words words = metric_words(name);
    snprintf(text, sizeof text, "%s", words.sentence.data);
    metric_words_free(&words);
    return text;
}
