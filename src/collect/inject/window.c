#include "window.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "activity.h"
#include "inject.h"

/* More passes than any schedule has: a broken profiler must not keep the program forever. */
enum { MOST_PASSES = 1000 };

/* Nanoseconds: a program that launches now and then still sees its results come. */
enum { LONGEST_OPEN = 200 * 1000 * 1000 };

/* Nanoseconds. Chosen, not measured: the warm-up doubles the kernels of a pass, and what it mends
 * is a share of short ones. */
enum { WARM_UP_BELOW = 20 * 1000 * 1000 };

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
                 enum treatment treatment, const char **error)
{
    *w = (struct window){.inject = inject, .context = context, .treatment = treatment};
    uint64_t since = now();
    CUresult result = inject->driver.ctx_synchronize();
    if (result != CUDA_SUCCESS) {
        *error = inject_driver_error(inject, result);
        return false;
    }
    bool heap = treatment == TREAT_HEAP || treatment_heap_in_use(inject);
    if (heap && !context->heap_started)
        w->uncounted = checkpoint_start_heap(inject);
    context->heap_started = context->heap_started || (heap && !w->uncounted);
    bool good = snapshot_take(&context->snapshot, inject, context->context, context->stream, error);
    if (good && heap && !w->uncounted)
        w->uncounted = checkpoint_save(&w->checkpoint, inject, context->context);
    w->generation = inject->modules.generation;
    w->most = treatment != TREAT_TOGETHER || memory_is_shared(&inject->memory) ||
                      context->snapshot.managed_globals
                  ? 1
                  : context->window_launches;
    spent(w, PHASE_SAVE, &since);
    w->opened = since;
    if (good)
        activity_begin(inject);
    return good;
}

/* A module that came since may have variables that are not in the snapshot. */
bool window_takes(const struct window *w, const struct context_state *context,
                  enum treatment treatment)
{
    return treatment == TREAT_TOGETHER && w->context == context && w->count < w->most &&
           w->generation == w->inject->modules.generation && now() - w->opened < LONGEST_OPEN;
}

void window_add(struct window *w, const struct launch *launch, const struct function *function,
                uint32_t correlation)
{
    struct launch *copy = &w->launches[w->count];
    *copy = *launch;
    /* CUPTI's string need not outlive the call. */
    copy->mangled = copy->name = strdup(launch->mangled);
    if (!copy->name)
        copy->mangled = "";
    w->correlations[w->count] = correlation;
    facts_fill(&w->facts[w->count], w->inject, copy, function, (unsigned)w->context->device,
               w->context->id);
    w->count++;
}

