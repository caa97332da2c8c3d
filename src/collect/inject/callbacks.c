#include "callbacks.h"

#include <time.h>

#include "call_allocates.h"
#include "call_harmless.h"
#include "call_looks.h"
#include "call_rules.h"
#include "call_stacks.h"
#include "choice.h"
#include "contexts.h"
#include "in_flight.h"
#include "inject.h"
#include "native.h"
#include "ranges.h"
#include "take.h"

/* Seconds that another thread may take to measure what it is at when the program ends. */
enum { LONGEST_WAIT = 120 };

/* This thread is between entry and exit of this call, which is in the window; it holds the lock. 0:
 * it is not. */
static __thread CUpti_CallbackId recorded;

static bool stays_open(const struct window *window, CUpti_CallbackId id,
                       const CUpti_CallbackData *data)
{
    size_t size;
    if (call_waits(id))
        return window_lets_look(window, false);
    if (call_allocates(id, data, &size))
        return window_lets_allocate(window, size);
    return call_is_harmless(id);
}

static void on_driver(struct inject *inject, CUpti_CallbackId id, const CUpti_CallbackData *data)
{
    struct launch launch;
    bool enter = data->callbackSite == CUPTI_API_ENTER;
    if (recorded) {
        /* Only its own exit: what it calls inside is not seen. */
        if (!enter && id == recorded) {
            recorded = 0;
            if (inject->ranges) {
                ranges_exit(inject, id, data, true);
                pthread_mutex_unlock(&inject->lock);
                return;
            }
            take_done(inject, *(const CUresult *)data->functionReturnValue);
        }
        return;
    }
    if (enter)
        call_stacks_look(inject->stacks);
    pthread_mutex_lock(&inject->lock);
    call_stacks_begin(inject->stacks);
    bool is_launch = enter && launch_from_callback(&launch, id, data);
    const bool waits = call_waits(id), harmless = call_is_harmless(id);
    if (enter && !is_launch)
        native_call(inject, id);
    bool taken = enter && inject->active &&
                 (inject->ranges      ? ranges_enter(inject, id, data, is_launch ? &launch : NULL)
                  : is_launch         ? take_launch(inject, &launch, data)
                  : take_is_graph(id) ? take_graph(inject, id, data)
                                      : take_work(inject, id, data));
    if (enter && !taken && inject->window &&
        (is_launch || !stays_open(inject->window, id, data) || call_disturbs(inject, id, data)))
        take_close_window(inject, data->functionName);
    if (!taken && !harmless && !waits)
        in_flight_note(inject, enter);
    if (enter) {
        choice_call(inject->choice, id);
        call_begins(inject, id, data);
    } else {
        call_ends(inject, id, data);
        if (inject->ranges)
            ranges_exit(inject, id, data, false);
    }
    if (taken)
        recorded = id;
    else
        pthread_mutex_unlock(&inject->lock);
}

/* The driver loads modules lazily, also inside calls of ours and inside a launch that is under way:
 * the lock is then this thread's already. */
static void on_resource(struct inject *inject, CUpti_CallbackId id, const CUpti_ResourceData *data,
                        bool locked)
{
    const CUpti_ModuleResourceData *module = data->resourceDescriptor;
    bool was_inside = inject_inside;
    inject_inside = true;
    if (!locked)
        pthread_mutex_lock(&inject->lock);
    /* Ours hold nothing that belongs in the report or the snapshot. */
    if (inject->replaying && id != CUPTI_CBID_RESOURCE_CONTEXT_DESTROY_STARTING) {
        (void)module;
    } else if (id == CUPTI_CBID_RESOURCE_MODULE_LOADED) {
        modules_add_cubin(&inject->modules, module->moduleId, module->pCubin, module->cubinSize);
    } else if (id == CUPTI_CBID_RESOURCE_MODULE_UNLOAD_STARTING) {
        modules_drop_cubin(&inject->modules, module->moduleId);
    } else if (id == CUPTI_CBID_RESOURCE_CONTEXT_DESTROY_STARTING) {
        native_drop_context(inject, data->context);
        ranges_drop_context(inject, data->context);
        contexts_drop(inject, data->context);
        memory_drop_context(&inject->memory, data->context);
    }
    if (!locked)
        pthread_mutex_unlock(&inject->lock);
    inject_inside = was_inside;
}

static void CUPTIAPI on_callback(void *user, CUpti_CallbackDomain domain, CUpti_CallbackId id,
                                 const void *data)
{
    struct inject *inject = user;
    if (inject->channel.socket < 0 && !recorded)
        return; /* but the lock is given up */
    if (domain == CUPTI_CB_DOMAIN_RESOURCE)
        on_resource(inject, id, data, inject_inside || recorded);
    if (domain != CUPTI_CB_DOMAIN_DRIVER_API || inject_inside)
        return;
    inject_inside = true;
    on_driver(inject, id, data);
    inject_inside = false;
}

bool callbacks_finish(struct inject *inject)
{
    struct timespec until;
    bool mine = inject_inside || recorded;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += LONGEST_WAIT;
    if (mine || pthread_mutex_timedlock(&inject->lock, &until) != 0) {
        inject->active = false;
        return false;
    }
    inject_inside = true;
    inject->active = false;
    take_close_window(inject, "the end of the program");
    native_finish(inject);
    ranges_finish(inject);
    pthread_mutex_unlock(&inject->lock);
    inject_inside = false;
    return true;
}

CUptiResult callbacks_install(struct inject *inject)
{
    static const CUpti_CallbackId resources[] = {CUPTI_CBID_RESOURCE_MODULE_LOADED,
                                                 CUPTI_CBID_RESOURCE_MODULE_UNLOAD_STARTING,
                                                 CUPTI_CBID_RESOURCE_CONTEXT_DESTROY_STARTING};
    call_rules_fill();
    CUptiResult result = inject->cupti.subscribe(&inject->subscriber, on_callback, inject);
    if (result != CUPTI_SUCCESS)
        return result;
    for (size_t i = 0; i < sizeof resources / sizeof *resources; i++)
        inject->cupti.enable_callback(1, inject->subscriber, CUPTI_CB_DOMAIN_RESOURCE,
                                      resources[i]);
    /* Every driver call, so that none of another thread gets between two passes. */
    for (CUpti_CallbackId id = 1; id < CUPTI_DRIVER_TRACE_CBID_SIZE; id++)
        inject->cupti.enable_callback(1, inject->subscriber, CUPTI_CB_DOMAIN_DRIVER_API, id);
    return CUPTI_SUCCESS;
}
