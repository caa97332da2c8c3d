/* Contexts: one list, and a stack of current ones for each thread. */
#include <stdlib.h>

#include "driver_api.h"

enum { STACK_MAX = 64, MOST_DEVICES = 16, LEGACY_STREAM_ID = 7, PER_THREAD_STREAM_ID = 8 };

static struct context *contexts;
static uint32_t last_uid;
static struct primary {
    struct context *context;
    unsigned users;
} primaries[MOST_DEVICES];
static __thread struct context *stack[STACK_MAX];
static __thread int depth;

struct context *context_current(void)
{
    struct context *top = depth ? stack[depth - 1] : NULL;
    return context_exists((CUcontext)top) ? top : NULL;
}

bool context_exists(CUcontext context)
{
    driver_lock();
    struct context *at = contexts;
    while (at && (CUcontext)at != context)
        at = at->next;
    driver_unlock();
    return at != NULL;
}

static struct context *context_new(CUdevice device, unsigned flags, bool is_primary)
{
    struct context *context = calloc(1, sizeof *context);
    if (!context)
        return NULL;
    context->device = device;
    context->flags = flags;
    context->primary = is_primary;
    context->legacy = (struct stream){.context = context, .id = LEGACY_STREAM_ID};
    context->per_thread = (struct stream){.context = context, .id = PER_THREAD_STREAM_ID};
    context->limits[CU_LIMIT_STACK_SIZE] = 1024;
    context->limits[CU_LIMIT_PRINTF_FIFO_SIZE] = 8 << 20;
    context->limits[CU_LIMIT_MALLOC_HEAP_SIZE] = 8 << 20;
    driver_lock();
    context->uid = ++last_uid;
    context->next = contexts;
    contexts = context;
    driver_unlock();
    return context;
}

static void context_destroy(struct context *context)
{
    driver_resource(CUPTI_CBID_RESOURCE_CONTEXT_DESTROY_STARTING, context, NULL, NULL);
    modules_forget_context(context);
    memory_release_context(context);
    stream_forget_context(context);
    open_forget_context(context);
    driver_lock();
    struct context **link = &contexts;
    while (*link && *link != context)
        link = &(*link)->next;
    if (*link)
        *link = context->next;
    driver_unlock();
    free(context);
}

static CUresult push(struct context *context)
{
    if (depth == STACK_MAX)
        return CUDA_ERROR_INVALID_VALUE;
    stack[depth++] = context;
    return CUDA_SUCCESS;
}

void context_enter(struct context *context)
{
    push(context);
}

void context_leave(void)
{
    depth--;
}

static CUresult create(CUcontext *result, unsigned flags, CUdevice device)
{
    if (device < 0 || device >= device_count())
        return CUDA_ERROR_INVALID_DEVICE;
    struct context *context = context_new(device, flags, false);
    if (!context)
        return CUDA_ERROR_OUT_OF_MEMORY;
    *result = (CUcontext)context;
    TRY(push(context));
    driver_resource(CUPTI_CBID_RESOURCE_CONTEXT_CREATED, context, NULL, NULL);
    return CUDA_SUCCESS;
}

DRIVER_API(cuCtxCreate_v2, (CUcontext * pctx, unsigned int flags, CUdevice dev), pctx, flags, dev)
{
    return create(p->pctx, p->flags, p->dev);
}

DRIVER_API(cuCtxCreate_v4,
           (CUcontext * pctx, CUctxCreateParams *ctxCreateParams, unsigned int flags, CUdevice dev),
           pctx, ctxCreateParams, flags, dev)
{
    return create(p->pctx, p->flags, p->dev);
}

DRIVER_API(cuCtxDestroy_v2, (CUcontext ctx), ctx)
{
    struct context *context = (struct context *)p->ctx;
    if (!context_exists(p->ctx))
        return CUDA_ERROR_INVALID_CONTEXT;
    if (context->primary)
        return CUDA_ERROR_INVALID_CONTEXT;
    bool top = depth && stack[depth - 1] == context;
    context_destroy(context);
    depth -= top;
    return CUDA_SUCCESS;
}

static struct primary *primary_of(CUdevice device)
{
    return device >= 0 && device < device_count() && device < MOST_DEVICES ? &primaries[device]
                                                                           : NULL;
}

CUresult primary_retain(CUdevice device, struct context **context)
{
    struct primary *primary = primary_of(device);
    if (!primary)
        return CUDA_ERROR_INVALID_DEVICE;
    driver_lock();
    bool first = primary->users++ == 0;
    driver_unlock();
    if (first) {
        primary->context = context_new(device, 0, true);
        if (!primary->context)
            return CUDA_ERROR_OUT_OF_MEMORY;
        driver_resource(CUPTI_CBID_RESOURCE_CONTEXT_CREATED, primary->context, NULL, NULL);
    }
    *context = primary->context;
    return CUDA_SUCCESS;
}

