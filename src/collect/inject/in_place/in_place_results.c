/* What the host hears of a session: a line of progress, which must be gone before the program
 * prints again, and then the results with their counter data. */
#include <stdlib.h>

#include "collect/inject/base/inject.h"
#include "collect/inject/host/results.h"
#include "collect/inject/in_place/in_place_internal.h"
#include "collect/inject/program/kernel_hazards.h"
#include "collect/inject/program/known_config.h"

/* In application replay the first run sends the facts. */
static struct result_item result_of(const struct in_place *s, struct in_place_item *item)
{
    return (struct result_item){.launch = item->launch.id,
                                .range = item->range,
                                .facts = s->in_runs && !s->first_run ? NULL : &item->facts.message};
}

void in_place_send(struct inject *inject, struct in_place *s, struct in_place_item *const *items,
                   size_t count, const char *error)
{
    if (!count)
        return;
    const bool counted = !error && !s->first_run && !s->context->counters.groups[0].lost;
    const struct result_batch batch = {
        .error = error,
        .nanoseconds = s->nanoseconds,
        .ended_by = s->ended_by,
        .counters = counted || (!error && !s->in_runs) ? &s->context->counters : NULL,
        .one_pass = true};
    results_tell_pass(inject, items[0]->launch.id, 1, 1, count);
    struct result_item *results = calloc(count, sizeof *results);
    for (size_t i = 0; i < count && results; i++)
        results[i] = result_of(s, items[i]);
    if (!results || !results_send(inject, &batch, results, count))
        inject_notice(inject, true, "out of memory: results were lost");
    free(results);
}

/* Asking for all facts also makes the driver load the kernel before the counters start. */
struct in_place_item *in_place_item_new(struct inject *inject, const struct context_state *context,
                                        const struct launch *launch, struct function *function)
{
    struct in_place_item *item = calloc(1, sizeof *item);
    if (!item)
        return NULL;
    item->launch = *launch;
    /* Arguments stay with whoever has them. */
    item->launch.parameters = NULL;
    item->launch.values = item->launch.packed = NULL;
    item->launch.count = item->launch.values_size = item->launch.packed_size = 0;
    /* CUPTI's string may not outlive the call. */
    item->launch.mangled = item->launch.name = strdup(launch->mangled);
    if (!item->launch.name)
        item->launch.mangled = "";
    functions_resolve(function, inject);
    kernel_hazard_note(inject, function, launch->mangled);
    facts_fill(&item->facts, inject, &item->launch, function, (unsigned)context->device,
               context->id);
    if (!in_place_in_runs(inject))
        known_config_find(function, &item->facts.message, launch);
    return item;
}

void in_place_item_free(struct in_place_item *item)
{
    if (item)
        launch_free(&item->launch);
    free(item);
}
