/* CUPTI calls on_callback() at the entry and the exit of every driver call, on the thread that
 * makes it. The entry decides what becomes of the call; if a replay mode has admitted it, the lock
 * stays held until its exit, so that the order in the window is the order in which the work was
 * launched. What happens inside of an admitted call (the driver loads modules lazily) is not looked
 * at. Every other call waits here while a replay is under way. */
#include "collect/inject/entry/callbacks.h"

#include "collect/inject/base/inject.h"
#include "collect/inject/context/contexts.h"
#include "collect/inject/entry/admit.h"
#include "collect/inject/entry/call_rules.h"
#include "collect/inject/entry/replay_modes.h"
#include "collect/inject/entry/stream_context.h"
#include "collect/inject/filter/program_filter.h"
#include "collect/inject/program/call_harmless.h"
#include "collect/inject/program/call_looks.h"
#include "collect/inject/program/captures.h"
#include "collect/inject/program/functions.h"
#include "collect/inject/program/in_flight.h"
#include "collect/inject/program/launch.h"
#include "collect/inject/program/meeting.h"
#include "collect/inject/program/memory.h"
#include "collect/inject/program/module_news.h"
#include "collect/inject/program/modules.h"
#include "collect/inject/program/running.h"
#include "collect/inject/stacks/call_stacks.h"

/* Seconds that the end of the program waits for another thread that is measuring. */
enum { LONGEST_WAIT = 120 };

/* The call of the program that this thread has entered and not left, if a replay mode has admitted
 * it. This thread then holds the lock. 0: there is no such call. */
static __thread CUpti_CallbackId admitted_call;

/* Takes the lock, and hears of modules that came or went meanwhile. */
static void take_lock(struct inject *inject)
{
    guard_lock(&inject->guard);
    module_news_take(inject->program.module_news, inject->program.modules);
}

/* Gives up the lock at the end of the call, unless the call keeps it until its exit. */
static void end_call(struct inject *inject, const struct replay_call *call, bool admitted)
{
    if (admitted)
        admitted_call = call->id;
    else
        guard_unlock(&inject->guard);
}

static bool enter_modes(struct inject *inject, const struct replay_call *call)
{
    for (size_t i = 0; i < REPLAY_MODES && !call->launch; i++)
        if (replay_modes[i]->before)
            replay_modes[i]->before(inject, call);
    if (!inject->active)
        return false;
    for (size_t i = 0; i < REPLAY_MODES; i++)
        if (replay_modes[i]->measures_all && replay_modes[i]->measures_all(inject))
            return replay_modes[i]->enter(inject, call);
    return admit_call(inject, call);
}

static void exit_modes(struct inject *inject, const struct replay_call *call, bool admitted)
{
    for (size_t i = 0; i < REPLAY_MODES; i++)
        if (replay_modes[i]->exit && replay_modes[i]->exit(inject, call, admitted))
            return;
}

/* A window waits for calls that may change memory and are not part of it. */
static void note_flight(struct inject *inject, const struct replay_call *call, bool enter)
{
    if (!call_is_harmless(call->id) && !call_waits(call->id))
        in_flight_note(inject, enter);
}

static void on_entry(struct inject *inject, CUpti_CallbackId id, const CUpti_CallbackData *data)
{
    struct launch launch;
    call_stacks_look(inject->judging.stacks);
    take_lock(inject);
    call_stacks_begin(inject->judging.stacks);
    const bool is_launch = launch_from_callback(&launch, id, data);
    const struct replay_call call = {id, data, is_launch ? &launch : NULL};
    const bool admitted = enter_modes(inject, &call);
    for (size_t i = 0; i < REPLAY_MODES && !admitted; i++)
        if (replay_modes[i]->pass)
            replay_modes[i]->pass(inject, &call);
    if (!admitted) {
        note_flight(inject, &call, true);
        running_note(inject, id, data, call.launch);
    }
    program_filter_call(inject->judging.filter, id);
    call_begins(inject, id, data);
    end_call(inject, &call, admitted);
}

static void on_exit_of(struct inject *inject, CUpti_CallbackId id, const CUpti_CallbackData *data)
{
    const struct replay_call call = {id, data, NULL};
    take_lock(inject);
    call_stacks_begin(inject->judging.stacks);
    note_flight(inject, &call, false);
    call_ends(inject, id, data);
    exit_modes(inject, &call, false);
    end_call(inject, &call, false);
}

/* The lock is this thread's since the call's entry. */
static void on_admitted_exit(struct inject *inject, CUpti_CallbackId id,
                             const CUpti_CallbackData *data)
{
    const struct replay_call call = {id, data, NULL};
    admitted_call = 0;
    module_news_take(inject->program.module_news, inject->program.modules);
    exit_modes(inject, &call, true);
    guard_unlock(&inject->guard);
}