CUresult primary_release(CUdevice device)
{
    struct primary *primary = primary_of(device);
    driver_lock();
    bool held = primary && primary->users > 0;
    bool last = held && --primary->users == 0;
    driver_unlock();
    if (!held)
        return CUDA_ERROR_INVALID_CONTEXT;
    if (last) {
        context_destroy(primary->context);
        primary->context = NULL;
    }
    return CUDA_SUCCESS;
}

DRIVER_API(cuDevicePrimaryCtxRetain, (CUcontext * pctx, CUdevice dev), pctx, dev)
{
    return primary_retain(p->dev, (struct context **)p->pctx);
}

DRIVER_API(cuDevicePrimaryCtxRelease_v2, (CUdevice dev), dev)
{
    return primary_release(p->dev);
}

DRIVER_API(cuDevicePrimaryCtxGetState, (CUdevice dev, unsigned int *flags, int *active), dev, flags,
           active)
{
    const struct primary *primary = primary_of(p->dev);
    *p->flags = 0;
    *p->active = primary && primary->users > 0;
    return CUDA_SUCCESS;
}

DRIVER_API(cuCtxPushCurrent_v2, (CUcontext ctx), ctx)
{
    if (!context_exists(p->ctx))
        return CUDA_ERROR_INVALID_CONTEXT;
    return push((struct context *)p->ctx);
}

DRIVER_API(cuCtxPopCurrent_v2, (CUcontext * pctx), pctx)
{
    if (depth == 0)
        return CUDA_ERROR_INVALID_CONTEXT;
    struct context *context = stack[--depth];
    if (p->pctx)
        *p->pctx = (CUcontext)context;
    return CUDA_SUCCESS;
}

DRIVER_API(cuCtxSetCurrent, (CUcontext ctx), ctx)
{
    if (p->ctx && !context_exists(p->ctx))
        return CUDA_ERROR_INVALID_CONTEXT;
    depth -= depth > 0;
    return p->ctx ? push((struct context *)p->ctx) : CUDA_SUCCESS;
}

DRIVER_API(cuCtxGetCurrent, (CUcontext * pctx), pctx)
{
    *p->pctx = (CUcontext)context_current();
    return CUDA_SUCCESS;
}

DRIVER_API(cuCtxGetDevice, (CUdevice * device), device)
{
    CONTEXT_OR_RETURN(context);
    *p->device = context->device;
    return CUDA_SUCCESS;
}

DRIVER_API(cuCtxGetFlags, (unsigned int *flags), flags)
{
    CONTEXT_OR_RETURN(context);
    *p->flags = context->flags;
    return CUDA_SUCCESS;
}

DRIVER_API(cuCtxGetId, (CUcontext ctx, unsigned long long *ctxId), ctx, ctxId)
{
    struct context *context = p->ctx ? (struct context *)p->ctx : context_current();
    if (!context || !context_exists((CUcontext)context))
        return CUDA_ERROR_CONTEXT_IS_DESTROYED;
    *p->ctxId = context->uid;
    return CUDA_SUCCESS;
}

DRIVER_API(cuCtxGetLimit, (size_t * pvalue, CUlimit limit), pvalue, limit)
{
    CONTEXT_OR_RETURN(context);
    if (p->limit >= CU_LIMIT_MAX)
        return CUDA_ERROR_UNSUPPORTED_LIMIT;
    *p->pvalue = context->limits[p->limit];
    return CUDA_SUCCESS;
}

DRIVER_API(cuCtxSetLimit, (CUlimit limit, size_t value), limit, value)
{
    CONTEXT_OR_RETURN(context);
    if (p->limit >= CU_LIMIT_MAX)
        return CUDA_ERROR_UNSUPPORTED_LIMIT;
    context->limits[p->limit] = p->value;
    return CUDA_SUCCESS;
}

DRIVER_API(cuCtxGetCacheConfig, (CUfunc_cache * pconfig), pconfig)
{
    CONTEXT_OR_RETURN(context);
    *p->pconfig = context->cache_config;
    return CUDA_SUCCESS;
}

DRIVER_API(cuCtxSetCacheConfig, (CUfunc_cache config), config)
{
    CONTEXT_OR_RETURN(context);
    context->cache_config = p->config;
    return CUDA_SUCCESS;
}

static CUresult synchronize(void)
{
    CONTEXT_OR_RETURN(context);
    kernels_wait(context->device);
    peer_wait(context->device);
    return capture_context_sync();
}

static CUresult done(void)
{
    return CUDA_SUCCESS;
}

/* No parameters, so no structure of them either. */
#define PLAIN_API(name, body)                                                                      \
    CUresult CUDAAPI name(void)                                                                    \
    {                                                                                              \
        struct api_call call;                                                                      \
        if (api_enter(&call, #name, CUPTI_DRIVER_TRACE_CBID_##name, NULL, NULL))                   \
            call.result = body();                                                                  \
        return api_exit(&call);                                                                    \
    }

PLAIN_API(cuCtxSynchronize, synchronize)
PLAIN_API(cuProfilerStart, done)
PLAIN_API(cuProfilerStop, done)
