/* Device memory: a list of live allocations, each one a mapping of its own, so that the use of
 * freed memory faults. */
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "driver_api.h"

enum { PAGE = 4096, POISON_LIMIT = 1 << 20 };

static const size_t default_total = 150109880320;

static struct allocation *allocations;
static size_t allocation_count;
static size_t allocation_room;
enum { MOST_DEVICES = 16 };
static size_t used[MOST_DEVICES];

size_t memory_total(void)
{
    const char *text = getenv("FAKEGPU_MEMORY");
    unsigned long long total = text ? strtoull(text, NULL, 0) : 0;
    return total ? (size_t)total : default_total;
}

size_t memory_used(int device)
{
    return __atomic_load_n(&used[device], __ATOMIC_RELAXED);
}

bool memory_charge(int device, size_t size)
{
    size_t total = memory_total();
    driver_lock();
    bool fits = size <= total && used[device] <= total - size;
    if (fits)
        used[device] += size;
    driver_unlock();
    return fits;
}

void memory_uncharge(int device, size_t size)
{
    driver_lock();
    used[device] -= size;
    driver_unlock();
}

static size_t pages(size_t size)
{
    return (size + PAGE - 1) & ~(size_t)(PAGE - 1);
}

bool memory_track(uintptr_t base, size_t size, enum memory_kind kind, bool accessible)
{
    struct context *context = context_current();
    driver_lock();
    if (allocation_count == allocation_room) {
        size_t room = allocation_room ? 2 * allocation_room : 64;
        struct allocation *grown = realloc(allocations, room * sizeof *grown);
        if (!grown) {
            driver_unlock();
            return false;
        }
        allocations = grown;
        allocation_room = room;
    }
    allocations[allocation_count++] =
        (struct allocation){base, size, kind, accessible, context, NULL, 0};
    driver_unlock();
    return true;
}

bool memory_untrack(uintptr_t base, unsigned kinds, struct allocation *removed)
{
    bool found = false;
    driver_lock();
    for (size_t i = 0; i < allocation_count && !found; i++) {
        if (allocations[i].base != base || !(allocations[i].kind & kinds))
            continue;
        *removed = allocations[i];
        allocations[i] = allocations[--allocation_count];
        found = true;
    }
    driver_unlock();
    return found;
}

static const struct allocation *find(uintptr_t address)
{
    for (size_t i = 0; i < allocation_count; i++)
        if (address - allocations[i].base < allocations[i].size)
            return &allocations[i];
    return NULL;
}

bool memory_find(uintptr_t address, struct allocation *found)
{
    driver_lock();
    const struct allocation *allocation = find(address);
    if (allocation)
        *found = *allocation;
    driver_unlock();
    return allocation != NULL;
}

void memory_grant(uintptr_t base, size_t size, uint64_t devices)
{
    driver_lock();
    for (size_t i = 0; i < allocation_count; i++)
        if (allocations[i].base >= base && allocations[i].base < base + size) {
            allocations[i].open = devices;
            allocations[i].accessible = devices != 0;
        }
    driver_unlock();
}

static void set_pool(uintptr_t base, struct pool *pool)
{
    driver_lock();
    for (size_t i = 0; i < allocation_count; i++)
        if (allocations[i].base == base)
            allocations[i].pool = pool;
    driver_unlock();
}

/* What it gave keeps its place, as the driver holds such a pool until all is freed. */
void memory_forget_pool(const struct pool *pool)
{
    driver_lock();
    for (size_t i = 0; i < allocation_count; i++)
        if (allocations[i].pool == pool)
            allocations[i].pool = pool_standard(pool_device(pool));
    driver_unlock();
}

bool memory_valid(uintptr_t address, size_t size)
{
    bool valid = true;
    driver_lock();
    while (size > 0 && valid) {
        const struct allocation *allocation = find(address);
        valid = allocation && allocation->accessible;
        if (!valid)
            break;
        size_t rest = allocation->size - (address - allocation->base);
        if (size <= rest)
            break;
        /* Only mappings of one reserved range may be crossed. */
        valid = allocation->kind == MEMORY_MAPPED;
        address += rest;
        size -= rest;
    }
    driver_unlock();
    return valid;
}

