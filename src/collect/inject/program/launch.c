#include "collect/inject/program/launch.h"

#include <stdlib.h>
#include <string.h>

#include "collect/inject/base/inject.h"

static const struct {
    CUpti_CallbackId id;
    enum launch_entry entry;
} entries[] = {
    {CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel, LAUNCH_KERNEL},
    {CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel_ptsz, LAUNCH_KERNEL_PTSZ},
    {CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx, LAUNCH_EX},
    {CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx_ptsz, LAUNCH_EX_PTSZ},
    {CUPTI_DRIVER_TRACE_CBID_cuLaunchCooperativeKernel, LAUNCH_COOPERATIVE},
    {CUPTI_DRIVER_TRACE_CBID_cuLaunchCooperativeKernel_ptsz, LAUNCH_COOPERATIVE_PTSZ},
};

/* Attributes that tie a launch to its neighbours are left out, since a replay runs it by itself.
 */
static bool is_replayable(CUlaunchAttributeID id)
{
    return id != CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION &&
           id != CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_EVENT &&
           id != CU_LAUNCH_ATTRIBUTE_LAUNCH_COMPLETION_EVENT;
}

static void copy_config(struct launch *launch, const CUlaunchConfig *config)
{
    launch->config = *config;
    launch->config.numAttrs = 0;
    for (unsigned i = 0; i < config->numAttrs; i++)
        if (is_replayable(config->attrs[i].id) &&
            launch->config.numAttrs < sizeof launch->attributes / sizeof *launch->attributes)
            launch->attributes[launch->config.numAttrs++] = config->attrs[i];
}

/* The six forms of the call share their first members, except for the Ex forms. */
static const cuLaunchKernel_params *plain(const CUpti_CallbackData *data)
{
    return data->functionParams;
}

static const cuLaunchKernelEx_params *extended(const CUpti_CallbackData *data)
{
    return data->functionParams;
}

static bool is_extended(const struct launch *launch)
{
    return launch->entry == LAUNCH_EX || launch->entry == LAUNCH_EX_PTSZ;
}

bool launch_from_callback(struct launch *launch, CUpti_CallbackId id,
                          const CUpti_CallbackData *data)
{
    size_t i = 0, count = sizeof entries / sizeof *entries;
    while (i < count && entries[i].id != id)
        i++;
    if (i == count)
        return false;
    memset(launch, 0, sizeof *launch);
    launch->entry = entries[i].entry;
    launch->context = data->context;
    launch->mangled = data->symbolName ? data->symbolName : "";
    launch->per_thread_stream = launch->entry == LAUNCH_KERNEL_PTSZ ||
                                launch->entry == LAUNCH_EX_PTSZ ||
                                launch->entry == LAUNCH_COOPERATIVE_PTSZ;
    if (is_extended(launch)) {
        launch->f = extended(data)->f;
        if (extended(data)->config)
            copy_config(launch, extended(data)->config);
    } else {
        const cuLaunchKernel_params *p = plain(data);
        launch->f = p->f;
        launch->config = (CUlaunchConfig){.gridDimX = p->gridDimX,
                                          .gridDimY = p->gridDimY,
                                          .gridDimZ = p->gridDimZ,
                                          .blockDimX = p->blockDimX,
                                          .blockDimY = p->blockDimY,
                                          .blockDimZ = p->blockDimZ,
                                          .sharedMemBytes = p->sharedMemBytes,
                                          .hStream = p->hStream};
    }
    return true;
}

static bool copy_packed(struct launch *launch, void **extra)
{
    const void *buffer = NULL;
    const size_t *size = NULL;
    for (; *extra != CU_LAUNCH_PARAM_END; extra += 2) {
        if (*extra == CU_LAUNCH_PARAM_BUFFER_POINTER)
            buffer = extra[1];
        else if (*extra == CU_LAUNCH_PARAM_BUFFER_SIZE)
            size = extra[1];
    }
    if (!buffer || !size)
        return true;
    launch->packed = malloc(*size + 1);
    if (!launch->packed)
        return false;
    memcpy(launch->packed, buffer, *size);
    launch->packed_size = *size;
    return true;
}

