#include <stdlib.h>
#include <string.h>

#include "mem.h"
#include "metric_format.h"
#include "metric_unit.h"
#include "page_internal.h"
#include "raw_cell.h"
#include "text_table.h"

/* The metrics of the results to print: one column each, sorted by name. */
struct columns {
    const char **names;
    struct raw_style *styles; /* one for each name, once all are known */
    size_t count, capacity;
};

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

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

static void collect(struct columns *columns, const struct result *result, const char *list)
{
    for (size_t i = 0; i < result->metric_count; i++) {
        const char *name = result_metric_name(result, i);
        if (!page_raw_wants(list, name) || strncmp(name, "breakdown:", 10) == 0 ||
            strncmp(name, "group:", 6) == 0)
            continue;
        mem_grow(&columns->names, columns->count, &columns->capacity, sizeof *columns->names);
        columns->names[columns->count++] = name;
    }
    /* Results mostly hold the same names: sort and drop the doubles before the next one. */
    if (columns->count)
        qsort(columns->names, columns->count, sizeof *columns->names, compare_names);
    size_t kept = 0;
    for (size_t i = 0; i < columns->count; i++)
        if (!kept || strcmp(columns->names[kept - 1], columns->names[i]) != 0)
            columns->names[kept++] = columns->names[i];
    columns->count = kept;
}

static double largest_value(const struct page_selection *selection, const char *name)
{
    double largest = 0, number;
    for (size_t i = 0; i < selection->report_count; i++)
        if (result_number(selection->report_results[i], name, &number) && number > largest)
            largest = number;
    return largest;
}

/* Whether a counter of the report is in sectors. */
static bool counts_sectors(const struct page_selection *selection)
{
    char unit[48];
    for (size_t i = 0; i < selection->report_count; i++) {
        const struct result *result = selection->report_results[i];
        for (size_t j = 0; j < result->metric_count; j++) {
            metric_unit(result_metric_name(result, j), unit, sizeof unit);
            if (strcmp(unit, "sector") == 0 || strncmp(unit, "sector/", 7) == 0)
                return true;
        }
    }
    return false;
}

/* The unit of a column. A derived metric that counts sectors is listed in bytes by the reference,
 * and shown so in a report without counters in sectors, but in sectors in reports that have such.
 * That the counters are what decides is inferred from reports of both kinds. */
static void column_unit(const char *name, const struct page_selection *selection, char unit[48])
{
    metric_unit(name, unit, 48);
    if (strncmp(name, "derived__", 9) == 0 && strstr(name, "sectors") &&
        strcmp(unit, "byte") == 0 && counts_sectors(selection))
        snprintf(unit, 48, "sector");
}

/* The scale of a column follows from all results of the report, also from those that a filter
 * leaves out: a value looks the same with and without a filter. */
static void choose_styles(struct columns *columns, const struct page_selection *selection,
                          const struct page_options *options)
{
    columns->styles = mem_alloc(columns->count * sizeof *columns->styles);
    for (size_t i = 0; i < columns->count; i++) {
        char unit[48];
        double largest = largest_value(selection, columns->names[i]);
        column_unit(columns->names[i], selection, unit);
        columns->styles[i] =
            (struct raw_style){.scale = unit_scale_for(unit, options->base_units ? 0 : largest),
                               .base_units = options->base_units,
                               .all_zero = largest == 0,
                               .real = options->real,
                               .instances = options->instances};
    }
}

static void print_csv(const struct page_selection *selection, const struct columns *columns,
                      FILE *out)
{
    struct strbuf row = {0}, text = {0};
    unsigned identity = page_csv_columns(selection);
    size_t identifying = page_csv_identity(&row, NULL, identity);
    for (size_t i = 0; i < columns->count; i++)
        format_csv_field(&row, columns->names[i], false);
    strbuf_addc(&row, '\n');
    for (size_t i = 0; i < identifying; i++)
        format_csv_field(&row, "", i == 0);
    for (size_t i = 0; i < columns->count; i++)
        format_csv_field(&row, columns->styles[i].scale.unit, false);
    fprintf(out, "%s\n", row.data);
    for (size_t j = 0; j < selection->count; j++) {
        const struct result *result = selection->results[j];
        strbuf_clear(&row);
        page_csv_identity(&row, result, identity);
        for (size_t i = 0; i < columns->count; i++) {
            strbuf_clear(&text);
            raw_cell_add(&text, result_metric(result, columns->names[i]), &columns->styles[i]);
            format_csv_field(&row, text.data, false);
        }
        fprintf(out, "%s\n", row.data);
    }
    strbuf_free(&row);
    strbuf_free(&text);
}

/* A list of instances may be longer than any line, and would make every row as long. */
enum { WIDEST_LIST = 120 };

static void print_text(const struct page_selection *selection, const struct columns *columns,
                       const struct page_options *options, FILE *out)
{
    const Rep__ProcessInfo *process = NULL;
    struct strbuf text = {0};
    for (size_t j = 0; j < selection->count; j++) {
        const struct result *result = selection->results[j];
        process = page_process_line(out, result, process);
        page_result_line(out, result);
        struct text_table table = {
            .columns = 3,
            .names = (const char *const[]){"Metric Name", "Metric Unit", "Metric Value"},
            .right = (const bool[]){false, true, true},
            .indent = 4,
            .most = options->instances == INSTANCES_NONE ? 0 : WIDEST_LIST};
        for (size_t i = 0; i < columns->count; i++) {
            const Rep__ProfileMetricResult *metric = result_metric(result, columns->names[i]);
            if (!metric)
                continue;
            strbuf_clear(&text);
            raw_cell_add(&text, metric, &columns->styles[i]);
            text_table_add(&table, (const char *const[]){columns->names[i],
                                                         columns->styles[i].scale.unit, text.data});
        }
        text_table_print(&table, out);
        text_table_print_rule(&table, out);
        fputc('\n', out);
        text_table_free(&table);
    }
    strbuf_free(&text);
}

void page_raw(const struct page_selection *selection, const struct page_options *options, FILE *out)
{
    struct columns columns = {0};
    for (size_t i = 0; i < selection->count; i++)
        collect(&columns, selection->results[i], options->metrics);
    choose_styles(&columns, selection, options);
    if (options->csv)
        print_csv(selection, &columns, out);
    else
        print_text(selection, &columns, options, out);
    free(columns.names);
    free(columns.styles);
}
