#include "tui/views/raw_rows.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/content/raw_cell.h"
#include "report/metric/metric_format.h"
#include "report/metric/metric_name.h"
#include "report/metric/metric_unit.h"
#include "report/metric/metric_value.h"

static const char *name_of(const struct raw_rows *rows, size_t metric)
{
    return result_metric_name(rows->result, metric);
}

static size_t find_open(const struct raw_rows *rows, const char *name)
{
    size_t i = 0;
    while (i < rows->open_count && strcmp(rows->open[i], name) != 0)
        i++;
    return i;
}

bool raw_rows_is_open(const struct raw_rows *rows, const char *name)
{
    return find_open(rows, name) < rows->open_count;
}

static size_t rows_of(const struct raw_rows *rows, size_t metric)
{
    if (!rows->open_count || !raw_rows_is_open(rows, name_of(rows, metric)))
        return 1;
    return 1 + result_instances(rows->result, metric)->n_metricvaluelist;
}

static void count(struct raw_rows *rows)
{
    size_t at = 0;
    for (size_t i = 0; i < rows->count; i++) {
        rows->starts[i] = at;
        at += rows_of(rows, rows->order[i]);
    }
    rows->starts[rows->count] = at;
}

static void choose(struct raw_rows *rows)
{
    rows->count = 0;
    for (size_t i = 0; i < rows->metric_count; i++)
        if (list_filter_takes(&rows->filter, name_of(rows, rows->metrics[i])))
            rows->order[rows->count++] = rows->metrics[i];
    count(rows);
}

/* What is sampled over time says little by itself: series have a view of their own. */
static int name_order(const char *a, const char *b)
{
    bool x = metric_name_is_sampled(a), y = metric_name_is_sampled(b);
    return x != y ? x - y : strcmp(a, b);
}

static int by_name(const void *a, const void *b, void *context)
{
    const uint32_t *x = a, *y = b;
    int order = name_order(name_of(context, *x), name_of(context, *y));
    return order ? order : (*x > *y) - (*x < *y);
}

static void drop(struct raw_rows *rows)
{
    free(rows->metrics);
    free(rows->order);
    free(rows->starts);
    rows->metrics = rows->order = NULL;
    rows->starts = NULL;
    rows->metric_count = rows->count = 0;
    rows->result = NULL;
}

/* Of a name that is there twice the last one counts, as for all who ask for a metric. */
void raw_rows_show(struct raw_rows *rows, const struct result *result)
{
    drop(rows);
    rows->result = result;
    size_t all = result ? result->metric_count : 0;
    rows->metrics = mem_alloc((all + 1) * sizeof *rows->metrics);
    rows->order = mem_alloc((all + 1) * sizeof *rows->order);
    rows->starts = mem_alloc((all + 1) * sizeof *rows->starts);
    for (size_t i = 0; i < all; i++)
        if (!metric_name_is_list(name_of(rows, i)))
            rows->metrics[rows->metric_count++] = (uint32_t)i;
    if (rows->metric_count)
        qsort_r(rows->metrics, rows->metric_count, sizeof *rows->metrics, by_name, rows);
    size_t kept = 0;
    for (size_t i = 0; i < rows->metric_count; i++)
        if (i + 1 == rows->metric_count ||
            strcmp(name_of(rows, rows->metrics[i]), name_of(rows, rows->metrics[i + 1])) != 0)
            rows->metrics[kept++] = rows->metrics[i];
    rows->metric_count = kept;
    choose(rows);
}

void raw_rows_free(struct raw_rows *rows)
{
    drop(rows);
    for (size_t i = 0; i < rows->open_count; i++)
        free(rows->open[i]);
    free(rows->open);
    list_filter_free(&rows->filter);
    *rows = (struct raw_rows){0};
}

size_t raw_rows_count(const struct raw_rows *rows)
{
    return rows->starts ? rows->starts[rows->count] : 0;
}

