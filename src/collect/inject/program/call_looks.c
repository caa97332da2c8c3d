#include "collect/inject/program/call_looks.h"

#include "collect/inject/base/inject.h"
#include "collect/inject/program/memory.h"

#define CBID(name) CUPTI_DRIVER_TRACE_CBID_##name

static bool is_among(const CUpti_CallbackId *ids, CUpti_CallbackId id)
{
    while (*ids && *ids != id)
        ids++;
    return *ids != 0;
}

bool call_waits(CUpti_CallbackId id)
{
    static const CUpti_CallbackId ids[] = {
        CBID(cuCtxSynchronize),         CBID(cuCtxSynchronize_v2), CBID(cuStreamSynchronize),
        CBID(cuStreamSynchronize_ptsz), CBID(cuEventSynchronize),  0};
    return is_among(ids, id);
}

bool call_asks_room(CUpti_CallbackId id)
{
    return id == CBID(cuMemGetInfo_v2);
}

void call_adds_room(const CUpti_CallbackData *data, size_t bytes)
{
    const cuMemGetInfo_v2_params *p = data->functionParams;
    if (p->free && p->total)
        *p->free += bytes < *p->total - *p->free ? bytes : *p->total - *p->free;
}

bool call_queues_function(CUpti_CallbackId id)
{
    return id == CBID(cuLaunchHostFunc) || id == CBID(cuLaunchHostFunc_ptsz);
}

bool call_unpins(CUpti_CallbackId id, const CUpti_CallbackData *data, uint64_t *address)
{
    const cuMemFreeHost_params *p = data->functionParams; /* the other call's are the same */
    if (id != CBID(cuMemFreeHost) && id != CBID(cuMemHostUnregister))
        return false;
    *address = (uintptr_t)p->p;
    return true;
}
