#include "report/section/section_scope.h"

struct section_scope section_scope_of(const struct result *result)
{
    static const Rep__CollectionScope scopes[] = {
        [ENTRY_KERNEL] = REP__COLLECTION_SCOPE__CollectionScope_Launch,
        [ENTRY_RANGE] = REP__COLLECTION_SCOPE__CollectionScope_Range,
        [ENTRY_CMDLIST] = REP__COLLECTION_SCOPE__CollectionScope_Cmdlist,
        [ENTRY_GRAPH] = REP__COLLECTION_SCOPE__CollectionScope_Range,
    };
    double is_virtual = 0;
    result_number(result, "launch__uses_vgpu", &is_virtual);
    return (struct section_scope){result_arch(result), scopes[result->kind], result->driver,
                                  is_virtual > 0};
}

static bool within(bool has_min, double min, bool has_max, double max, double value)
{
    return value == 0 || ((!has_min || value >= min) && (!has_max || value <= max));
}

static bool virtual_passes(const Rep__MetricOptionFilter *filter, const struct section_scope *scope)
{
    return !filter->has_vgpu ||
           (scope->is_virtual ? filter->vgpu != REP__PLATFORM_SUPPORT__Platform_NotSupported
                              : filter->vgpu != REP__PLATFORM_SUPPORT__Platform_Required);
}

/* Returns whether the filter's chips and drivers include the scope's. */
static bool chips_pass(const Rep__MetricOptionFilter *filter, const struct section_scope *scope)
{
    bool passes = filter->n_items == 0 &&
                  within(filter->has_minarch, filter->minarch, filter->has_maxarch, filter->maxarch,
                         scope->arch) &&
                  within(filter->has_minkmd, filter->minkmd, filter->has_maxkmd, filter->maxkmd,
                         scope->driver);
    /* Items replace the single range; any of them may match. */
    for (size_t i = 0; i < filter->n_items && !passes; i++) {
        const Rep__MetricOptionFilterItem *item = filter->items[i];
        passes =
            within(item->has_minarch, item->minarch, item->has_maxarch, item->maxarch,
                   scope->arch) &&
            within(item->has_minkmd, item->minkmd, item->has_maxkmd, item->maxkmd, scope->driver);
    }
    return passes;
}

static bool scope_passes(const Rep__MetricOptionFilter *filter, const struct section_scope *scope)
{
    const Rep__CollectionFilter *collection = filter->collectionfilter;
    if (!collection || collection->n_collectionscopes == 0)
        return true;
    for (size_t i = 0; i < collection->n_collectionscopes; i++)
        if (collection->collectionscopes[i] == scope->scope)
            return true;
    return false;
}

bool section_filter_passes(const Rep__MetricOptionFilter *filter, const struct section_scope *scope)
{
    return !filter || (virtual_passes(filter, scope) && chips_pass(filter, scope) &&
                       scope_passes(filter, scope));
}

static bool has_chips(const Rep__MetricOptionFilter *filter)
{
    return filter && (filter->n_items || filter->has_minarch || filter->has_maxarch ||
                      filter->has_minkmd || filter->has_maxkmd);
}

static bool has_scopes(const Rep__MetricOptionFilter *filter)
{
    return filter && filter->collectionfilter && filter->collectionfilter->n_collectionscopes;
}

/* Returns whether a metric or an option with its own filter applies in the section. Its own chips
 * replace the section's, and so do its own kinds of results. */
static bool passes(const Rep__MetricOptionFilter *own, const Rep__ProfilerSection *section,
                   const struct section_scope *scope)
{
    const Rep__MetricOptionFilter *outer = section ? section->filter : NULL;
    if (!section_filter_passes(own, scope))
        return false;
    return !outer ||
           (virtual_passes(outer, scope) && (has_chips(own) || chips_pass(outer, scope)) &&
            (has_scopes(own) || scope_passes(outer, scope)));
}

const char *section_metric_here(const Rep__ProfilerSectionMetric *metric,
                                const Rep__ProfilerSection *section,
                                const struct section_scope *scope, const char **label)
{
    const char *fallback = metric->label && *metric->label ? metric->label : metric->name;
    for (size_t i = 0; i < metric->n_options; i++) {
        const Rep__ProfilerSectionMetricOption *option = metric->options[i];
        if (!passes(option->filter, section, scope))
            continue;
        *label = option->label && *option->label ? option->label : fallback;
        return option->name;
    }
    *label = fallback;
    return passes(metric->filter, section, scope) ? metric->name : NULL;
}

bool section_has_cells(const Rep__ProfilerSection *section, const struct section_scope *scope)
{
    const char *label;
    for (size_t i = 0; section->header && i < section->header->n_metrics; i++)
        if (section_metric_here(section->header->metrics[i], section, scope, &label))
            return true;
    return false;
}

bool section_applies(const Rep__ProfilerSection *section, const struct section_scope *scope)
{
    return section_filter_passes(section->filter, scope) || section_has_cells(section, scope);
}
