/* A window stays open as long as the program only launches and calls what cannot disturb a replay.
 * A call that waits, allocates or gives something back asks the window whether it may stay open.
 * Every other call that is not harmless closes it before the call is made, and so does a call that
 * sets something of a function which the window will launch again. A window also closes when it is
 * full. */
#include "collect/inject/window/window_mode.h"

#include <stdlib.h>

#include "collect/inject/base/inject.h"
#include "collect/inject/program/call_allocates.h"
#include "collect/inject/program/call_frees.h"
#include "collect/inject/program/call_harmless.h"
#include "collect/inject/program/call_looks.h"
#include "collect/inject/program/call_sets.h"
#include "collect/inject/program/memory.h"
#include "collect/inject/window/window.h"

void window_mode_close(struct inject *inject, const char *why)
{
    struct window *window = inject->modes.window;
    inject->modes.window = NULL;
    if (!window)
        return;
    window_close(window, why);
    free(window);
}

/* Whether the call frees memory that can stay until the window closes. */
static bool frees_late(struct window *window, const struct replay_call *call, uint64_t address)
{
    if (!window_frees_late(window, call->data->context, address))
        return false;
    call_frees_nothing(call->data);
    return true;
}

/* The same in the order of a stream. */
static bool frees_late_in_order(struct window *window, const struct replay_call *call,
                                uint64_t address, CUstream stream)
{
    const CUdeviceptr stand_in =
        window_frees_late_in_order(window, call->data->context, address, stream);
    if (stand_in)
        call_frees_instead(call->data, stand_in);
    return stand_in;
}

/* Whether the call unloads a module that can stay until the window closes. */
static bool unloads_late(struct window *window, const struct replay_call *call, CUmodule module)
{
    const CUmodule stand_in = window_unloads_late(window, call->data->context, module);
    if (stand_in)
        call_unloads_instead(call->data, stand_in);
    return stand_in;
}

/* No replay touches managed memory, so that may go. */
static bool frees_apart(const struct window *window, uint64_t address)
{
    const struct region *region = memory_find(window->inject->program.memory, address);
    return window->apart && region && region->kind == REGION_MANAGED;
}

static bool stays_open(struct window *window, const struct replay_call *call)
{
    size_t size;
    uint64_t address;
    CUmodule module;
    CUstream stream;
    if (call_unloads(call->id, call->data, &module))
        return unloads_late(window, call, module);
    if (call_destroys(call->id, call->data, &stream))
        return window_lets_destroy(window, stream);
    if (call_frees(call->id, call->data, &address))
        return !address || frees_apart(window, address) || frees_late(window, call, address);
    if (call_frees_in_order(call->id, call->data, &address, &stream))
        return frees_apart(window, address) || frees_late_in_order(window, call, address, stream);
    if (call_asks_about_pool(call->id))
        return window_lets_ask_room(window);
    if (call_asks_about(call->id, call->data, &address))
        return !window_has_freed(window, address);
    if (call_asks_room(call->id))
        return call->data->context == window->context->context && window_lets_ask_room(window) &&
               window_lets_look(window, false);
    if (call_waits(call->id))
        return window_lets_look(window, false);
    if (call_queues_function(call->id))
        return window_lets_host_function(window);
    if (call_allocates(call->id, call->data, &size))
        return window_lets_allocate(window, size);
    if (call_unpins(call->id, call->data, &address))
        return window_lets_unpin(window, address);
    return call_is_harmless(call->id);
}

/* Sets something of a function that the window will launch again. */
static bool disturbs(struct inject *inject, const struct replay_call *call)
{
    CUfunction function = call_sets(call->id, call->data);
    size_t shared;
    if (function && call_sets_shared_limit(call->id, call->data, &shared))
        return !window_lets_limit(inject->modes.window, call->id, call->data, shared);
    return function && window_launches(inject->modes.window, function) &&
           call_sets_anew(inject, call->id, call->data);
}

static void pass(struct inject *inject, const struct replay_call *call)
{
    if (inject->modes.window)
        window_turn_to(inject->modes.window, call->data->context);
    if (inject->modes.window &&
        (call->launch || !stays_open(inject->modes.window, call) || disturbs(inject, call)))
        window_mode_close(inject, call->data->functionName);
}

static bool leave(struct inject *inject, const struct replay_call *call, bool admitted)
{
    struct window *window = inject->modes.window;
    const CUresult result = *(const CUresult *)call->data->functionReturnValue;
    if (!admitted || !window)
        return false;
    if (result != CUDA_SUCCESS)
        window_drop_call(window, inject_driver_error(inject, result));
    if (window->launches >= window->most)
        window_mode_close(inject, window->most == 1 ? "measured alone" : "full");
    return true;
}

static void finish(struct inject *inject)
{
    window_mode_close(inject, "the end of the program");
}

/* The thread that asks may have no context. */
static bool runs(const struct inject *inject)
{
    const struct window *window = inject->modes.window;
    CUcontext previous;
    if (!window || inject->driver.ctx_push_current(window->context->context) != CUDA_SUCCESS)
        return false;
    const bool runs = window_runs(window);
    inject->driver.ctx_pop_current(&previous);
    return runs;
}

const struct replay_mode window_mode = {
    .name = "windows", .pass = pass, .exit = leave, .runs = runs, .finish = finish};
