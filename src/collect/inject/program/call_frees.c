#include "collect/inject/program/call_frees.h"

#define CBID(name) CUPTI_DRIVER_TRACE_CBID_##name
#define PARAMETERS(type) ((const type##_params *)data->functionParams)

bool call_frees(CUpti_CallbackId id, const CUpti_CallbackData *data, uint64_t *address)
{
    if (id != CBID(cuMemFree_v2))
        return false;
    *address = PARAMETERS(cuMemFree_v2)->dptr;
    return true;
}

void call_frees_nothing(const CUpti_CallbackData *data)
{
    ((cuMemFree_v2_params *)(uintptr_t)data->functionParams)->dptr = 0;
}

bool call_frees_in_order(CUpti_CallbackId id, const CUpti_CallbackData *data, uint64_t *address,
                         CUstream *stream)
{
    if (id != CBID(cuMemFreeAsync) && id != CBID(cuMemFreeAsync_ptsz))
        return false;
    const cuMemFreeAsync_params *p = PARAMETERS(cuMemFreeAsync);
    *address = p->dptr;
    *stream = p->hStream                   ? p->hStream
              : id == CBID(cuMemFreeAsync) ? CU_STREAM_LEGACY
                                           : CU_STREAM_PER_THREAD;
    return true;
}

void call_frees_instead(const CUpti_CallbackData *data, uint64_t address)
{
    ((cuMemFreeAsync_params *)(uintptr_t)data->functionParams)->dptr = address;
}

bool call_asks_about_pool(CUpti_CallbackId id)
{
    return id == CBID(cuMemPoolGetAttribute);
}

bool call_unloads(CUpti_CallbackId id, const CUpti_CallbackData *data, CUmodule *module)
{
    if (id != CBID(cuModuleUnload))
        return false;
    *module = PARAMETERS(cuModuleUnload)->hmod;
    return true;
}

void call_unloads_instead(const CUpti_CallbackData *data, CUmodule module)
{
    ((cuModuleUnload_params *)(uintptr_t)data->functionParams)->hmod = module;
}

bool call_destroys(CUpti_CallbackId id, const CUpti_CallbackData *data, CUstream *stream)
{
    if (id != CBID(cuStreamDestroy) && id != CBID(cuStreamDestroy_v2))
        return false;
    *stream = PARAMETERS(cuStreamDestroy_v2)->hStream;
    return true;
}

bool call_asks_about(CUpti_CallbackId id, const CUpti_CallbackData *data, uint64_t *address)
{
    switch (id) {
    case CBID(cuPointerGetAttribute):
        *address = PARAMETERS(cuPointerGetAttribute)->ptr;
        return true;
    case CBID(cuPointerGetAttributes):
        *address = PARAMETERS(cuPointerGetAttributes)->ptr;
        return true;
    case CBID(cuMemGetAddressRange_v2):
        *address = PARAMETERS(cuMemGetAddressRange_v2)->dptr;
        return true;
    default:
        return false;
    }
}
