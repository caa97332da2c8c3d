#include "window.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "activity.h"
#include "inject.h"

/* More passes than any schedule has: a broken profiler must not keep the program forever. */
enum { MOST_PASSES = 1000 };

static uint64_t now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

static void spent(struct window *w, enum phase phase, uint64_t *since)
{
    uint64_t time = now();
    w->nanoseconds[phase] += time - *since;
    *since = time;
}

bool window_open(struct window *w, struct inject *inject, struct context_state *context,
                 const char **error)
{
    *w = (struct window){.inject = inject, .context = context};
    uint64_t since = now();
    CUresult result = inject->driver.ctx_synchronize();
    if (result != CUDA_SUCCESS) {
        *error = inject_driver_error(inject, result);
        return false;
    }
    bool good = snapshot_take(&context->snapshot, inject, context->context, context->stream, error);
    spent(w, PHASE_SAVE, &since);
    if (good)
        activity_begin(inject);
    return good;
}

void window_add(struct window *w, const struct launch *launch, const struct function *function)
{
    struct launch *copy = &w->launches[w->count];
    *copy = *launch;
    facts_fill(&w->facts[w->count], w->inject, copy, function, (unsigned)w->context->device,
               w->context->id);
    w->count++;
}

static void send_pass(struct window *w, unsigned pass, unsigned passes)
{
    Wire__ToHost message = WIRE__TO_HOST__INIT;
    Wire__Pass m = WIRE__PASS__INIT;
    m.has_launch = m.has_pass = m.has_passes = true;
    m.launch = w->launches[0].id;
    m.pass = pass;
    m.passes = passes;
    message.pass = &m;
    channel_send(&w->inject->channel, &message);
}

/* The code of a kernel goes to the host once. */
static void send_module(struct window *w, const Wire__Facts *facts)
{
    struct cubin *cubin = modules_find_kernel(&w->inject->modules, facts->mangled);
    if (!cubin || cubin->sent)
        return;
    Wire__ToHost message = WIRE__TO_HOST__INIT;
    Wire__Module m = WIRE__MODULE__INIT;
    m.has_reference = m.has_cubin = true;
    m.reference = cubin->reference;
    m.cubin = (ProtobufCBinaryData){cubin->size, cubin->bytes};
    message.module = &m;
    cubin->sent = channel_send(&w->inject->channel, &message);
}

static void send_result(struct window *w, size_t index, const char *error)
{
    Wire__ToHost message = WIRE__TO_HOST__INIT;
    Wire__Result m = WIRE__RESULT__INIT;
    Wire__GroupData data[16];
    Wire__GroupData *pointers[16];
    const struct counters *counters = &w->context->counters;
    m.has_launch = true;
    m.launch = w->launches[index].id;
    m.error = (char *)(uintptr_t)error;
    m.facts = &w->facts[index].message;
    send_module(w, m.facts);
    for (size_t i = 0; !error && i < counters->group_count && i < 16; i++) {
        wire__group_data__init(&data[i]);
        data[i].has_image = data[i].has_passes = true;
        data[i].image = (ProtobufCBinaryData){counters->groups[i].image_size,
                                              counters->groups[i].image};
        data[i].passes = counters->groups[i].passes;
        pointers[m.n_groups++] = &data[i];
    }
    m.groups = pointers;
    m.has_bytes_accessible = m.has_bytes_saved = true;
    m.bytes_accessible = m.bytes_saved = w->context->snapshot.bytes;
    m.n_nanoseconds = PHASE_COUNT;
    m.nanoseconds = w->nanoseconds;
    message.result = &m;
    channel_send(&w->inject->channel, &message);
}

static CUresult run_launches(struct window *w)
{
    CUresult result = CUDA_SUCCESS;
    for (size_t i = 0; i < w->count && result == CUDA_SUCCESS; i++)
        result = launch_again(&w->launches[i], w->inject);
    CUresult finished = w->inject->driver.ctx_synchronize();
    return result != CUDA_SUCCESS ? result : finished;
}

