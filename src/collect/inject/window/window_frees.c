/* Memory that the program freed while the window was open. The window's launches need it when they
 * run again, so it is freed when the window closes. Until then it stays among the memory that the
 * tracker knows. */
#include <stdlib.h>

#include "collect/inject/base/inject.h"
#include "collect/inject/program/memory.h"
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

/* A call that frees memory waits for all work before that. */
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
    late->frees[late->count++] = (struct late_free){region->address, region->size};
    return true;
}

bool window_frees_late(struct window *w, CUcontext context, uint64_t address)
{
    if (w->most <= 1 || context != w->context->context)
        return false;
    const struct region *region = frees(w, address);
    return region && is_idle(w) && note(w, region);
}

bool window_has_freed(const struct window *w, uint64_t address)
{
    for (size_t i = 0; i < w->late.count; i++)
        if (address - w->late.frees[i].address < w->late.frees[i].size)
            return true;
    return false;
}

void window_free_now(struct window *w, bool current)
{
    for (size_t i = 0; i < w->late.count; i++) {
        if (current)
            w->inject->driver.mem_free(w->late.frees[i].address);
        memory_remove(w->inject->program.memory, w->late.frees[i].address);
    }
    free(w->late.frees);
    w->late = (struct late_frees){0};
}
