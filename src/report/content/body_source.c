/* Source metric tables: the places in the code where a metric is greatest. A metric "group:NAME"
 * stands for the metrics in its value. Instances of a bar chart are here, too. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/base/name_list.h"
#include "report/content/body_items.h"
#include "report/metric/metric_points.h"
#include "report/metric/metric_unit.h"
#include "report/metric/metric_value.h"

enum { TOP_ROWS = 5, VALUE = 0, SHARE = 1 };

/* Sums of the listed metrics for each place in the code. */
struct places {
    struct metric_point *points;
    size_t count, capacity;
    double total;
};

static void add_points(struct places *places, const struct metric_points *points)
{
    for (size_t i = 0; i < points->count; i++) {
        mem_grow(&places->points, places->count, &places->capacity, sizeof *places->points);
        places->points[places->count++] = points->items[i];
        places->total += points->items[i].y;
    }
}

static int compare_place(const void *a, const void *b)
{
    const struct metric_point *x = a, *y = b;
    return (x->id > y->id) - (x->id < y->id);
}

static int compare_value(const void *a, const void *b)
{
    const struct metric_point *x = a, *y = b;
    return x->y != y->y ? (x->y < y->y) - (x->y > y->y) : compare_place(a, b);
}

static void merge(struct places *places)
{
    size_t kept = 0;
    if (places->count)
        qsort(places->points, places->count, sizeof *places->points, compare_place);
    for (size_t i = 0; i < places->count; i++) {
        if (kept && places->points[kept - 1].id == places->points[i].id)
            places->points[kept - 1].y += places->points[i].y;
        else
            places->points[kept++] = places->points[i];
    }
    places->count = kept;
}

static void add_metric(struct places *places, struct body_maker *maker, const char *name)
{
    struct metric_points points = metric_points_of(body_instances_of(maker, name), 1);
    add_points(places, &points);
    metric_points_free(&points);
}

static void add_named(struct places *places, struct body_maker *maker, const char *name)
{
    if (strncmp(name, "group:", 6) != 0) {
        add_metric(places, maker, name);
        return;
    }
    const char *members = result_text(maker->result, name);
    char *member;
    while ((member = name_list_next(&members))) {
        add_metric(places, maker, member);
        free(member);
    }
}

/* "0x7f00 (+0x1a0)": the address, and its distance from the start of its function if that is
 * known. */
static char *place_label(const struct metric_points *starts, uint64_t place)
{
    struct strbuf text = {0};
    uint64_t start = 0;
    for (size_t i = 0; i < starts->count; i++) {
        double value = starts->items[i].y; /* addresses are below 2^53 */
        uint64_t begin = value >= 0 && value < 0x1p63 ? (uint64_t)value : 0;
        if (begin <= place && begin > start)
            start = begin;
    }
    strbuf_addf(&text, "0x%" PRIx64, place);
    if (start)
        strbuf_addf(&text, " (+0x%" PRIx64 ")", place - start);
    return strbuf_detach(&text);
}

static size_t rows_of(const Rep__ProfilerSourceMetricTable *table, size_t count)
{
    size_t wanted = table->has_rows && table->rows ? table->rows : TOP_ROWS;
    return wanted < count ? wanted : count;
}

static void add_rows(struct body_maker *maker, struct places *places,
                     const Rep__ProfilerSourceMetricTable *table, const char *unit)
{
    bool ascending =
        table->has_sortdirection && table->sortdirection == REP__SORT_DIRECTIONS__Ascending;
    struct metric_points starts =
        metric_points_of(body_instances_of(maker, "launch__function_pcs"), 1);
    merge(places);
    if (places->count)
        qsort(places->points, places->count, sizeof *places->points, compare_value);
    size_t count = rows_of(table, places->count);
    for (size_t i = 0; i < count; i++) {
        const struct metric_point *point = &places->points[ascending ? places->count - 1 - i : i];
        struct body_row *row = body_add_row(maker->table, place_label(&starts, point->id));
        body_set_number(maker, &row->cells[VALUE], point->y, unit, point->y);
        body_set_number(maker, &row->cells[SHARE],
                        places->total != 0 ? 100 * point->y / places->total : NAN, "%", 0);
    }
    metric_points_free(&starts);
}