/* The place in the order of the metric that a row belongs to. */
static size_t place_of(const struct raw_rows *rows, size_t row)
{
    size_t low = 0, high = rows->count - 1;
    while (low < high) {
        size_t middle = (low + high + 1) / 2;
        if (rows->starts[middle] <= row)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

struct raw_row raw_rows_at(const struct raw_rows *rows, size_t row)
{
    size_t place = place_of(rows, row);
    return (struct raw_row){rows->order[place], row - rows->starts[place]};
}

size_t raw_rows_find(const struct raw_rows *rows, const char *name)
{
    size_t low = 0, high = rows->count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (name_order(name_of(rows, rows->order[middle]), name) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return rows->starts ? rows->starts[low] : 0;
}

bool raw_rows_filter(struct raw_rows *rows, const char *text, struct error *error)
{
    if (!list_filter_set(&rows->filter, text, error))
        return false;
    if (rows->starts)
        choose(rows);
    return true;
}

bool raw_rows_toggle(struct raw_rows *rows, size_t row)
{
    size_t metric = raw_rows_at(rows, row).metric;
    if (!result_has_instances(rows->result, metric))
        return false;
    size_t at = find_open(rows, name_of(rows, metric));
    if (at < rows->open_count) {
        free(rows->open[at]);
        rows->open[at] = rows->open[--rows->open_count];
    } else {
        mem_grow(&rows->open, rows->open_count, &rows->open_capacity, sizeof *rows->open);
        rows->open[rows->open_count++] = mem_strdup(name_of(rows, metric));
    }
    count(rows);
    return true;
}

const char *raw_rows_absence(const struct result *result, size_t metric)
{
    const Rep__ProfileMetricValue *value = result->metrics[metric]->metricvalue;
    double number;
    if (value && value->stringvalue)
        return NULL;
    if (!metric_value_number(value, &number))
        return result_has_instances(result, metric) ? "only its instances have values"
                                                    : "collected, but no counter gave it a value";
    return isnan(number)   ? "not a number: it was divided by 0, or by a value not counted"
           : isinf(number) ? "not a finite number: it was divided by 0"
                           : NULL;
}

static void add_value(struct strbuf *out, const Rep__ProfileMetricValue *value,
                      const struct unit_scale *scale)
{
    strbuf_adds(out, "");
    format_value(out, value, scale, false);
}

static struct unit_scale scale_of(const char *name, const Rep__ProfileMetricValue *value, bool base)
{
    char unit[48];
    double number = 0;
    metric_unit(name, unit, sizeof unit);
    metric_value_number(value, &number);
    return unit_scale_for(unit, base || !isfinite(number) ? 0 : number);
}

static void add_instance(const struct raw_rows *rows, struct raw_row row, bool base,
                         struct raw_text *text)
{
    const Rep__ProfileMetricResult *metric = result_instances(rows->result, row.metric);
    const Rep__ProfileMetricValue *value = metric->metricvaluelist[row.instance - 1]->elementvalue;
    const char *name = name_of(rows, row.metric);
    struct unit_scale scale = scale_of(name, value, base);
    if (!raw_cell_add_id(&text->name, name, metric, row.instance - 1))
        strbuf_addf(&text->name, "%zu", row.instance);
    add_value(&text->value, value, &scale);
    strbuf_adds(&text->unit, value && value->stringvalue ? "" : scale.unit);
}

void raw_rows_text(const struct raw_rows *rows, struct raw_row row, bool base,
                   struct raw_text *text)
{
    if (row.instance) {
        add_instance(rows, row, base, text);
        return;
    }
    const char *name = name_of(rows, row.metric);
    const Rep__ProfileMetricValue *value = rows->result->metrics[row.metric]->metricvalue;
    struct unit_scale scale = scale_of(name, value, base);
    text->why = raw_rows_absence(rows->result, row.metric);
    text->missing = text->why != NULL;
    strbuf_adds(&text->name, name);
    add_value(&text->value, value, &scale);
    if (!text->value.length && !(value && value->stringvalue))
        strbuf_adds(&text->value,
                    result_has_instances(rows->result, row.metric) ? "instances" : "no data");
    strbuf_adds(&text->unit, scale.unit);
}

void raw_text_free(struct raw_text *text)
{
    strbuf_free(&text->name);
    strbuf_free(&text->value);
    strbuf_free(&text->unit);
}
