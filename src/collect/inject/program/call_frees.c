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
