/* Runs the items of a window again. A pass is: put the heap's checkpoint back, run what lies
 * before the part, start the counters, warm up, put memory back, flush, run the part, stop the
 * counters. The counters start before memory is put back and before the flush, because starting
 * them warms the caches. The counter gate is open while the part runs, and a watchdog waits for
 * kernels that do not end. */
#include <stdio.h>
#include <string.h>

#include "collect/inject/base/inject.h"
#include "collect/inject/base/now.h"
#include "collect/inject/program/functions.h"
#include "collect/inject/program/graph_calls.h"
#include "collect/inject/window/window_internal.h"

/* More passes than any schedule has. A broken profiler must not keep the program for ever. */
enum { MOST_PASSES = 1000 };

static CUresult run_graph(const struct window *w, const struct window_item *item)
{
    CUresult result = whole_graph_again(item->graph, w->inject);
    CUresult finished = w->inject->driver.ctx_synchronize();
    return result != CUDA_SUCCESS ? result : finished;
}

/* Runs a range or a whole graph, which is one range for the counters. The context is idle when
 * counting begins and when it ends. */
static CUresult run_range(struct window *w, const struct window_item *item)
{
    struct counters *counters = &w->context->counters;
    if (item->graph)
        w->inject->driver.ctx_synchronize();
    CUptiResult cupti = w->counting ? counters_push(counters, &w->inject->cupti) : CUPTI_SUCCESS;
    const bool pushed = w->counting && cupti == CUPTI_SUCCESS;
    CUresult result = CUDA_ERROR_UNKNOWN;
    if (cupti == CUPTI_SUCCESS)
        result = item->graph ? run_graph(w, item) : range_record_run(item->record, w->inject);
    if (pushed)
        cupti = counters_pop(counters, &w->inject->cupti);
    w->failure = cupti == CUPTI_SUCCESS ? NULL : inject_cupti_error(w->inject, cupti);
    return w->failure ? CUDA_ERROR_UNKNOWN : result;
}

static const char stuck_text[] =
    "it does not end when it runs again: it may wait for the program, another process or another "
    "GPU; use --replay-mode application, leave it out with -k, or give it more time with "
    "--replay-timeout";

/* On the watchdog's thread. The kernel may be waiting for what the program's own code wrote during
 * the first run, and what was put back since: so that is written again. */
static void on_stuck(void *context)
{
    struct window *w = context;
    Wire__ToHost message = WIRE__TO_HOST__INIT;
    Wire__Notice m = WIRE__NOTICE__INIT;
    w->stuck = true;
    m.text = (char *)(uintptr_t)stuck_text;
    m.kernel = (char *)(uintptr_t)window_first_wanted(w)->mangled;
    message.notice = &m;
    channel_send(&w->inject->channel, &message);
    snapshot_finish_host(&w->context->snapshot);
    shadows_let_go(&w->context->shadows, w->inject, w->context->context, w->context->stream, NULL);
}

/* The limit for a pass is ten times what the launches took by themselves, and --replay-timeout
 * more. */
static void watch(struct window *w)
{
    const struct inject *inject = w->inject;
    w->watched = true;
    if (inject->settings.replay_timeout)
        watchdog_arm(&w->inject->watchdog,
                     inject->settings.replay_timeout * (uint64_t)1000000000u + 10 * w->kernel_time,
                     on_stuck, w);
}

static void unwatch(struct window *w)
{
    watchdog_disarm(&w->inject->watchdog);
    w->watched = false;
}

/* On the watchdog's thread. In its own run the launch may have waited for what the program wrote
 * later, as kernels do that hold back a stream until all is queued. */
static void on_waiting(void *context)
{
    struct window *w = context;
    w->let_go = true;
    shadows_let_go(&w->context->shadows, w->inject, w->context->context, w->context->stream, NULL);
    watch(w);
}

/* Nanoseconds that a launch which reaches shared memory has, beside so many times what it took by
 * itself; with counters of instructions it takes many times as long. A kernel that does not wait is
 * not to find what the program wrote later just because the machine is busy, so the time is long
 * until the kernel is known to wait. */
enum { WAITS_KNOWN = 3 * 1000 * 1000, WAITS_UNKNOWN = 200 * 1000 * 1000 };
enum { WAITS_TIMES = 4, WAITS_TIMES_INSIDE = 200 };