static void send_pass(struct window *w, unsigned pass, unsigned passes)
{
    Wire__ToHost message = WIRE__TO_HOST__INIT;
    Wire__Pass m = WIRE__PASS__INIT;
    m.has_launch = m.has_pass = m.has_passes = m.has_launches = true;
    m.launch = w->launches[0].id;
    m.pass = pass;
    m.passes = passes;
    m.launches = (uint32_t)w->count;
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

enum { MOST_GROUPS = 16 };

static bool flush_has_kernel(const struct window *w)
{
    return w->inject->flush_caches && !w->context->flush.evicts;
}

/* Every kernel of a pass is a range: with the warm-up its launches come first; with a flush that is
 * a kernel one of these precedes them all, and one each. */
static size_t range_of(const struct window *w, size_t launch)
{
    size_t before = w->warm ? w->count : 0;
    return before + (flush_has_kernel(w) ? 2 * launch + 2 : launch);
}

static void send_results(struct window *w, size_t first, const char *error)
{
    Wire__ToHost message = WIRE__TO_HOST__INIT;
    Wire__Window m = WIRE__WINDOW__INIT;
    Wire__Result results[WINDOW_LAUNCHES], *result_pointers[WINDOW_LAUNCHES];
    Wire__GroupData data[MOST_GROUPS], *data_pointers[MOST_GROUPS];
    const struct counters *counters = &w->context->counters;
    bool counted = !w->uncounted;
    for (size_t i = first; i < w->count; i++) {
        Wire__Result *result = &results[m.n_results];
        wire__result__init(result);
        result->has_launch = result->has_range = true;
        result->launch = w->launches[i].id;
        result->error = (char *)(uintptr_t)error;
        result->facts = &w->facts[i].message;
        result->range = (uint32_t)range_of(w, i);
        result->has_uncounted = true;
        result->uncounted = !counted;
        result_pointers[m.n_results++] = result;
        if (!error)
            send_module(w, result->facts);
    }
    for (size_t i = 0; !error && counted && i < counters->group_count && i < MOST_GROUPS; i++) {
        wire__group_data__init(&data[i]);
        data[i].has_image = data[i].has_passes = true;
        data[i].image =
            (ProtobufCBinaryData){counters->groups[i].image_size, counters->groups[i].image};
        data[i].passes = counters->groups[i].passes;
        data[i].has_ranges = true;
        data[i].ranges = counters->ranges;
        data_pointers[m.n_groups++] = &data[i];
    }
    m.results = result_pointers;
    m.groups = data_pointers;
    m.has_bytes_accessible = m.has_bytes_saved = true;
    m.bytes_accessible = m.bytes_saved = counted ? w->context->snapshot.bytes : 0;
    m.n_nanoseconds = PHASE_COUNT;
    m.nanoseconds = w->nanoseconds;
    message.window = &m;
    channel_send(&w->inject->channel, &message);
}

/* Each launch has its flush right before it: what lies between the two, such as starting the
 * counters, would warm the caches again and let the memory go idle. */
static CUresult run_launches(struct window *w, bool flush)
{
    CUresult result = CUDA_SUCCESS;
    for (size_t i = 0; i < w->count && result == CUDA_SUCCESS; i++) {
        if (flush)
            result = flush_run(&w->context->flush, w->inject, w->launches[i].config.hStream);
        if (result == CUDA_SUCCESS)
            result = launch_again(&w->launches[i], w->inject);
    }
    CUresult finished = w->inject->driver.ctx_synchronize();
    return result != CUDA_SUCCESS ? result : finished;
}

static bool restore_checkpoint(struct window *w)
{
    return !w->checkpoint.size || checkpoint_restore(&w->checkpoint, w->inject);
}

static const char *measure_pass(struct window *w, bool *done)
{
    struct inject *inject = w->inject;
    struct context_state *context = w->context;
    const char *error;
    uint64_t since = now();
    if (!restore_checkpoint(w))
        return "the memory of malloc on the device could not be put back";
    spent(w, PHASE_RESTORE, &since);
    CUptiResult cupti = counters_start(&context->counters, &inject->cupti);
    spent(w, PHASE_START, &since);
    if (cupti != CUPTI_SUCCESS)
        return inject_cupti_error(inject, cupti);
    w->counting = true;
    /* With the warm-up fewer values of short kernels differ from the reference
     * (tests/gpu/RESULTS.md has the comparison). The reason is a guess: starting the counters
     * leaves address translations cold. A flush by reading that comes first writes back the dirty
     * lines that restoring memory leaves in the L2 cache. */
    CUresult result = w->warm ? run_launches(w, false) : CUDA_SUCCESS;
    if (result == CUDA_SUCCESS &&
        !snapshot_restore(&context->snapshot, inject, context->stream, &error))
        return error;
    if (result == CUDA_SUCCESS && flush_has_kernel(w)) {
        result = flush_run(&context->flush, inject, context->stream);
        CUresult finished = inject->driver.ctx_synchronize();
        result = result != CUDA_SUCCESS ? result : finished;
    }
    spent(w, PHASE_RESTORE, &since);
    if (result == CUDA_SUCCESS)
        result = run_launches(w, inject->flush_caches);
    spent(w, PHASE_RUN, &since);
    cupti = counters_stop(&context->counters, &inject->cupti, done);
    w->counting = cupti != CUPTI_SUCCESS;
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
    CUptiResult result = counters_begin(counters, cupti, group);
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

static void add_activity(void *context, uint32_t correlation, const struct activity_record *record)
{
    struct window *w = context;
    for (size_t i = 0; i < w->count; i++) {
        Wire__Facts *facts = &w->facts[i].message;
        if (w->correlations[i] != correlation)
            continue;
        facts->has_shared_config = facts->has_registers = true;
        facts->shared_config = record->shared_config;
        facts->registers = record->registers;
        w->kernel_time += record->nanoseconds;
        w->timed++;
    }
}

static void free_launches(struct window *w, size_t first)
{
    for (size_t i = first; i < w->count; i++)
        launch_free(&w->launches[i]);
    w->count = first;
}

/* The launches are those that the program made; the context is idle again. */
static void replay(struct window *w, const char *error)
{
    struct inject *inject = w->inject;
    struct context_state *context = w->context;
    unsigned pass = 0, passes = 0;
    for (size_t i = 0; i < context->counters.group_count; i++)
        passes += context->counters.groups[i].passes;
    const char *restored;
    /* A checkpoint is put back before the counters start, and so before a warm-up. */
    w->warm = w->treatment == TREAT_TOGETHER && !w->checkpoint.size && w->timed == w->count &&
              w->kernel_time < WARM_UP_BELOW;
    if (!error && !snapshot_find_changes(&context->snapshot, inject, context->stream))
        error = "not enough memory to compare host memory";
    bool replayed = !error;
    const size_t count = context->counters.group_count, first = context->counters.configured;
    for (size_t i = 0; !error && i < count; i++)
        error = measure_group(w, (first + i) % count, &pass, passes);
    bool done;
    if (w->counting)
        counters_stop(&context->counters, &inject->cupti, &done);
    /* A pass that broke off may have left anything behind: run the launches once more as the
     * program did. Host memory that could not be put back they make good if they only write it. */
    if (error && replayed && restore_checkpoint(w) &&
        (snapshot_restore(&context->snapshot, inject, context->stream, &restored) ||
         restored == snapshot_host_refused))
        run_launches(w, false);
    send_results(w, 0, error);
}

static void measure(struct window *w)
{
    CUresult result = w->inject->driver.ctx_synchronize();
    const char *error = result == CUDA_SUCCESS ? NULL : inject_driver_error(w->inject, result);
    activity_end(w->inject, add_activity, w);
    if (w->uncounted)
        send_results(w, 0, error);
    else
        replay(w, error);
}

void window_close(struct window *w)
{
    const struct foil_driver *driver = &w->inject->driver;
    CUcontext previous;
    /* The call that closes the window may come from a thread with another context. */
    bool current = driver->ctx_push_current(w->context->context) == CUDA_SUCCESS;
    if (!w->count || !current) {
        activity_end(w->inject, NULL, NULL);
        if (w->count)
            send_results(w, 0, "the context is gone");
    } else {
        w->inject->replaying = true;
        measure(w);
        w->inject->replaying = false;
    }
    if (current) {
        checkpoint_free(&w->checkpoint, w->inject);
        driver->ctx_pop_current(&previous);
    }
    free_launches(w, 0);
}

void window_drop_last(struct window *w, const char *reason)
{
    send_results(w, w->count - 1, reason);
    free_launches(w, w->count - 1);
}
