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

bool call_copies_out(const struct inject *inject, CUcontext context, CUpti_CallbackId id,
                     const CUpti_CallbackData *data, bool apart)
{
    static const CUpti_CallbackId to_host[] = {CBID(cuMemcpyDtoH_v2), CBID(cuMemcpyDtoH_v2_ptds),
                                               CBID(cuMemcpyDtoHAsync_v2),
                                               CBID(cuMemcpyDtoHAsync_v2_ptsz), 0};
    static const CUpti_CallbackId anywhere[] = {CBID(cuMemcpy), CBID(cuMemcpy_ptds),
                                                CBID(cuMemcpyAsync), CBID(cuMemcpyAsync_ptsz), 0};
    const struct memory_tracker *memory = inject->program.memory;
    if (data->context != context)
        return false;
    if (is_among(to_host, id)) {
        const cuMemcpyDtoH_v2_params *p = data->functionParams;
        return memory_is_device(memory, context, p->srcDevice, p->ByteCount) ||
               (apart && memory_is_pinned(memory, p->srcDevice, p->ByteCount));
    }
    if (!is_among(anywhere, id))
        return false;
    const cuMemcpy_params *p = data->functionParams;
    CUmemorytype type = CU_MEMORYTYPE_HOST;
    /* An address that the driver does not know belongs to the program's own memory. */
    CUresult known =
        inject->driver.pointer_get_attribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, p->dst);
    return memory_is_device(memory, context, p->src, p->ByteCount) &&
           (known != CUDA_SUCCESS || type == CU_MEMORYTYPE_HOST);
}
