#include "collect/inject/program/call_sets.h"

#include <stddef.h>

#include "collect/inject/base/inject.h"

#define CBID(name) CUPTI_DRIVER_TRACE_CBID_##name
#define PARAMETERS(type) ((const type##_params *)data->functionParams)

CUfunction call_sets(CUpti_CallbackId id, const CUpti_CallbackData *data)
{
    switch (id) {
    case CBID(cuFuncSetAttribute):
        return PARAMETERS(cuFuncSetAttribute)->hfunc;
    case CBID(cuKernelSetAttribute):
        return (CUfunction)PARAMETERS(cuKernelSetAttribute)->kernel;
    case CBID(cuFuncSetCacheConfig):
        return PARAMETERS(cuFuncSetCacheConfig)->hfunc;
    case CBID(cuKernelSetCacheConfig):
        return (CUfunction)PARAMETERS(cuKernelSetCacheConfig)->kernel;
    default:
        return NULL;
    }
}

bool call_sets_anew(const struct inject *inject, CUpti_CallbackId id,
                    const CUpti_CallbackData *data)
{
    const cuFuncSetAttribute_params *f = data->functionParams;
    const cuKernelSetAttribute_params *k = data->functionParams;
    int now = 0;
    if (id == CBID(cuFuncSetAttribute))
        return inject->driver.func_get_attribute(&now, f->attrib, f->hfunc) != CUDA_SUCCESS ||
               now != f->value;
    if (id == CBID(cuKernelSetAttribute))
        return inject->driver.kernel_get_attribute(&now, k->attrib, k->kernel, k->dev) !=
                   CUDA_SUCCESS ||
               now != k->val;
    return true;
}

bool call_sets_shared_limit(CUpti_CallbackId id, const CUpti_CallbackData *data, size_t *bytes)
{
    const enum CUfunction_attribute_enum limit = CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES;
    int value = -1;
    if (id == CBID(cuFuncSetAttribute) && PARAMETERS(cuFuncSetAttribute)->attrib == limit)
        value = PARAMETERS(cuFuncSetAttribute)->value;
    if (id == CBID(cuKernelSetAttribute) && PARAMETERS(cuKernelSetAttribute)->attrib == limit)
        value = PARAMETERS(cuKernelSetAttribute)->val;
    *bytes = value > 0 ? (size_t)value : 0;
    return value >= 0;
}
