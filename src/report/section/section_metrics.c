#include "report/section/section_metrics.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/expr/expr.h"
#include "report/metric/metric_name.h"
#include "report/metric/metric_regex.h"
#include "report/section/section_items.h"

struct walk {
    const Rep__ProfilerSection *section;
    const struct section_scope *scope;
    section_metric_use *use;
    void *context;
    bool roofline;  /* the options of a roofline are not alone */
    int importance; /* of the metrics that are visited; 0: all */
};

static bool is_visited(const struct walk *w, const Rep__ProfilerSectionMetric *metric)
{
    const Rep__CollectionFilter *collection =
        metric->filter ? metric->filter->collectionfilter : NULL;
    return !w->importance || (collection && collection->has_importance &&
                              (int)collection->importance == w->importance);
}

static void metrics(const struct walk *w, Rep__ProfilerSectionMetric *const *list, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const char *label;
        const char *name = section_metric_here(list[i], w->section, w->scope, &label);
        if (name && *name && is_visited(w, list[i]))
            w->use(w->context, name, !w->roofline && name != list[i]->name);
    }
}

static void operand(void *walk, const char *name)
{
    const struct walk *w = walk;
    w->use(w->context, name, true);
}

static void suffix_table(const struct walk *w, const Rep__ProfilerSuffixTable *table)
{
    for (size_t i = 0; i < table->basenames->n_basename; i++) {
        const char *label;
        const char *base =
            section_metric_here(table->basenames->basename[i], w->section, w->scope, &label);
        bool visited = base && is_visited(w, table->basenames->basename[i]);
        for (size_t j = 0; visited && j < table->suffixes->n_suffix; j++) {
            char *name = mem_printf("%s%s", base, table->suffixes->suffix[j]->name);
            w->use(w->context, name, false);
            free(name);
        }
    }
}

static void roofline_value(const struct walk *w, const Rep__ProfilerSectionRooflineValue *value)
{
    switch (value ? value->roofline_value_case : 0) {
    case REP__PROFILER_SECTION_ROOFLINE_VALUE__ROOFLINE_VALUE_METRIC:
        metrics(w, &value->metric, 1);
        break;
    case REP__PROFILER_SECTION_ROOFLINE_VALUE__ROOFLINE_VALUE_VALUE_CYCLES_PER_SECOND_EXPRESSION: {
        const Rep__ProfilerSectionRooflineValueCyclesPerSecondExpression *e =
            value->valuecyclespersecondexpression;
        metrics(w, e->valuepercyclemetrics, e->n_valuepercyclemetrics);
        metrics(w, &e->cyclespersecondmetric, e->cyclespersecondmetric != NULL);
        break;
    }
    default:
        break;
    }
}

static void rooflines(const struct walk *outer, const Rep__ProfilerSectionRooflineChart *chart)
{
    struct walk inside = *outer, *w = &inside;
    inside.roofline = true;
    for (size_t i = 0; i < chart->n_rooflines; i++) {
        roofline_value(w, chart->rooflines[i]->peakwork);
        roofline_value(w, chart->rooflines[i]->peaktraffic);
        if (chart->rooflines[i]->options)
            roofline_value(w, chart->rooflines[i]->options->showonlyifnotzero);
    }
    for (size_t i = 0; i < chart->n_achievedvalues; i++) {
        roofline_value(w, chart->achievedvalues[i]->achievedwork);
        roofline_value(w, chart->achievedvalues[i]->achievedtraffic);
    }
    for (size_t i = 0; i < chart->n_walls; i++)
        roofline_value(w, chart->walls[i]->value);
}

static void timeline(const struct walk *w, const Rep__ProfilerSectionTimeline *timeline)
{
    for (size_t i = 0; i < timeline->n_metricgroups; i++)
        for (size_t j = 0; j < timeline->metricgroups[i]->n_metricrows; j++) {
            const Rep__TimelineMetricRow *row = timeline->metricgroups[i]->metricrows[j];
            metrics(w, row->metrics, row->n_metrics);
        }
    metrics(w, timeline->metrics, timeline->n_metrics);
}

static void items(const struct walk *w, Rep__ProfilerSectionBodyItem *const *list, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const Rep__ProfilerSectionBodyItem *item = list[i];
        if (!section_filter_passes(item->filter, w->scope))
            continue;
        if (item->table)
            metrics(w, item->table->metrics, item->table->n_metrics);
        if (item->barchart)
            metrics(w, item->barchart->metrics, item->barchart->n_metrics);
        if (item->histogramchart)
            metrics(w, &item->histogramchart->metric, 1);
        if (item->linechart) {
            metrics(w, item->linechart->metrics, item->linechart->n_metrics);
            if (item->linechart->highlightx)
                metrics(w, item->linechart->highlightx->metrics,
                        item->linechart->highlightx->n_metrics);
        }
        if (item->suffixtable)
            suffix_table(w, item->suffixtable);
        if (item->rooflinechart)
            rooflines(w, item->rooflinechart);
        if (item->gfxmetricswidget)
            metrics(w, item->gfxmetricswidget->metrics, item->gfxmetricswidget->n_metrics);
        if (item->timeline)
            timeline(w, item->timeline);
        if (item->horizontalcontainer)
            items(w, item->horizontalcontainer->items, item->horizontalcontainer->n_items);
    }
}

