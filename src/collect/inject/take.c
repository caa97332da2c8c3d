#include "take.h"

#include <stdlib.h>

#include "choice.h"
#include "contexts.h"
#include "functions.h"
#include "in_flight.h"
#include "inject.h"
#include "nvtx.h"
#include "nvtx_state.h"
#include "single_pass.h"
#include "window.h"

void take_close_window(struct inject *inject, const char *why)
{
    struct window *window = inject->window;
    inject->window = NULL;
    if (!window)
        return;
    window_close(window, why);
    free(window);
}

static Wire__Action ask_host(struct inject *inject, const struct launch *launch,
                             uint32_t context_id)
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
    m.has_nvtx = inject->choice->nvtx && nvtx_state_changed(&nvtx, &m.nvtx.len);
    m.nvtx.data = (uint8_t *)(uintptr_t)nvtx;
    message.seen = &m;
    Wire__ToTarget *answer = channel_ask(&inject->channel, &message);
    Wire__Action action = WIRE__ACTION__FINISH;
    if (answer && answer->verdict)
        action = answer->verdict->action;
    if (answer && inject->single_pass)
        single_pass_accept(inject, answer);
    else if (answer)
        wire__to_target__free_unpacked(answer, NULL);
    return action;
}

/* A launch that cannot be measured is reported with the reason. */
static void report_failure(struct inject *inject, const struct launch *launch, const char *error)
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

/* The open window if the launch can join it, else a new one. NULL: *error says why there is none.
 */
static struct window *window_for(struct inject *inject, struct context_state *context,
                                 const struct launch *launch, enum treatment treatment,
                                 const char **error)
{
    const char *why = NULL;
    if (inject->window) {
        why = window_refuses(inject->window, context, launch, treatment, true);
        if (!why)
            return inject->window;
    }
    take_close_window(inject, why);
    *error = "a call of another thread may change memory during the replay";
    if (!in_flight_wait(inject))
        return NULL;
    /* The lock was free meanwhile. */
    if (inject->window) {
        why = window_refuses(inject->window, context, launch, treatment, true);
        if (!why)
            return inject->window;
    }
    take_close_window(inject, why);
    struct window *window = calloc(1, sizeof *window);
    *error = "out of memory";
    if (window && window_open(window, inject, context, launch, treatment, error)) {
        inject->window = window;
        return window;
    }
    free(window);
    return NULL;
}

static bool add_to_window(struct inject *inject, struct launch *launch, struct function *function,
                          const CUpti_CallbackData *data)
{
    const char *error = "this context cannot be profiled";
    struct context_state *context = contexts_get(inject, launch->context, data->contextUid);
    enum treatment treatment = TREAT_TOGETHER;
    if (context) {
        functions_resolve(function, inject);
        treatment = treatment_choose(inject, function, launch->mangled);
    }
    bool copied = context && launch_copy_arguments(launch, inject, function->is_kernel, data);
    if (context && !copied)
        error = "the launch's arguments could not be copied";
    struct window *window = copied ? window_for(inject, context, launch, treatment, &error) : NULL;
    if (window && window_add(window, launch, function, data->correlationId)) {
        if (window->uncounted)
            treatment_tell_uncounted(inject, function, launch->mangled, window->uncounted);
        return true;
    }
    report_failure(inject, launch, window ? "out of memory" : error);
    launch_free(launch);
    return false;
}

/* A launch that is not taken changes memory: it joins the open window without being measured, or
 * ends it. */
static bool pass_by(struct inject *inject, struct launch *launch, struct function *function,
                    const CUpti_CallbackData *data)
{
    struct window *window = inject->window;
    const char *why = "a launch that is not measured";
    treatment_note(inject, function, launch->mangled);
    if (window && !window->uncounted && launch->context == window->context->context) {
        functions_resolve(function, inject);
        bool copied = launch_copy_arguments(launch, inject, function->is_kernel, data);
        if (copied)
            why = window_refuses(window, window->context, launch,
                                 treatment_of_other(inject, function), false);
        if (copied && !why && window_add(window, launch, NULL, 0))
            return true;
        launch_free(launch);
    }
    take_close_window(inject, why);
    return false;
}

static void tell_of_capture(struct inject *inject)
{
    Wire__ToHost message = WIRE__TO_HOST__INIT;
    Wire__Notice m = WIRE__NOTICE__INIT;
    if (inject->told_of_capture)
        return;
    inject->told_of_capture = true;
    m.text = "launches captured into graphs are not profiled";
    m.has_captured = m.captured = true;
    message.notice = &m;
    channel_send(&inject->channel, &message);
}

bool take_launch(struct inject *inject, struct launch *launch, const CUpti_CallbackData *data)
{
    launch->id = inject->launches++;
    struct function *function = functions_get(inject->functions, launch->f);
    if (!function) {
        take_close_window(inject, "out of memory");
        return false;
    }
    /* A launch that is captured does not run now, and any synchronisation would break the capture.
     */
    if (inject->capturing) {
        treatment_note(inject, function, launch->mangled);
        tell_of_capture(inject);
        take_close_window(inject, "a captured launch");
        return false;
    }
    if (!choice_takes(inject->choice, launch->id) || function->never) {
        inject->unasked++;
        return pass_by(inject, launch, function, data);
    }
    switch (ask_host(inject, launch, data->contextUid)) {
    case WIRE__ACTION__TAKE:
        if (inject->single_pass)
            return single_pass_begin(inject, launch, data);
        return add_to_window(inject, launch, function, data);
    case WIRE__ACTION__NEVER:
        function->never = true;
        break;
    case WIRE__ACTION__FINISH:
        inject->active = false;
        nvtx_stop();
        break;
    default:
        break;
    }
    return pass_by(inject, launch, function, data);
}

bool take_work(struct inject *inject, CUpti_CallbackId id, const CUpti_CallbackData *data)
{
    struct window *window = inject->window;
    struct work work;
    return window && !inject->capturing && !window->uncounted &&
           work_from_callback(&work, inject, window->context->context, id, data) &&
           window_add_work(window, &work);
}

void take_done(struct inject *inject, CUresult result)
{
    struct window *window = inject->window;
    if (inject->single_pass)
        single_pass_end(inject, result);
    else if (result != CUDA_SUCCESS)
        window_drop_last(window, inject_driver_error(inject, result));
    if (window && window->launches >= window->most)
        take_close_window(inject, window->most == 1 ? "measured alone" : "full");
    pthread_mutex_unlock(&inject->lock);
}