static const char *measure_pass(struct window *w, bool *done)
{
    struct inject *inject = w->inject;
    struct context_state *context = w->context;
    const char *error;
    uint64_t since = now();
    if (!snapshot_restore(&context->snapshot, inject, context->stream, &error))
        return error;
    CUresult result = CUDA_SUCCESS;
    if (inject->flush_caches) {
        result = flush_run(&context->flush, inject, context->stream);
        if (result == CUDA_SUCCESS)
            result = inject->driver.stream_synchronize(context->stream);
    }
    if (result != CUDA_SUCCESS)
        return inject_driver_error(inject, result);
    spent(w, PHASE_RESTORE, &since);
    CUptiResult cupti = counters_start(&context->counters, &inject->cupti);
    spent(w, PHASE_START, &since);
    if (cupti != CUPTI_SUCCESS)
        return inject_cupti_error(inject, cupti);
    result = run_launches(w);
    spent(w, PHASE_RUN, &since);
    cupti = counters_stop(&context->counters, &inject->cupti, done);
    spent(w, PHASE_STOP, &since);
    if (result != CUDA_SUCCESS)
        return inject_driver_error(inject, result);
    return cupti == CUPTI_SUCCESS ? NULL : inject_cupti_error(inject, cupti);
}

static const char *measure_group(struct window *w, size_t group, unsigned *pass, unsigned passes)
{
    struct counters *counters = &w->context->counters;
    const struct foil_cupti *cupti = &w->inject->cupti;
    uint64_t since = now();
    CUptiResult result = counters_begin(counters, cupti, group, WINDOW_LAUNCHES);
    spent(w, PHASE_CONFIGURE, &since);
    if (result != CUPTI_SUCCESS)
        return inject_cupti_error(w->inject, result);
    bool done = false;
    for (unsigned i = 0; !done; i++) {
        const char *error = measure_pass(w, &done);
        if (!error && i >= MOST_PASSES)
            error = "the profiler asks for passes without end";
        if (error)
            return error;
        send_pass(w, ++*pass, passes);
    }
    since = now();
    result = counters_end(counters, cupti);
    spent(w, PHASE_DECODE, &since);
    return result == CUPTI_SUCCESS ? NULL : inject_cupti_error(w->inject, result);
}

/* The record is of one launch; the launches of a window that share a function share its configuration. */
static void add_activity(struct window *w, uint32_t correlation)
{
    struct activity_record record = activity_end(w->inject, correlation);
    for (size_t i = 0; i < w->count; i++) {
        w->facts[i].message.has_shared_config = record.found;
        w->facts[i].message.shared_config = record.shared_config;
        w->facts[i].message.has_registers = record.found;
        w->facts[i].message.registers = record.registers;
    }
}

static void free_launches(struct window *w)
{
    for (size_t i = 0; i < w->count; i++)
        launch_free(&w->launches[i]);
    w->count = 0;
}

void window_close(struct window *w, uint32_t correlation)
{
    struct inject *inject = w->inject;
    struct context_state *context = w->context;
    unsigned pass = 0, passes = 0;
    for (size_t i = 0; i < context->counters.group_count; i++)
        passes += context->counters.groups[i].passes;
    const char *error = NULL, *restored;
    CUresult result = inject->driver.ctx_synchronize();
    add_activity(w, correlation);
    if (result != CUDA_SUCCESS)
        error = inject_driver_error(inject, result);
    else if (!snapshot_find_changes(&context->snapshot))
        error = "not enough memory to compare host memory";
    bool replayed = !error;
    for (size_t i = 0; !error && i < context->counters.group_count; i++)
        error = measure_group(w, i, &pass, passes);
    /* A pass that broke off may have left anything behind: run the launches once more as the program did. */
    if (error && replayed &&
        snapshot_restore(&context->snapshot, inject, context->stream, &restored))
        run_launches(w);
    for (size_t i = 0; i < w->count; i++)
        send_result(w, i, error);
    free_launches(w);
}

void window_abandon(struct window *w, const char *reason)
{
    activity_end(w->inject, 0);
    for (size_t i = 0; i < w->count; i++)
        send_result(w, i, reason);
    free_launches(w);
}
