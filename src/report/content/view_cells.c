#include "report/content/view_cells.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/base/name_glob.h"
#include "report/base/name_list.h"
#include "report/base/regex.h"
#include "report/content/section_view.h"
#include "report/file/report.h"
#include "report/metric/metric_format.h"
#include "report/metric/metric_name.h"
#include "report/metric/metric_regex.h"
#include "report/metric/metric_value.h"
#include "report/metric/unit_spelling.h"
#include "report/section/section_scope.h"

/* Units that ncu shows on the details page but not on the raw page. One of them depends on the
 * sections before: with the source counters alone there are no instructions per cycle, from
 * which ncu knows the unit. */
static void body_unit(const struct result *result, const char *metric, bool all, char *unit,
                      size_t size)
{
    static const struct {
        const char *name, *unit;
        bool only_all;
        const char *without; /* only without this metric; NULL: always */
    } units[] = {{"smsp__pcsamp_warps_issue_stalled_membar*", "byte", true, NULL},
                 {"smsp__pcsamp_warps_issue_stalled_no_instructions*", "warp", true,
                  "sm__inst_executed.avg.per_cycle_active"},
                 {"derived__*_pred_on_x[24]", "inst", false, NULL}};
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if ((all || !units[i].only_all) && name_glob(units[i].name, metric) &&
            !(units[i].without && result_metric(result, units[i].without)))
            snprintf(unit, size, "%s", units[i].unit);
}

/* Appends the value with its instances. */
static void add_value(struct strbuf *text, const struct result *result, const char *metric,
                      const struct unit_scale *scale, struct view_style style)
{
    struct raw_style raw = {.name = metric,
                            .scale = *scale,
                            .base_units = true,
                            .real = style.real,
                            .instances = style.instances};
    raw_cell_add(text, result_metric_instances(result, metric), &raw);
}

/* As people write it behind the number. */
static void spell(char *unit, size_t size, double number)
{
    unit_spell(unit, size);
    unit_count(unit, size, number);
}

void view_cell_fill(struct view_cell *cell, const struct result *result, const char *metric,
                    const char *label, struct view_style style)
{
    *cell = (struct view_cell){
        .label = mem_strdup(label), .metric = metric, .asked = metric, .number = NAN};
    if (!*metric) {
        cell->metric = NULL;
        cell->value = mem_strdup("");
        return;
    }
    char unit[48];
    report_unit(result->report, metric, unit, sizeof unit);
    if (style.lists)
        body_unit(result, metric, style.all, unit, sizeof unit);
    cell->percent = strcmp(unit, "%") == 0;
    const Rep__ProfileMetricResult *found = result_metric(result, metric);
    const Rep__ProfileMetricValue *value = found ? found->metricvalue : NULL;
    double number = 0;
    if (metric_value_number(value, &number))
        cell->number = number;
    struct unit_scale scale = {.factor = 1};
    snprintf(scale.unit, sizeof scale.unit, "%s", unit);
    if (!style.base_units)
        scale = unit_scale_for(unit, number);
    /* Reports keep no units. If the metric is missing, ncu does not know its unit. */
    snprintf(cell->unit, sizeof cell->unit, "%s", found ? scale.unit : "");
    if (style.usual_units)
        spell(cell->unit, sizeof cell->unit, unit_scale_apply(&scale, number));
    struct strbuf text = {0};
    if (style.instances != INSTANCES_NONE && found)
        add_value(&text, result, metric, &scale, style);
    else if (!format_value(&text, value, &scale, style.real)) {
        cell->missing = true;
        strbuf_adds(&text, found ? "no data" : "n/a");
    }
    cell->odd = !found || !isfinite(number);
    strbuf_adds(&text, "");
    cell->value = strbuf_detach(&text);
}

void view_cell_free(struct view_cell *cell)
{
    free(cell->label);
    free(cell->value);
    free(cell->own);
}

static bool is_full(const struct view_cells *cells)
{
    enum { MOST_CELLS = 100000, MOST_BYTES = 64 << 20 };
    return cells->count >= MOST_CELLS || cells->bytes >= MOST_BYTES;
}