void body_source(struct body_maker *maker, const Rep__ProfilerSectionBodyItem *item)
{
    const Rep__ProfilerSourceMetricTable *table = item->sourcemetrictable;
    struct places places = {0};
    char unit[48] = "";
    const char *value_name = "Value", *source = NULL;
    if (!table)
        return;
    for (size_t i = 0; i < table->n_metrics; i++) {
        const char *label;
        const char *name =
            section_metric_here(table->metrics[i], maker->section, &maker->scope, &label);
        if (!name)
            continue;
        metric_unit(name, unit, sizeof unit);
        if (*body_text(table->metrics[i]->label))
            value_name = label;
        add_named(&places, maker, name);
        source = table->n_metrics == 1 ? name : NULL;
    }
    body_begin(maker->table, table->label, table->description, "Address");
    maker->table->points = true;
    body_add_column(maker->table, value_name);
    if (source)
        body_set_source(maker->table, source);
    body_add_column(maker->table, "Share");
    if (source)
        body_set_source(maker->table, source);
    add_rows(maker, &places, table, unit);
    free(places.points);
}

static int compare_elements(const void *a, const void *b)
{
    const Rep__ProfileMetricListElement *const *x = a, *const *y = b;
    double p = NAN, q = NAN;
    metric_value_number((*x)->elementvalue, &p);
    metric_value_number((*y)->elementvalue, &q);
    return (p < q) - (p > q);
}

static char *instance_label(const Rep__ProfileMetricListElement *element, size_t place)
{
    const Rep__ProfileMetricValue *id = element->correlationid;
    struct strbuf text = {0};
    double number;
    if (id && id->stringvalue)
        strbuf_adds(&text, id->stringvalue);
    else if (id && id->has_uint64value)
        strbuf_addf(&text, "%" PRIu64, id->uint64value);
    else
        body_add_number(&text, metric_value_number(id, &number) ? number : (double)place);
    return strbuf_detach(&text);
}

/* How the instances are ordered. */
enum order { AS_STORED, GREATEST_FIRST, LEAST_FIRST };

static void add_instances(struct body_maker *maker, const char *name, double factor, size_t column,
                          enum order order)
{
    const Rep__ProfileMetricResult *metric = body_instances_of(maker, name);
    if (!metric || !metric->n_metricvaluelist)
        return;
    char unit[48];
    size_t count = metric->n_metricvaluelist;
    Rep__ProfileMetricListElement **list = mem_alloc(count * sizeof *list);
    memcpy(list, metric->metricvaluelist, count * sizeof *list);
    if (order != AS_STORED)
        qsort(list, count, sizeof *list, compare_elements);
    metric_unit(name, unit, sizeof unit);
    for (size_t n = 0; n < count; n++) {
        double number;
        size_t i = order == LEAST_FIRST ? count - 1 - n : n;
        struct body_row *row = body_add_row(maker->table, instance_label(list[i], i));
        if (metric_value_number(list[i]->elementvalue, &number))
            body_set_number(maker, &row->cells[column], number * factor, unit, number * factor);
        else if (list[i]->elementvalue->stringvalue)
            body_set_text(&row->cells[column], list[i]->elementvalue->stringvalue);
    }
    free(list);
}

/* Makes a table of the metrics of a table or bar chart whose instances are to be shown. */
static void make_instances(struct body_maker *maker, const char *label,
                           Rep__ProfilerSectionMetric **metrics, size_t count, enum order order)
{
    bool any = false;
    for (size_t i = 0; i < count; i++)
        any = any || metrics[i]->showinstances;
    if (!any)
        return;
    body_begin(maker->table, label, "", "Instance");
    maker->table->kind = BODY_INSTANCES;
    for (size_t i = 0; i < count; i++)
        if (metrics[i]->showinstances) {
            body_add_column(maker->table,
                            *body_text(metrics[i]->label) ? metrics[i]->label : metrics[i]->name);
            body_set_source(maker->table, metrics[i]->name);
        }
    for (size_t i = 0, column = 0; i < count; i++) {
        const char *own_label;
        if (!metrics[i]->showinstances)
            continue;
        const char *name =
            section_metric_here(metrics[i], maker->section, &maker->scope, &own_label);
        if (name)
            add_instances(maker, name, body_multiplier(metrics[i]), column, order);
        column++;
    }
}

void body_instances(struct body_maker *maker, const Rep__ProfilerSectionBodyItem *item)
{
#define ORDER(item, otherwise)                                                                     \
    (!(item)->has_sortkey || (item)->sortkey != REP__SORT_KEYS__ByValue ? (otherwise)              \
     : (item)->sortdirection == REP__SORT_DIRECTIONS__Descending        ? GREATEST_FIRST           \
                                                                        : LEAST_FIRST)
    if (item->barchart)
        make_instances(maker, item->barchart->label, item->barchart->metrics,
                       item->barchart->n_metrics, ORDER(item->barchart, GREATEST_FIRST));
    else if (item->table)
        make_instances(maker, item->table->label, item->table->metrics, item->table->n_metrics,
                       ORDER(item->table, AS_STORED));
#undef ORDER
}
