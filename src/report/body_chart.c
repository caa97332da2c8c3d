/* Line charts, histograms and time series: metrics with instances. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "body_internal.h"
#include "mem.h"
#include "metric_format.h"
#include "metric_unit.h"
#include "series.h"

enum { COURSE_COLUMNS = 48, BINS = 10, MOST_BINS = 1000 };

static struct series series_here(struct body_maker *maker, const Rep__ProfilerSectionMetric *metric,
                                 const char *name, bool sampled)
{
    const Rep__ProfileMetricResult *found = body_instances_of(maker, name);
    return sampled ? series_sampled(found, body_multiplier(metric))
                   : series_of(found, body_multiplier(metric));
}

static char *course_of(const struct series *series)
{
    struct strbuf text = {0};
    strbuf_adds(&text, "");
    series_sparkline(&text, series, COURSE_COLUMNS);
    return strbuf_detach(&text);
}

/* ---- time series ---- */

enum { SAMPLES, INTERVAL, LEAST, MEAN, GREATEST };

/* "group / row / metric", each part once. */
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
    struct series series = series_here(maker, metric, name, true);
    if (series.count) {
        char unit[48];
        metric_unit(name, unit, sizeof unit);
        struct body_row *row =
            body_add_row(maker->table, timeline_label(group, row_label, body_text(label)));
        row->metric = mem_strdup(name);
        double like = fmax(fabs(series.minimum), fabs(series.maximum));
        body_set_number(maker, &row->cells[SAMPLES], (double)series.count, "", 0);
        if (series.count > 1) {
            double span = (double)(series.points[series.count - 1].id - series.points[0].id) /
                          (double)(series.count - 1);
            body_set_number(maker, &row->cells[INTERVAL], span, "ns", span);
        }
        body_set_number(maker, &row->cells[LEAST], series.minimum, unit, like);
        body_set_number(maker, &row->cells[MEAN], series.mean, unit, like);
        body_set_number(maker, &row->cells[GREATEST], series.maximum, unit, like);
        row->course = course_of(&series);
        body_add_line(maker->table, row->label, name, unit, &series);
    }
    series_free(&series);
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
    const struct series_point *x = a, *y = b;
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

/* Where this result stands: the first highlight that was collected. NAN: none. */
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

static bool holds(double here, const struct series *series, size_t from, size_t to)
{
    return here >= series->points[from].x &&
           (here <= series->points[to].x ||
            (to + 1 < series->count && here < series->points[to + 1].x));
}

/* Neighbours of equal y are one row. */
static void add_line(struct body_maker *maker, struct series *series, size_t column, double here)
{
    qsort(series->points, series->count, sizeof *series->points, compare_x);
    for (size_t from = 0, to; from < series->count && !body_is_full(maker->table); from = to + 1) {
        for (to = from;
             to + 1 < series->count && series->points[to + 1].y == series->points[from].y;)
            to++;
        struct body_row *row =
            body_add_row(maker->table, range_label(series->points[from].x, series->points[to].x));
        body_set_number(maker, &row->cells[column], series->points[from].y, "", 0);
        if (holds(here, series, from, to)) {
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
        struct series series = series_here(maker, chart->metrics[i], names[i], false);
        size_t first = maker->table->row_count;
        add_line(maker, &series, i, here);
        if (series.count)
            body_add_line(maker->table, maker->table->columns[i], names[i], "", &series);
        if (maker->table->row_count > first)
            maker->table->rows[first].course = course_of(&series);
        series_free(&series);
    }
    free(names);
}

/* ---- histograms ---- */

static void add_bins(struct body_maker *maker, const struct series *series, size_t bins)
{
    double width = (series->maximum - series->minimum) / (double)bins;
    size_t *counts = mem_alloc(bins * sizeof *counts);
    size_t most = 1;
    for (size_t i = 0; i < series->count; i++) {
        double place = width > 0 ? (series->points[i].y - series->minimum) / width : 0;
        size_t bin = place >= 0 && place < (double)bins ? (size_t)place : bins - 1;
        if (++counts[bin] > most)
            most = counts[bin];
    }
    for (size_t i = 0; i < bins; i++) {
        double low = series->minimum + (double)i * width;
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
    struct series series = series_here(maker, chart->metric, name, false);
    if (series.count && isfinite(series.maximum - series.minimum))
        add_bins(maker, &series,
                 series.minimum == series.maximum             ? 1
                 : wanted > 0 && wanted <= (int64_t)MOST_BINS ? (size_t)wanted
                                                              : BINS);
    series_free(&series);
}
