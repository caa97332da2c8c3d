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

/* How the values of one metric are written. */
struct style {
    struct unit_scale scale;
    bool base_units, all_zero;
};

static struct style style_for(const char *name, double largest, bool base_units)
{
    char unit[48];
    metric_unit(name, unit, sizeof unit);
    return (struct style){unit_scale_for(unit, base_units ? 0 : largest), base_units, largest == 0};
}

static void add_cell(struct strbuf *text, const struct result *result, const char *name,
                     const struct style *style)
{
    const Rep__ProfileMetricResult *metric = result_metric(result, name);
    strbuf_clear(text);
    if (!metric)
        return;
    bool has = style->base_units
                   ? format_value(text, metric->metricvalue, &style->scale)
                   : format_column_value(text, metric->metricvalue, &style->scale, style->all_zero);
    if (!has && !metric->n_metricvaluelist)
        strbuf_adds(text, "no data");
}

static void print_csv(const struct page_selection *selection, const struct columns *columns,
                      bool base_units, FILE *out)
{
    struct style *styles = mem_alloc(columns->count * sizeof *styles);
    struct strbuf row = {0}, text = {0};
    bool sized = page_csv_sized(selection);
    page_csv_identity_names(&row, sized);
    for (size_t i = 0; i < columns->count; i++)
        format_csv_field(&row, columns->names[i], false);
    strbuf_addc(&row, '\n');
    for (size_t i = 0; i < PAGE_CSV_IDENTITY - (sized ? 0 : 2); i++)
        format_csv_field(&row, "", i == 0);
    for (size_t i = 0; i < columns->count; i++) {
        double largest = 0, number;
        for (size_t j = 0; j < selection->count; j++)
            if (result_number(selection->results[j], columns->names[i], &number) &&
                number > largest)
                largest = number;
        styles[i] = style_for(columns->names[i], largest, base_units);
        format_csv_field(&row, styles[i].scale.unit, false);
    }
    fprintf(out, "%s\n", row.data);
    for (size_t j = 0; j < selection->count; j++) {
        strbuf_clear(&row);
        page_csv_identity(&row, selection->results[j], sized);
        for (size_t i = 0; i < columns->count; i++) {
            add_cell(&text, selection->results[j], columns->names[i], &styles[i]);
            format_csv_field(&row, text.data, false);
        }
        fprintf(out, "%s\n", row.data);
    }
    strbuf_free(&row);
    strbuf_free(&text);
    free(styles);
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
            double number = 0;
            if (!result_metric(result, columns->names[i]))
                continue;
            result_number(result, columns->names[i], &number);
            struct style style = style_for(columns->names[i], number, base_units);
            add_cell(&text, result, columns->names[i], &style);
            text_table_add(&table,
                           (const char *const[]){columns->names[i], style.scale.unit, text.data});
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
    if (options->csv)
        print_csv(selection, &columns, options->base_units, out);
    else
        print_text(selection, &columns, options->base_units, out);
    free(columns.names);
}
