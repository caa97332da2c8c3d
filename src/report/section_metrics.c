#include "section_metrics.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "expr.h"
#include "mem.h"
#include "metric_group.h"
#include "metric_name.h"

struct walk {
    const Rep__ProfilerSection *section;
    const struct section_scope *scope;
    section_metric_use *use;
    void *context;
};

static void metrics(const struct walk *w, Rep__ProfilerSectionMetric *const *list, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const char *label;
        const char *name = section_metric_here(list[i], w->section, w->scope, &label);
        if (name && *name)
            w->use(w->context, name);
    }
}

static void suffix_table(const struct walk *w, const Rep__ProfilerSuffixTable *table)
{
    for (size_t i = 0; i < table->basenames->n_basename; i++) {
        const char *label;
        const char *base =
            section_metric_here(table->basenames->basename[i], w->section, w->scope, &label);
        for (size_t j = 0; base && j < table->suffixes->n_suffix; j++) {
            char *name = mem_printf("%s%s", base, table->suffixes->suffix[j]->name);
            w->use(w->context, name);
            free(name);
        }
    }
}

/* Items that name no metrics, but show what a group has. */
static void groups(const struct walk *w, const Rep__ProfilerSectionBodyItem *item)
{
    const struct {
        bool there;
        const char *group;
    } of_items[] = {
        {item->memorychart, "memory__chart"},
        {item->memorysharedtable, "memory__shared_table"},
        {item->memoryl1texcachetable || item->memoryfirstlevelcachetable,
         "memory__first_level_cache_table"},
        {item->memoryl2cachetable || item->memorysecondlevelcachetable, "memory__l2_cache_table"},
        {item->memoryl2cacheevictpolicytable, "memory__l2_cache_evict_policy_table"},
        {item->memorydevicememorytable, "memory__dram_table"},
    };
    for (size_t i = 0; i < sizeof of_items / sizeof *of_items; i++) {
        if (!of_items[i].there)
            continue;
        char *name = mem_printf(METRIC_GROUP_PREFIX "%s", of_items[i].group);
        w->use(w->context, name);
        free(name);
    }
}

static void items(const struct walk *w, Rep__ProfilerSectionBodyItem *const *list, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const Rep__ProfilerSectionBodyItem *item = list[i];
        if (!section_filter_passes(item->filter, w->scope))
            continue;
        groups(w, item);
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
        if (item->horizontalcontainer)
            items(w, item->horizontalcontainer->items, item->horizontalcontainer->n_items);
    }
}

void section_metrics_each(const Rep__ProfilerSection *section, const struct section_scope *scope,
                          section_metric_use *use, void *context)
{
    struct walk w = {section, scope, use, context};
    if (section->header)
        metrics(&w, section->header->metrics, section->header->n_metrics);
    if (section->metrics)
        metrics(&w, section->metrics->metrics, section->metrics->n_metrics);
    for (size_t i = 0; i < section->n_body; i++)
        items(&w, section->body[i]->items, section->body[i]->n_items);
    const Rep__ProfilerSectionMetricDefinitions *definitions = section->metricdefinitions;
    for (size_t i = 0; definitions && i < definitions->n_metricdefinitions; i++)
        if (section_filter_passes(definitions->metricdefinitions[i]->filter, scope))
            expr_metrics(definitions->metricdefinitions[i]->expression, use, context, NULL);
}

bool section_metric_is_counter(const char *name)
{
    static const char *const computed[] = {"launch__",
                                           "device__",
                                           "derived__",
                                           "profiler__",
                                           "nvlink__",
                                           "numa__",
                                           "c2clink__",
                                           "breakdown:",
                                           "group:",
                                           "pmsampling:",
                                           "sass__",
                                           "memory_",
                                           "sm__maximum_warps_",
                                           "smsp__maximum_warps_",
                                           "smsp__pcsamp_"};
    for (size_t i = 0; i < sizeof computed / sizeof *computed; i++)
        if (strncmp(name, computed[i], strlen(computed[i])) == 0)
            return false;
    return strstr(name, "__") != NULL;
}

void section_metric_rollups(const char *name, bool extra, section_metric_use *use, void *context)
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
