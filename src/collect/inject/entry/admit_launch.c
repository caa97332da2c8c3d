/* The way of a launch: its number, the program filter and the host's verdict, then the place where
 * it is measured. With application replay that is always in place. With kernel replay it is in
 * place where one pass has all that is asked for and everything is known of the launch, else in a
 * window. A launch that is not measured still changes memory, so it joins the open window
 * unmeasured, or closes it. running_calm() and in_place_close() give the lock up: whatever was
 * looked up before them is looked up again. */
#include "collect/inject/entry/admit.h"

#include <stdlib.h>

#include "collect/inject/base/inject.h"
#include "collect/inject/base/now.h"
#include "collect/inject/context/contexts.h"
#include "collect/inject/context/introduce.h"
#include "collect/inject/entry/admit_internal.h"
#include "collect/inject/host/ask_host.h"
#include "collect/inject/in_place/in_place.h"
#include "collect/inject/in_place/watched.h"
#include "collect/inject/program/exposed.h"
#include "collect/inject/program/functions.h"
#include "collect/inject/program/launch.h"
#include "collect/inject/program/meeting.h"
#include "collect/inject/program/memory.h"
#include "collect/inject/program/pageable.h"
#include "collect/inject/program/running.h"
#include "collect/inject/saved/leads.h"
#include "collect/inject/window/window_mode.h"

/* The window has found out which memory leads to what others write. */
static void look_again(struct inject *inject, struct context_state *context,
                       struct window_need *need)
{
    const struct function *function =
        need->launch ? functions_get(inject->program.functions, need->launch->f) : NULL;
    need->reach = (struct shadow_reach){0};
    if (need->graph)
        admit_note_graph_reach(inject, need->graph, context, need);
    else if (function)
        admit_note_reach(inject, context, function, need->launch, need);
}

struct window *admit_window(struct inject *inject, struct context_state *context,
                            struct window_need *need, const char **error)
{
    const char *why = NULL;
    if (inject->modes.window) {
        why = window_refuses(inject->modes.window, context, need);
        if (!why)
            return inject->modes.window;
    }
    window_mode_close(inject, why);
    if (!running_calm(inject, context->context, error))
        return NULL;
    /* The lock was free meanwhile. */
    *error = "a stream is being captured";
    if (inject->program.capturing)
        return NULL;
    if (inject->modes.window) {
        if (!need->alone) /* else no window of another thread takes it */
            look_again(inject, context, need);
        why = window_refuses(inject->modes.window, context, need);
        if (!why)
            return inject->modes.window;
    }
    window_mode_close(inject, why);
    *error = need->once;
    if (need->once)
        return NULL;
    *error = running_not_ended;
    if (!in_place_close(inject, "a launch that has to run again"))
        return NULL;
    watched_end(inject, "a launch that runs again");
    struct window *window = calloc(1, sizeof *window);
    *error = "out of memory";
    if (window && window_open(window, inject, context, need, error)) {
        inject->modes.window = window;
        return window;
    }
    free(window);
    return NULL;
}

/* Nanoseconds for which marks of what leads to exposed memory count behind their window: a pointer
 * may have gone, and to look again takes as long as to open a window. */
enum { MARKS_LAST = 1000 * 1000 * 1000 };

/* The first launch of a kernel that reaches pinned memory is alone if its code does not show that
 * it waits for nobody. Programs that wait with managed memory are rare. */
void admit_note_reach(struct inject *inject, struct context_state *context,
                      const struct function *function, const struct launch *launch,
                      struct window_need *need)
{
    struct shadow_reach reach = {0};
    struct memory_tracker *tracker = inject->program.memory;
    if (!inject->modes.window && now_ns() - tracker->marked > MARKS_LAST)
        leads_forget(tracker);
    shadows_reach_of_launch(&context->shadows, tracker, launch, &reach);
    need->may_shadow = !inject->settings.series_count;
    if (kernel_hazard_waits_for_others(inject, context->context, launch))
        need->once = kernel_hazard_waits_text;
    else if (!need->once)
        need->once = exposed_by_launch(tracker, launch)             ? exposed_text
                     : pageable_by_launch(inject, function, launch) ? pageable_text
                                                                    : NULL;
    need->shares = need->shares || exposed_leads_to_shared(tracker, launch);
    need->shares = need->shares || reach.other || (reach.any && !need->may_shadow);
    need->alone = need->alone || (reach.host && !function->shared_well &&
                                  !kernel_hazard_waits_a_while(launch->mangled) &&
                                  !kernel_hazard_never_waits(inject, launch));
    need->reach.any = need->reach.any || reach.any;
    need->reach.other = need->reach.other || reach.other;
    need->reach.missing += reach.missing;
    need->reach.bytes += reach.bytes;
}

