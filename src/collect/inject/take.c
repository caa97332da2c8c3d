#include "take.h"

#include <stdlib.h>

#include "call_looks.h"
#include "call_stacks.h"
#include "choice.h"
#include "contexts.h"
#include "functions.h"
#include "in_flight.h"
#include "inject.h"
#include "native.h"
#include "nvtx.h"
#include "nvtx_state.h"
#include "ranges.h"
#include "single_pass.h"

void take_close_window(struct inject *inject, const char *why)
{
    struct window *window = inject->window;
    inject->window = NULL;
    if (!window)
        return;
    window_close(window, why);
    free(window);
}

Wire__Action take_ask(struct inject *inject, const struct launch *launch, uint32_t context_id)
{
    Wire__ToHost message = WIRE__TO_HOST__INIT;
    Wire__Seen m = WIRE__SEEN__INIT;
    Wire__Dimensions grid = WIRE__DIMENSIONS__INIT, block = WIRE__DIMENSIONS__INIT;
    grid.has_x = grid.has_y = grid.has_z = block.has_x = block.has_y = block.has_z = true;
    grid.x = launch->config.gridDimX;
    grid.y = launch->config.gridDimY;
    grid.z = launch->config.gridDimZ;
    block.x = launch->config.blockDimX;
    block.y = launch->config.blockDimY;
    block.z = launch->config.blockDimZ;
    m.has_launch = m.has_function = m.has_unasked = true;
    m.launch = launch->id;
    m.function = (uint64_t)(uintptr_t)launch->f;
    m.mangled = (char *)(uintptr_t)launch->mangled;
    m.grid = &grid;
    m.block = &block;
    m.unasked = inject->unasked;
    m.has_context = true;
    m.context = context_id;
    m.has_stream = facts_stream(inject, launch, &m.stream);
    CUdevice device;
    m.has_device = inject->driver.ctx_get_device(&device) == CUDA_SUCCESS;
    m.device = m.has_device ? (uint32_t)device : 0;
    m.has_dynamic_shared = true;
    m.dynamic_shared = launch->config.sharedMemBytes;
    inject->unasked = 0;
    const uint8_t *nvtx = NULL;
    m.range = (char *)(uintptr_t)ranges_name(inject);
    m.has_nvtx = inject->choice->nvtx && (m.range ? ranges_nvtx(inject, &nvtx, &m.nvtx.len)
                                                  : nvtx_state_changed(&nvtx, &m.nvtx.len));
    m.nvtx.data = (uint8_t *)(uintptr_t)nvtx;
    m.stack = call_stacks_asked(inject, launch->id);
    message.seen = &m;
    Wire__ToTarget *answer = channel_ask(&inject->channel, &message);
    Wire__Action action = WIRE__ACTION__FINISH;
    if (answer && answer->verdict)
        action = answer->verdict->action;
    if (answer && answer->verdict && answer->verdict->unfit_stack)
        call_stacks_unfit(inject);
    if (answer && inject->single_pass)
        single_pass_accept(inject, answer);
    else if (answer)
        wire__to_target__free_unpacked(answer, NULL);
    return action;
}

void take_report_failure(struct inject *inject, const struct launch *launch, const char *error)
{
    Wire__ToHost message = WIRE__TO_HOST__INIT;
    Wire__Window m = WIRE__WINDOW__INIT;
    Wire__Result result = WIRE__RESULT__INIT, *results[] = {&result};
    result.has_launch = true;
    result.launch = launch->id;
    result.error = (char *)(uintptr_t)error;
    m.n_results = 1;
    m.results = results;
    message.window = &m;
    channel_send(&inject->channel, &message);
}

struct window *take_window(struct inject *inject, struct context_state *context,
                           const struct window_need *need, const char **error)
{
    const char *why = NULL;
    if (inject->window) {
        why = window_refuses(inject->window, context, need);
        if (!why)
            return inject->window;
    }
    take_close_window(inject, why);
    *error = "a call of another thread may change memory during the replay";
    if (!in_flight_wait(inject))
        return NULL;
    /* The lock was free meanwhile. */
    if (inject->window) {
        why = window_refuses(inject->window, context, need);
        if (!why)
            return inject->window;
    }
    take_close_window(inject, why);
    *error = native_not_ended;
    if (!native_close(inject, "a launch that has to run again"))
        return NULL;
    struct window *window = calloc(1, sizeof *window);
    *error = "out of memory";
    if (window && window_open(window, inject, context, need, error)) {
        inject->window = window;
        return window;
    }
    free(window);
    return NULL;
}

/* Of kernel replay, where one pass is enough. What had better not run again is measured where it is
 * made even if not all is known of it; what else is known so, unless the open window takes it. */
static bool is_taken_here(struct inject *inject, const struct context_state *context,
                          struct function *function, const struct launch *launch,
                          const struct window_need *need)
{
    if (!native_is_enough(inject, context))
        return false;
    treatment_note(inject, function, launch->mangled);
    if (need->shares || function->stuck || treatment_of_other(inject, function) != TREAT_TOGETHER)
        return true;
    const char *why = inject->window ? window_refuses(inject->window, context, need) : NULL;
    if (why)
        take_close_window(inject, why);
    return !inject->window && native_knows(inject, context, function, launch);
}

