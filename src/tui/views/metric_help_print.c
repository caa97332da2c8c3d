/* The help of a metric: as text and JSON with its lines below their headings. */
#include "report/base/json_writer.h"
#include "tui/views/metric_help.h"
#include "tui/views/view_export.h"

static void print_text(const struct metric_help *help, FILE *out)
{
    fprintf(out, "%s\n", help->name);
    for (size_t i = 0; i < help->count; i++) {
        const struct help_line *line = &help->lines[i];
        if (line->heading)
            fprintf(out, "\n%s\n", line->text);
        else
            fprintf(out, "  %s%s%s\n", line->label ? line->label : "", line->label ? ": " : "",
                    line->text);
    }
}

static void print_json(const struct metric_help *help, FILE *out)
{
    struct json_writer json;
    json_begin(&json, out);
    json_open(&json, NULL, JSON_OBJECT);
    json_string(&json, "metric", help->name);
    json_open(&json, "groups", JSON_ARRAY);
    for (size_t i = 0; i < help->count; i++) {
        const struct help_line *line = &help->lines[i];
        if (line->heading) {
            if (i) {
                json_close(&json);
                json_close(&json);
            }
            json_open(&json, NULL, JSON_OBJECT);
            json_string(&json, "title", line->text);
            json_open(&json, "lines", JSON_ARRAY);
            continue;
        }
        json_open_line(&json, NULL, JSON_OBJECT);
        json_string(&json, "label", line->label);
        json_string(&json, "text", line->text);
        if (line->target == HELP_METRIC || line->target == HELP_SECTION)
            json_string(&json, line->target == HELP_METRIC ? "metric" : "section", line->to);
        if (line->target == HELP_RESULT)
            json_whole(&json, "index", line->index);
        json_close(&json);
    }
    json_finish(&json);
}

bool metric_help_print(const struct metric_help *help, enum page_format format, FILE *out,
                       struct error *error)
{
    if (!help->name)
        return error_set(error, "no metric is shown");
    if (format == FORMAT_TEXT)
        print_text(help, out);
    else if (format == FORMAT_JSON)
        print_json(help, out);
    else
        view_export_help(help, format, out);
    return true;
}
