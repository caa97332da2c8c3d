#include "report/page_parts/page_series.h"

#include <math.h>
#include <stdlib.h>

#include "report/base/markdown.h"
#include "report/base/mem.h"
#include "report/base/safe_text.h"
#include "report/base/text_table.h"
#include "report/file/report_series.h"
#include "report/filter/result_filter.h"
#include "report/metric/metric_format.h"

enum { COLUMN_RESULT, COLUMN_PARAMETERS, COLUMN_TIME, COLUMN_GAIN, COLUMN_OCCUPANCY, COLUMNS };

static const char *const names[COLUMNS] = {"#", "Parameters", "Duration", "Speedup", "Occupancy"};
static const bool right[COLUMNS] = {
    [COLUMN_RESULT] = true, [COLUMN_TIME] = true, [COLUMN_GAIN] = true, [COLUMN_OCCUPANCY] = true};

/* Returns for each result whether it passes the filters. The caller frees the array. */
static bool *passing(struct report *report, const struct page_options *options)
{
    struct launch_counts counts = {0};
    bool *passes = mem_alloc(report_count(report) * sizeof *passes + 1), done = false;
    for (size_t i = 0; i < report_count(report); i++) {
        enum launch_verdict verdict = !options->filter ? LAUNCH_MEASURE
                                      : done           ? LAUNCH_DONE
                                             : result_judge_at(report, options->filter, &counts, i);
        done = verdict == LAUNCH_DONE;
        passes[i] = verdict == LAUNCH_MEASURE;
    }
    launch_counts_free(&counts);
    return passes;
}

/* Called for each profile series with a result that passes. */
typedef void series_use(void *context, struct report *report, const struct report_series *series,
                        const bool *passes);

static void each(struct report *report, const struct page_options *options, series_use *use,
                 void *context)
{
    bool *passes = passing(report, options);
    for (size_t i = 0; i < report_count(report);) {
        struct report_series series;
        bool any = false;
        if (!report_series_of(report, i, &series)) {
            i++;
            continue;
        }
        for (i = series.first; i < series.first + series.count; i++)
            any = any || passes[i];
        if (any)
            use(context, report, &series, passes);
    }
    free(passes);
}

static char *time_cell(double ns, bool base_units)
{
    struct strbuf text = {0};
    struct unit_scale scale = unit_scale_for("ns", base_units ? 1 : ns);
    strbuf_adds(&text, "");
    if (!isnan(ns)) {
        format_real(&text, unit_scale_apply(&scale, ns));
        strbuf_addf(&text, " %s", scale.unit);
    }
    return strbuf_detach(&text);
}

static char *number_cell(const char *format, double value) __attribute__((format(printf, 1, 0)));
static char *number_cell(const char *format, double value)
{
    return isnan(value) ? mem_strdup("") : mem_printf(format, value);
}

static void fill_cells(struct report *report, const struct report_series *series, size_t i,
                       bool base_units, char *cells[COLUMNS])
{
    const struct result_summary *s = report_summary(report, i);
    const char *mark = i == series->first ? " (the launch)" : i == series->best ? " (best)" : "";
    cells[COLUMN_RESULT] = mem_printf("%zu", s->id);
    cells[COLUMN_PARAMETERS] = mem_printf("%s%s", s->parameters, mark);
    cells[COLUMN_TIME] = time_cell(s->duration, base_units);
    cells[COLUMN_GAIN] = number_cell("%.2fx", report_series_gain(report, series, i));
    cells[COLUMN_OCCUPANCY] = number_cell("%.1f%%", s->occupancy);
}

struct writing {
    const struct page_options *options;
    FILE *out;
    struct json_writer *json;
    bool begun;
};

static char *title_of(struct report *report, const struct report_series *series)
{
    const struct result_summary *s = report_summary(report, series->first);
    return report_file_count(report) > 1
               ? mem_printf("%s: %s", report_file(report, s->file)->name, s->name)
               : mem_strdup(s->name);
}