bool launch_parameter(struct inject *inject, const struct launch *launch, bool is_kernel,
                      size_t index, size_t *offset, size_t *size)
{
    const CUresult result =
        is_kernel ? inject->driver.kernel_get_param_info((CUkernel)launch->f, index, offset, size)
                  : inject->driver.func_get_param_info(launch->f, index, offset, size);
    return result == CUDA_SUCCESS;
}

bool launch_copy_values(struct launch *launch, struct inject *inject, bool is_kernel,
                        void **parameters, void **extra)
{
    if (!parameters)
        return !extra || copy_packed(launch, extra);
    size_t count = 0, total = 0, offset, size;
    while (launch_parameter(inject, launch, is_kernel, count, &offset, &size)) {
        if (offset + size > total)
            total = offset + size;
        count++;
    }
    launch->parameters = malloc((count + 1) * sizeof *launch->parameters);
    /* malloc aligns to 16 bytes, which is enough for any parameter. */
    launch->values = calloc(1, total + 1);
    launch->values_size = launch->values ? total : 0;
    launch->count = count;
    if (!launch->parameters || !launch->values)
        return false;
    for (size_t i = 0; i < count; i++) {
        if (!launch_parameter(inject, launch, is_kernel, i, &offset, &size))
            return false;
        launch->parameters[i] = launch->values + offset;
        memcpy(launch->values + offset, parameters[i], size);
    }
    return true;
}

bool launch_copy_arguments(struct launch *launch, struct inject *inject, bool is_kernel,
                           const CUpti_CallbackData *data)
{
    bool cooperative =
        launch->entry == LAUNCH_COOPERATIVE || launch->entry == LAUNCH_COOPERATIVE_PTSZ;
    void **parameters =
        is_extended(launch) ? extended(data)->kernelParams : plain(data)->kernelParams;
    void **extra = cooperative           ? NULL
                   : is_extended(launch) ? extended(data)->extra
                                         : plain(data)->extra;
    return launch_copy_values(launch, inject, is_kernel, parameters, extra);
}

CUresult launch_again(const struct launch *launch, struct inject *inject)
{
    const struct foil_driver *driver = &inject->driver;
    CUlaunchConfig c = launch->config;
    size_t size = launch->packed_size;
    void *packed[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, launch->packed, CU_LAUNCH_PARAM_BUFFER_SIZE,
                      &size, CU_LAUNCH_PARAM_END};
    void **extra = launch->packed ? packed : NULL;
    c.attrs = (CUlaunchAttribute *)(uintptr_t)launch->attributes;
    switch (launch->entry) {
    case LAUNCH_EX:
        return driver->launch_kernel_ex(&c, launch->f, launch->parameters, extra);
    case LAUNCH_EX_PTSZ:
        return driver->launch_kernel_ex_ptsz(&c, launch->f, launch->parameters, extra);
    case LAUNCH_COOPERATIVE:
        return driver->launch_cooperative(launch->f, c.gridDimX, c.gridDimY, c.gridDimZ,
                                          c.blockDimX, c.blockDimY, c.blockDimZ, c.sharedMemBytes,
                                          c.hStream, launch->parameters);
    case LAUNCH_COOPERATIVE_PTSZ:
        return driver->launch_cooperative_ptsz(launch->f, c.gridDimX, c.gridDimY, c.gridDimZ,
                                               c.blockDimX, c.blockDimY, c.blockDimZ,
                                               c.sharedMemBytes, c.hStream, launch->parameters);
    case LAUNCH_KERNEL_PTSZ:
        return driver->launch_kernel_ptsz(launch->f, c.gridDimX, c.gridDimY, c.gridDimZ,
                                          c.blockDimX, c.blockDimY, c.blockDimZ, c.sharedMemBytes,
                                          c.hStream, launch->parameters, extra);
    case LAUNCH_KERNEL:
        break;
    }
    return driver->launch_kernel(launch->f, c.gridDimX, c.gridDimY, c.gridDimZ, c.blockDimX,
                                 c.blockDimY, c.blockDimZ, c.sharedMemBytes, c.hStream,
                                 launch->parameters, extra);
}

void launch_free(struct launch *launch)
{
    free(launch->name);
    free(launch->parameters);
    free(launch->values);
    free(launch->packed);
    launch->name = NULL;
    launch->parameters = NULL;
    launch->values = launch->packed = NULL;
    launch->count = launch->values_size = launch->packed_size = 0;
}
