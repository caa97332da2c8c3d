/* Memory that the program freed, and modules that it unloaded, while the window was open. The
 * window's launches need them when they run again, so they go when the window closes. Until then
 * the lists of memory, modules and functions have them. Streams go at once. */
#include <stdlib.h>

#include "collect/inject/base/inject.h"
#include "collect/inject/program/functions.h"
#include "collect/inject/program/memory.h"
#include "collect/inject/program/modules.h"
#include "collect/inject/saved/snapshot_copy.h"
#include "collect/inject/window/window_internal.h"

static bool is_late(const struct window *w, uint64_t address)
{
    for (size_t i = 0; i < w->late.count; i++)
        if (w->late.frees[i].address == address)
            return true;
    return false;
}

/* The program must not lack the memory: what it asks for next is compared with what is free. */
static const struct region *frees(const struct window *w, uint64_t address)
{
    const struct region *region = memory_find(w->inject->program.memory, address);
    return region && region->address == address && region->kind == REGION_DEVICE &&
                   region->context == w->context->context && !is_late(w, address) &&
                   region->size <= snapshot_room(w->inject) / 2
               ? region
               : NULL;
}

/* A call that frees memory or a module waits for all work before that. */
static bool is_idle(const struct window *w)
{
    return !w->host_functions && !w->inject->program.capturing && window_ends_soon(w) &&
           w->inject->driver.ctx_synchronize() == CUDA_SUCCESS;
}

static bool note(struct window *w, const struct region *region)
{
    struct late_frees *late = &w->late;
    struct late_free *larger = realloc(late->frees, (late->count + 1) * sizeof *larger);
    if (!larger)
        return false;
    late->frees = larger;
    late->frees[late->count++] = (struct late_free){region->context, region->address, region->size};
    return true;
}

bool window_frees_late(struct window *w, CUcontext context, uint64_t address)
{
    if (w->most <= 1 || context != w->context->context)
        return false;
    const struct region *region = frees(w, address);
    return region && is_idle(w) && note(w, region);
}

CUdeviceptr window_frees_late_in_order(struct window *w, CUcontext context, uint64_t address,
                                       CUstream stream)
{
    CUdeviceptr stand_in = 0;
    if (w->most <= 1 || context != w->context->context || w->inject->program.capturing)
        return 0;
    const struct region *region = frees(w, address);
    if (!region || w->inject->driver.mem_alloc_async(&stand_in, 1, stream) != CUDA_SUCCESS)
        return 0;
    if (!note(w, region)) {
        w->inject->driver.mem_free(stand_in);
        return 0;
    }
    w->late.in_order = true;
    return stand_in;
}

bool window_lets_ask_room(const struct window *w)
{
    return !w->late.in_order;
}

bool window_has_freed(const struct window *w, uint64_t address)
{
    for (size_t i = 0; i < w->late.count; i++)
        if (address - w->late.frees[i].address < w->late.frees[i].size)
            return true;
    return false;
}

size_t window_room_taken(const struct window *w)
{
    size_t taken = own_device_held(w->inject, w->context->context);
    for (size_t i = 0; i < w->late.count; i++)
        taken += w->late.frees[i].context == w->context->context
                     ? own_device_steps(w->late.frees[i].size)
                     : 0;
    return taken;
}

static bool is_late_module(const struct window *w, CUmodule module)
{
    for (size_t i = 0; i < w->late.module_count; i++)
        if (w->late.modules[i].module == module)
            return true;
    return false;
}

CUmodule window_unloads_late(struct window *w, CUcontext context, CUmodule module)
{
    static const char source[] = ".version 6.0\n"
                                 ".target sm_60\n"
                                 ".address_size 64\n"
                                 ".visible .entry rooftop_stand_in()\n"
                                 "{\n"
                                 "    ret;\n"
                                 "}\n";
    struct inject *inject = w->inject;
    CUmodule stand_in = NULL;
    if (w->most <= 1 || context != w->context->context ||
        w->late.module_count == MOST_LATE_MODULES || is_late_module(w, module) ||
        !modules_have(inject->program.modules, module) || !is_idle(w))
        return NULL;
    inject->replaying = true; /* what is loaded now is ours */
    const CUresult result = inject->driver.module_load_data(&stand_in, source);
    inject->replaying = false;
    if (result != CUDA_SUCCESS)
        return NULL;
    w->late.modules[w->late.module_count++] = (struct late_module){context, module};
    return stand_in;
}

static void unload_now(struct window *w, bool current)
{
    struct inject *inject = w->inject;
    CUcontext previous;
    for (size_t i = 0; i < w->late.module_count; i++) {
        const struct late_module *late = &w->late.modules[i];
        if (current && inject->driver.ctx_push_current(late->context) == CUDA_SUCCESS) {
            inject->driver.module_unload(late->module);
            inject->driver.ctx_pop_current(&previous);
        }
        modules_drop_module(inject->program.modules, late->module);
        functions_drop_module(inject->program.functions, late->module);
    }
}

static bool is_in(const struct window_item *item, CUstream stream)
{
    return item->kind != ITEM_WORK && item->launch.config.hStream == stream;
}

/* Of a stream that is gone nobody can say whether its launches have ended. Those of a green context
 * have fewer multiprocessors, and a stream may tell what is to stay in the cache. */
static bool can_move(const struct window *w)
{
    const struct inject *inject = w->inject;
    return w->most > 1 && !inject->program.green.any && !inject->program.stream_attributes &&
           !w->items[0]->graph && !w->items[0]->record && window_ends_soon(w);
}

/* A kernel that waits for the program is let go by a copy in our stream, so it must run in another.
 */
bool window_lets_destroy(struct window *w, CUstream stream)
{
    size_t count = 0, waiting = 0;
    for (size_t i = 0; i < w->count; i++) {
        count += is_in(w->items[i], stream);
        waiting += is_in(w->items[i], stream) && w->items[i]->reaches;
    }
    if (count && (!stream || waiting || !can_move(w)))
        return false;
    for (size_t i = 0; count && i < w->count; i++)
        if (is_in(w->items[i], stream))
            w->items[i]->launch.config.hStream = w->items[i]->context->stream;
    return true;
}

void window_free_now(struct window *w, bool current)
{
    const struct foil_driver *driver = &w->inject->driver;
    CUcontext previous;
    for (size_t i = 0; i < w->late.count; i++) {
        if (current && driver->ctx_push_current(w->late.frees[i].context) == CUDA_SUCCESS) {
            driver->mem_free(w->late.frees[i].address);
            driver->ctx_pop_current(&previous);
        }
        memory_remove(w->inject->program.memory, w->late.frees[i].address);
    }
    unload_now(w, current);
    free(w->late.frees);
    w->late = (struct late_frees){0};
}
