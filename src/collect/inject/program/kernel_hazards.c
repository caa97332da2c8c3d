#include "collect/inject/program/kernel_hazards.h"

#include <stdio.h>
#include <string.h>

#include "collect/inject/base/inject.h"
#include "collect/inject/base/kernel_order.h"
#include "collect/inject/base/kernel_wait.h"
#include "collect/inject/program/launch.h"
#include "collect/inject/program/memory.h"
#include "collect/inject/program/modules.h"

/* The cubin of a kernel that has never run may not be loaded yet. */
static bool look_up(struct inject *inject, struct function *function, const char *mangled)
{
    if (function->calls_known)
        return true;
    const struct cubin *cubin = modules_find_kernel(inject->program.modules, mangled);
    function->has_cubin = cubin != NULL;
    if (cubin) {
        function->cubin = cubin->reference;
        function->barriers = modules_barriers(cubin, mangled);
    }
    function->calls_known =
        cubin && kernel_calls_find(&function->calls, cubin->bytes, cubin->size, mangled);
    return function->calls_known;
}

enum kernel_hazard kernel_hazard_worse(enum kernel_hazard a, enum kernel_hazard b)
{
    return a > b ? a : b;
}

const char kernel_hazard_waits_text[] =
    "it waits for kernels of other GPUs, and these do not run again with it";

static void look_for_waits(struct inject *inject, struct function *function, const char *mangled)
{
    const struct cubin *cubin = function->wait == WAIT_UNKNOWN
                                    ? modules_find_kernel(inject->program.modules, mangled)
                                    : NULL;
    if (!cubin)
        return;
    function->wait = kernel_may_wait(cubin->bytes, cubin->size, mangled) ? WAIT_MAY : WAIT_NEVER;
    function->never_waits = kernel_never_waits(cubin->bytes, cubin->size, mangled);
}

bool kernel_hazard_waits_for_others(struct inject *inject, CUcontext context,
                                    const struct launch *launch)
{
    const struct memory_tracker *tracker = inject->program.memory;
    if (strstr(launch->mangled, "nccl") || strstr(launch->mangled, "nvshmem"))
        return true;
    if (!tracker->guarded || !memory_has_others(tracker, context))
        return false;
    struct function *function = functions_get(inject->program.functions, launch->f);
    if (function)
        look_for_waits(inject, function, launch->mangled);
    return function && function->wait == WAIT_MAY;
}

bool kernel_hazard_never_waits(struct inject *inject, const struct launch *launch)
{
    struct function *function = functions_get(inject->program.functions, launch->f);
    if (function)
        look_for_waits(inject, function, launch->mangled);
    return function && function->never_waits;
}

bool kernel_hazard_waits_a_while(const char *mangled)
{
    return strstr(mangled, "stream_executor") && strstr(mangled, "DelayKernel");
}

bool kernel_hazard_order_matters(struct inject *inject, struct function *function,
                                 const char *mangled)
{
    const struct cubin *cubin = function->order == ORDER_UNKNOWN
                                    ? modules_find_kernel(inject->program.modules, mangled)
                                    : NULL;
    if (cubin)
        function->order = kernel_order_matters(cubin->bytes, cubin->size, mangled) ? ORDER_MATTERS
                                                                                   : ORDER_IS_FREE;
    return function->order != ORDER_IS_FREE;
}

bool kernel_hazard_needs_graph(struct inject *inject, struct function *function,
                               const char *mangled)
{
    return function->refused || (look_up(inject, function, mangled) && function->calls.graphs);
}

bool kernel_hazard_heap_in_use(const struct inject *inject)
{
    return inject->program.heap_used ||
           (inject->program.unknown_launched && modules_name_heap(inject->program.modules));
}

void kernel_hazard_note(struct inject *inject, struct function *function, const char *mangled)
{
    if (look_up(inject, function, mangled))
        inject->program.heap_used = inject->program.heap_used || function->calls.heap;
    else
        inject->program.unknown_launched = true;
}

static void tell(struct inject *inject, struct function *function, const char *mangled,
                 const char *text)
{
    Wire__ToHost message = WIRE__TO_HOST__INIT;
    Wire__Notice m = WIRE__NOTICE__INIT;
    if (function->told)
        return;
    function->told = true;
    m.text = (char *)(uintptr_t)text;
    m.kernel = (char *)(uintptr_t)mangled;
    message.notice = &m;
    channel_send(&inject->channel, &message);
}

void kernel_hazard_tell_uncounted(struct inject *inject, struct function *function,
                                  const char *mangled, const char *reason)
{
    char text[512];
    snprintf(text, sizeof text,
             "kernels of this program call malloc or free on the device, and this memory cannot be "
             "restored between passes: it runs once, without counters (%s)",
             reason);
    tell(inject, function, mangled, text);
}

enum kernel_hazard kernel_hazard_of_other(const struct inject *inject,
                                          const struct function *function)
{
    const struct kernel_calls *calls = &function->calls;
    if (calls->heap || (calls->cubin_heap && kernel_hazard_heap_in_use(inject)))
        return HAZARD_HEAP;
    return calls->prints ? HAZARD_PRINTS : HAZARD_NONE;
}

enum kernel_hazard kernel_hazard_choose(struct inject *inject, struct function *function,
                                        const char *mangled)
{
    look_up(inject, function, mangled);
    const struct kernel_calls *calls = &function->calls;
    inject->program.heap_used = inject->program.heap_used || calls->heap;
    if (calls->prints)
        tell(inject, function, mangled,
             "it calls printf on the device: its lines appear once for each pass");
    return kernel_hazard_of_other(inject, function);
}