static void all_metrics(const struct walk *w)
{
    const Rep__ProfilerSection *section = w->section;
    if (section->header)
        metrics(w, section->header->metrics, section->header->n_metrics);
    if (section->metrics)
        metrics(w, section->metrics->metrics, section->metrics->n_metrics);
    for (size_t i = 0; i < section->n_body; i++)
        items(w, section->body[i]->items, section->body[i]->n_items);
}

void section_important_metrics_each(const Rep__ProfilerSection *section,
                                    const struct section_scope *scope,
                                    Rep__CollectionImportance importance, section_metric_use *use,
                                    void *context)
{
    struct walk w = {section, scope, use, context, false, (int)importance};
    all_metrics(&w);
}

void section_metrics_each(const Rep__ProfilerSection *section, const struct section_scope *scope,
                          section_metric_use *use, void *context)
{
    struct walk w = {section, scope, use, context, false, 0};
    all_metrics(&w);
    const Rep__ProfilerSectionMetricDefinitions *definitions = section->metricdefinitions;
    for (size_t i = 0; definitions && i < definitions->n_metricdefinitions; i++)
        if (section_filter_passes(definitions->metricdefinitions[i]->filter, scope))
            expr_metrics(definitions->metricdefinitions[i]->expression, operand, &w, NULL);
}

static void source_item(void *context, const Rep__ProfilerSectionBodyItem *item, size_t body,
                        size_t number)
{
    (void)body;
    (void)number;
    if (item->sourcemetrictable)
        metrics(context, item->sourcemetrictable->metrics, item->sourcemetrictable->n_metrics);
}

void section_source_metrics_each(const Rep__ProfilerSection *section,
                                 const struct section_scope *scope, section_metric_use *use,
                                 void *context)
{
    struct walk w = {section, scope, use, context, false, 0};
    if (section->sourcemetrics)
        metrics(&w, section->sourcemetrics->metrics, section->sourcemetrics->n_metrics);
    section_items(section, scope, source_item, &w);
}

void section_item_metrics_each(const Rep__ProfilerSection *section,
                               const struct section_scope *scope,
                               const Rep__ProfilerSectionBodyItem *item, section_metric_use *use,
                               void *context)
{
    struct walk w = {section, scope, use, context, false, 0};
    Rep__ProfilerSectionBodyItem *const list[] = {(Rep__ProfilerSectionBodyItem *)item};
    items(&w, list, 1);
    source_item(&w, item, 0, 0);
}

/* Kinds by prefix. Without a match, a name with "__" is a counter, any other a metric of
 * instructions. */
static const struct {
    const char *prefix;
    enum section_metric_kind kind;
} kinds[] = {
    {"launch__", SECTION_METRIC_COMPUTED},
    {"device__", SECTION_METRIC_COMPUTED},
    {"derived__", SECTION_METRIC_COMPUTED},
    {"profiler__pmsampler_", SECTION_METRIC_PM_SAMPLING},
    {"profiler__", SECTION_METRIC_COMPUTED},
    {"breakdown:", SECTION_METRIC_COMPUTED},
    {"group:smsp__pcsamp_", SECTION_METRIC_WARP_SAMPLING},
    {"group:", SECTION_METRIC_COMPUTED},
    {"pmsampling:", SECTION_METRIC_PM_SAMPLING},
    {"nvlink__", SECTION_METRIC_COMPUTED},
    {"c2clink__", SECTION_METRIC_COMPUTED},
    {"numa__", SECTION_METRIC_COMPUTED},
    {"sass__", SECTION_METRIC_INSTRUCTION},
    {"memory_", SECTION_METRIC_INSTRUCTION},
    {"sm__maximum_warps_", SECTION_METRIC_COMPUTED},
    {"smsp__maximum_warps_", SECTION_METRIC_COMPUTED},
    {"smsp__pcsamp_", SECTION_METRIC_WARP_SAMPLING},
};

enum section_metric_kind section_metric_kind(const char *name)
{
    if (metric_regex(name))
        return SECTION_METRIC_COMPUTED;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strncmp(name, kinds[i].prefix, strlen(kinds[i].prefix)) == 0)
            return kinds[i].kind;
    const char *counter = strstr(name, "__"), *dot = strchr(name, '.');
    if (!counter)
        return SECTION_METRIC_INSTRUCTION;
    /* A domain stands before the counter: "TPC.TriageCompute.tpc__warps_active.sum". */
    return dot && dot < counter ? SECTION_METRIC_PM_SAMPLING : SECTION_METRIC_COUNTER;
}

void section_metric_rollups(const char *name, bool extra, void (*use)(void *, const char *),
                            void *context)
{
    struct metric_name parts = metric_name_parse(name);
    if (!extra || !metric_name_has_rollup(&parts)) {
        use(context, name);
        return;
    }
    for (size_t i = 0; i < 4; i++) {
        char *sibling =
            mem_printf("%.*s.%s%s%s", (int)parts.base_length, parts.base, metric_rollups[i],
                       parts.submetric ? "." : "", parts.submetric ? parts.submetric : "");
        use(context, sibling);
        free(sibling);
    }
}
