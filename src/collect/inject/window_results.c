#include <stdlib.h>

#include "graph_calls.h"
#include "inject.h"
#include "send_module.h"
#include "window_internal.h"

const struct launch *window_first_wanted(const struct window *w)
{
    size_t i = w->begin;
    while (w->items[i]->kind != ITEM_WANTED)
        i++;
    return &w->items[i]->launch;
}

void window_send_pass(struct window *w, unsigned pass, unsigned passes)
{
    Wire__ToHost message = WIRE__TO_HOST__INIT;
    Wire__Pass m = WIRE__PASS__INIT;
    m.has_launch = m.has_pass = m.has_passes = m.has_launches = true;
    m.launch = window_first_wanted(w)->id;
    m.pass = pass;
    m.passes = passes;
    m.launches = (uint32_t)w->part_wanted;
    message.pass = &m;
    if (pass < passes) {
        channel_send(&w->inject->channel, &message);
        return;
    }
    /* The program goes on after the last pass and may print: the host's line must be gone by then.
     */
    Wire__ToTarget *answer = channel_ask(&w->inject->channel, &message);
    if (answer)
        wire__to_target__free_unpacked(answer, NULL);
}

enum { MOST_GROUPS = CHANNEL_MOST_FILES };

static void fill_result(const struct window *w, Wire__Result *result, Wire__WholeGraph *graph,
                        struct window_item *item, const char *error)
{
    wire__result__init(result);
    result->has_launch = result->has_range = result->has_uncounted = true;
    result->launch = item->launch.id;
    result->error = (char *)(uintptr_t)error;
    result->facts = &item->facts.message;
    result->range = item->range;
    result->uncounted = w->uncounted != NULL;
    result->combination = (char *)(uintptr_t)w->combination;
    if (item->record) {
        result->has_is_range = result->is_range = true;
        wire__whole_graph__init(graph);
        graph->kernels = item->record->facts;
        graph->n_kernels = item->record->fact_count;
        result->graph = graph;
    }
    if (!item->graph)
        return;
    wire__whole_graph__init(graph);
    graph->kernels = item->graph->messages;
    graph->n_kernels = item->graph->count;
    graph->has_device_launch = true;
    graph->device_launch = item->graph->device_launch;
    result->graph = graph;
}

static size_t fill_groups(const struct window *w, Wire__GroupData *data, Wire__GroupData **pointers,
                          int *files, size_t *file_count)
{
    const struct counters *counters = &w->context->counters;
    size_t count = 0;
    for (; count < counters->group_count && count < MOST_GROUPS; count++) {
        const struct counter_group *group = &counters->groups[count];
        wire__group_data__init(&data[count]);
        data[count].has_passes = data[count].has_ranges = true;
        if (!group->lost && group->image.file >= 0) {
            data[count].has_shared = true;
            data[count].shared = group->image.size;
            files[(*file_count)++] = group->image.file;
        } else if (!group->lost) {
            data[count].has_image = true;
            data[count].image = (ProtobufCBinaryData){group->image.size, group->image.bytes};
        }
        data[count].passes = group->passes;
        data[count].ranges = group->ranges;
        pointers[count] = &data[count];
    }
    return count;
}

static void send_modules(struct window *w, const struct window_item *item)
{
    if (!item->graph && !item->record)
        send_module(w->inject, &item->facts.message);
    for (size_t i = 0; item->record && i < item->record->fact_count; i++)
        send_module(w->inject, item->record->facts[i]);
    for (size_t i = 0; item->graph && i < item->graph->count; i++)
        send_module(w->inject, item->graph->messages[i]);
}

/* Of the items from begin to end. more: of the window are still to be measured. */
void window_send_results(struct window *w, size_t begin, size_t end, bool more, const char *error)
{
    Wire__ToHost message = WIRE__TO_HOST__INIT;
    Wire__Window m = WIRE__WINDOW__INIT;
    Wire__GroupData data[MOST_GROUPS], *data_pointers[MOST_GROUPS];
    Wire__Result one, *one_pointer = &one, *results = calloc(w->wanted + 1, sizeof *results);
    Wire__Result **pointers = calloc(w->wanted + 1, sizeof *pointers);
    Wire__WholeGraph *graphs = calloc(w->wanted + 1, sizeof *graphs), one_graph;
    const bool counted = !w->uncounted, room = results && pointers && graphs;
    int files[MOST_GROUPS];
    size_t file_count = 0;
    m.results = room ? pointers : &one_pointer;
    m.has_bytes_accessible = m.has_bytes_saved = m.has_more = true;
    m.bytes_accessible = m.bytes_saved = counted ? w->context->snapshot.bytes : 0;
    m.n_nanoseconds = PHASE_COUNT;
    m.nanoseconds = w->nanoseconds;
    m.groups = data_pointers;
    m.more = more;
    m.ended_by = (char *)(uintptr_t)w->ended_by;
    message.window = &m;
    for (size_t i = begin; i < end; i++) {
        if (w->items[i]->kind != ITEM_WANTED)
            continue;
        if (!room) {
            fill_result(w, &one, &one_graph, w->items[i], "out of memory");
            m.n_results = 1;
            channel_send(&w->inject->channel, &message);
            continue;
        }
        pointers[m.n_results] = &results[m.n_results];
        fill_result(w, &results[m.n_results], &graphs[m.n_results], w->items[i], error);
        m.n_results++;
        if (!error)
            send_modules(w, w->items[i]);
    }
    if (!error && counted && room)
        m.n_groups = fill_groups(w, data, data_pointers, files, &file_count);
    if (room && m.n_results)
        channel_send_files(&w->inject->channel, &message, files, file_count);
    counters_drop_images(&w->context->counters);
    free(results);
    free(pointers);
    free(graphs);
}
