#include "treatment.h"

#include "inject.h"

/* The cubin of a kernel that has never run may not be loaded yet. */
static bool look_up(struct inject *inject, struct function *function, const char *mangled)
{
    if (function->calls_known)
        return true;
    const struct cubin *cubin = modules_find_kernel(&inject->modules, mangled);
    function->calls_known =
        cubin && kernel_calls_find(&function->calls, cubin->bytes, cubin->size, mangled);
    return function->calls_known;
}

void treatment_note(struct inject *inject, struct function *function, const char *mangled)
{
    /* What is unknown may use the heap. That makes a difference to cubins that use it, too. */
    if (!inject->heap_in_use)
        inject->heap_in_use = !look_up(inject, function, mangled) || function->calls.heap;
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

enum treatment treatment_choose(struct inject *inject, struct function *function,
                                const char *mangled)
{
    look_up(inject, function, mangled);
    const struct kernel_calls *calls = &function->calls;
    if (calls->heap) {
        inject->heap_in_use = true;
        tell(inject, function, mangled,
             "it calls malloc or free on the device, and what they do cannot be undone between "
             "passes: it runs once, without counters");
        return TREAT_UNCOUNTED;
    }
    if (calls->cubin_heap && inject->heap_in_use) {
        tell(inject, function, mangled,
             "another kernel of its module calls malloc or free on the device, whose memory it may "
             "change and which cannot be put back between passes: it runs once, without counters");
        return TREAT_UNCOUNTED;
    }
    if (calls->prints) {
        tell(inject, function, mangled,
             "it calls printf on the device: its lines appear once for each pass");
        return TREAT_ALONE;
    }
    return TREAT_TOGETHER;
}