static bool add_to_window(struct inject *inject, struct launch *launch, struct function *function,
                          const CUpti_CallbackData *data)
{
    const char *error = "this context cannot be profiled";
    struct context_state *context = contexts_get(inject, launch->context, data->contextUid);
    struct window_need need = {.launches = 1, .wanted = 1, .alone = inject->series_count};
    bool copied = false;
    if (context) {
        functions_resolve(function, inject);
        copied = launch_copy_arguments(launch, inject, function->is_kernel, data);
        need.shares = reach_of_launch(&inject->memory, launch);
        if (is_taken_here(inject, context, function, launch, &need)) {
            launch_free(launch); /* its arguments */
            return native_take(inject, launch, function, data);
        }
        need.treatment = treatment_choose(inject, function, launch->mangled);
    }
    if (context && !copied)
        error = "the launch's arguments could not be copied";
    struct window *window = copied ? take_window(inject, context, &need, &error) : NULL;
    /* The lock was free meanwhile, and the table may have changed. */
    function = window ? functions_get(inject->functions, launch->f) : NULL;
    if (function) {
        functions_resolve(function, inject);
        window_begin_call(window);
    }
    if (function && window_add(window, launch, function, data->correlationId)) {
        if (window->uncounted)
            treatment_tell_uncounted(inject, function, launch->mangled, window->uncounted);
        return true;
    }
    take_report_failure(inject, launch, window ? "out of memory" : error);
    launch_free(launch);
    /* A session that is still open counts it. */
    function = functions_get(inject->functions, launch->f);
    return function && native_pass_by(inject, launch, function);
}

/* A launch that is not taken changes memory: it joins the open window without being measured, or
 * ends it. */
static bool pass_by(struct inject *inject, struct launch *launch, struct function *function,
                    const CUpti_CallbackData *data)
{
    struct window *window = inject->window;
    const char *why = "a launch that is not measured";
    treatment_note(inject, function, launch->mangled);
    if (native_pass_by(inject, launch, function))
        return true;
    if (window && !window->uncounted && launch->context == window->context->context) {
        functions_resolve(function, inject);
        bool copied = launch_copy_arguments(launch, inject, function->is_kernel, data);
        const struct window_need need = {.launches = 1,
                                         .treatment = treatment_of_other(inject, function),
                                         .shares = reach_of_launch(&inject->memory, launch),
                                         .alone = function->stuck ||
                                                  treatment_waits_for_others(launch->mangled)};
        window_begin_call(window);
        if (copied)
            why = window_refuses(window, window->context, &need);
        if (copied && !why && window_add(window, launch, NULL, 0))
            return true;
        launch_free(launch);
    }
    take_close_window(inject, why);
    return false;
}

/* A launch that goes into a graph is measured when the graph is launched. One that runs is not: any
 * synchronisation would break the capture. */
static void note_capture(struct inject *inject, const struct launch *launch)
{
    CUstreamCaptureStatus status;
    CUstream stream = launch->config.hStream;
    if (!stream && launch->per_thread_stream)
        stream = CU_STREAM_PER_THREAD;
    if (inject->told_of_capture ||
        inject->driver.stream_is_capturing(stream, &status) != CUDA_SUCCESS ||
        status != CU_STREAM_CAPTURE_STATUS_NONE)
        return;
    inject->told_of_capture = true;
    inject_notice(inject, false,
                  "launches that run while a stream is being captured are not profiled");
}

bool take_wants(struct inject *inject, const struct launch *launch, struct function *function,
                uint32_t context_id)
{
    if (!choice_takes(inject->choice, launch->id) || (function && function->never) ||
        call_stacks_left_out(inject)) {
        inject->unasked++;
        return false;
    }
    switch (take_ask(inject, launch, context_id)) {
    case WIRE__ACTION__TAKE:
        call_stacks_taken(inject, launch->id);
        return true;
    case WIRE__ACTION__NEVER:
        if (function)
            function->never = true;
        break;
    case WIRE__ACTION__FINISH:
        inject->active = false;
        nvtx_stop();
        break;
    default:
        break;
    }
    return false;
}

bool take_launch(struct inject *inject, struct launch *launch, const CUpti_CallbackData *data)
{
    launch->id = inject->launches++;
    struct function *function = functions_get(inject->functions, launch->f);
    if (!function) {
        take_close_window(inject, "out of memory");
        return false;
    }
    if (inject->capturing) {
        treatment_note(inject, function, launch->mangled);
        note_capture(inject, launch);
        take_close_window(inject, "a captured launch");
        return false;
    }
    if (!take_wants(inject, launch, function, data->contextUid))
        return pass_by(inject, launch, function, data);
    return native_in_runs(inject) ? native_take(inject, launch, function, data)
                                  : add_to_window(inject, launch, function, data);
}

bool take_work(struct inject *inject, CUpti_CallbackId id, const CUpti_CallbackData *data)
{
    struct window *window = inject->window;
    struct work work;
    if (!window || inject->capturing || window->uncounted)
        return false;
    CUcontext context = window->context->context;
    if (call_copies_out(inject, context, id, data) && window_lets_look(window, true)) {
        window_begin_call(window);
        return true;
    }
    if (!work_from_callback(&work, inject, context, id, data) &&
        !work_from_upload(&work, inject, context, id, data, window->upload_room))
        return false;
    window_begin_call(window);
    if (window_add_work(window, &work))
        return true;
    work_free(&work);
    return false;
}

void take_done(struct inject *inject, CUresult result)
{
    struct window *window = inject->window;
    if (!native_done(inject, result)) {
        if (result != CUDA_SUCCESS)
            window_drop_call(window, inject_driver_error(inject, result));
        if (window->launches >= window->most)
            take_close_window(inject, window->most == 1 ? "measured alone" : "full");
    }
    pthread_mutex_unlock(&inject->lock);
}