/* Whether a launch that must not run again can be measured where it is made. With most counters it
 * returns only when its kernel has ended. If that waits for a GPU that the same process drives,
 * the process would wait for itself. */
static bool is_measured_once(struct inject *inject, const struct context_state *context,
                             const struct launch *launch)
{
    return in_place_is_enough(inject, context) &&
           (!kernel_hazard_waits_for_others(inject, context->context, launch) ||
            !memory_has_others(inject->program.memory, context->context));
}

/* Kernel replay: whether the launch is measured in place because one pass is enough. A launch that
 * had better not run again is, even if not all of its facts are known. Any other launch is if its
 * facts are known and it does not fit the open window. */
static bool is_measured_here(struct inject *inject, struct context_state *context,
                             struct function *function, const struct launch *launch,
                             const struct window_need *need)
{
    if (!in_place_is_enough(inject, context) ||
        (need->once && !is_measured_once(inject, context, launch)))
        return false;
    kernel_hazard_note(inject, function, launch->mangled);
    if (need->shares || need->once || need->reach.any || function->stuck ||
        kernel_hazard_of_other(inject, function) != HAZARD_NONE)
        return true;
    const char *why =
        inject->modes.window ? window_refuses(inject->modes.window, context, need) : NULL;
    if (why)
        window_mode_close(inject, why);
    return !inject->modes.window && in_place_knows(inject, context, function, launch);
}

/* *added: whether the launch was measured in place after all. The lock was free meanwhile. */
static bool add_once(struct inject *inject, struct launch *launch, const CUpti_CallbackData *data,
                     const char *why, bool *added)
{
    struct context_state *context = contexts_get(inject, launch->context, data->contextUid);
    struct function *function = functions_get(inject->program.functions, launch->f);
    *added = context && function &&
             (why == window_shared_text || why == pageable_text ||
              exposed_by_launch(inject->program.memory, launch)) &&
             is_measured_once(inject, context, launch);
    if (!*added)
        return false;
    launch_free(launch); /* its arguments */
    return in_place_add(inject, launch, function, data);
}

/* It can neither run again nor be counted where it is made. */
bool admit_is_watched(const char *why)
{
    return why == kernel_hazard_waits_text || why == exposed_text || why == pageable_text ||
           why == window_shared_text || why == running_not_ended;
}

/* false: not even its time and shape will be told. */
static bool watch_instead(struct inject *inject, struct launch *launch,
                          const CUpti_CallbackData *data, const char *why)
{
    if (!admit_is_watched(why))
        return false;
    struct function *function = functions_get(inject->program.functions, launch->f);
    if (!function || !in_place_close(inject, "a launch that is only watched"))
        return false;
    launch_free(launch); /* its arguments */
    return watched_add(inject, launch, function, data, why);
}

static bool add_to_window(struct inject *inject, struct launch *launch, struct function *function,
                          const CUpti_CallbackData *data)
{
    const char *error = "this context cannot be profiled";
    if (contexts_is_new(inject, launch->context))
        window_mode_close(inject, "another context");
    struct context_state *context = contexts_get(inject, launch->context, data->contextUid);
    struct window_need need = {.launches = 1, .wanted = 1, .alone = inject->settings.series_count};
    bool copied = false;
    if (context) {
        functions_resolve(function, inject);
        copied = launch_copy_arguments(launch, inject, function->is_kernel, data);
        admit_note_reach(inject, context, function, launch, &need);
        need.alone = need.alone || window_is_apart(inject, context, function, launch);
        need.launch = copied ? launch : NULL;
        if (is_measured_here(inject, context, function, launch, &need)) {
            launch_free(launch); /* its arguments */
            return in_place_add(inject, launch, function, data);
        }
        need.kernel_hazard = kernel_hazard_choose(inject, function, launch->mangled);
    }
    if (context && !copied)
        error = "the launch's arguments could not be copied";
    struct window *window = NULL;
    if (copied && need.once) {
        window_mode_close(inject, "a launch that must not run again");
        error = need.once;
    } else if (copied) {
        window = admit_window(inject, context, &need, &error);
    }
    bool added;
    if (!window && copied && add_once(inject, launch, data, error, &added))
        return true;
    if (!window && copied && (added || watch_instead(inject, launch, data, error)))
        return false;
    /* The lock was free meanwhile, and the table may have moved. */
    function = window ? functions_get(inject->program.functions, launch->f) : NULL;
    if (function) {
        functions_resolve(function, inject);
        window_begin_call(window);
    }
    if (function && window_add(window, launch, function, data->correlationId)) {
        if (window->uncounted)
            kernel_hazard_tell_uncounted(inject, function, launch->mangled, window->uncounted);
        return true;
    }
    ask_host_report_failure(inject, launch, window ? "out of memory" : error);
    launch_free(launch);
    /* A session that is still open counts the launch. */
    function = functions_get(inject->program.functions, launch->f);
    return function && in_place_pass_by(inject, launch, function);
}