static CUresult run_that_may_wait(struct window *w, const struct window_item *item)
{
    struct function *function = functions_get(w->inject->program.functions, item->launch.f);
    const bool holds = kernel_hazard_waits_a_while(item->launch.mangled);
    const bool waits = holds || (function && function->waits);
    const uint64_t times = w->inside_pass ? WAITS_TIMES_INSIDE : WAITS_TIMES;
    w->let_go = false;
    if (holds) /* it computes nothing, so it need not wait for what is there by now */
        shadows_let_go(&w->context->shadows, w->inject, w->context->context, w->context->stream,
                       &item->launch);
    watchdog_arm(&w->inject->watchdog, (waits ? WAITS_KNOWN : WAITS_UNKNOWN) + times * item->time,
                 on_waiting, w);
    const CUresult result = launch_again(&item->launch, w->inject);
    const CUresult finished = w->inject->driver.ctx_synchronize();
    watchdog_disarm(&w->inject->watchdog);
    watch(w);
    if (function)
        function->waits = function->waits || w->let_go;
    return result != CUDA_SUCCESS ? result : finished;
}

/* A node of a graph may be one that the driver launches only there. It is not tried again. */
static CUresult run_launch(struct window *w, const struct window_item *item)
{
    const CUresult result = launch_again(&item->launch, w->inject);
    struct function *function = result == CUDA_ERROR_NOT_SUPPORTED
                                    ? functions_get(w->inject->program.functions, item->launch.f)
                                    : NULL;
    if (function) {
        function->refused = true;
        w->failure = "the driver launches one of the kernels that were measured together only as "
                     "part of a graph";
    }
    return result;
}

static CUresult run_again(struct window *w, const struct window_item *item)
{
    if (window_item_is_range(item))
        return run_range(w, item);
    return item->reaches && w->watched ? run_that_may_wait(w, item) : run_launch(w, item);
}

/* Goes on in another context when this one is idle. The measured one is current outside. */
static CUresult go_on(const struct window *w, const struct context_state **current,
                      const struct context_state *next)
{
    CUresult result = w->inject->driver.ctx_synchronize();
    if (*current == next)
        return result;
    if (*current != w->context)
        window_leave(w);
    *current = w->context;
    if (next != w->context && result == CUDA_SUCCESS)
        result = window_enter(w, next);
    if (result == CUDA_SUCCESS)
        *current = next;
    return result;
}

/* Runs in the program's order, one after the other: the counters let one kernel run at a time, so
 * work on another stream waits for its predecessor. The flush comes right before each measured
 * launch. Anything between the two, such as starting the counters, would warm the caches again and
 * let the memory go idle. */
CUresult window_run_items(struct window *w, size_t begin, size_t end, bool flush)
{
    const struct foil_driver *driver = &w->inject->driver;
    const struct context_state *current = w->context;
    const struct launch *last = NULL;
    CUresult result = CUDA_SUCCESS;
    for (size_t i = begin; i < end && result == CUDA_SUCCESS && !w->stuck; i++) {
        struct window_item *item = w->items[i];
        const bool own = item->context == w->context;
        const bool work = item->kind == ITEM_WORK;
        const bool more_work = work && i + 1 < end && w->items[i + 1]->kind == ITEM_WORK &&
                               w->items[i + 1]->context == item->context;
        if (item->context != current) {
            result = go_on(w, &current, item->context);
            last = NULL;
        }
        if (last && (work || last->config.hStream != item->launch.config.hStream ||
                     last->per_thread_stream != item->launch.per_thread_stream))
            result = driver->ctx_synchronize();
        if (work && result == CUDA_SUCCESS)
            result = work_again(&item->work, w->inject, item->context->stream);
        if (work && !more_work && result == CUDA_SUCCESS)
            result = driver->stream_synchronize(item->context->stream);
        if (item->kind == ITEM_WANTED && flush && result == CUDA_SUCCESS &&
            (!w->inside_pass || item->sampling))
            result = flush_run(&w->context->flush, w->inject, item->launch.config.hStream,
                               w->most == 1 && memory_is_shared(w->inject->program.memory));
        if (!work && own && w->before && result == CUDA_SUCCESS)
            result = w->before(w, item);
        if (!work && result == CUDA_SUCCESS)
            result = run_again(w, item);
        if (!work && own && w->after && result == CUDA_SUCCESS)
            result = w->after(w, item);
        last = work ? NULL : &item->launch;
    }
    CUresult finished = go_on(w, &current, w->context);
    return result != CUDA_SUCCESS ? result : finished;
}

