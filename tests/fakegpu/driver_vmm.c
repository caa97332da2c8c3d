/* Virtual memory management: reserved ranges, physical handles (memory files) and their mappings.
 */
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "driver_api.h"

enum { GRANULARITY = 2 << 20 };

struct physical {
    int file, device;
    size_t size;
    bool foreign; /* it takes memory of another process */
};

DRIVER_API(cuMemGetAllocationGranularity,
           (size_t * granularity, const CUmemAllocationProp *prop,
            CUmemAllocationGranularity_flags option),
           granularity, prop, option)
{
    *p->granularity = GRANULARITY;
    return CUDA_SUCCESS;
}

DRIVER_API(cuMemAddressReserve,
           (CUdeviceptr * ptr, size_t size, size_t alignment, CUdeviceptr addr,
            unsigned long long flags),
           ptr, size, alignment, addr, flags)
{
    if (p->size == 0 || p->size % GRANULARITY)
        return CUDA_ERROR_INVALID_VALUE;
    void *range =
        mmap(NULL, p->size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (range == MAP_FAILED)
        return CUDA_ERROR_OUT_OF_MEMORY;
    *p->ptr = (CUdeviceptr)(uintptr_t)range;
    return CUDA_SUCCESS;
}

DRIVER_API(cuMemAddressFree, (CUdeviceptr ptr, size_t size), ptr, size)
{
    munmap((void *)(uintptr_t)p->ptr, p->size);
    return CUDA_SUCCESS;
}

DRIVER_API(cuMemCreate,
           (CUmemGenericAllocationHandle * handle, size_t size, const CUmemAllocationProp *prop,
            unsigned long long flags),
           handle, size, prop, flags)
{
    if (p->size == 0 || p->size % GRANULARITY)
        return CUDA_ERROR_INVALID_VALUE;
    const int device = p->prop ? p->prop->location.id : 0;
    if (!memory_charge(device, p->size))
        return CUDA_ERROR_OUT_OF_MEMORY;
    struct physical *physical = malloc(sizeof *physical);
    int file = memfd_create("fakegpu", MFD_CLOEXEC);
    if (!physical || file < 0 || ftruncate(file, (off_t)p->size) != 0) {
        free(physical);
        memory_uncharge(device, p->size);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    *physical = (struct physical){file, device, p->size, false};
    *p->handle = (CUmemGenericAllocationHandle)(uintptr_t)physical;
    return CUDA_SUCCESS;
}

DRIVER_API(cuMemGetAllocationPropertiesFromHandle,
           (CUmemAllocationProp * prop, CUmemGenericAllocationHandle handle), prop, handle)
{
    const struct physical *physical = (const struct physical *)(uintptr_t)p->handle;
    *p->prop = (CUmemAllocationProp){
        .type = CU_MEM_ALLOCATION_TYPE_PINNED,
        .location = {.type = CU_MEM_LOCATION_TYPE_DEVICE, .id = physical->device}};
    return CUDA_SUCCESS;
}

/* Mappings outlive the handle, as they do on the device: they hold the file. */
DRIVER_API(cuMemRelease, (CUmemGenericAllocationHandle handle), handle)
{
    struct physical *physical = (struct physical *)(uintptr_t)p->handle;
    if (!physical->foreign)
        memory_uncharge(physical->device, physical->size);
    close(physical->file);
    free(physical);
    return CUDA_SUCCESS;
}

DRIVER_API(cuMemMap,
           (CUdeviceptr ptr, size_t size, size_t offset, CUmemGenericAllocationHandle handle,
            unsigned long long flags),
           ptr, size, offset, handle, flags)
{
    struct physical *physical = (struct physical *)(uintptr_t)p->handle;
    if (p->size == 0 || p->size % GRANULARITY || p->offset + p->size > physical->size)
        return CUDA_ERROR_INVALID_VALUE;
    void *mapped = mmap((void *)(uintptr_t)p->ptr, p->size, PROT_NONE, MAP_SHARED | MAP_FIXED,
                        physical->file, (off_t)p->offset);
    if (mapped == MAP_FAILED)
        return CUDA_ERROR_INVALID_VALUE;
    return memory_track((uintptr_t)p->ptr, p->size, MEMORY_MAPPED, false)
               ? CUDA_SUCCESS
               : CUDA_ERROR_OUT_OF_MEMORY;
}

DRIVER_API(cuMemUnmap, (CUdeviceptr ptr, size_t size), ptr, size)
{
    struct allocation removed;
    uintptr_t at = (uintptr_t)p->ptr;
    uintptr_t end = at + p->size;
    struct allocation last;
    if (!memory_find(end - 1, &last) || last.base + last.size != end)
        return CUDA_ERROR_INVALID_VALUE; /* whole mappings alone */
    while (at < end) {
        if (!memory_untrack(at, MEMORY_MAPPED, &removed))
            return CUDA_ERROR_INVALID_VALUE;
        mmap((void *)at, removed.size, PROT_NONE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED | MAP_NORESERVE, -1, 0);
        at += removed.size;
    }
    return CUDA_SUCCESS;
}

DRIVER_API(cuMemSetAccess,
           (CUdeviceptr ptr, size_t size, const CUmemAccessDesc *desc, size_t count), ptr, size,
           desc, count)
{
    struct allocation found;
    uint64_t open = memory_find((uintptr_t)p->ptr, &found) ? found.open : 0;
    for (size_t i = 0; i < p->count; i++) {
        const uint64_t bit = UINT64_C(1) << p->desc[i].location.id;
        const bool writes = p->desc[i].flags == CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
        open = writes ? open | bit : open & ~bit;
    }
    int protection = open ? PROT_READ | PROT_WRITE : PROT_NONE;
    if (mprotect((void *)(uintptr_t)p->ptr, p->size, protection) != 0)
        return CUDA_ERROR_INVALID_VALUE;
    memory_grant((uintptr_t)p->ptr, p->size, open);
    return CUDA_SUCCESS;
}

/* A descriptor of the memory file: this process can open it as well as another one. */
DRIVER_API(cuMemExportToShareableHandle,
           (void *shareableHandle, CUmemGenericAllocationHandle handle,
            CUmemAllocationHandleType handleType, unsigned long long flags),
           shareableHandle, handle, handleType, flags)
{
    const struct physical *physical = (const struct physical *)(uintptr_t)p->handle;
    if (p->handleType != CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR)
        return CUDA_ERROR_NOT_SUPPORTED;
    const int file = dup(physical->file);
    *(int *)p->shareableHandle = file;
    return file < 0 ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
}

DRIVER_API(cuMemImportFromShareableHandle,
           (CUmemGenericAllocationHandle * handle, void *osHandle,
            CUmemAllocationHandleType shHandleType),
           handle, osHandle, shHandleType)
{
    struct physical *physical = malloc(sizeof *physical);
    const int file = dup((int)(intptr_t)p->osHandle);
    const off_t size = lseek(file, 0, SEEK_END);
    if (!physical || file < 0 || size <= 0) {
        free(physical);
        return CUDA_ERROR_INVALID_VALUE;
    }
    *physical = (struct physical){.file = file, .size = (size_t)size, .foreign = true};
    *p->handle = (CUmemGenericAllocationHandle)(uintptr_t)physical;
    return CUDA_SUCCESS;
}
