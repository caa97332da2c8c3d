/* How it works: a roof is a peak of work (operations/s) and a peak of traffic (bytes/s). An
 * achieved value is a point of work and traffic.
 *
 *   arithmetic intensity = work / traffic      of a roof: where its slope meets its top
 *   attainable(point) = min(peak work, intensity * peak traffic)      of the roof of that point
 *   share of the roof = work / attainable
 *
 * A value is a constant, a metric, or (sum of metrics per cycle) * (cycles per second). The i-th
 * achieved value belongs to the i-th roof. If there are not as many roofs as achieved values, a
 * value belongs to the roof that allows least at its intensity, because that one limits it. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/content/body_items.h"

struct roof_point {
    double work, traffic; /* NAN: not known */
    const char *label;
    bool shown;
    size_t row;         /* 1 + the number of the row in the table */
    char *formula;      /* of the work */
    const char *memory; /* of a roof's traffic; NULL: not known */
};

static double metric_value(const struct body_maker *maker, const Rep__ProfilerSectionMetric *metric)
{
    const char *label;
    double number;
    const char *name = section_metric_here(metric, maker->section, &maker->scope, &label);
    if (!name || !result_number(maker->result, name, &number))
        return NAN;
    return number * body_multiplier(metric);
}

static double
cycles_value(const struct body_maker *maker,
             const Rep__ProfilerSectionRooflineValueCyclesPerSecondExpression *expression)
{
    double sum = 0;
    size_t terms = 0;
    for (size_t i = 0; i < expression->n_valuepercyclemetrics; i++) {
        const Rep__ProfilerSectionMetric *metric = expression->valuepercyclemetrics[i];
        const char *label;
        if (!section_metric_here(metric, maker->section, &maker->scope, &label))
            continue; /* a term that other chips have */
        sum += metric_value(maker, metric);
        terms++;
    }
    if (!terms)
        return NAN;
    return expression->cyclespersecondmetric
               ? sum * metric_value(maker, expression->cyclespersecondmetric)
               : sum;
}

static void add_factor(struct strbuf *out, const struct body_maker *maker,
                       const Rep__ProfilerSectionMetric *metric)
{
    const char *label;
    const char *name = section_metric_here(metric, maker->section, &maker->scope, &label);
    strbuf_adds(out, name ? name : "0");
    if (body_multiplier(metric) != 1)
        strbuf_addf(out, " * %.17g", body_multiplier(metric));
}

/* The formula that value_of() computes. */
static char *formula_of(const struct body_maker *maker, const Rep__ProfilerSectionRooflineValue *v)
{
    struct strbuf text = {0};
    strbuf_adds(&text, "");
    if (v && v->roofline_value_case == REP__PROFILER_SECTION_ROOFLINE_VALUE__ROOFLINE_VALUE_METRIC)
        add_factor(&text, maker, v->metric);
    if (!v ||
        v->roofline_value_case !=
            REP__PROFILER_SECTION_ROOFLINE_VALUE__ROOFLINE_VALUE_VALUE_CYCLES_PER_SECOND_EXPRESSION)
        return strbuf_detach(&text);
    const Rep__ProfilerSectionRooflineValueCyclesPerSecondExpression *from =
        v->valuecyclespersecondexpression;
    strbuf_adds(&text, "(");
    for (size_t i = 0; i < from->n_valuepercyclemetrics; i++) {
        const char *label;
        if (!section_metric_here(from->valuepercyclemetrics[i], maker->section, &maker->scope,
                                 &label))
            continue;
        strbuf_adds(&text, text.length > 1 ? " + " : "");
        add_factor(&text, maker, from->valuepercyclemetrics[i]);
    }
    strbuf_adds(&text, ")");
    if (from->cyclespersecondmetric) {
        strbuf_adds(&text, " * ");
        add_factor(&text, maker, from->cyclespersecondmetric);
    }
    return strbuf_detach(&text);
}

