/* The results of a part of the window go to the host in one message, with the counter data that
 * they share. A graph or a recorded range is one result with several kernels. If there is no memory
 * for the message, each launch is still reported by itself with an error, because the host waits
 * for a result of every launch that it admitted. */
#include <stdlib.h>

#include "collect/inject/base/inject.h"
#include "collect/inject/window/window_internal.h"

const struct launch *window_first_wanted(const struct window *w)
{
    size_t i = w->begin;
    while (w->items[i]->kind != ITEM_WANTED)
        i++;
    return &w->items[i]->launch;
}

static struct result_item result_of(struct window_item *item)
{
    struct result_item result = {
        .launch = item->launch.id, .range = item->range, .facts = &item->facts.message};
    if (item->inside.counts)
        result.counts = instruction_counts_message(item->inside.counts);
    if (item->inside.samples)
        result.samples = warp_sample_list_message(item->inside.samples);
    result.times = item->inside.time_messages;
    result.time_count = item->inside.time_count;
    if (item->graph) {
        result.kind = RESULT_GRAPH;
        result.kernels = item->graph->messages;
        result.kernel_count = item->graph->count;
        result.device_launch = item->graph->device_launch;
    } else if (item->record) {
        result.kind = RESULT_RANGE;
        result.kernels = item->record->facts;
        result.kernel_count = item->record->fact_count;
    }
    return result;
}

/* A launch with a series has many results. */
static bool is_due(const struct window *w, const struct window_item *item)
{
    return item->kind == ITEM_WANTED && !(item->sent && w->member_count > 1);
}

/* Without memory for all results each is sent by itself, without values. */
static void send_one_by_one(struct window *w, struct result_batch *batch, size_t begin, size_t end)
{
    batch->error = "out of memory";
    batch->counters = NULL;
    for (size_t i = begin; i < end; i++) {
        const struct result_item result = result_of(w->items[i]);
        if (is_due(w, w->items[i]))
            results_send(w->inject, batch, &result, 1);
    }
}

void window_send_results(struct window *w, size_t begin, size_t end, bool more, const char *error)
{
    const bool counted = !w->uncounted;
    struct result_batch batch = {.error = error,
                                 .variant = w->variant,
                                 .uncounted = w->uncounted != NULL,
                                 .more = more,
                                 .beside = more && w->member_count > 1,
                                 .bytes_saved = counted ? w->context->snapshot.bytes +
                                                              w->context->snapshot.sparse.copied
                                                        : 0,
                                 .nanoseconds = w->nanoseconds,
                                 .ended_by = w->ended_by,
                                 .counters = !error && counted ? &w->context->counters : NULL,
                                 .inside = &w->context->inside};
    struct result_item *results = calloc(w->wanted + 1, sizeof *results);
    size_t count = 0;
    for (size_t i = begin; results && i < end; i++)
        if (is_due(w, w->items[i]))
            results[count++] = result_of(w->items[i]);
    if (!results || !results_send(w->inject, &batch, results, count))
        send_one_by_one(w, &batch, begin, end);
    for (size_t i = begin; i < end; i++)
        w->items[i]->sent = w->items[i]->sent || is_due(w, w->items[i]);
    counters_drop_images(&w->context->counters);
    free(results);
}
