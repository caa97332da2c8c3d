#include "treatment.h"

#include <stdio.h>

#include "inject.h"

/* The cubin of a kernel that has never run may not be loaded yet. */
static bool look_up(struct inject *inject, struct function *function, const char *mangled)
{
    if (function->calls_known)
        return true;
    const struct cubin *cubin = modules_find_kernel(&inject->modules, mangled);
    function->has_cubin = cubin != NULL;
    if (cubin) {
        function->cubin = cubin->reference;
        function->barriers = modules_barriers(cubin, mangled);
    }
    function->calls_known =
        cubin && kernel_calls_find(&function->calls, cubin->bytes, cubin->size, mangled);
    return function->calls_known;
}

bool treatment_heap_in_use(const struct inject *inject)
{
    return inject->heap_used || (inject->unknown_launched && modules_name_heap(&inject->modules));
}

void treatment_note(struct inject *inject, struct function *function, const char *mangled)
{
    if (look_up(inject, function, mangled))
        inject->heap_used = inject->heap_used || function->calls.heap;
    else
        inject->unknown_launched = true;
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

void treatment_tell_uncounted(struct inject *inject, struct function *function, const char *mangled,
                              const char *reason)
{
    char text[512];
    snprintf(text, sizeof text,
             "kernels of this program call malloc or free on the device, and this memory cannot be "
             "put back between passes: it runs once, without counters (%s)",
             reason);
    tell(inject, function, mangled, text);
}

enum treatment treatment_of_other(const struct inject *inject, const struct function *function)
{
    const struct kernel_calls *calls = &function->calls;
    if (calls->heap || (calls->cubin_heap && treatment_heap_in_use(inject)))
        return TREAT_HEAP;
    return calls->prints ? TREAT_PRINTS : TREAT_TOGETHER;
}

enum treatment treatment_choose(struct inject *inject, struct function *function,
                                const char *mangled)
{
    look_up(inject, function, mangled);
    const struct kernel_calls *calls = &function->calls;
    inject->heap_used = inject->heap_used || calls->heap;
    if (calls->prints)
        tell(inject, function, mangled,
             "it calls printf on the device: its lines appear once for each pass");
    return treatment_of_other(inject, function);
}