static double value_of(const struct body_maker *maker, const Rep__ProfilerSectionRooflineValue *v)
{
    switch (v ? v->roofline_value_case : 0) {
    case REP__PROFILER_SECTION_ROOFLINE_VALUE__ROOFLINE_VALUE_CONSTANT:
        return v->constant;
    case REP__PROFILER_SECTION_ROOFLINE_VALUE__ROOFLINE_VALUE_METRIC:
        return metric_value(maker, v->metric);
    case REP__PROFILER_SECTION_ROOFLINE_VALUE__ROOFLINE_VALUE_VALUE_CYCLES_PER_SECOND_EXPRESSION:
        return cycles_value(maker, v->valuecyclespersecondexpression);
    default:
        return NAN;
    }
}

/* Returns the memory whose traffic it is by the unit that counts, or NULL. */
static const char *memory_of(const struct body_maker *maker,
                             const Rep__ProfilerSectionRooflineValue *traffic)
{
    static const struct {
        const char *unit, *memory;
    } units[] = {{"dram__", "DRAM"}, {"fbpa__", "DRAM"}, {"lts__", "L2"}, {"l1tex__", "L1"}};
    const char *memory = NULL;
    char *formula = formula_of(maker, traffic);
    for (size_t i = 0; i < sizeof units / sizeof *units && !memory; i++)
        if (strstr(formula, units[i].unit))
            memory = units[i].memory;
    free(formula);
    return memory;
}

/* Returns the part in brackets of "Performance [FLOP/s]". */
static void unit_of(char unit[48], const Rep__ProfilerSectionChartRooflineAxis *axis,
                    const char *otherwise)
{
    const char *label = axis ? body_text(axis->label) : "";
    const char *open = strrchr(label, '['), *close = open ? strchr(open, ']') : NULL;
    if (close)
        snprintf(unit, 48, "%.*s", (int)(close - open - 1), open + 1);
    else
        snprintf(unit, 48, "%s", otherwise);
}

static double attainable(const struct roof_point *roof, double intensity)
{
    double slope = intensity * roof->traffic;
    return isnan(slope) || slope > roof->work ? roof->work : slope;
}

struct roof_chart {
    struct roof_point *roofs, *achieved;
    size_t roof_count, achieved_count;
    char intensity_unit[48], work_unit[48];
};

/* Returns the roof of the i-th achieved value, or the number of roofs if it has none. */
static size_t roof_of(const struct roof_chart *c, size_t i, double intensity)
{
    if (c->roof_count == c->achieved_count)
        return i;
    size_t lowest = c->roof_count;
    for (size_t j = 0; j < c->roof_count; j++)
        if (c->roofs[j].shown &&
            (lowest == c->roof_count ||
             attainable(&c->roofs[j], intensity) < attainable(&c->roofs[lowest], intensity)))
            lowest = j;
    return lowest;
}

static bool applies(const struct body_maker *maker, const Rep__ProfilerSectionRooflineOptions *o)
{
    double number = o && o->showonlyifnotzero ? value_of(maker, o->showonlyifnotzero) : 1;
    return !isnan(number) && number != 0;
}

static void read_chart(struct roof_chart *c, const struct body_maker *maker,
                       const Rep__ProfilerSectionRooflineChart *chart)
{
    c->roof_count = chart->n_rooflines;
    c->achieved_count = chart->n_achievedvalues;
    c->roofs = mem_alloc((c->roof_count + 1) * sizeof *c->roofs);
    c->achieved = mem_alloc((c->achieved_count + 1) * sizeof *c->achieved);
    unit_of(c->intensity_unit, chart->axisintensity, "FLOP/byte");
    unit_of(c->work_unit, chart->axiswork, "FLOP/s");
    for (size_t i = 0; i < c->roof_count; i++) {
        const Rep__ProfilerSectionChartRoofline *roof = chart->rooflines[i];
        if (!applies(maker, roof->options))
            continue;
        struct roof_point *point = &c->roofs[i];
        point->label = roof->options ? body_text(roof->options->label) : "";
        point->work = value_of(maker, roof->peakwork);
        point->traffic = value_of(maker, roof->peaktraffic);
        point->memory = memory_of(maker, roof->peaktraffic);
        point->shown = !isnan(point->work);
    }
    for (size_t i = 0; i < c->achieved_count; i++) {
        const Rep__ProfilerSectionRooflineAchievedValue *value = chart->achievedvalues[i];
        struct roof_point *point = &c->achieved[i];
        /* A point without its roof is left out: nothing could be said of it. */
        if (c->roof_count == c->achieved_count && !c->roofs[i].shown)
            continue;
        point->label = value->options ? body_text(value->options->label) : "";
        point->work = value_of(maker, value->achievedwork);
        point->formula = formula_of(maker, value->achievedwork);
        point->traffic = value_of(maker, value->achievedtraffic);
        point->shown = !isnan(point->work);
    }
}