/* Puts memory back, and before it warms up, which begins in the same way. false: *error says why
 * memory could not be put back. */
static bool restore_warm(struct window *w, CUresult *result, const char **error)
{
    *result = CUDA_SUCCESS;
    if (w->warm && !window_restore(w, error))
        return false;
    if (w->warm)
        *result = window_run_items(w, 0, w->warm_end, false);
    return *result != CUDA_SUCCESS || w->stuck || w->begin > 0 || window_restore(w, error);
}

bool window_restore_checkpoint(struct window *w)
{
    return !w->checkpoint.size || checkpoint_restore(&w->checkpoint);
}

static const char checkpoint_refused[] = "the memory of malloc on the device could not be put back";

/* NULL if the step went well, else a text that stays until the next step. */
static const char *step_error(struct window *w, const char *step, CUptiResult result)
{
    if (result == CUPTI_SUCCESS)
        return NULL;
    snprintf(w->step_error, sizeof w->step_error, "%s: %s", step,
             inject_cupti_error(w->inject, result));
    return w->step_error;
}

/* Runs what lies before the part, so that the part finds memory as it should be. NULL, or what
 * went wrong. */
static const char *lead_up(struct window *w)
{
    const char *error;
    if (!window_restore(w, &error))
        return error;
    watch(w);
    CUresult result = window_run_items(w, 0, w->begin, false);
    unwatch(w);
    if (w->stuck)
        return stuck_text;
    return result == CUDA_SUCCESS ? NULL : inject_driver_error(w->inject, result);
}

static const char *measure_pass(struct window *w, bool *done)
{
    struct inject *inject = w->inject;
    struct context_state *context = w->context;
    const char *error;
    uint64_t since = now_ns();
    if (!window_restore_checkpoint(w))
        return checkpoint_refused;
    if (w->begin > 0 && (error = lead_up(w)))
        return error;
    window_spent(&w->nanoseconds[PHASE_RESTORE], &since);
    CUptiResult cupti = counters_start(&context->counters, &inject->cupti);
    window_spent(&w->nanoseconds[PHASE_START], &since);
    if (cupti != CUPTI_SUCCESS)
        return step_error(w, "starting the counters", cupti);
    w->counting = true;
    /* With the warm-up fewer values of short kernels differ from Nsight Compute's
     * (tests/gpu/RESULTS.md has the comparison). Perhaps starting the counters leaves address
     * translations cold. A flush by reading that comes first writes back the dirty lines that
     * restoring memory leaves in the L2 cache. */
    watch(w);
    if (!context->counters.user_ranges)
        counter_gate_begin(&inject->gate);
    CUresult result;
    if (!restore_warm(w, &result, &error)) {
        counter_gate_end(&inject->gate);
        unwatch(w);
        return error;
    }
    if (result == CUDA_SUCCESS && window_flush_has_kernel(w)) {
        result = flush_run(&context->flush, inject, context->stream, false);
        CUresult finished = inject->driver.ctx_synchronize();
        result = result != CUDA_SUCCESS ? result : finished;
    }
    window_spent(&w->nanoseconds[PHASE_RESTORE], &since);
    if (result == CUDA_SUCCESS)
        result = window_run_items(w, w->begin, w->end, inject->settings.flush_caches);
    const bool closed = counter_gate_end(&inject->gate);
    unwatch(w);
    window_spent(&w->nanoseconds[PHASE_RUN], &since);
    cupti = counters_stop(&context->counters, &inject->cupti, done);
    w->counting = cupti != CUPTI_SUCCESS;
    window_spent(&w->nanoseconds[PHASE_STOP], &since);
    if (w->stuck)
        return stuck_text;
    if (result != CUDA_SUCCESS)
        return w->failure ? w->failure : inject_driver_error(inject, result);
    return closed ? step_error(w, "stopping the counters", cupti)
                  : "the kernel driver refused to stop the counters after a launch";
}

