/* Green contexts: a number of the multiprocessors, and streams that belong to one. */
#include <stdlib.h>

#include "driver_api.h"

enum { MULTIPROCESSORS = 132, GREEN_STREAMS = 16 };

/* What runs in its streams runs in the primary context of its device. */
struct green {
    unsigned long long id;
    CUdevResource resource;
    struct context *primary;
    CUdevice device;
};

static unsigned long long last_id;
static struct {
    CUstream stream;
    struct green *green;
} members[GREEN_STREAMS];
static size_t member_count;

DRIVER_API(cuDeviceGetDevResource,
           (CUdevice device, CUdevResource *resource, CUdevResourceType type), device, resource,
           type)
{
    if (p->type != CU_DEV_RESOURCE_TYPE_SM)
        return CUDA_ERROR_INVALID_RESOURCE_TYPE;
    *p->resource = (CUdevResource){.type = p->type, .sm.smCount = MULTIPROCESSORS};
    return CUDA_SUCCESS;
}

DRIVER_API(cuDevSmResourceSplitByCount,
           (CUdevResource * result, unsigned int *nbGroups, const CUdevResource *input,
            CUdevResource *remaining, unsigned int useFlags, unsigned int minCount),
           result, nbGroups, input, remaining, useFlags, minCount)
{
    if (p->minCount > p->input->sm.smCount || *p->nbGroups != 1)
        return CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION;
    *p->result = *p->remaining = *p->input;
    p->result->sm.smCount = p->minCount;
    p->remaining->sm.smCount -= p->minCount;
    return CUDA_SUCCESS;
}

DRIVER_API(cuDevResourceGenerateDesc,
           (CUdevResourceDesc * phDesc, CUdevResource *resources, unsigned int nbResources), phDesc,
           resources, nbResources)
{
    *p->phDesc = (CUdevResourceDesc)p->resources;
    return p->nbResources == 1 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

DRIVER_API(cuGreenCtxCreate,
           (CUgreenCtx * phCtx, CUdevResourceDesc desc, CUdevice dev, unsigned int flags), phCtx,
           desc, dev, flags)
{
    struct green *green = calloc(1, sizeof *green);
    if (!green)
        return CUDA_ERROR_OUT_OF_MEMORY;
    *green = (struct green){++last_id, *(const CUdevResource *)p->desc, NULL, p->dev};
    TRY(primary_retain(p->dev, &green->primary));
    *p->phCtx = (CUgreenCtx)green;
    return CUDA_SUCCESS;
}

DRIVER_API(cuGreenCtxStreamCreate,
           (CUstream * phStream, CUgreenCtx greenCtx, unsigned int flags, int priority), phStream,
           greenCtx, flags, priority)
{
    struct green *green = (struct green *)p->greenCtx;
    if (member_count == GREEN_STREAMS)
        return CUDA_ERROR_OUT_OF_MEMORY;
    TRY(stream_create(p->phStream, green->primary, p->flags, p->priority));
    driver_lock();
    members[member_count].stream = *p->phStream;
    members[member_count++].green = green;
    driver_unlock();
    return CUDA_SUCCESS;
}

static CUgreenCtx green_of(CUstream stream)
{
    CUgreenCtx green = NULL;
    for (size_t i = 0; i < member_count; i++)
        if (members[i].stream == stream)
            green = (CUgreenCtx)members[i].green;
    return green;
}

CUcontext stream_context(const struct stream *stream)
{
    const CUgreenCtx green = green_of((CUstream)stream);
    return green ? (CUcontext)green : (CUcontext)stream->context;
}

/* It cannot be made current here. */
DRIVER_API(cuCtxFromGreenCtx, (CUcontext * pContext, CUgreenCtx hCtx), pContext, hCtx)
{
    *p->pContext = (CUcontext)p->hCtx;
    return CUDA_SUCCESS;
}

DRIVER_API(cuStreamGetGreenCtx, (CUstream hStream, CUgreenCtx *phCtx), hStream, phCtx)
{
    *p->phCtx = green_of(p->hStream);
    return CUDA_SUCCESS;
}

DRIVER_API(cuGreenCtxGetId, (CUgreenCtx greenCtx, unsigned long long *greenCtxId), greenCtx,
           greenCtxId)
{
    *p->greenCtxId = ((struct green *)p->greenCtx)->id;
    return CUDA_SUCCESS;
}

DRIVER_API(cuGreenCtxGetDevResource,
           (CUgreenCtx hCtx, CUdevResource *resource, CUdevResourceType type), hCtx, resource, type)
{
    if (p->type != CU_DEV_RESOURCE_TYPE_SM)
        return CUDA_ERROR_INVALID_RESOURCE_TYPE;
    *p->resource = ((struct green *)p->hCtx)->resource;
    return CUDA_SUCCESS;
}

DRIVER_API(cuGreenCtxDestroy, (CUgreenCtx hCtx), hCtx)
{
    const CUdevice device = ((const struct green *)p->hCtx)->device;
    free((void *)p->hCtx);
    return primary_release(device);
}
