/* Copies of boxes: between host memory, device memory and arrays. */
#include <stdlib.h>
#include <string.h>

#include "driver_api.h"

/* One side of the copy: where its first byte lies and how far rows and slices are apart. */
struct side3d {
    unsigned char *start;
    size_t pitch;
    size_t slice;
};

struct box_copy {
    struct side3d to;
    struct side3d from;
    size_t width, height, depth;
};

static void run(void *data)
{
    const struct box_copy *copy = data;
    for (size_t z = 0; z < copy->depth; z++)
        for (size_t y = 0; y < copy->height; y++)
            memcpy(copy->to.start + z * copy->to.slice + y * copy->to.pitch,
                   copy->from.start + z * copy->from.slice + y * copy->from.pitch, copy->width);
}

struct place {
    CUmemorytype type;
    const void *host;
    CUdeviceptr device;
    CUarray array;
    size_t x, y, z, pitch, height;
};

static CUresult resolve_array(const struct place *place, const struct box_copy *copy,
                              struct side3d *side)
{
    const struct array *array = (const struct array *)place->array;
    if (!array || array->magic != MAGIC_ARRAY)
        return CUDA_ERROR_INVALID_HANDLE;
    size_t width = array->element * array->descriptor.Width;
    size_t height = array->descriptor.Height ? array->descriptor.Height : 1;
    size_t depth = array->descriptor.Depth ? array->descriptor.Depth : 1;
    if (place->x + copy->width > width || place->y + copy->height > height ||
        place->z + copy->depth > depth)
        return CUDA_ERROR_INVALID_VALUE;
    side->pitch = width;
    side->slice = width * height;
    side->start = array->data + place->z * side->slice + place->y * side->pitch + place->x;
    return CUDA_SUCCESS;
}

static CUresult resolve(const struct place *place, const struct box_copy *copy, struct side3d *side)
{
    if (place->type == CU_MEMORYTYPE_ARRAY)
        return resolve_array(place, copy, side);
    bool host = place->type == CU_MEMORYTYPE_HOST;
    uintptr_t base = host ? (uintptr_t)place->host : (uintptr_t)place->device;
    side->pitch = place->pitch ? place->pitch : place->x + copy->width;
    side->slice = side->pitch * (place->height ? place->height : place->y + copy->height);
    uintptr_t start = base + place->z * side->slice + place->y * side->pitch + place->x;
    size_t span = (copy->depth - 1) * side->slice + (copy->height - 1) * side->pitch + copy->width;
    struct allocation found;
    bool known = memory_find(start, &found);
    if (!base || (place->type == CU_MEMORYTYPE_DEVICE && !known) ||
        (known && !host && !memory_valid(start, span)))
        return CUDA_ERROR_INVALID_VALUE;
    side->start = (unsigned char *)start;
    return CUDA_SUCCESS;
}

CUresult copy3d_prepare(const CUDA_MEMCPY3D *c, work_run **work, void **made)
{
    struct place from = {c->srcMemoryType, c->srcHost, c->srcDevice, c->srcArray, c->srcXInBytes,
                         c->srcY,          c->srcZ,    c->srcPitch,  c->srcHeight};
    struct place to = {c->dstMemoryType, c->dstHost, c->dstDevice, c->dstArray, c->dstXInBytes,
                       c->dstY,          c->dstZ,    c->dstPitch,  c->dstHeight};
    struct box_copy copy = {.width = c->WidthInBytes, .height = c->Height, .depth = c->Depth};
    if (!c->WidthInBytes || !c->Height || !c->Depth)
        return CUDA_ERROR_INVALID_VALUE;
    TRY(resolve(&from, &copy, &copy.from));
    TRY(resolve(&to, &copy, &copy.to));
    struct box_copy *data = malloc(sizeof *data);
    if (!data)
        return CUDA_ERROR_OUT_OF_MEMORY;
    *data = copy;
    *work = run;
    *made = data;
    return CUDA_SUCCESS;
}

static CUresult copy_on(struct stream *stream, const CUDA_MEMCPY3D *c)
{
    work_run *work;
    void *data;
    if (!stream)
        return CUDA_ERROR_INVALID_HANDLE;
    if (!c->WidthInBytes || !c->Height || !c->Depth)
        return CUDA_SUCCESS;
    TRY(copy3d_prepare(c, &work, &data));
    return stream_submit(stream, CU_GRAPH_NODE_TYPE_MEMCPY, work, data, NULL, c);
}

static CUresult copy_now(const CUDA_MEMCPY3D *copy)
{
    CONTEXT_OR_RETURN(context);
    TRY(capture_legacy_use(&context->legacy));
    return copy_on(&context->legacy, copy);
}

DRIVER_API(cuMemcpy3D_v2, (const CUDA_MEMCPY3D *pCopy), pCopy)
{
    return copy_now(p->pCopy);
}

DRIVER_API(cuMemcpy3DAsync_v2, (const CUDA_MEMCPY3D *pCopy, CUstream hStream), pCopy, hStream)
{
    CONTEXT_OR_RETURN(context);
    return copy_on(stream_resolve(p->hStream, false), p->pCopy);
}

DRIVER_API(cuMemcpy3DAsync_v2_ptsz, (const CUDA_MEMCPY3D *pCopy, CUstream hStream), pCopy, hStream)
{
    CONTEXT_OR_RETURN(context);
    return copy_on(stream_resolve(p->hStream, true), p->pCopy);
}

static CUDA_MEMCPY3D widen(const CUDA_MEMCPY2D *c)
{
    return (CUDA_MEMCPY3D){
        .srcXInBytes = c->srcXInBytes,
        .srcY = c->srcY,
        .srcMemoryType = c->srcMemoryType,
        .srcHost = c->srcHost,
        .srcDevice = c->srcDevice,
        .srcArray = c->srcArray,
        .srcPitch = c->srcPitch,
        .dstXInBytes = c->dstXInBytes,
        .dstY = c->dstY,
        .dstMemoryType = c->dstMemoryType,
        .dstHost = c->dstHost,
        .dstDevice = c->dstDevice,
        .dstArray = c->dstArray,
        .dstPitch = c->dstPitch,
        .WidthInBytes = c->WidthInBytes,
        .Height = c->Height,
        .Depth = 1,
    };
}

DRIVER_API(cuMemcpy2D_v2, (const CUDA_MEMCPY2D *pCopy), pCopy)
{
    CUDA_MEMCPY3D copy = widen(p->pCopy);
    return copy_now(&copy);
}

DRIVER_API(cuMemcpy2DAsync_v2, (const CUDA_MEMCPY2D *pCopy, CUstream hStream), pCopy, hStream)
{
    CONTEXT_OR_RETURN(context);
    CUDA_MEMCPY3D copy = widen(p->pCopy);
    return copy_on(stream_resolve(p->hStream, false), &copy);
}
