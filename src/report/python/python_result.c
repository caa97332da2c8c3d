#include "report/python/python_result.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "report/base/mem.h"
#include "report/file/report.h"
#include "report/file/report_wire.h"
#include "report/filter/report_save.h"

struct python_result {
    char *folder, *written; /* NULL: none yet */
    const struct report *report;
    size_t result, count; /* that was written, and the number of reports written */
};

struct python_result *python_result_new(void)
{
    return mem_alloc(sizeof(struct python_result));
}

static void remove_written(struct python_result *place)
{
    if (place->written)
        unlink(place->written);
    free(place->written);
    place->written = NULL;
}

void python_result_free(struct python_result *place)
{
    if (!place)
        return;
    remove_written(place);
    if (place->folder)
        rmdir(place->folder);
    free(place->folder);
    free(place);
}

static bool make_folder(struct python_result *place, struct error *error)
{
    const char *temporary = getenv("TMPDIR");
    if (place->folder)
        return true;
    place->folder =
        mem_printf("%s/rooftop-rules.XXXXXX", temporary && *temporary ? temporary : "/tmp");
    if (mkdtemp(place->folder))
        return true;
    error_set(error,
              "%s: the folder cannot be made: %s; set TMPDIR to a folder that can be written",
              place->folder, strerror(errno));
    free(place->folder);
    place->folder = NULL;
    return false;
}

static bool has_new_metrics(const struct result *result)
{
    for (size_t i = 0; i < result->metric_count; i++)
        if (result_metric_is_new(result, i))
            return true;
    return false;
}

/* Appends the metrics that the report lacks. A reader takes the last one of a name. */
static void add_new_metrics(void *context, struct report *report, size_t index,
                            const uint8_t *bytes, size_t length, struct strbuf *out)
{
    const struct result *result = context;
    const unsigned number = result_fields(report_entry(report, index)->kind)->metrics;
    strbuf_add(out, bytes, length);
    for (size_t i = 0; i < result->metric_count; i++)
        if (result_metric_is_new(result, i))
            report_wire_put(out, number, &result_instances(result, i)->base);
}

/* Writes a report with this result alone. Each has a name of its own, because the process keeps the
 * last one open. */
static bool write_alone(struct python_result *place, const struct result *result,
                        struct error *error)
{
    if (!make_folder(place, error))
        return false;
    remove_written(place);
    bool *rows = mem_alloc(report_count(result->report) * sizeof *rows + 1);
    rows[result->index] = true;
    place->written = mem_printf("%s/%zu.ncu-rep", place->folder, ++place->count);
    const struct report_amend amend = {add_new_metrics, (void *)(uintptr_t)result};
    bool good = report_save_rows(result->report, rows, has_new_metrics(result) ? &amend : NULL,
                                 place->written, true, error);
    free(rows);
    place->report = result->report;
    place->result = result->index;
    if (!good)
        remove_written(place);
    return good;
}

const char *python_result_place(struct python_result *place, const struct result *result,
                                size_t *number, struct error *error)
{
    const struct report_file *file = report_file(result->report, result->file);
    if (!report_is_run(result->report, result->file) && !has_new_metrics(result) &&
        access(file->path, R_OK) == 0) {
        *number = result->id;
        return file->path;
    }
    *number = 0;
    if (place->written && place->report == result->report && place->result == result->index)
        return place->written;
    return write_alone(place, result, error) ? place->written : NULL;
}
