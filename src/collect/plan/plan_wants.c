#include "collect/plan/plan_wants.h"

#include <string.h>

#include "report/section/section_items.h"
#include "report/section/section_metrics.h"

static void look_at_name(void *context, const char *name, bool alone)
{
    (void)alone;
    static const char *const prefixes[] = {"nvlink__", "c2clink__", "numa__"};
    bool *wanted = context;
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
        *wanted = *wanted || strncmp(name, prefixes[i], strlen(prefixes[i])) == 0;
}

static void look_at_item(void *context, const Rep__ProfilerSectionBodyItem *item, size_t body,
                         size_t number)
{
    (void)body, (void)number;
    bool *wanted = context;
    *wanted = *wanted || item->nvlinktopology || item->nvlinkpropertytable || item->numaidtable;
}

static const struct section_scope scope = {.scope = REP__COLLECTION_SCOPE__CollectionScope_Launch};

bool plan_wants_links(const struct plan *plan)
{
    bool wanted = false;
    for (size_t i = 0; i < plan->section_count; i++) {
        section_metrics_each(plan->sections[i], &scope, look_at_name, &wanted);
        section_items(plan->sections[i], &scope, look_at_item, &wanted);
    }
    return wanted;
}

static void look_for_warps(void *context, const char *name, bool alone)
{
    (void)alone;
    bool *wanted = context;
    *wanted = *wanted || section_metric_kind(name) == SECTION_METRIC_WARP_SAMPLING;
}

bool plan_wants_warps(const struct plan *plan)
{
    bool wanted = false;
    for (size_t i = 0; i < plan->section_count; i++) {
        section_metrics_each(plan->sections[i], &scope, look_for_warps, &wanted);
        section_source_metrics_each(plan->sections[i], &scope, look_for_warps, &wanted);
    }
    return wanted;
}
