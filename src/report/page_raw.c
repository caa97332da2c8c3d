#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "mem.h"
#include "metric_format.h"
#include "metric_unit.h"
#include "page_internal.h"
#include "text_table.h"

/* The metrics of all results: one column each, sorted by name. */
struct columns {
    const char **names;
    size_t count, capacity;
};

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static bool wanted(const char *list, const char *name)
{
    size_t length = strlen(name);
    for (const char *at = list; at; at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL)
        if (strncmp(at, name, length) == 0 && (at[length] == ',' || !at[length]))
            return true;
    return !list;
}

static void collect(struct columns *columns, const struct result *result, const char *list)
{
    for (size_t i = 0; i < result->metric_count; i++) {
        const char *name = result_metric_name(result, i);
        if (!wanted(list, name))
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

static void add_cell(struct strbuf *text, const struct result *result, const char *name,
                     const struct unit_scale *scale, const char *unit)
{
    const Rep__ProfileMetricResult *metric = result_metric(result, name);
    strbuf_clear(text);
    if (metric && !format_csv_value(text, metric->metricvalue, scale, unit) &&
        !metric->n_metricvaluelist)
        strbuf_adds(text, "no data");
}

static void print_csv(const struct page_selection *selection, const struct columns *columns,
                      bool base_units, FILE *out)
{
    struct unit_scale *scales = mem_alloc(columns->count * sizeof *scales);
    char(*units)[48] = mem_alloc(columns->count * sizeof *units);
    struct strbuf row = {0}, text = {0};
    page_csv_identity_names(&row);
    for (size_t i = 0; i < columns->count; i++)
        format_csv_field(&row, columns->names[i], false);
    strbuf_addc(&row, '\n');
    for (size_t i = 0; i < PAGE_CSV_IDENTITY; i++)
        format_csv_field(&row, "", i == 0);
    for (size_t i = 0; i < columns->count; i++) {
        double largest = 0, number;
        metric_unit(columns->names[i], units[i], sizeof units[i]);
        for (size_t j = 0; j < selection->count && !base_units; j++)
            if (result_number(selection->results[j], columns->names[i], &number) &&
                fabs(number) > largest)
                largest = fabs(number);
        scales[i] = unit_scale_for(units[i], largest);
        format_csv_field(&row, scales[i].unit, false);
    }
    fprintf(out, "%s\n", row.data);
    for (size_t j = 0; j < selection->count; j++) {
        strbuf_clear(&row);
        page_csv_identity(&row, selection->results[j]);
        for (size_t i = 0; i < columns->count; i++) {
            add_cell(&text, selection->results[j], columns->names[i], &scales[i], units[i]);
            format_csv_field(&row, text.data, false);
        }
        fprintf(out, "%s\n", row.data);
    }
    strbuf_free(&row);
    strbuf_free(&text);
    free(scales);
    free(units);
}

static void print_text(const struct page_selection *selection, const struct columns *columns,
                       bool base_units, FILE *out)
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
            .indent = 4};
        for (size_t i = 0; i < columns->count; i++) {
            char unit[48];
            double number = 0;
            if (!result_metric(result, columns->names[i]))
                continue;
            metric_unit(columns->names[i], unit, sizeof unit);
            if (!base_units)
                result_number(result, columns->names[i], &number);
            struct unit_scale scale = unit_scale_for(unit, number);
            add_cell(&text, result, columns->names[i], &scale, unit);
            text_table_add(&table,
                           (const char *const[]){columns->names[i], scale.unit, text.data});
        }
        text_table_print(&table, out);
        text_table_print_rule(&table, out);
        fputc('\n', out);
        text_table_free(&table);
    }
    strbuf_free(&text);
}

void page_raw(const struct page_selection *selection, const struct page_options *options,
              FILE *out)
{
    struct columns columns = {0};
    for (size_t i = 0; i < selection->count; i++)
        collect(&columns, selection->results[i], options->metrics);
    if (options->csv)
        print_csv(selection, &columns, options->base_units, out);
    else
        print_text(selection, &columns, options->base_units, out);
    free(columns.names);
}
