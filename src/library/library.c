#include "library/library.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/names/kernel_renames.h"

/* Results that were decoded for their facts and findings are kept up to this many bytes. */
enum { KEPT_RESULTS = 16 << 20, STEPS_BEFORE_REST = 16 };

ROOFTOP_API unsigned rooftop_report_api(void)
{
    return ROOFTOP_REPORT_API;
}

ROOFTOP_API const char *rooftop_report_version(void)
{
    return ROOFTOP_VERSION;
}

bool library_fail(char *error, size_t size, const char *message)
{
    if (error && size)
        snprintf(error, size, "%s", message);
    return false;
}

ROOFTOP_API rooftop_report *rooftop_report_open(const char *path, char *error, size_t size)
{
    struct error problem = {""};
    struct report *opened = report_open_begin(path, &problem);
    /* A long report is not to lie in memory as a whole. */
    for (unsigned step = 1; opened && !report_open_step(opened); step++)
        if (step % STEPS_BEFORE_REST == 0)
            report_rest_all(opened);
    if (!opened) {
        library_fail(error, size, problem.text);
        return NULL;
    }
    report_rest_all(opened);
    struct rooftop_report *report = mem_alloc(sizeof *report);
    report->report = opened;
    report->results = result_cache_new(opened, KEPT_RESULTS);
    return report;
}

ROOFTOP_API bool rooftop_report_add(rooftop_report *report, const char *path, char *error,
                                    size_t size)
{
    struct error problem = {""};
    report->units_known = false;
    return report_add_file(report->report, path, &problem) ||
           library_fail(error, size, problem.text);
}

ROOFTOP_API void rooftop_report_close(rooftop_report *report)
{
    if (!report)
        return;
    metric_columns_free(&report->columns);
    instance_columns_free(&report->instances);
    strbuf_free(&report->names);
    rule_source_free(report->places);
    library_code_free(report->code);
    library_columns_free(report->texts);
    result_cache_free(report->results);
    report_close(report->report);
    free(report->text);
    free(report->answer);
    free(report);
}

ROOFTOP_API size_t rooftop_report_count(const rooftop_report *report)
{
    return report_count(report->report);
}

ROOFTOP_API const char *rooftop_report_names(rooftop_report *report, size_t *length, size_t *count)
{
    uint32_t all = report_string_count(report->report);
    for (; report->name_count < all; report->name_count++) {
        const char *name = report_string(report->report, report->name_count);
        strbuf_add(&report->names, name, strlen(name) + 1);
    }
    *length = report->names.length;
    *count = all;
    return report->names.data ? report->names.data : "";
}

struct result *library_result(struct rooftop_report *report, size_t i, struct error *error)
{
    if (i >= report_count(report->report)) {
        error_set(error, "%s: there is no result %zu", report_path(report->report), i);
        return NULL;
    }
    struct result *result = result_cache_hold(report->results, i, error);
    if (report->held)
        result_cache_release(report->results, report->held - 1);
    report->held = result ? i + 1 : 0;
    if (result)
        report_rest(report->report, i);
    return result;
}

FILE *library_begin(struct rooftop_report *report, struct json_writer *json)
{
    free(report->text);
    report->text = NULL;
    FILE *out = open_memstream(&report->text, &report->text_length);
    if (!out)
        abort(); /* as without memory */
    json_begin(json, out);
    return out;
}

const char *library_end(struct rooftop_report *report, struct json_writer *json, FILE *out,
                        size_t *length)
{
    json_finish(json);
    fclose(out);
    *length = report->text_length;
    return report->text;
}

void library_number(struct json_writer *json, const char *key, double number)
{
    if (isfinite(number))
        json_number(json, key, number);
    else
        json_string(json, key, isnan(number) ? "nan" : number > 0 ? "inf" : "-inf");
}
