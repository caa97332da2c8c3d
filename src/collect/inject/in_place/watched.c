/* The launches that are watched have one recording of CUPTI's activity, from the first one on.
 * Nothing is waited for: a kernel that runs meanwhile may wait for what the program does next. */
#include "collect/inject/in_place/watched.h"

#include <stdlib.h>

#include "collect/inject/base/inject.h"
#include "collect/inject/base/now.h"
#include "collect/inject/context/contexts.h"
#include "collect/inject/host/ask_host.h"
#include "collect/inject/host/results.h"
#include "collect/inject/in_place/in_place_internal.h"
#include "collect/inject/program/activity.h"
#include "collect/inject/program/call_looks.h"

/* Nanoseconds between two times that are sent while the program runs. */
enum { SENT_EVERY = 500 * 1000 * 1000 };

struct watched {
    struct in_place_item **items;
    size_t count, capacity;
    uint64_t sent; /* CLOCK_MONOTONIC, nanoseconds; or when the recording began */
};

static bool open_watched(struct inject *inject, const Wire__Setup *setup)
{
    (void)setup;
    inject->modes.watched = calloc(1, sizeof *inject->modes.watched);
    return inject->modes.watched != NULL;
}

static bool has_time(const struct in_place_item *item)
{
    return item->facts.message.has_watched_time;
}

/* Kernels of a graph share the number of its launch. */
static bool is_of(const struct activity_record *record, uint32_t correlation,
                  const struct in_place_item *item)
{
    return item->correlation == correlation &&
           (!item->launch.is_node || (!has_time(item) && activity_is_of(record, &item->launch)));
}

static void add_activity(void *context, uint32_t correlation, const struct activity_record *record)
{
    const struct watched *w = context;
    for (size_t i = 0; i < w->count; i++)
        if (is_of(record, correlation, w->items[i])) {
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

/* Those that have a time. */
static void send(struct inject *inject, const struct watched *w, const char *why)
{
    const struct result_batch batch = {.uncounted = true, .ended_by = why};
    struct result_item *results = calloc(w->count, sizeof *results);
    size_t count = 0;
    for (size_t i = 0; i < w->count && results; i++)
        if (has_time(w->items[i]))
            results[count++] = (struct result_item){.launch = w->items[i]->launch.id,
                                                    .facts = &w->items[i]->facts.message,
                                                    .time_alone = w->items[i]->time_alone};
    if (count)
        results_tell_pass(inject, results[0].launch, 1, 1, count);
    send_some(inject, &batch, results, count);
    if (!results)
        inject_notice(inject, true, "out of memory: results were lost");
    free(results);
}

/* Sends what has a time by now, and forgets it. */
static void send_ended(struct inject *inject, struct watched *w, const char *why)
{
    size_t left = 0;
    send(inject, w, why);
    for (size_t i = 0; i < w->count; i++)
        if (has_time(w->items[i]))
            in_place_item_free(w->items[i]);
        else
            w->items[left++] = w->items[i];
    w->count = left;
    w->sent = now_ns();
}

void watched_end(struct inject *inject, const char *why)
{
    struct watched *w = inject->modes.watched;
    if (!w || !w->count)
        return;
    const bool was_replaying = inject->replaying;
    inject->replaying = true; /* what is loaded now is ours */
    activity_end(inject, add_activity, w);
    send_ended(inject, w, why);
    /* The host knows how many there are of those that it did not ask to have measured. */
    while (w->count) {
        struct in_place_item *item = w->items[--w->count];
        if (item->time_alone)
            ask_host_report_failure(inject, &item->launch, item->time_alone);
        in_place_item_free(item);
    }
    inject->replaying = was_replaying;
}

/* Behind a wait of the program most launches have ended. */
static bool look(struct inject *inject, const struct replay_call *call, bool admitted)
{
    struct watched *w = inject->modes.watched;
    if (!admitted && w->count && call_waits(call->id) && now_ns() - w->sent > SENT_EVERY) {
        const bool was_replaying = inject->replaying;
        inject->replaying = true;
        activity_look(inject, add_activity, w);
        send_ended(inject, w, "a wait of the program");
        inject->replaying = was_replaying;
    }
    return false;
}

static bool has_room(struct watched *w, size_t count)
{
    const size_t needed = w->count + count;
    if (needed <= w->capacity)
        return true;
    struct in_place_item **items = realloc(w->items, 2 * needed * sizeof *items);
    if (items) {
        w->items = items;
        w->capacity = 2 * needed;
    }
    return items != NULL;
}

void watched_make_room(struct inject *inject, size_t launches)
{
    if (inject->modes.watched->count + launches > MOST_WATCHED)
        watched_end(inject, "full");
}

static void begin(struct inject *inject, struct watched *w)
{
    const bool was_replaying = inject->replaying;
    inject->replaying = true;
    activity_begin(inject);
    inject->replaying = was_replaying;
    w->sent = now_ns();
}

bool watched_add(struct inject *inject, const struct launch *launch, struct function *function,
                 const CUpti_CallbackData *data, const char *why)
{
    struct watched *w = inject->modes.watched;
    if (!launch->is_node)
        watched_make_room(inject, 1);
    struct context_state *context = contexts_get(inject, launch->context, data->contextUid);
    struct in_place_item *item =
        context && has_room(w, 1) ? in_place_item_new(inject, context, launch, function) : NULL;
    if (!item)
        return false;
    if (!w->count)
        begin(inject, w);
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
                                         .exit = look,
                                         .finish = finish,
                                         .drop_context = drop_context,
                                         .forked = forked};