static void print_text(const struct writing *w, const char *title, const char *outcome,
                       const struct text_table *table)
{
    char *safe_title = safe_text(title), *safe_outcome = safe_text(outcome);
    fprintf(w->out, "%s\n  %s\n    %s\n", w->begun ? "" : "\nSeries", safe_title, safe_outcome);
    text_table_print(table, w->out);
    free(safe_title);
    free(safe_outcome);
}

static void print_markdown(const struct writing *w, const char *title, const char *outcome,
                           const struct text_table *table)
{
    struct strbuf kernel = {0}, text = {0};
    markdown_add_code(&kernel, title, false);
    markdown_add_text(&text, outcome);
    fprintf(w->out, "%s### %s\n\n%s\n\n", w->begun ? "" : "## Series\n\n", kernel.data, text.data);
    markdown_table_begin(w->out, names, right, COLUMNS);
    for (size_t row = 0; row < table->rows; row++) {
        const char *cells[COLUMNS];
        struct strbuf texts[COLUMNS] = {{0}};
        for (size_t i = 0; i < COLUMNS; i++) {
            strbuf_adds(&texts[i], "");
            markdown_add_text(&texts[i], table->cells[row * COLUMNS + i]);
            cells[i] = texts[i].data;
        }
        markdown_table_row(w->out, cells, COLUMNS);
        for (size_t i = 0; i < COLUMNS; i++)
            strbuf_free(&texts[i]);
    }
    fputc('\n', w->out);
    strbuf_free(&kernel);
    strbuf_free(&text);
}

static void print_series(void *context, struct report *report, const struct report_series *series,
                         const bool *passes)
{
    struct writing *w = context;
    struct text_table table = {.columns = COLUMNS, .names = names, .right = right, .indent = 4};
    char *title = title_of(report, series), *outcome = report_series_outcome(report, series);
    for (size_t i = series->first; i < series->first + series->count; i++) {
        char *cells[COLUMNS];
        if (!passes[i])
            continue;
        fill_cells(report, series, i, w->options->base_units, cells);
        text_table_add(&table, (const char *const *)cells);
        for (size_t j = 0; j < COLUMNS; j++)
            free(cells[j]);
    }
    if (w->options->format == FORMAT_MARKDOWN)
        print_markdown(w, title, outcome, &table);
    else
        print_text(w, title, outcome, &table);
    w->begun = true;
    text_table_free(&table);
    free(title);
    free(outcome);
}

void page_series(struct report *report, const struct page_options *options, FILE *out)
{
    struct writing writing = {.options = options, .out = out};
    each(report, options, print_series, &writing);
}

static void add_json(void *context, struct report *report, const struct report_series *series,
                     const bool *passes)
{
    const struct writing *w = context;
    const struct result_summary *own = report_summary(report, series->first);
    json_open(w->json, NULL, JSON_OBJECT);
    json_string(w->json, "kernel", own->name);
    json_whole(w->json, "report", own->file);
    json_whole(w->json, "number", own->series);
    json_whole(w->json, "best", report_summary(report, series->best)->id);
    json_open(w->json, "combinations", JSON_ARRAY);
    for (size_t i = series->first; i < series->first + series->count; i++) {
        const struct result_summary *s = report_summary(report, i);
        if (!passes[i])
            continue;
        json_open_line(w->json, NULL, JSON_OBJECT);
        json_whole(w->json, "result", s->id);
        json_string(w->json, "parameters", s->parameters);
        if (!isnan(s->duration))
            json_number(w->json, "duration", s->duration);
        if (!isnan(report_series_gain(report, series, i)))
            json_number(w->json, "gain", report_series_gain(report, series, i));
        json_close(w->json);
    }
    json_close(w->json);
    json_close(w->json);
}

static void note_any(void *context, struct report *report, const struct report_series *series,
                     const bool *passes)
{
    struct writing *w = context;
    (void)report, (void)series, (void)passes;
    w->begun = true;
}

void page_series_json(struct report *report, const struct page_options *options,
                      struct json_writer *json)
{
    struct writing writing = {.options = options, .json = json};
    each(report, options, note_any, &writing);
    if (!writing.begun)
        return;
    json_open(json, "series", JSON_ARRAY);
    each(report, options, add_json, &writing);
    json_close(json);
}
