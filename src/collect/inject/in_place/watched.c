/* The launches that are watched have one recording of CUPTI's activity, from the first one on.
 * Nothing is waited for: a kernel that runs meanwhile may wait for what the program does next. */
#include "collect/inject/in_place/watched.h"

#include <stdlib.h>

#include "collect/inject/base/inject.h"
#include "collect/inject/context/contexts.h"
#include "collect/inject/host/ask_host.h"
#include "collect/inject/host/results.h"
#include "collect/inject/in_place/in_place_internal.h"
#include "collect/inject/program/activity.h"

struct watched {
    struct in_place_item **items; /* room for MOST_WATCHED */
    size_t count;
};

static bool open_watched(struct inject *inject, const Wire__Setup *setup)
{
    (void)setup;
    struct watched *w = calloc(1, sizeof *w);
    if (w)
        w->items = calloc(MOST_WATCHED, sizeof(struct in_place_item *));
    inject->modes.watched = w;
    return w && w->items;
}

static void add_activity(void *context, uint32_t correlation, const struct activity_record *record)
{
    const struct watched *w = context;
    for (size_t i = 0; i < w->count; i++)
        if (w->items[i]->correlation == correlation) {
            Wire__Facts *facts = &w->items[i]->facts.message;
            activity_fill(facts, record);
            facts->has_watched_time = record->nanoseconds > 0;
            facts->watched_time = record->nanoseconds;
            return;
        }
}

static void send_some(struct inject *inject, const struct result_batch *batch,
                      const struct result_item *results, size_t count)
{
    if (count && !results_send(inject, batch, results, count))
        inject_notice(inject, true, "out of memory: results were lost");
}

/* Those that have a time. Of the others the host is told if it does not know how many there are. */
static void send(struct inject *inject, const struct watched *w, const char *why)
{
    const struct result_batch batch = {.uncounted = true, .ended_by = why};
    struct result_item *results = calloc(w->count, sizeof *results);
    size_t count = 0;
    for (size_t i = 0; i < w->count && results; i++) {
        struct in_place_item *item = w->items[i];
        if (item->facts.message.has_watched_time)
            results[count++] = (struct result_item){.launch = item->launch.id,
                                                    .facts = &item->facts.message,
                                                    .time_alone = item->time_alone};
    }
    if (count)
        results_tell_pass(inject, results[0].launch, 1, 1, count);
    send_some(inject, &batch, results, count);
    for (size_t i = 0; i < w->count; i++)
        if (w->items[i]->time_alone && !w->items[i]->facts.message.has_watched_time)
            ask_host_report_failure(inject, &w->items[i]->launch, w->items[i]->time_alone);
    if (!results)
        inject_notice(inject, true, "out of memory: results were lost");
    free(results);
}

void watched_end(struct inject *inject, const char *why)
{
    struct watched *w = inject->modes.watched;
    if (!w || !w->count)
        return;
    const bool was_replaying = inject->replaying;
    inject->replaying = true; /* what is loaded now is ours */
    activity_end(inject, add_activity, w);
    send(inject, w, why);
    inject->replaying = was_replaying;
    while (w->count)
        in_place_item_free(w->items[--w->count]);
}

bool watched_add(struct inject *inject, const struct launch *launch, struct function *function,
                 const CUpti_CallbackData *data, const char *why)
{
    struct watched *w = inject->modes.watched;
    if (w->count == MOST_WATCHED)
        watched_end(inject, "full");
    struct context_state *context = contexts_get(inject, launch->context, data->contextUid);
    struct in_place_item *item =
        context ? in_place_item_new(inject, context, launch, function) : NULL;
    if (!item)
        return false;
    if (!w->count) {
        const bool was_replaying = inject->replaying;
        inject->replaying = true;
        activity_begin(inject);
        inject->replaying = was_replaying;
    }
    item->correlation = data->correlationId;
    item->time_alone = why;
    w->items[w->count++] = item;
    return true;
}

static void finish(struct inject *inject)
{
    watched_end(inject, "the end of the program");
}

static void drop_context(struct inject *inject, CUcontext context)
{
    (void)context;
    watched_end(inject, "the end of a context");
}

static void forked(struct inject *inject)
{
    if (inject->modes.watched)
        inject->modes.watched->count = 0;
}

const struct replay_mode watched_mode = {.name = "watched",
                                         .open = open_watched,
                                         .finish = finish,
                                         .drop_context = drop_context,
                                         .forked = forked};