/* A launch that is not measured still changes memory. It joins the open window without being
 * measured, or ends it. */
static bool pass_by(struct inject *inject, struct launch *launch, struct function *function,
                    const CUpti_CallbackData *data)
{
    struct window *window = inject->modes.window;
    const char *why = "a launch that is not measured";
    kernel_hazard_note(inject, function, launch->mangled);
    if (in_place_pass_by(inject, launch, function))
        return true;
    if (window && !window->uncounted && window_turn_to(window, launch->context)) {
        functions_resolve(function, inject);
        bool copied = launch_copy_arguments(launch, inject, function->is_kernel, data);
        struct window_need need = {
            .launches = 1,
            .kernel_hazard = kernel_hazard_of_other(inject, function),
            .alone = function->stuck ||
                     kernel_hazard_waits_for_others(inject, launch->context, launch) ||
                     window_is_apart(inject, window->context, function, launch),
            .launch = copied ? launch : NULL};
        admit_note_reach(inject, window->context, function, launch, &need);
        window_begin_call(window);
        if (copied)
            why = window_refuses(window, window->context, &need);
        if (copied && !why && window_add(window, launch, NULL, 0))
            return true;
        launch_free(launch);
    }
    window_mode_close(inject, why);
    introduce_kernel(inject, launch, data->contextUid);
    return false;
}

/* It waits for launches of other GPUs. why: see watched_add(). */
static bool watch(struct inject *inject, const struct launch *launch,
                  const CUpti_CallbackData *data, const char *why)
{
    window_mode_close(inject, "a launch that waits for other GPUs");
    const bool closed = in_place_close(inject, "a launch that waits for other GPUs");
    struct function *function = functions_get(inject->program.functions, launch->f);
    if (!function)
        return false;
    kernel_hazard_note(inject, function, launch->mangled);
    if (!closed)
        return in_place_pass_by(inject, launch, function);
    watched_add(inject, launch, function, data, why);
    return false;
}

/* A launch that goes into a graph is measured when the graph is launched. A launch that runs
 * during a capture is not measured, since any synchronisation would break the capture. */
static void note_capture(struct inject *inject, const struct launch *launch)
{
    CUstreamCaptureStatus status;
    CUstream stream = launch->config.hStream;
    if (!stream && launch->per_thread_stream)
        stream = CU_STREAM_PER_THREAD;
    if (inject->told.capture ||
        inject->driver.stream_is_capturing(stream, &status) != CUDA_SUCCESS ||
        status != CU_STREAM_CAPTURE_STATUS_NONE)
        return;
    inject->told.capture = true;
    inject_notice(inject, false,
                  "launches that run while a stream is being captured are not profiled");
}

static bool admit_launch(struct inject *inject, struct launch *launch,
                         const CUpti_CallbackData *data)
{
    const bool waits = kernel_hazard_waits_for_others(inject, launch->context, launch);
    meeting_note(inject, launch->context);
    if (!inject->program.capturing && waits)
        meeting_hold(inject, launch->context);
    in_place_make_way(inject, launch->context);
    launch->id = inject->judging.launches++;
    struct function *function = functions_get(inject->program.functions, launch->f);
    if (!function) {
        window_mode_close(inject, "out of memory");
        return false;
    }
    if (inject->program.capturing) {
        kernel_hazard_note(inject, function, launch->mangled);
        note_capture(inject, launch);
        window_mode_close(inject, "a captured launch");
        return false;
    }
    if (!ask_host_wants(inject, launch, function, data->contextUid))
        return inject->judging.watches ? watch(inject, launch, data, NULL)
                                       : pass_by(inject, launch, function, data);
    launch->counters_alone = inject->judging.counters_alone;
    if (in_place_in_runs(inject) && waits &&
        memory_has_others(inject->program.memory, launch->context))
        return watch(inject, launch, data, kernel_hazard_waits_text);
    return in_place_in_runs(inject) ? in_place_add(inject, launch, function, data)
                                    : add_to_window(inject, launch, function, data);
}

bool admit_call(struct inject *inject, const struct replay_call *call)
{
    if (call->launch)
        return admit_launch(inject, call->launch, call->data);
    return admit_is_graph(call->id) ? admit_graph(inject, call->id, call->data)
                                    : admit_work(inject, call->id, call->data);
}
