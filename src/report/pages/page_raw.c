#include "report/pages/page_raw.h"

#include <math.h>

#include "report/base/text_table.h"
#include "report/metric/metric_format.h"
#include "report/metric/metric_value.h"
#include "report/page_parts/page_csv.h"
#include "report/page_parts/page_forms.h"
#include "report/page_parts/page_identity.h"
#include "report/page_parts/page_json_metric.h"
#include "report/page_parts/page_json_result.h"
#include "report/page_parts/page_notes.h"
#include "report/page_parts/page_results.h"
#include "report/pages/page_json.h"

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

static void print_csv_row(void *context, const struct result *result)
{
    struct raw_page *page = context;
    strbuf_clear(&page->row);
    page_csv_identity(&page->row, result, page->identity);
    for (size_t i = 0; i < page->count; i++) {
        const struct raw_column *column = &page->columns[i];
        const Rep__ProfileMetricResult *metric = raw_page_metric(page, result, column->name);
        format_csv_field(&page->row, raw_page_text(page, result, column, metric), false);
    }
    fprintf(page->out, "%s\n", page->row.data);
}

enum { VALUE_WIDTH = 20 };

/* In text each value has the scale that fits it. */
static void add_text_row(struct raw_page *page, struct text_table *table,
                         const struct raw_column *column, const Rep__ProfileMetricResult *metric)
{
    struct raw_style style = column->style;
    double number = 0;
    bool known = metric_value_number(metric->metricvalue, &number);
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
        const Rep__ProfileMetricResult *metric = raw_page_metric(page, result, column->name);
        if (metric)
            add_text_row(page, &table, column, metric);
        else if (raw_page_lacks(result, column))
            text_table_add(&table, (const char *const[]){column->name, "", "(!) n/a"});
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
        const Rep__ProfileMetricResult *metric = raw_page_metric(page, result, column->name);
        if (metric || raw_page_lacks(result, column))
            page_json_metric(page->json, column->name, NULL, column->style.scale.unit, metric,
                             page->options->instances);
    }
    json_close(page->json);
    json_close(page->json);
}

/* How each form is printed. begin and end are called only if there are results. */
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
    struct error again; /* for the second pass if the first one failed already */
    bool good = raw_page_open(page, report, error);
    if (page->results && forms[form].begin)
        forms[form].begin(page);
    /* Only this pass looks at instances, which may be damaged. */
    if (page->results)
        good &= page_each(report, page->options, forms[form].print, page, good ? error : &again);
    if (page->results && forms[form].end)
        forms[form].end(page);
    raw_page_close(page);
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
