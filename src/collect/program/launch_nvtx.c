#include "collect/program/launch_nvtx.h"

#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"

/* One state, shared by all launches that have it. */
struct nvtx_kept {
    size_t users, length;
    uint8_t bytes[];
};

static struct nvtx_kept *share(struct nvtx_kept *state)
{
    if (state)
        state->users++;
    return state;
}

static void release(struct nvtx_kept *state)
{
    if (state && --state->users == 0)
        free(state);
}

void launch_nvtx_announce(struct launch_nvtx *nvtx, const Wire__Seen *seen, bool admitted)
{
    if (seen->has_nvtx) {
        release(nvtx->last);
        nvtx->last = mem_alloc(sizeof *nvtx->last + seen->nvtx.len);
        nvtx->last->users = 1;
        nvtx->last->length = seen->nvtx.len;
        if (seen->nvtx.len)
            memcpy(nvtx->last->bytes, seen->nvtx.data, seen->nvtx.len);
    }
    if (!admitted || !nvtx->last || !nvtx->last->length)
        return;
    mem_grow(&nvtx->launches, nvtx->count, &nvtx->capacity, sizeof *nvtx->launches);
    nvtx->launches[nvtx->count++] = (struct nvtx_launch){seen->launch, share(nvtx->last)};
}

/* Forgets a launch. Results nearly always come in the order of the launches, so it is mostly the
 * first. */
static void forget(struct launch_nvtx *nvtx, size_t at)
{
    struct nvtx_launch *first = nvtx->launches + nvtx->first;
    memmove(first + 1, first, (at - nvtx->first) * sizeof *first);
    if (++nvtx->first == nvtx->count)
        nvtx->first = nvtx->count = 0;
}

static size_t find(const struct launch_nvtx *nvtx, uint64_t launch)
{
    size_t i = nvtx->first;
    while (i < nvtx->count && nvtx->launches[i].launch != launch)
        i++;
    return i;
}

static Rep__NvtxState *unpack(const struct nvtx_kept *kept)
{
    return rep__nvtx_state__unpack(NULL, kept->length, kept->bytes);
}

Rep__NvtxState *launch_nvtx_take(struct launch_nvtx *nvtx, uint64_t launch)
{
    const size_t i = find(nvtx, launch);
    if (i == nvtx->count)
        return NULL;
    struct nvtx_kept *kept = nvtx->launches[i].state;
    Rep__NvtxState *state = unpack(kept);
    release(kept);
    forget(nvtx, i);
    return state;
}

Rep__NvtxState *launch_nvtx_look(const struct launch_nvtx *nvtx, uint64_t launch)
{
    const size_t i = find(nvtx, launch);
    return i < nvtx->count ? unpack(nvtx->launches[i].state) : NULL;
}

void launch_nvtx_done(Rep__NvtxState *state)
{
    if (state)
        rep__nvtx_state__free_unpacked(state, NULL);
}

void launch_nvtx_free(struct launch_nvtx *nvtx)
{
    for (size_t i = nvtx->first; i < nvtx->count; i++)
        release(nvtx->launches[i].state);
    release(nvtx->last);
    free(nvtx->launches);
    *nvtx = (struct launch_nvtx){0};
}