static struct body_row *add_point(const struct body_maker *maker, const struct roof_chart *c,
                                  const struct roof_point *point, const char *otherwise)
{
    struct body_row *row =
        body_add_row(maker->table, mem_strdup(*point->label ? point->label : otherwise));
    double intensity = point->work / point->traffic;
    body_set_number(maker, &row->cells[ROOF_INTENSITY], intensity, c->intensity_unit, intensity);
    body_set_number(maker, &row->cells[ROOF_PERFORMANCE], point->work, c->work_unit, point->work);
    body_set_number(maker, &row->cells[ROOF_TRAFFIC], point->traffic, "byte/s", point->traffic);
    row->memory = point->memory;
    if (point->formula && *point->formula)
        row->cells[ROOF_PERFORMANCE].source = mem_strdup(point->formula);
    return row;
}

static void add_wall(const struct body_maker *maker, const struct roof_chart *c,
                     const Rep__ProfilerSectionRooflineWall *wall)
{
    double value = value_of(maker, wall->value);
    const char *label = wall->options ? body_text(wall->options->label) : "";
    struct body_row *row = body_add_row(maker->table, mem_strdup(*label ? label : "wall"));
    row->part = BODY_WALL;
    body_set_number(maker, &row->cells[ROOF_INTENSITY], value, c->intensity_unit, value);
}

void body_roofline(struct body_maker *maker, const Rep__ProfilerSectionBodyItem *item)
{
    static const char *const columns[] = {[ROOF_INTENSITY] = "Intensity",
                                          [ROOF_PERFORMANCE] = "Performance",
                                          [ROOF_TRAFFIC] = "Traffic",
                                          [ROOF_ATTAINABLE] = "Attainable",
                                          [ROOF_SHARE] = "Of Roof"};
    const Rep__ProfilerSectionRooflineChart *chart = item->rooflinechart;
    if (!chart)
        return;
    struct roof_chart c = {0};
    body_begin(maker->table, chart->label, chart->description, "Roof or Achieved Value");
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        body_add_column(maker->table, columns[i]);
    read_chart(&c, maker, chart);
    maker->table->kind = BODY_ROOFLINE;
    for (size_t i = 0; i < c.roof_count; i++)
        if (c.roofs[i].shown) {
            add_point(maker, &c, &c.roofs[i], "roof");
            c.roofs[i].row = maker->table->row_count;
        }
    for (size_t i = 0; i < chart->n_walls; i++)
        add_wall(maker, &c, chart->walls[i]);
    for (size_t i = 0; i < c.achieved_count; i++) {
        const struct roof_point *point = &c.achieved[i];
        if (!point->shown)
            continue;
        struct body_row *row = add_point(maker, &c, point, "achieved");
        double intensity = point->work / point->traffic, most = NAN;
        size_t roof = roof_of(&c, i, intensity);
        row->part = BODY_POINT;
        if (roof < c.roof_count) {
            most = attainable(&c.roofs[roof], intensity);
            row->roof = c.roofs[roof].row;
        }
        body_set_number(maker, &row->cells[ROOF_ATTAINABLE], most, c.work_unit, most);
        body_set_number(maker, &row->cells[ROOF_SHARE],
                        point->work == 0 ? 0 : 100 * point->work / most, "%", 0);
    }
    for (size_t i = 0; i < c.achieved_count; i++)
        free(c.achieved[i].formula);
    free(c.roofs);
    free(c.achieved);
}
