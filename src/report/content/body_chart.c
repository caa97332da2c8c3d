/* Line charts, histograms and time series: metrics with instances. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/content/body_items.h"
#include "report/metric/metric_format.h"
#include "report/metric/metric_points.h"
#include "report/metric/metric_unit.h"

enum { COURSE_COLUMNS = 48, BINS = 10, MOST_BINS = 1000 };

static struct metric_points points_here(struct body_maker *maker,
                                        const Rep__ProfilerSectionMetric *metric, const char *name,
                                        bool sampled)
{
    const Rep__ProfileMetricResult *found = body_instances_of(maker, name);
    return sampled ? metric_points_sampled(found, body_multiplier(metric))
                   : metric_points_of(found, body_multiplier(metric));
}

static char *course_of(const struct metric_points *points)
{
    struct strbuf text = {0};
    strbuf_adds(&text, "");
    metric_points_sparkline(&text, points, COURSE_COLUMNS);
    return strbuf_detach(&text);
}

/* ---- time series ---- */

enum { SAMPLES, INTERVAL, LEAST, MEAN, GREATEST };

/* "group / row / metric", with each part once. */
static char *timeline_label(const char *group, const char *row, const char *metric)
{
    struct strbuf label = {0};
    const char *const parts[] = {group, row, metric};
    const char *last = "";
    strbuf_adds(&label, "");
    for (size_t i = 0; i < 3; i++) {
        if (!*parts[i] || strcmp(parts[i], last) == 0)
            continue;
        strbuf_addf(&label, "%s%s", label.length ? " / " : "", parts[i]);
        last = parts[i];
    }
    return strbuf_detach(&label);
}

static void add_sampled(struct body_maker *maker, const Rep__ProfilerSectionMetric *metric,
                        const char *group, const char *row_label)
{
    const char *label;
    const char *name = section_metric_here(metric, maker->section, &maker->scope, &label);
    if (!name)
        return;
    struct metric_points points = points_here(maker, metric, name, true);
    if (points.count) {
        char unit[48];
        metric_unit(name, unit, sizeof unit);
        struct body_row *row =
            body_add_row(maker->table, timeline_label(group, row_label, body_text(label)));
        row->metric = mem_strdup(name);
        double like = fmax(fabs(points.minimum), fabs(points.maximum));
        body_set_number(maker, &row->cells[SAMPLES], (double)points.count, "", 0);
        if (points.count > 1) {
            double span = (double)(points.items[points.count - 1].id - points.items[0].id) /
                          (double)(points.count - 1);
            body_set_number(maker, &row->cells[INTERVAL], span, "ns", span);
        }
        body_set_number(maker, &row->cells[LEAST], points.minimum, unit, like);
        body_set_number(maker, &row->cells[MEAN], points.mean, unit, like);
        body_set_number(maker, &row->cells[GREATEST], points.maximum, unit, like);
        row->course = course_of(&points);
        body_add_line(maker->table, row->label, name, unit, &points);
    }
    metric_points_free(&points);
}

void body_timeline(struct body_maker *maker, const Rep__ProfilerSectionBodyItem *item)
{
    static const char *const columns[] = {[SAMPLES] = "Samples",
                                          [INTERVAL] = "Interval",
                                          [LEAST] = "Minimum",
                                          [MEAN] = "Mean",
                                          [GREATEST] = "Maximum"};
    const Rep__ProfilerSectionTimeline *timeline = item->timeline;
    if (!timeline)
        return;
    body_begin(maker->table, timeline->label, "", "Metric Name");
    maker->table->kind = BODY_TIMELINE;
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        body_add_column(maker->table, columns[i]);
    for (size_t i = 0; i < timeline->n_metrics; i++)
        add_sampled(maker, timeline->metrics[i], "", "");
    for (size_t i = 0; i < timeline->n_metricgroups; i++) {
        const Rep__TimelineMetricGroup *group = timeline->metricgroups[i];
        for (size_t j = 0; j < group->n_metricrows; j++)
            for (size_t k = 0; k < group->metricrows[j]->n_metrics; k++)
                add_sampled(maker, group->metricrows[j]->metrics[k], body_text(group->label),
                            body_text(group->metricrows[j]->label));
    }
}

/* ---- line charts ---- */

static int compare_x(const void *a, const void *b)
{
    const struct metric_point *x = a, *y = b;
    return (x->x > y->x) - (x->x < y->x);
}

static char *range_label(double from, double to)
{
    struct strbuf text = {0};
    body_add_number(&text, from);
    if (to > from) {
        strbuf_adds(&text, " - ");
        body_add_number(&text, to);
    }
    return strbuf_detach(&text);
}

/* The x of this result: the first highlight that was collected, or NAN. */
static double highlight(const struct body_maker *maker, const Rep__ProfilerSectionLineChart *chart)
{
    for (size_t i = 0; chart->highlightx && i < chart->highlightx->n_metrics; i++) {
        const char *label;
        double number;
        const char *name = section_metric_here(chart->highlightx->metrics[i], maker->section,
                                               &maker->scope, &label);
        if (name && result_number(maker->result, name, &number))
            return number;
    }
    return NAN;
}

