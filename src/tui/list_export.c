#include "list_export.h"

#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "json_writer.h"
#include "list_change.h"
#include "safe_text.h"
#include "verdict.h"

enum field {
    ID,
    REPORT,
    NAME,
    GRID,
    BLOCK,
    DURATION,
    COMPUTE,
    MEMORY,
    OCCUPANCY,
    LIMIT,
    BASELINE, /* from here on only where changes are shown */
    DURATION_CHANGE,
    COMPUTE_CHANGE,
    MEMORY_CHANGE,
    OCCUPANCY_CHANGE,
    FIELDS
};

static const char *const names[FIELDS] = {"id",
                                          "report",
                                          "kernel",
                                          "grid",
                                          "block",
                                          "duration_ns",
                                          "compute_pct",
                                          "memory_pct",
                                          "occupancy_pct",
                                          "limited_by",
                                          "baseline",
                                          "duration_change_pct",
                                          "compute_change_pct",
                                          "memory_change_pct",
                                          "occupancy_change_pct"};

static int field_count(const struct list_view *view)
{
    return list_change_width(view->baselines, INT_MAX) ? FIELDS : BASELINE;
}

static bool is_number(enum field field)
{
    return field == ID || (field >= DURATION && field <= OCCUPANCY) || field >= DURATION_CHANGE;
}

static void add_number(struct strbuf *out, double value)
{
    if (!isnan(value))
        strbuf_addf(out, "%.15g", value);
}

static void add_size(struct strbuf *out, const uint64_t d[3])
{
    if (d[0])
        strbuf_addf(out, "%" PRIu64 "x%" PRIu64 "x%" PRIu64, d[0], d[1], d[2]);
}

/* What the result is compared with, and the change in percent. */
static void add_change(struct strbuf *out, struct baselines *baselines, size_t result,
                       enum field field)
{
    struct baseline_partner partner = baselines_partner(baselines, result);
    if (field != BASELINE)
        add_number(out,
                   list_change_of(baselines, result, (enum list_measure)(field - DURATION_CHANGE))
                       .percent);
    else if (partner.index != NO_LAUNCH)
        baselines_name(&partner, out);
}

/* Safe for a terminal; "": not known. */
static char *cell(const struct list_view *view, size_t result, enum field field)
{
    const struct result_summary *s = report_summary(view->report, result);
    struct strbuf text = {0};
    strbuf_adds(&text, "");
    switch (field) {
    case ID:
        strbuf_addf(&text, "%zu", s->id);
        break;
    case REPORT:
        strbuf_adds(&text, report_file(view->report, s->file)->label);
        break;
    case NAME:
        strbuf_adds(&text, s->name);
        break;
    case GRID:
        add_size(&text, s->grid);
        break;
    case BLOCK:
        add_size(&text, s->block);
        break;
    case DURATION:
        add_number(&text, s->duration);
        break;
    case COMPUTE:
        add_number(&text, s->compute);
        break;
    case MEMORY:
        add_number(&text, s->memory);
        break;
    case OCCUPANCY:
        add_number(&text, s->occupancy);
        break;
    case LIMIT:
        strbuf_adds(&text, verdict_text(s));
        break;
    default:
        add_change(&text, view->baselines, result, field);
    }
    char *safe = safe_text(text.data);
    strbuf_free(&text);
    return safe;
}

static void put_quoted(const char *text, FILE *out)
{
    fputc('"', out);
    for (; *text; text++) {
        if (*text == '"')
            fputc('"', out);
        fputc(*text, out);
    }
    fputc('"', out);
}

static void put_markdown(const char *text, FILE *out)
{
    for (; *text; text++) {
        if (strchr("|\\<*_`[", *text))
            fputc('\\', out);
        fputc(*text, out);
    }
}

static void put_cell(const char *text, enum page_format format, FILE *out)
{
    if (format == FORMAT_CSV)
        put_quoted(text, out);
    else if (format == FORMAT_MARKDOWN)
        put_markdown(text, out);
    else
        fputs(text, out);
}

/* result NULL: the names of the fields. */
static void put_row(const struct list_view *view, const size_t *result, enum page_format format,
                    FILE *out)
{
    const char *between = format == FORMAT_CSV ? "," : format == FORMAT_MARKDOWN ? " | " : "\t";
    fputs(format == FORMAT_MARKDOWN ? "| " : "", out);
    for (int i = 0; i < field_count(view); i++) {
        char *text = result ? cell(view, *result, (enum field)i) : NULL;
        fputs(i ? between : "", out);
        put_cell(result ? text : names[i], format, out);
        free(text);
    }
    fputs(format == FORMAT_MARKDOWN ? " |\n" : "\n", out);
}

static void put_json(const struct list_view *view, FILE *out)
{
    struct json_writer json;
    json_begin(&json, out);
    json_open(&json, NULL, JSON_ARRAY);
    for (size_t i = 0; i < view->count; i++) {
        json_open_line(&json, NULL, JSON_OBJECT);
        for (int field = 0; field < field_count(view); field++) {
            char *text = cell(view, view->order[i], (enum field)field);
            if (!*text)
                json_null(&json, names[field]);
            else if (is_number((enum field)field))
                json_number(&json, names[field], strtod(text, NULL));
            else
                json_string(&json, names[field], text);
            free(text);
        }
        json_close(&json);
    }
    json_finish(&json);
}

void list_export(const struct list_view *view, enum page_format format, FILE *out)
{
    if (format == FORMAT_JSON) {
        put_json(view, out);
        return;
    }
    put_row(view, NULL, format, out);
    if (format == FORMAT_MARKDOWN)
        for (int i = 0, count = field_count(view); i < count; i++)
            fputs(i + 1 < count ? i ? "--- | " : "| --- | " : "--- |\n", out);
    for (size_t i = 0; i < view->count; i++)
        put_row(view, &view->order[i], format, out);
}

void list_export_row(const struct list_view *view, FILE *out)
{
    if (view->cursor < view->count)
        put_row(view, &view->order[view->cursor], FORMAT_TEXT, out);
}