static struct view_cell *add_cell(struct view_cells *to, const struct result *result,
                                  const char *name, const char *label, struct view_style style)
{
    mem_grow(&to->cells, to->count, &to->capacity, sizeof *to->cells);
    struct view_cell *cell = &to->cells[to->count++];
    view_cell_fill(cell, result, name, label, style);
    to->bytes += strlen(cell->value);
    return cell;
}

void view_cells_add_named(struct view_cells *to, const struct result *result, char *name,
                          const char *label, struct view_style style)
{
    if (is_full(to))
        free(name);
    else
        add_cell(to, result, name, label, style)->own = name;
}

void view_cells_add_list(struct view_cells *to, const struct result *result, const char *list,
                         const char *label, struct view_style style)
{
    const char *names = result_text(result, list);
    char *name;
    while (!is_full(to) && (name = name_list_next(&names))) {
        char *shown = label ? mem_printf("%s (%s)", label, name) : mem_strdup(name);
        struct view_cell *cell = add_cell(to, result, name, shown, style);
        cell->own = name;
        cell->asked = list;
        free(shown);
    }
}

/* Multiplies the value of a cell by the factor that the section gives the metric. */
static void multiply(struct view_cell *cell, const struct result *result, double factor,
                     struct view_style style)
{
    struct strbuf text = {0};
    char unit[48];
    if (factor == 1 || !isfinite(cell->number))
        return;
    cell->number *= factor;
    report_unit(result->report, cell->metric, unit, sizeof unit);
    struct unit_scale scale = {.factor = 1};
    snprintf(scale.unit, sizeof scale.unit, "%s", unit);
    if (!style.base_units)
        scale = unit_scale_for(unit, cell->number);
    snprintf(cell->unit, sizeof cell->unit, "%s", scale.unit);
    if (style.usual_units)
        spell(cell->unit, sizeof cell->unit, unit_scale_apply(&scale, cell->number));
    strbuf_adds(&text, "");
    if (style.real)
        format_real(&text, unit_scale_apply(&scale, cell->number));
    else
        format_number(&text, unit_scale_apply(&scale, cell->number));
    free(cell->value);
    cell->value = strbuf_detach(&text);
}

/* Adds the metrics of the result that the pattern matches. Of siblings that only differ in their
 * rollup, each one stands for itself, as while profiling. */
static void add_matching(struct view_cells *to, const struct result *result, const char *name,
                         const char *label, struct view_style style)
{
    struct regex *regex = regex_new(metric_regex(name), NULL);
    if (!regex)
        return;
    for (size_t i = 0; i < result->metric_count && !is_full(to); i++) {
        const char *metric = result_metric_name(result, i);
        /* Lists are no values. */
        if (strchr(metric, ':') || !regex_found(regex, metric))
            continue;
        char *shown = label ? mem_printf("%s (%s)", label, metric) : mem_strdup(metric);
        add_cell(to, result, metric, shown, style);
        free(shown);
    }
    regex_free(regex);
}

void view_cells_add(struct view_cells *to, const struct result *result,
                    const Rep__ProfilerSection *section, Rep__ProfilerSectionMetric *const *metrics,
                    size_t count, struct view_style style)
{
    struct section_scope scope = section_scope_of(result);
    for (size_t i = 0; i < count && !is_full(to); i++) {
        const char *label;
        const char *name = section_metric_here(metrics[i], section, &scope, &label);
        struct view_style own = style;
        if (style.lists && metrics[i]->showinstances && own.instances == INSTANCES_NONE)
            own.instances = INSTANCES_VALUES;
        const size_t first = to->count;
        const char *given = name && strcmp(label, name) != 0 ? label : NULL;
        if (name && metric_regex(name) && !result_text(result, name))
            add_matching(to, result, name, given, own);
        else if (name && metric_name_is_list(name))
            view_cells_add_list(to, result, name, given, own);
        else if (name)
            add_cell(to, result, name, label, own);
        for (size_t j = first; metrics[i]->has_multiplier && j < to->count; j++)
            multiply(&to->cells[j], result, metrics[i]->multiplier, own);
    }
}

void view_cells_free(struct view_cells *cells)
{
    for (size_t i = 0; i < cells->count; i++)
        view_cell_free(&cells->cells[i]);
    free(cells->cells);
    *cells = (struct view_cells){0};
}
