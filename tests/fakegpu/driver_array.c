/* CUDA arrays, their mipmapped form, and surfaces on them. */
#include <stdlib.h>
#include <string.h>

#include "driver_api.h"

enum { LEVELS_MAX = 16 };

struct mipmapped {
    unsigned count;
    struct array levels[LEVELS_MAX];
};

static size_t element_size(const CUDA_ARRAY3D_DESCRIPTOR *descriptor)
{
    switch (descriptor->Format) {
    case CU_AD_FORMAT_UNSIGNED_INT8:
    case CU_AD_FORMAT_SIGNED_INT8:
        return descriptor->NumChannels;
    case CU_AD_FORMAT_UNSIGNED_INT16:
    case CU_AD_FORMAT_SIGNED_INT16:
    case CU_AD_FORMAT_HALF:
        return 2 * descriptor->NumChannels;
    case CU_AD_FORMAT_UNSIGNED_INT32:
    case CU_AD_FORMAT_SIGNED_INT32:
    case CU_AD_FORMAT_FLOAT:
        return 4 * descriptor->NumChannels;
    default:
        return 0;
    }
}

static CUresult array_init(struct array *array, const CUDA_ARRAY3D_DESCRIPTOR *descriptor)
{
    size_t element = element_size(descriptor);
    size_t height = descriptor->Height ? descriptor->Height : 1;
    size_t depth = descriptor->Depth ? descriptor->Depth : 1;
    if (!element || !descriptor->Width)
        return CUDA_ERROR_INVALID_VALUE;
    *array = (struct array){
        .magic = MAGIC_ARRAY,
        .descriptor = *descriptor,
        .element = element,
        .size = element * descriptor->Width * height * depth,
    };
    const struct context *context = context_current();
    array->device = context ? context->device : 0;
    if (!memory_charge(array->device, array->size))
        return CUDA_ERROR_OUT_OF_MEMORY;
    array->data = calloc(1, array->size);
    if (array->data)
        return CUDA_SUCCESS;
    memory_uncharge(array->device, array->size);
    return CUDA_ERROR_OUT_OF_MEMORY;
}

static void array_clear(struct array *array)
{
    memory_uncharge(array->device, array->size);
    free(array->data);
    array->magic = 0;
}

static CUresult create(CUarray *handle, const CUDA_ARRAY3D_DESCRIPTOR *descriptor)
{
    CONTEXT_OR_RETURN(context);
    TRY(capture_unsafe());
    struct array *array = malloc(sizeof *array);
    if (!array)
        return CUDA_ERROR_OUT_OF_MEMORY;
    CUresult result = array_init(array, descriptor);
    if (result != CUDA_SUCCESS) {
        free(array);
        return result;
    }
    array->owned = true;
    *handle = (CUarray)array;
    return CUDA_SUCCESS;
}

DRIVER_API(cuArray3DCreate_v2, (CUarray * pHandle, const CUDA_ARRAY3D_DESCRIPTOR *pAllocateArray),
           pHandle, pAllocateArray)
{
    return create(p->pHandle, p->pAllocateArray);
}

DRIVER_API(cuArrayCreate_v2, (CUarray * pHandle, const CUDA_ARRAY_DESCRIPTOR *pAllocateArray),
           pHandle, pAllocateArray)
{
    CUDA_ARRAY3D_DESCRIPTOR descriptor = {
        .Width = p->pAllocateArray->Width,
        .Height = p->pAllocateArray->Height,
        .Format = p->pAllocateArray->Format,
        .NumChannels = p->pAllocateArray->NumChannels,
    };
    return create(p->pHandle, &descriptor);
}

/* A picture of graphics, of 32 by 16 words, which others write between the kernels' work. */
DRIVER_API(cuGraphicsSubResourceGetMappedArray,
           (CUarray * pArray, CUgraphicsResource resource, unsigned int arrayIndex,
            unsigned int mipLevel),
           pArray, resource, arrayIndex, mipLevel)
{
    static const CUDA_ARRAY3D_DESCRIPTOR picture = {.Width = 32,
                                                    .Height = 16,
                                                    .Format = CU_AD_FORMAT_UNSIGNED_INT32,
                                                    .NumChannels = 1,
                                                    .Flags = CUDA_ARRAY3D_SURFACE_LDST};
    return p->resource ? create(p->pArray, &picture) : CUDA_ERROR_INVALID_HANDLE;
}

