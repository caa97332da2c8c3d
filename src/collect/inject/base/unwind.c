/* libgcc_s does the work; this file opens it at run time and collects addresses. An address that a
 * call returns to may belong to the next line or even the next function, so each is lowered by one
 * to lie inside its call. */
#include "collect/inject/base/unwind.h"

#include <dlfcn.h>

bool unwind_open(struct unwinder *unwinder)
{
    void *library = dlopen("libgcc_s.so.1", RTLD_LAZY | RTLD_LOCAL);
    if (!library)
        return false;
    *(void **)&unwinder->backtrace = dlsym(library, "_Unwind_Backtrace");
    *(void **)&unwinder->address = dlsym(library, "_Unwind_GetIP");
    return unwinder->backtrace && unwinder->address;
}

struct walk {
    const struct unwinder *unwinder;
    uint64_t *addresses;
    size_t count, most;
};

static _Unwind_Reason_Code on_frame(struct _Unwind_Context *context, void *user)
{
    struct walk *walk = user;
    uintptr_t address = walk->unwinder->address(context);
    if (!address || walk->count == walk->most)
        return _URC_END_OF_STACK;
    walk->addresses[walk->count++] = address - 1;
    return _URC_NO_REASON;
}

size_t unwind(const struct unwinder *unwinder, uint64_t *addresses, size_t most)
{
    struct walk walk = {unwinder, addresses, 0, most};
    unwinder->backtrace(on_frame, &walk);
    return walk.count;
}