/* Whether the others can do without a group that the device refused before it had measured
 * anything. */
static bool can_lose(const struct window *w, struct counter_group *group, const char *error)
{
    if (!group->optional)
        return false;
    group->lost = true;
    inject_notice(w->inject, false, "the GPU refuses %.*s and the counters of its group: %s",
                  (int)strcspn(group->metrics[0], "."), group->metrics[0], error);
    return true;
}

/* Runs what leads up to the part and warms up, and puts memory back. */
static const char *prepare_part(struct window *w, bool warm, CUresult *result)
{
    const char *error;
    if (!window_restore_checkpoint(w))
        return checkpoint_refused;
    if (w->begin > 0)
        return lead_up(w);
    const bool good = warm ? restore_warm(w, result, &error) : window_restore(w, &error);
    return good ? NULL : error;
}

const char *window_run_part(struct window *w, bool warm, bool flush)
{
    struct inject *inject = w->inject;
    CUresult (*const after)(struct window *, struct window_item *) = w->after;
    CUresult (*const before)(struct window *, struct window_item *) = w->before;
    CUresult result = CUDA_SUCCESS;
    watch(w);
    w->after = w->before = NULL;
    const char *error = prepare_part(w, warm, &result);
    w->after = after;
    w->before = before;
    watch(w); /* what leads up has a limit of its own */
    if (!error && !w->stuck && result == CUDA_SUCCESS && after)
        result = after(w, NULL);
    if (!error && !w->stuck && result == CUDA_SUCCESS)
        result = window_run_items(w, w->begin, w->end, flush);
    unwatch(w);
    if (error || w->stuck)
        return w->stuck ? stuck_text : error;
    return result == CUDA_SUCCESS ? NULL : inject_driver_error(inject, result);
}

void window_tell_pass(struct window *w, unsigned pass, unsigned passes)
{
    results_tell_pass(w->inject, window_first_wanted(w)->id, pass, passes, w->part_wanted);
}

static const char lost_text[] =
    "the profiler lost counters of launches that were measured together";

static const char *measure_group(struct window *w, size_t index, unsigned *pass, unsigned *passes)
{
    struct counters *counters = &w->context->counters;
    struct counter_group *group = &counters->groups[index];
    const struct foil_cupti *cupti = &w->inject->cupti;
    uint64_t since = now_ns();
    counters->user_ranges = window_item_is_range(w->items[w->end - 1]);
    CUptiResult result = counters_begin(counters, cupti, index, window_ranges(w));
    window_spent(&w->nanoseconds[PHASE_CONFIGURE], &since);
    const char *error = step_error(w, "setting up the counters", result);
    bool done = false;
    for (unsigned i = 0; !done && !error; i++) {
        error = measure_pass(w, &done);
        if (!error && i >= MOST_PASSES)
            error = "the profiler never stops asking for passes";
        if (error && i > 0)
            return error;
        if (!error)
            window_tell_pass(w, ++*pass, *passes);
    }
    if (error) {
        if (w->counting || !can_lose(w, group, error))
            return error;
        *passes -= group->passes;
        if (*pass == *passes) /* what was thought to be one of the passes was the last */
            window_tell_pass(w, *pass, *passes);
        return NULL;
    }
    since = now_ns();
    result = counters_end(counters, cupti);
    window_spent(&w->nanoseconds[PHASE_DECODE], &since);
    if (result != CUPTI_SUCCESS)
        return step_error(w, "reading the counters", result);
    return counters_have(group, cupti, window_ranges(w)) ? NULL : lost_text;
}

/* CUPTI 13.0 loses ranges now and then when another GPU of the process has just got counters
 * (tests/gpu/RESULTS.md). It has them when it begins anew. */
const char *window_measure_group(struct window *w, size_t index, unsigned *pass, unsigned *passes)
{
    struct counters *counters = &w->context->counters;
    const char *error = measure_group(w, index, pass, passes);
    if (error != lost_text)
        return error;
    counters_release(counters, &w->inject->cupti);
    *passes += counters->groups[index].passes;
    return measure_group(w, index, pass, passes);
}
