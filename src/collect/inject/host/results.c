#include "collect/inject/host/results.h"

#include <stdlib.h>

#include "collect/inject/base/counters.h"
#include "collect/inject/base/inject.h"
#include "collect/inject/host/send_module.h"
#include "collect/inject/samples/inside.h"

enum { MOST_GROUPS = CHANNEL_MOST_FILES };

/* The parts of a message with one result, which needs no memory. */
struct parts {
    Wire__Result *results, **pointers;
    Wire__WholeGraph *graphs;
};

struct group_parts {
    Wire__GroupData data[MOST_GROUPS], *pointers[MOST_GROUPS];
    int files[MOST_GROUPS];
    size_t file_count;
};

static void fill_result(Wire__Result *result, Wire__WholeGraph *graph,
                        const struct result_batch *batch, const struct result_item *item)
{
    wire__result__init(result);
    result->has_launch = result->has_range = result->has_uncounted = true;
    result->launch = item->launch;
    result->error = (char *)(uintptr_t)batch->error;
    result->facts = item->facts;
    result->range = item->range;
    result->uncounted = batch->uncounted;
    result->variant = (char *)(uintptr_t)batch->variant;
    result->counts = batch->error ? NULL : item->counts;
    result->samples = batch->error ? NULL : item->samples;
    result->time_samples = item->times;
    result->n_time_samples = batch->error ? 0 : item->time_count;
    result->time_alone = (char *)(uintptr_t)item->time_alone;
    if (item->kind == RESULT_KERNEL)
        return;
    result->has_is_range = result->is_range = item->kind == RESULT_RANGE;
    wire__whole_graph__init(graph);
    graph->kernels = item->kernels;
    graph->n_kernels = item->kernel_count;
    graph->has_device_launch = item->kind == RESULT_GRAPH;
    graph->device_launch = item->device_launch;
    result->graph = graph;
}

/* Images that lie in a file in memory go as open files. */
static void fill_group(Wire__GroupData *data, struct group_parts *parts,
                       const struct counter_group *group, bool one_pass)
{
    const bool shared = !group->lost && group->image.file >= 0;
    wire__group_data__init(data);
    data->has_passes = data->has_ranges = true;
    data->passes = one_pass ? 1 : group->passes;
    data->ranges = group->ranges;
    data->has_shared = shared;
    data->shared = shared ? group->image.size : 0;
    data->has_image = !group->lost && !shared;
    if (shared)
        parts->files[parts->file_count++] = group->image.file;
    else if (!group->lost)
        data->image = (ProtobufCBinaryData){group->image.size, group->image.bytes};
}

static size_t fill_groups(struct group_parts *parts, const struct result_batch *batch)
{
    const struct counters *counters = batch->counters;
    size_t count = 0;
    parts->file_count = 0;
    for (; counters && count < counters->group_count && count < MOST_GROUPS; count++) {
        fill_group(&parts->data[count], parts, &counters->groups[count], batch->one_pass);
        parts->pointers[count] = &parts->data[count];
    }
    return count;
}

/* What the values of instructions are. */
static void fill_inside(Wire__Window *m, const struct inside *inside)
{
    if (!inside)
        return;
    if (inside->counters) {
        m->instruction_counters = inside->counters->names;
        m->n_instruction_counters = inside->counters->count;
    }
    m->stall_reasons = inside->warps.reasons;
    m->n_stall_reasons = inside->warps.reason_count;
    m->has_sampling_buffer = true;
    m->sampling_buffer = inside->warps.buffer;
}

static void send_modules(struct inject *inject, const struct result_item *item)
{
    if (item->kind == RESULT_KERNEL && item->facts)
        send_module(inject, item->facts);
    for (size_t i = 0; item->kind != RESULT_KERNEL && i < item->kernel_count; i++)
        send_module(inject, item->kernels[i]);
}

static void send(struct inject *inject, const struct result_batch *batch,
                 const struct result_item *items, size_t count, struct parts *parts)
{
    Wire__ToHost message = WIRE__TO_HOST__INIT;
    Wire__Window m = WIRE__WINDOW__INIT;
    struct group_parts groups;
    for (size_t i = 0; i < count; i++) {
        parts->pointers[i] = &parts->results[i];
        fill_result(&parts->results[i], &parts->graphs[i], batch, &items[i]);
        if (!batch->error)
            send_modules(inject, &items[i]);
    }
    m.results = parts->pointers;
    m.n_results = count;
    m.has_bytes_accessible = m.has_bytes_saved = m.has_more = m.has_beside = true;
    m.bytes_accessible = m.bytes_saved = batch->bytes_saved;
    m.nanoseconds = (uint64_t *)(uintptr_t)batch->nanoseconds;
    m.n_nanoseconds = batch->nanoseconds ? PHASE_COUNT : 0;
    m.ended_by = (char *)(uintptr_t)batch->ended_by;
    m.more = batch->more;
    m.beside = batch->beside;
    fill_inside(&m, batch->inside);
    m.groups = groups.pointers;
    m.n_groups = fill_groups(&groups, batch);
    message.window = &m;
    channel_send_files(&inject->channel, &message, groups.files, groups.file_count);
}

bool results_send(struct inject *inject, const struct result_batch *batch,
                  const struct result_item *items, size_t count)
{
    Wire__Result one, *pointer;
    Wire__WholeGraph graph;
    struct parts parts = {&one, &pointer, &graph};
    if (count == 1) {
        send(inject, batch, items, 1, &parts);
        return true;
    }
    parts.results = calloc(count + 1, sizeof *parts.results);
    parts.pointers = calloc(count + 1, sizeof(Wire__Result *));
    parts.graphs = calloc(count + 1, sizeof *parts.graphs);
    const bool room = parts.results && parts.pointers && parts.graphs;
    if (room && count)
        send(inject, batch, items, count, &parts);
    free(parts.results);
    free(parts.pointers);
    free(parts.graphs);
    return room;
}

void results_tell_pass(struct inject *inject, uint64_t launch, unsigned pass, unsigned passes,
                       size_t launches)
{
    Wire__ToHost message = WIRE__TO_HOST__INIT;
    Wire__Pass m = WIRE__PASS__INIT;
    m.has_launch = m.has_pass = m.has_passes = m.has_launches = true;
    m.launch = launch;
    m.pass = pass;
    m.passes = passes;
    m.launches = (uint32_t)launches;
    message.pass = &m;
    if (pass < passes) {
        channel_send(&inject->channel, &message);
        return;
    }
    Wire__ToTarget *answer = channel_ask(&inject->channel, &message);
    if (answer)
        wire__to_target__free_unpacked(answer, NULL);
}