static void on_driver(struct inject *inject, CUpti_CallbackId id, const CUpti_CallbackData *data)
{
    const bool enter = data->callbackSite == CUPTI_API_ENTER;
    struct stream_context context;
    if (admitted_call && (enter || id != admitted_call))
        return; /* calls inside an admitted call are not looked at */
    data = stream_context_enter(&context, inject, id, data);
    if (admitted_call)
        on_admitted_exit(inject, id, data);
    else if (enter)
        on_entry(inject, id, data);
    else
        on_exit_of(inject, id, data);
    stream_context_leave(&context, inject);
}

static void drop_context(struct inject *inject, CUcontext context)
{
    for (size_t i = 0; i < REPLAY_MODES; i++)
        if (replay_modes[i]->drop_context)
            replay_modes[i]->drop_context(inject, context);
    running_drop_context(inject, context);
    captures_drop_context(inject, context);
    meeting_drop_context(inject, context);
    contexts_drop(inject, context);
    modules_drop_context(inject->program.modules, context);
    functions_clear(inject->program.functions);
    memory_drop_context(inject->program.memory, context);
}

static void note_module(struct inject *inject, bool locked, bool loaded,
                        const CUpti_ModuleResourceData *module)
{
    /* Our own modules hold nothing that belongs in the report or the snapshot. Only a thread that
     * has the lock loads them. */
    if (locked && inject->replaying)
        return;
    module_news_add(inject->program.module_news, module->moduleId, loaded ? module->pCubin : NULL,
                    module->cubinSize);
    if (locked)
        module_news_take(inject->program.module_news, inject->program.modules);
}

/* The driver loads modules lazily, also inside our own calls and inside a launch that is under
 * way. This thread then has the lock already. Another one must not wait for it if a module comes or
 * goes, see module_news.h. */
static void on_resource(struct inject *inject, CUpti_CallbackId id, const CUpti_ResourceData *data)
{
    const bool ours = guard_inside() || admitted_call;
    guard_enter(GUARD_NESTED);
    if (id == CUPTI_CBID_RESOURCE_CONTEXT_DESTROY_STARTING) {
        if (!ours)
            guard_lock(&inject->guard);
        drop_context(inject, data->context);
        if (!ours)
            guard_unlock(&inject->guard);
    } else {
        const bool locked = ours || guard_try_lock(&inject->guard);
        note_module(inject, locked, id == CUPTI_CBID_RESOURCE_MODULE_LOADED,
                    data->resourceDescriptor);
        if (locked && !ours)
            guard_unlock(&inject->guard);
    }
    guard_leave();
}

static void CUPTIAPI on_callback(void *user, CUpti_CallbackDomain domain, CUpti_CallbackId id,
                                 const void *data)
{
    struct inject *inject = user;
    /* A context must not go while CUPTI has a profiler in it. */
    const bool goes =
        domain == CUPTI_CB_DOMAIN_RESOURCE && id == CUPTI_CBID_RESOURCE_CONTEXT_DESTROY_STARTING;
    if (inject->channel.socket < 0 && !admitted_call && (!goes || inject->over))
        return; /* but a lock that is held is given up */
    if (domain == CUPTI_CB_DOMAIN_RESOURCE)
        on_resource(inject, id, data);
    if (domain != CUPTI_CB_DOMAIN_DRIVER_API || !guard_enter(GUARD_CALL))
        return;
    on_driver(inject, id, data);
    guard_leave();
}

bool callbacks_finish(struct inject *inject)
{
    const bool entered = !admitted_call && guard_enter(GUARD_CALL);
    const bool locked = entered && guard_lock_for(&inject->guard, LONGEST_WAIT);
    inject->active = false;
    for (size_t i = 0; i < REPLAY_MODES && locked; i++)
        if (replay_modes[i]->finish)
            replay_modes[i]->finish(inject);
    if (locked)
        guard_unlock(&inject->guard);
    if (entered)
        guard_leave();
    return locked;
}

CUptiResult callbacks_install(struct inject *inject)
{
    static const CUpti_CallbackId resources[] = {CUPTI_CBID_RESOURCE_MODULE_LOADED,
                                                 CUPTI_CBID_RESOURCE_MODULE_UNLOAD_STARTING,
                                                 CUPTI_CBID_RESOURCE_CONTEXT_DESTROY_STARTING};
    call_rules_fill();
    stream_context_fill();
    CUptiResult result = inject->cupti.subscribe(&inject->subscriber, on_callback, inject);
    if (result != CUPTI_SUCCESS)
        return result;
    for (size_t i = 0; i < sizeof resources / sizeof *resources; i++)
        inject->cupti.enable_callback(1, inject->subscriber, CUPTI_CB_DOMAIN_RESOURCE,
                                      resources[i]);
    /* All driver calls are watched, so that no other thread gets in between two passes. */
    for (CUpti_CallbackId id = 1; id < CUPTI_DRIVER_TRACE_CBID_SIZE; id++)
        inject->cupti.enable_callback(1, inject->subscriber, CUPTI_CB_DOMAIN_DRIVER_API, id);
    return CUPTI_SUCCESS;
}