static bool holds(double here, const struct metric_points *points, size_t from, size_t to)
{
    return here >= points->items[from].x &&
           (here <= points->items[to].x ||
            (to + 1 < points->count && here < points->items[to + 1].x));
}

/* Neighbours with equal y become one row. */
static void add_line(struct body_maker *maker, struct metric_points *points, size_t column,
                     double here)
{
    qsort(points->items, points->count, sizeof *points->items, compare_x);
    for (size_t from = 0, to; from < points->count && !body_is_full(maker->table); from = to + 1) {
        for (to = from; to + 1 < points->count && points->items[to + 1].y == points->items[from].y;)
            to++;
        struct body_row *row =
            body_add_row(maker->table, range_label(points->items[from].x, points->items[to].x));
        body_set_number(maker, &row->cells[column], points->items[from].y, "", 0);
        if (holds(here, points, from, to)) {
            struct strbuf text = {0};
            body_add_number(&text, here);
            row->cells[maker->table->column_count - 1].text = strbuf_detach(&text);
        }
    }
}

void body_line_chart(struct body_maker *maker, const Rep__ProfilerSectionBodyItem *item)
{
    const Rep__ProfilerSectionLineChart *chart = item->linechart;
    if (!chart)
        return;
    const char *x = chart->axisx && chart->axisx->label ? chart->axisx->label : "X";
    const char *y = chart->axisy && chart->axisy->label ? chart->axisy->label : "Y";
    const char **names = mem_alloc((chart->n_metrics + 1) * sizeof *names);
    body_begin(maker->table, chart->label, chart->description, x);
    maker->table->points = true;
    maker->table->kind = BODY_LINES;
    for (size_t i = 0; i < chart->n_metrics; i++) {
        const char *label;
        names[i] = section_metric_here(chart->metrics[i], maker->section, &maker->scope, &label);
        body_add_column(maker->table, chart->n_metrics > 1 && label && *label ? label : y);
        if (names[i])
            body_set_source(maker->table, names[i]);
    }
    body_add_column(maker->table, "This Result");
    double here = maker->table->here = highlight(maker, chart);
    for (size_t i = 0; i < chart->n_metrics; i++) {
        if (!names[i])
            continue;
        struct metric_points points = points_here(maker, chart->metrics[i], names[i], false);
        size_t first = maker->table->row_count;
        add_line(maker, &points, i, here);
        if (points.count)
            body_add_line(maker->table, maker->table->columns[i], names[i], "", &points);
        if (maker->table->row_count > first)
            maker->table->rows[first].course = course_of(&points);
        metric_points_free(&points);
    }
    free(names);
}

/* ---- histograms ---- */

static void add_bins(struct body_maker *maker, const struct metric_points *points, size_t bins)
{
    double width = (points->maximum - points->minimum) / (double)bins;
    size_t *counts = mem_alloc(bins * sizeof *counts);
    size_t most = 1;
    for (size_t i = 0; i < points->count; i++) {
        double place = width > 0 ? (points->items[i].y - points->minimum) / width : 0;
        size_t bin = place >= 0 && place < (double)bins ? (size_t)place : bins - 1;
        if (++counts[bin] > most)
            most = counts[bin];
    }
    for (size_t i = 0; i < bins; i++) {
        double low = points->minimum + (double)i * width;
        struct body_row *row = body_add_row(maker->table, range_label(low, low + width));
        body_set_number(maker, &row->cells[0], (double)counts[i], "", 0);
        struct strbuf bar = {0};
        strbuf_adds(&bar, "");
        strbuf_pad(&bar, '#', counts[i] * COURSE_COLUMNS / most);
        row->course = strbuf_detach(&bar);
    }
    free(counts);
}

void body_histogram(struct body_maker *maker, const Rep__ProfilerSectionBodyItem *item)
{
    const Rep__ProfilerSectionHistogramChart *chart = item->histogramchart;
    const char *label;
    if (!chart)
        return;
    const char *name = section_metric_here(chart->metric, maker->section, &maker->scope, &label);
    if (!name)
        return;
    const Rep__ProfilerSectionChartHistogramAxis *axis = chart->histogramaxis;
    int64_t wanted = axis && axis->has_bincount ? axis->bincount : BINS;
    body_begin(maker->table, chart->label, chart->description,
               axis && axis->label ? axis->label : "Value");
    maker->table->points = true;
    maker->table->kind = BODY_HISTOGRAM;
    body_add_column(maker->table, chart->valueaxis && chart->valueaxis->label
                                      ? chart->valueaxis->label
                                      : "Count");
    body_set_source(maker->table, name);
    struct metric_points points = points_here(maker, chart->metric, name, false);
    if (points.count && isfinite(points.maximum - points.minimum))
        add_bins(maker, &points,
                 points.minimum == points.maximum             ? 1
                 : wanted > 0 && wanted <= (int64_t)MOST_BINS ? (size_t)wanted
                                                              : BINS);
    metric_points_free(&points);
}
