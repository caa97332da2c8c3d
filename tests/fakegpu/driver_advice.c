/* Advice and prefetches: for managed memory, and where kernels reach all memory for any that is
 * mapped. They change nothing here. */
#include <sys/mman.h>
#include <unistd.h>

#include "driver_api.h"

static CUresult check(const struct context *context, CUdeviceptr address)
{
    struct allocation found;
    unsigned char ignored;
    const CUdeviceptr page = (CUdeviceptr)sysconf(_SC_PAGESIZE);
    if (memory_find(address, &found))
        return found.kind == MEMORY_MANAGED ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
    return device_attribute(CU_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS, context->device) &&
                   mincore((void *)(address - address % page), 1, &ignored) == 0
               ? CUDA_SUCCESS
               : CUDA_ERROR_INVALID_VALUE;
}

DRIVER_API(cuMemAdvise_v2,
           (CUdeviceptr devPtr, size_t count, CUmem_advise advice, CUmemLocation location), devPtr,
           count, advice, location)
{
    CONTEXT_OR_RETURN(context);
    return check(context, p->devPtr);
}

DRIVER_API(cuMemPrefetchAsync_v2,
           (CUdeviceptr devPtr, size_t count, CUmemLocation location, unsigned flags,
            CUstream hStream),
           devPtr, count, location, flags, hStream)
{
    CONTEXT_OR_RETURN(context);
    return check(context, p->devPtr);
}
