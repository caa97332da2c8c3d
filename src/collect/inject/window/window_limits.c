#include "collect/inject/window/window_limits.h"

#include <stdlib.h>

#include "collect/inject/base/inject.h"

static const CUfunction_attribute attribute = CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES;

bool window_limits_add(struct window_limits *limits, CUpti_CallbackId id,
                       const CUpti_CallbackData *data, size_t needed)
{
    struct window_limit limit = {.needed = needed};
    if (id == CUPTI_DRIVER_TRACE_CBID_cuKernelSetAttribute) {
        const cuKernelSetAttribute_params *call = data->functionParams;
        limit.is_kernel = true;
        limit.handle = (CUfunction)call->kernel;
        limit.device = call->dev;
    } else {
        limit.handle = ((const cuFuncSetAttribute_params *)data->functionParams)->hfunc;
    }
    for (size_t i = 0; i < limits->count; i++) {
        struct window_limit *known = &limits->limits[i];
        if (known->handle != limit.handle || known->device != limit.device)
            continue;
        known->needed = needed > known->needed ? needed : known->needed;
        return true;
    }
    struct window_limit *larger = realloc(limits->limits, (limits->count + 1) * sizeof *larger);
    if (!larger)
        return false;
    limits->limits = larger;
    limits->limits[limits->count++] = limit;
    return true;
}

static CUresult set(const struct window_limit *limit, const struct inject *inject, int value)
{
    return limit->is_kernel ? inject->driver.kernel_set_attribute(
                                  attribute, value, (CUkernel)limit->handle, limit->device)
                            : inject->driver.func_set_attribute(limit->handle, attribute, value);
}

static CUresult raise_limit(struct window_limit *limit, const struct inject *inject)
{
    const struct foil_driver *driver = &inject->driver;
    CUresult result = limit->is_kernel
                          ? driver->kernel_get_attribute(&limit->program, attribute,
                                                         (CUkernel)limit->handle, limit->device)
                          : driver->func_get_attribute(&limit->program, attribute, limit->handle);
    /* It may have been set anew since. */
    if (result != CUDA_SUCCESS || (size_t)limit->program >= limit->needed)
        return result;
    result = set(limit, inject, (int)limit->needed);
    limit->raised = result == CUDA_SUCCESS;
    return result;
}

const char *window_limits_raise(struct window_limits *limits, const struct inject *inject)
{
    for (size_t i = 0; i < limits->count; i++) {
        const CUresult result = raise_limit(&limits->limits[i], inject);
        if (result != CUDA_SUCCESS)
            return inject_driver_error(inject, result);
    }
    return NULL;
}

void window_limits_put_back(struct window_limits *limits, const struct inject *inject)
{
    for (size_t i = 0; i < limits->count; i++)
        if (limits->limits[i].raised)
            set(&limits->limits[i], inject, limits->limits[i].program);
}

void window_limits_free(struct window_limits *limits)
{
    free(limits->limits);
    *limits = (struct window_limits){0};
}