static int device_of(const struct context *context)
{
    return context ? context->device : 0;
}

static bool charged(enum memory_kind kind)
{
    return kind & (MEMORY_DEVICE | MEMORY_MANAGED | MEMORY_POOL | MEMORY_GLOBAL);
}

CUresult memory_allocate(CUdeviceptr *pointer, size_t size, enum memory_kind kind)
{
    if (!pointer || size == 0)
        return CUDA_ERROR_INVALID_VALUE;
    const int device = device_of(context_current());
    if (charged(kind) && !memory_charge(device, size))
        return CUDA_ERROR_OUT_OF_MEMORY;
    void *bytes = mmap(NULL, pages(size), PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (bytes == MAP_FAILED || !memory_track((uintptr_t)bytes, size, kind, true)) {
        if (charged(kind))
            memory_uncharge(device, size);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    /* New device memory holds anything; only the start is worth filling. */
    if (kind & (MEMORY_DEVICE | MEMORY_POOL))
        memset(bytes, 0xa5, size < POISON_LIMIT ? size : POISON_LIMIT);
    *pointer = (CUdeviceptr)(uintptr_t)bytes;
    return CUDA_SUCCESS;
}

CUresult memory_release(CUdeviceptr pointer, unsigned kinds)
{
    struct allocation removed;
    if (!memory_untrack((uintptr_t)pointer, kinds, &removed))
        return CUDA_ERROR_INVALID_VALUE;
    if (charged(removed.kind))
        memory_uncharge(device_of(removed.context), removed.size);
    munmap((void *)removed.base, pages(removed.size));
    return CUDA_SUCCESS;
}

void memory_release_context(struct context *context)
{
    const unsigned kinds =
        MEMORY_DEVICE | MEMORY_MANAGED | MEMORY_POOL | MEMORY_GLOBAL | MEMORY_HOST;
    for (;;) {
        uintptr_t base = 0;
        driver_lock();
        for (size_t i = 0; i < allocation_count && !base; i++)
            if (allocations[i].context == context && (allocations[i].kind & kinds))
                base = allocations[i].base;
        driver_unlock();
        if (!base || memory_release((CUdeviceptr)base, kinds) != CUDA_SUCCESS)
            return;
    }
}

DRIVER_API(cuMemGetInfo_v2, (size_t * free, size_t *total), free, total)
{
    CONTEXT_OR_RETURN(context);
    *p->total = memory_total();
    *p->free = memory_total() - memory_used(context->device);
    return CUDA_SUCCESS;
}

static CUresult allocate(CUdeviceptr *pointer, size_t size, enum memory_kind kind)
{
    CONTEXT_OR_RETURN(context);
    TRY(capture_unsafe());
    return memory_allocate(pointer, size, kind);
}

uint64_t fakegpu_untold(size_t size)
{
    CUdeviceptr address = 0;
    return memory_allocate(&address, size, MEMORY_DEVICE) == CUDA_SUCCESS ? address : 0;
}

DRIVER_API(cuMemAlloc_v2, (CUdeviceptr * dptr, size_t bytesize), dptr, bytesize)
{
    return allocate(p->dptr, p->bytesize, MEMORY_DEVICE);
}

DRIVER_API(cuMemAllocPitch_v2,
           (CUdeviceptr * dptr, size_t *pPitch, size_t WidthInBytes, size_t Height,
            unsigned int ElementSizeBytes),
           dptr, pPitch, WidthInBytes, Height, ElementSizeBytes)
{
    *p->pPitch = (p->WidthInBytes + 511) & ~(size_t)511;
    return allocate(p->dptr, *p->pPitch * p->Height, MEMORY_DEVICE);
}

DRIVER_API(cuMemAllocManaged, (CUdeviceptr * dptr, size_t bytesize, unsigned int flags), dptr,
           bytesize, flags)
{
    return allocate(p->dptr, p->bytesize, MEMORY_MANAGED);
}

DRIVER_API(cuMemFree_v2, (CUdeviceptr dptr), dptr)
{
    CONTEXT_OR_RETURN(context);
    TRY(capture_unsafe());
    if (!p->dptr)
        return CUDA_SUCCESS;
    return memory_release(p->dptr, MEMORY_DEVICE | MEMORY_MANAGED | MEMORY_POOL);
}

/* Stream-ordered allocation: the order is that of the calls. pool: NULL for that of the stream. */
static CUresult allocate_async(CUdeviceptr *pointer, size_t size, struct pool *pool,
                               CUstream handle, bool per_thread)
{
    struct stream *stream = stream_resolve(handle, per_thread);
    if (!stream)
        return CUDA_ERROR_INVALID_HANDLE;
    if (stream->capture)
        return capture_allocation(stream, pointer, size);
    TRY(memory_allocate(pointer, size, MEMORY_POOL));
    set_pool((uintptr_t)*pointer, pool ? pool : pool_standard(stream->context->device));
    return CUDA_SUCCESS;
}

static CUresult free_async(CUdeviceptr pointer, CUstream handle, bool per_thread)
{
    struct stream *stream = stream_resolve(handle, per_thread);
    if (!stream)
        return CUDA_ERROR_INVALID_HANDLE;
    if (stream->capture)
        return capture_free(stream, pointer);
    return memory_release(pointer, MEMORY_POOL | MEMORY_DEVICE | MEMORY_MANAGED);
}

DRIVER_API(cuMemAllocAsync, (CUdeviceptr * dptr, size_t bytesize, CUstream hStream), dptr, bytesize,
           hStream)
{
    return allocate_async(p->dptr, p->bytesize, NULL, p->hStream, false);
}

DRIVER_API(cuMemAllocAsync_ptsz, (CUdeviceptr * dptr, size_t bytesize, CUstream hStream), dptr,
           bytesize, hStream)
{
    return allocate_async(p->dptr, p->bytesize, NULL, p->hStream, true);
}

DRIVER_API(cuMemAllocFromPoolAsync,
           (CUdeviceptr * dptr, size_t bytesize, CUmemoryPool pool, CUstream hStream), dptr,
           bytesize, pool, hStream)
{
    return allocate_async(p->dptr, p->bytesize, (struct pool *)p->pool, p->hStream, false);
}

DRIVER_API(cuMemAllocFromPoolAsync_ptsz,
           (CUdeviceptr * dptr, size_t bytesize, CUmemoryPool pool, CUstream hStream), dptr,
           bytesize, pool, hStream)
{
    return allocate_async(p->dptr, p->bytesize, (struct pool *)p->pool, p->hStream, true);
}

DRIVER_API(cuMemFreeAsync, (CUdeviceptr dptr, CUstream hStream), dptr, hStream)
{
    return free_async(p->dptr, p->hStream, false);
}

DRIVER_API(cuMemFreeAsync_ptsz, (CUdeviceptr dptr, CUstream hStream), dptr, hStream)
{
    return free_async(p->dptr, p->hStream, true);
}

static CUresult allocate_host(void **pointer, size_t size)
{
    CUdeviceptr address = 0;
    TRY(allocate(&address, size, MEMORY_HOST));
    *pointer = (void *)(uintptr_t)address;
    return CUDA_SUCCESS;
}

DRIVER_API(cuMemHostAlloc, (void **pp, size_t bytesize, unsigned int Flags), pp, bytesize, Flags)
{
    return allocate_host(p->pp, p->bytesize);
}

DRIVER_API(cuMemAllocHost_v2, (void **pp, size_t bytesize), pp, bytesize)
{
    return allocate_host(p->pp, p->bytesize);
}

/* The real structure has a member named p as well: p->p is the memory. */
DRIVER_API(cuMemFreeHost, (void *memory), memory)
{
    TRY(capture_unsafe());
    return memory_release((CUdeviceptr)(uintptr_t)p->p, MEMORY_HOST);
}

DRIVER_API(cuMemHostRegister_v2, (void *memory, size_t bytesize, unsigned int Flags), memory,
           bytesize, Flags)
{
    CONTEXT_OR_RETURN(context);
    struct allocation found;
    if (!p->p || !p->bytesize)
        return CUDA_ERROR_INVALID_VALUE;
    if (memory_find((uintptr_t)p->p, &found))
        return CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED;
    return memory_track((uintptr_t)p->p, p->bytesize, MEMORY_REGISTERED, true)
               ? CUDA_SUCCESS
               : CUDA_ERROR_OUT_OF_MEMORY;
}

DRIVER_API(cuMemHostUnregister, (void *memory), memory)
{
    struct allocation removed;
    return memory_untrack((uintptr_t)p->p, MEMORY_REGISTERED, &removed)
               ? CUDA_SUCCESS
               : CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED;
}

DRIVER_API(cuMemHostGetDevicePointer_v2, (CUdeviceptr * pdptr, void *memory, unsigned int Flags),
           pdptr, memory, Flags)
{
    struct allocation found;
    if (!memory_find((uintptr_t)p->p, &found))
        return CUDA_ERROR_INVALID_VALUE;
    *p->pdptr = (CUdeviceptr)(uintptr_t)p->p;
    return CUDA_SUCCESS;
}

DRIVER_API(cuMemGetAddressRange_v2, (CUdeviceptr * pbase, size_t *psize, CUdeviceptr dptr), pbase,
           psize, dptr)
{
    struct allocation found;
    if (!memory_find((uintptr_t)p->dptr, &found))
        return CUDA_ERROR_NOT_FOUND;
    if (p->pbase)
        *p->pbase = (CUdeviceptr)found.base;
    if (p->psize)
        *p->psize = found.size;
    return CUDA_SUCCESS;
}

DRIVER_API(cuPointerGetAttribute, (void *data, CUpointer_attribute attribute, CUdeviceptr ptr),
           data, attribute, ptr)
{
    struct allocation found;
    if (!memory_find((uintptr_t)p->ptr, &found))
        return CUDA_ERROR_INVALID_VALUE;
    const bool host =
        found.kind & (MEMORY_HOST | MEMORY_REGISTERED) || (found.pool && pool_is_host(found.pool));
    switch (p->attribute) {
    case CU_POINTER_ATTRIBUTE_MEMORY_TYPE:
        *(unsigned *)p->data = host ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_DEVICE;
        return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_IS_MANAGED:
        *(unsigned *)p->data = found.kind == MEMORY_MANAGED;
        return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_CONTEXT:
        *(CUcontext *)p->data = (CUcontext)found.context;
        return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_DEVICE_POINTER:
        *(CUdeviceptr *)p->data = p->ptr;
        return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL:
        *(int *)p->data = found.pool      ? pool_device(found.pool)
                          : found.context ? found.context->device
                                          : 0;
        return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE:
        *(CUmemoryPool *)p->data = (CUmemoryPool)found.pool;
        return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_ACCESS_FLAGS: {
        /* As measured: but for mapped memory, all is said to be open, whether it is or not. */
        const struct context *context = context_current();
        const bool open =
            found.kind != MEMORY_MAPPED || (context && found.open >> context->device & 1);
        *(unsigned *)p->data = open ? CU_POINTER_ATTRIBUTE_ACCESS_FLAG_READWRITE
                                    : CU_POINTER_ATTRIBUTE_ACCESS_FLAG_NONE;
        return CUDA_SUCCESS;
    }
    case CU_POINTER_ATTRIBUTE_RANGE_START_ADDR:
        *(CUdeviceptr *)p->data = (CUdeviceptr)found.base;
        return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_RANGE_SIZE:
        *(size_t *)p->data = found.size;
        return CUDA_SUCCESS;
    default:
        return CUDA_ERROR_NOT_SUPPORTED;
    }
}
