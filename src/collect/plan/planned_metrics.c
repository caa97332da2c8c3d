#include "collect/plan/planned_metrics.h"

#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/base/name_list.h"
#include "report/section/section_metrics.h"

static void add(void *context, const char *name)
{
    struct planned_metrics *planned = context;
    mem_grow(&planned->names, planned->count, &planned->capacity, sizeof *planned->names);
    planned->names[planned->count++] = mem_strdup(name);
}

static void add_any(void *context, const char *name, bool alone)
{
    (void)alone;
    add(context, name);
}

/* Adds a name of a section unless it is a counter or a breakdown, which come with the plan of the
 * chip. */
static void add_computed(void *context, const char *name, bool alone)
{
    (void)alone;
    if (section_metric_kind(name) == SECTION_METRIC_COMPUTED &&
        strncmp(name, "breakdown:", 10) != 0)
        add(context, name);
}

void planned_metrics_any(struct planned_metrics *planned, const struct plan *plan)
{
    const struct section_scope scope = {.scope = REP__COLLECTION_SCOPE__CollectionScope_Launch};
    *planned = (struct planned_metrics){0};
    for (size_t i = 0; i < plan->section_count; i++)
        section_metrics_each(plan->sections[i], &scope, add_any, planned);
    planned->count = name_list_sort(planned->names, planned->count);
}

bool planned_metrics_make(struct planned_metrics *planned, const struct plan *plan,
                          struct cupti_chip *chip, const struct section_scope *scope,
                          struct error *error)
{
    struct chip_plan on_chip;
    *planned = (struct planned_metrics){0};
    if (!chip_plan_make(&on_chip, plan, chip, scope, error))
        return false;
    planned->passes = chip_plan_passes(&on_chip);
    for (size_t i = 0; i < on_chip.group_count; i++)
        for (size_t j = 0; j < on_chip.groups[i].count; j++)
            add(planned, on_chip.groups[i].metrics[j]);
    for (size_t i = 0; i < on_chip.inside_count; i++)
        add(planned, on_chip.inside[i]);
    for (size_t i = 0; i < on_chip.sampled_count; i++)
        for (size_t j = 0; j < on_chip.sampled[i].count; j++)
            add(planned, on_chip.sampled[i].metrics[j]);
    for (size_t i = 0; i < on_chip.text_count; i++)
        add(planned, on_chip.texts[i].name);
    for (size_t i = 0; i < on_chip.requested_count; i++)
        add(planned, on_chip.requested[i]);
    for (size_t i = 0; i < plan->section_count; i++)
        if (plan->sections[i] != plan->own)
            section_metrics_each(plan->sections[i], scope, add_computed, planned);
    chip_plan_free(&on_chip);
    planned->count = name_list_sort(planned->names, planned->count);
    return true;
}

void planned_metrics_free(struct planned_metrics *planned)
{
    for (size_t i = 0; i < planned->count; i++)
        free(planned->names[i]);
    free(planned->names);
    *planned = (struct planned_metrics){0};
}
