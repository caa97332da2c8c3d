/* Pools, and which memory is open to which device. Kernels of a program are played by the CPU and
 * reach everything; those of rooftop are held to it (kernels_blocks.c). */
#include <stdlib.h>
#include <string.h>

#include "driver_api.h"

enum { DEVICES_MAX = 8, PEERS_MAX = 64 };

struct pool {
    int device;
    uint64_t open; /* a bit for each other device */
    bool standard;
    bool host; /* its memory is the host's */
};

static struct pool pools[DEVICES_MAX];
static struct {
    const struct context *from, *to;
} peers[PEERS_MAX];

struct pool *pool_standard(int device)
{
    pools[device].device = device;
    pools[device].standard = true;
    return &pools[device];
}

bool pool_is_host(const struct pool *pool)
{
    return pool->host;
}

int pool_device(const struct pool *pool)
{
    return pool->device;
}

/* A place that is free has no contexts. */
static bool peer_replace(const struct context *from, const struct context *to,
                         const struct context *new_from, const struct context *new_to)
{
    bool found = false;
    driver_lock();
    for (size_t i = 0; i < PEERS_MAX && !found; i++) {
        found = peers[i].from == from && peers[i].to == to;
        if (found) {
            peers[i].from = new_from;
            peers[i].to = new_to;
        }
    }
    driver_unlock();
    return found;
}

static bool peer_open(int device, const struct context *to)
{
    bool found = false;
    driver_lock();
    for (size_t i = 0; i < PEERS_MAX && !found; i++)
        found = peers[i].from && peers[i].from->device == device && peers[i].to == to;
    driver_unlock();
    return found;
}

void open_forget_context(const struct context *context)
{
    driver_lock();
    for (size_t i = 0; i < PEERS_MAX; i++)
        if (peers[i].from == context || peers[i].to == context)
            memset(&peers[i], 0, sizeof peers[i]);
    driver_unlock();
}

bool memory_open_to(int device, uintptr_t address)
{
    struct allocation found;
    if (!memory_find(address, &found))
        return false;
    if (found.kind & (MEMORY_HOST | MEMORY_REGISTERED | MEMORY_MANAGED) ||
        (found.pool && found.pool->host))
        return true;
    if (found.kind == MEMORY_MAPPED)
        return found.open >> device & 1;
    if (found.pool)
        return found.pool->device == device || found.pool->open >> device & 1;
    return !found.context || found.context->device == device || peer_open(device, found.context);
}

DRIVER_API(cuCtxEnablePeerAccess, (CUcontext peerContext, unsigned int Flags), peerContext, Flags)
{
    CONTEXT_OR_RETURN(context);
    const struct context *to = (const struct context *)p->peerContext;
    if (!context_exists(p->peerContext) || to == context)
        return CUDA_ERROR_INVALID_CONTEXT;
    return peer_replace(NULL, NULL, context, to) ? CUDA_SUCCESS : CUDA_ERROR_TOO_MANY_PEERS;
}

DRIVER_API(cuCtxDisablePeerAccess, (CUcontext peerContext), peerContext)
{
    CONTEXT_OR_RETURN(context);
    if (!context_exists(p->peerContext))
        return CUDA_ERROR_INVALID_CONTEXT;
    peer_replace(context, (const struct context *)p->peerContext, NULL, NULL);
    return CUDA_SUCCESS;
}

DRIVER_API(cuDeviceGetDefaultMemPool, (CUmemoryPool * pool_out, CUdevice dev), pool_out, dev)
{
    *p->pool_out = (CUmemoryPool)pool_standard(p->dev);
    return CUDA_SUCCESS;
}

DRIVER_API(cuDeviceGetMemPool, (CUmemoryPool * pool, CUdevice dev), pool, dev)
{
    *p->pool = (CUmemoryPool)pool_standard(p->dev);
    return CUDA_SUCCESS;
}

DRIVER_API(cuMemPoolCreate, (CUmemoryPool * pool, const CUmemPoolProps *poolProps), pool, poolProps)
{
    struct pool *pool = calloc(1, sizeof *pool);
    if (!pool)
        return CUDA_ERROR_OUT_OF_MEMORY;
    pool->device = p->poolProps ? p->poolProps->location.id : 0;
    pool->host = p->poolProps && p->poolProps->location.type == CU_MEM_LOCATION_TYPE_HOST;
    *p->pool = (CUmemoryPool)pool;
    return CUDA_SUCCESS;
}

DRIVER_API(cuMemPoolDestroy, (CUmemoryPool pool), pool)
{
    struct pool *pool = (struct pool *)p->pool;
    if (pool->standard)
        return CUDA_ERROR_INVALID_VALUE;
    memory_forget_pool(pool);
    free(pool);
    return CUDA_SUCCESS;
}

DRIVER_API(cuMemPoolTrimTo, (CUmemoryPool pool, size_t minBytesToKeep), pool, minBytesToKeep)
{
    return CUDA_SUCCESS;
}

DRIVER_API(cuMemPoolSetAccess, (CUmemoryPool pool, const CUmemAccessDesc *map, size_t count), pool,
           map, count)
{
    struct pool *pool = (struct pool *)p->pool;
    for (size_t i = 0; i < p->count; i++) {
        const uint64_t bit = UINT64_C(1) << p->map[i].location.id;
        const bool open = p->map[i].flags == CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
        pool->open = open ? pool->open | bit : pool->open & ~bit;
    }
    return CUDA_SUCCESS;
}

DRIVER_API(cuMemPoolGetAccess,
           (CUmemAccess_flags * flags, CUmemoryPool memPool, CUmemLocation *location), flags,
           memPool, location)
{
    const struct pool *pool = (const struct pool *)p->memPool;
    *p->flags = pool->device == p->location->id || pool->open >> p->location->id & 1
                    ? CU_MEM_ACCESS_FLAGS_PROT_READWRITE
                    : CU_MEM_ACCESS_FLAGS_PROT_NONE;
    return CUDA_SUCCESS;
}
