#include <stdlib.h>

#include "inject.h"
#include "native_internal.h"
#include "send_module.h"

/* The program goes on and may print: the host's line must be gone by then. */
static void wait_for_host(struct inject *inject, struct native_item *const *items, size_t count)
{
    Wire__ToHost message = WIRE__TO_HOST__INIT;
    Wire__Pass m = WIRE__PASS__INIT;
    m.has_launch = m.has_pass = m.has_passes = m.has_launches = true;
    m.launch = items[0]->launch.id;
    m.pass = m.passes = 1;
    m.launches = (uint32_t)count;
    message.pass = &m;
    Wire__ToTarget *answer = channel_ask(&inject->channel, &message);
    if (answer)
        wire__to_target__free_unpacked(answer, NULL);
}

static void fill_result(const struct native *s, Wire__Result *result, struct native_item *item,
                        const char *error)
{
    wire__result__init(result);
    result->has_launch = result->has_range = true;
    result->launch = item->launch.id;
    result->range = item->range;
    result->error = (char *)(uintptr_t)error;
    result->facts = s->in_runs && !s->first_run ? NULL : &item->facts.message;
}

static void fill_group(const struct native *s, Wire__GroupData *data)
{
    const struct counter_group *group = &s->context->counters.groups[0];
    const bool shared = group->image.file >= 0;
    data->has_passes = data->has_ranges = true;
    data->passes = 1;
    data->ranges = group->ranges;
    data->has_shared = shared;
    data->shared = group->image.size;
    data->has_image = !shared;
    if (!shared)
        data->image = (ProtobufCBinaryData){group->image.size, group->image.bytes};
}

/* false: no memory. */
static bool send(struct inject *inject, struct native *s, struct native_item *const *items,
                 size_t count, const char *error)
{
    Wire__Result *results = calloc(count, sizeof *results);
    Wire__Result **pointers = calloc(count, sizeof *pointers);
    Wire__ToHost message = WIRE__TO_HOST__INIT;
    Wire__Window m = WIRE__WINDOW__INIT;
    Wire__GroupData data = WIRE__GROUP_DATA__INIT, *groups = &data;
    const bool room = results && pointers;
    const bool counted = !error && !s->first_run && !s->context->counters.groups[0].lost;
    for (size_t i = 0; i < count && room; i++) {
        pointers[i] = &results[i];
        fill_result(s, &results[i], items[i], error);
        if (!error && results[i].facts)
            send_module(inject, &items[i]->facts.message);
    }
    m.has_bytes_accessible = m.has_bytes_saved = true;
    m.results = pointers;
    m.n_results = count;
    m.n_nanoseconds = PHASE_COUNT;
    m.nanoseconds = s->nanoseconds;
    m.ended_by = (char *)(uintptr_t)s->ended_by;
    m.groups = &groups;
    m.n_groups = counted || (!error && !s->in_runs);
    message.window = &m;
    if (counted)
        fill_group(s, &data);
    const int *file = counted ? &s->context->counters.groups[0].image.file : NULL;
    if (room)
        channel_send_files(&inject->channel, &message, file, data.has_shared);
    free(results);
    free(pointers);
    return room;
}

void native_send(struct inject *inject, struct native *s, struct native_item *const *items,
                 size_t count, const char *error)
{
    if (!count)
        return;
    wait_for_host(inject, items, count);
    if (!send(inject, s, items, count, error))
        inject_notice(inject, true, "out of memory: results were lost");
}

void native_item_free(struct native_item *item)
{
    if (item)
        launch_free(&item->launch);
    free(item);
}