DRIVER_API(cuArrayDestroy, (CUarray hArray), hArray)
{
    struct array *array = (struct array *)p->hArray;
    if (!array || array->magic != MAGIC_ARRAY || !array->owned)
        return CUDA_ERROR_INVALID_HANDLE;
    array_clear(array);
    free(array);
    return CUDA_SUCCESS;
}

DRIVER_API(cuArray3DGetDescriptor_v2, (CUDA_ARRAY3D_DESCRIPTOR * pArrayDescriptor, CUarray hArray),
           pArrayDescriptor, hArray)
{
    const struct array *array = (const struct array *)p->hArray;
    if (!array || array->magic != MAGIC_ARRAY)
        return CUDA_ERROR_INVALID_HANDLE;
    *p->pArrayDescriptor = array->descriptor;
    return CUDA_SUCCESS;
}

DRIVER_API(cuMipmappedArrayCreate,
           (CUmipmappedArray * pHandle, const CUDA_ARRAY3D_DESCRIPTOR *pMipmappedArrayDesc,
            unsigned int numMipmapLevels),
           pHandle, pMipmappedArrayDesc, numMipmapLevels)
{
    CONTEXT_OR_RETURN(context);
    if (p->numMipmapLevels == 0 || p->numMipmapLevels > LEVELS_MAX)
        return CUDA_ERROR_INVALID_VALUE;
    struct mipmapped *mipmapped = calloc(1, sizeof *mipmapped);
    if (!mipmapped)
        return CUDA_ERROR_OUT_OF_MEMORY;
    CUDA_ARRAY3D_DESCRIPTOR descriptor = *p->pMipmappedArrayDesc;
    CUresult result = CUDA_SUCCESS;
    while (mipmapped->count < p->numMipmapLevels && result == CUDA_SUCCESS) {
        result = array_init(&mipmapped->levels[mipmapped->count], &descriptor);
        mipmapped->count += result == CUDA_SUCCESS;
        descriptor.Width = descriptor.Width > 1 ? descriptor.Width / 2 : 1;
        descriptor.Height = descriptor.Height > 1 ? descriptor.Height / 2 : descriptor.Height;
        descriptor.Depth = descriptor.Depth > 1 ? descriptor.Depth / 2 : descriptor.Depth;
    }
    *p->pHandle = (CUmipmappedArray)mipmapped;
    return result;
}

DRIVER_API(cuMipmappedArrayGetLevel,
           (CUarray * pLevelArray, CUmipmappedArray hMipmappedArray, unsigned int level),
           pLevelArray, hMipmappedArray, level)
{
    struct mipmapped *mipmapped = (struct mipmapped *)p->hMipmappedArray;
    if (!mipmapped || p->level >= mipmapped->count)
        return CUDA_ERROR_INVALID_VALUE;
    *p->pLevelArray = (CUarray)&mipmapped->levels[p->level];
    return CUDA_SUCCESS;
}

DRIVER_API(cuMipmappedArrayDestroy, (CUmipmappedArray hMipmappedArray), hMipmappedArray)
{
    struct mipmapped *mipmapped = (struct mipmapped *)p->hMipmappedArray;
    for (unsigned i = 0; i < mipmapped->count; i++)
        array_clear(&mipmapped->levels[i]);
    free(mipmapped);
    return CUDA_SUCCESS;
}

DRIVER_API(cuSurfObjectCreate, (CUsurfObject * pSurfObject, const CUDA_RESOURCE_DESC *pResDesc),
           pSurfObject, pResDesc)
{
    if (p->pResDesc->resType != CU_RESOURCE_TYPE_ARRAY)
        return CUDA_ERROR_INVALID_VALUE;
    struct array *array = (struct array *)p->pResDesc->res.array.hArray;
    struct surface *surface = malloc(sizeof *surface);
    if (!surface)
        return CUDA_ERROR_OUT_OF_MEMORY;
    *surface = (struct surface){array->data, array->element * array->descriptor.Width};
    *p->pSurfObject = (CUsurfObject)(uintptr_t)surface;
    return CUDA_SUCCESS;
}

DRIVER_API(cuSurfObjectDestroy, (CUsurfObject surfObject), surfObject)
{
    free((void *)(uintptr_t)p->surfObject);
    return CUDA_SUCCESS;
}
