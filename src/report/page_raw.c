#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "mem.h"
#include "metric_format.h"
#include "metric_name.h"
#include "page_json.h"
#include "page_notes.h"
#include "page_raw.h"
#include "raw_unit.h"
#include "text_table.h"

bool page_raw_wants(const char *list, const char *name)
{
    for (const char *at = list; at && *at;) {
        size_t length = strcspn(at, ",");
        bool base = !memchr(at, '.', length);
        if (strncmp(at, name, length) == 0 && (!name[length] || (base && name[length] == '.')))
            return true;
        at += length + (at[length] == ',');
    }
    return !list;
}

/* Lists of metrics are stored as metrics of their own, which pages leave out. */
static bool is_listed(const char *list, const char *name)
{
    return !metric_name_is_list(name) && page_raw_wants(list, name);
}

/* Of a name that a result has twice, the first counts. */
static void survey_value(void *context, uint32_t name, double number)
{
    struct raw_page *page = context;
    struct raw_survey *known = name < page->survey_count ? &page->surveys[name] : NULL;
    if (!known || known->last == page->surveyed)
        return;
    known->last = page->surveyed;
    known->in_report = true;
    if (number > known->largest)
        known->largest = number;
}

/* The scale of a column follows from all results of the report, also from those that a filter
 * leaves out: a value looks the same with and without a filter. */
static void survey_values(struct raw_page *page, const struct report *report)
{
    for (size_t i = 0; i < report_count(report); i++) {
        page->surveyed = i + 1;
        report_metric_values(report, i, survey_value, page);
    }
}

/* What the results to print have. */
static void survey(void *context, const struct result *result)
{
    struct raw_page *page = context;
    for (size_t i = 0; i < result->metric_count; i++)
        if (result->metrics[i]->nameid < page->survey_count)
            page->surveys[result->metrics[i]->nameid].wanted = true;
    page->results++;
    page->identity |= page_csv_columns_of(result);
}

static int compare_columns(const void *a, const void *b)
{
    const struct raw_column *x = a, *y = b;
    return strcmp(x->name, y->name);
}

static void list_columns(struct raw_page *page, const struct report *report)
{
    page->columns = mem_alloc(page->survey_count * sizeof *page->columns);
    for (size_t i = 0; i < page->survey_count; i++) {
        const char *name = report_string(report, (uint32_t)i);
        if (page->surveys[i].wanted && is_listed(page->options->metrics, name))
            page->columns[page->count++] =
                (struct raw_column){.name = name, .largest = page->surveys[i].largest};
    }
    if (page->count)
        qsort(page->columns, page->count, sizeof *page->columns, compare_columns);
    /* A name may have two ids. */
    size_t kept = 0;
    for (size_t i = 0; i < page->count; i++) {
        struct raw_column *last = kept ? &page->columns[kept - 1] : NULL;
        if (!last || strcmp(last->name, page->columns[i].name) != 0)
            page->columns[kept++] = page->columns[i];
        else if (page->columns[i].largest > last->largest)
            last->largest = page->columns[i].largest;
    }
    page->count = kept;
}

static void choose_styles(struct raw_page *page, const struct report *report)
{
    const struct page_options *options = page->options;
    struct raw_units units = {0};
    for (size_t i = 0; i < page->survey_count; i++)
        if (page->surveys[i].in_report)
            raw_units_add(&units, report_string(report, (uint32_t)i));
    for (size_t i = 0; i < page->count; i++) {
        struct raw_column *column = &page->columns[i];
        raw_unit(&units, column->name, column->unit, sizeof column->unit);
        column->style = (struct raw_style){
            .name = column->name,
            .scale = unit_scale_for(column->unit, options->base_units ? 0 : column->largest),
            .base_units = options->base_units,
            .all_zero = column->largest == 0,
            .real = options->real,
            .instances = options->instances};
    }
}

static void print_csv_head(struct raw_page *page)
{
    struct strbuf *row = &page->row;
    size_t identifying = page_csv_identity(row, NULL, page->identity);
    for (size_t i = 0; i < page->count; i++)
        format_csv_field(row, page->columns[i].name, false);
    strbuf_addc(row, '\n');
    for (size_t i = 0; i < identifying; i++)
        format_csv_field(row, "", i == 0);
    for (size_t i = 0; i < page->count; i++)
        format_csv_field(row, page->columns[i].style.scale.unit, false);
    fprintf(page->out, "%s\n", row->data);
}

const Rep__ProfileMetricResult *page_raw_metric(const struct raw_page *page,
                                                const struct result *result, const char *name)
{
    const Rep__ProfileMetricResult *metric = result_metric(result, name);
    double number;
    if (metric &&
        (page->options->instances != INSTANCES_NONE || !metric->metricvalue ||
         !(value_number(metric->metricvalue, &number) || metric->metricvalue->stringvalue)))
        return result_metric_instances(result, name);
    return metric;
}

static void print_csv_row(void *context, const struct result *result)
{
    struct raw_page *page = context;
    strbuf_clear(&page->row);
    page_csv_identity(&page->row, result, page->identity);
    for (size_t i = 0; i < page->count; i++) {
        const struct raw_column *column = &page->columns[i];
        strbuf_clear(&page->text);
        raw_cell_add(&page->text, page_raw_metric(page, result, column->name), &column->style);
        format_csv_field(&page->row, page->text.data, false);
    }
    fprintf(page->out, "%s\n", page->row.data);
}

enum { VALUE_WIDTH = 20 };

/* As text, each value has the scale that fits it. */
static void add_text_row(struct raw_page *page, struct text_table *table,
                         const struct raw_column *column, const Rep__ProfileMetricResult *metric)
{
    struct raw_style style = column->style;
    double number = 0;
    bool known = value_number(metric->metricvalue, &number);
    style.base_units = true;
    style.scale = unit_scale_for(column->unit, page->options->base_units ? 0 : number);
    strbuf_clear(&page->text);
    strbuf_adds(&page->text, known && !isfinite(number) ? "(!) " : "");
    raw_cell_add(&page->text, metric, &style);
    text_table_add(table, (const char *const[]){column->name, style.scale.unit, page->text.data});
}

static void print_text(void *context, const struct result *result)
{
    struct raw_page *page = context;
    page->process = page_process_line(page->out, result, page->process);
    page_result_line(page->out, result);
    page_notes(page->out, result, page_is_first_of_file(result, &page->files));
    struct text_table table = {
        .columns = 3,
        .names = (const char *const[]){"Metric Name", "Metric Unit", "Metric Value"},
        .right = (const bool[]){false, true, true},
        .indent = 2,
        .widths = (const struct text_width[]){{0}, {0}, {VALUE_WIDTH, VALUE_WIDTH}},
        .open = true};
    for (size_t i = 0; i < page->count; i++) {
        const struct raw_column *column = &page->columns[i];
        const Rep__ProfileMetricResult *metric = page_raw_metric(page, result, column->name);
        if (metric)
            add_text_row(page, &table, column, metric);
    }
    text_table_print(&table, page->out);
    fputc('\n', page->out);
    text_table_free(&table);
}

static void print_json(void *context, const struct result *result)
{
    const struct raw_page *page = context;
    page_json_result_open(page->json, result);
    json_open(page->json, "metrics", JSON_ARRAY);
    for (size_t i = 0; i < page->count; i++) {
        const struct raw_column *column = &page->columns[i];
        const Rep__ProfileMetricResult *metric = page_raw_metric(page, result, column->name);
        if (metric)
            page_json_metric(page->json, column->name, NULL, column->style.scale.unit, metric,
                             page->options->instances);
    }
    json_close(page->json);
    json_close(page->json);
}

/* How each form is printed; begin and end only if there are results. */
static const struct {
    void (*begin)(struct raw_page *page);
    page_visit *print;
    void (*end)(struct raw_page *page);
} forms[] = {
    [FORMAT_TEXT] = {NULL, print_text, NULL},
    [FORMAT_CSV] = {print_csv_head, print_csv_row, NULL},
    [FORMAT_JSON] = {NULL, print_json, NULL},
    [FORMAT_MARKDOWN] = {page_markdown_raw_begin, page_markdown_raw, page_markdown_raw_end}};

static bool print(struct raw_page *page, struct report *report, struct error *error)
{
    enum page_format form = page->options->format;
    struct error again; /* where the first pass failed already */
    page->survey_count = report_string_count(report);
    page->surveys = mem_alloc(page->survey_count * sizeof *page->surveys);
    survey_values(page, report);
    bool good = page_each(report, page->options, survey, page, error);
    list_columns(page, report);
    choose_styles(page, report);
    if (page->results && forms[form].begin)
        forms[form].begin(page);
    /* Only this pass looks at instances, which may be damaged. */
    if (page->results)
        good &= page_each(report, page->options, forms[form].print, page, good ? error : &again);
    if (page->results && forms[form].end)
        forms[form].end(page);
    free(page->surveys);
    free(page->columns);
    strbuf_free(&page->row);
    strbuf_free(&page->text);
    return good;
}

bool page_raw(struct report *report, const struct page_options *options, FILE *out,
              struct error *error)
{
    struct raw_page page = {.options = options, .out = out};
    return print(&page, report, error);
}

bool page_json_raw(struct report *report, const struct page_options *options,
                   struct json_writer *json, struct error *error)
{
    struct raw_page page = {.options = options, .json = json};
    json_open(json, "results", JSON_ARRAY);
    return print(&page, report, error);
}
