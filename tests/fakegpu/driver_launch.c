/* The six launch entry points. A kernel runs before its launch returns, or goes into the graph
 * being captured. */
#include <stdlib.h>
#include <string.h>

#include "driver_api.h"

/* What all six say in their own ways. */
struct request {
    CUfunction f;
    unsigned grid[3];
    unsigned block[3];
    unsigned shared;
    unsigned cluster[3];
    bool cooperative;
    int priority;
    CUstream stream;
    bool per_thread;
    void **params;
    void **extra;
};

enum { SHARED_MAX = 232448, COOPERATIVE_BLOCKS_MAX = 132 * 32, CLUSTER_MAX = 8 };

static uint64_t product(const unsigned size[3])
{
    return (uint64_t)size[0] * size[1] * size[2];
}

uint64_t launch_threads(const struct launch *launch)
{
    return product(launch->grid) * product(launch->block);
}

static void *find_global(const struct kernel_run *run, const char *name)
{
    struct global *global = module_global(run->module, name);
    return global ? (void *)(uintptr_t)global->address : NULL;
}

void launch_run(void *data)
{
    const struct launch *launch = data;
    struct kernel_run kernel = {
        .params = launch->params,
        .threads = launch_threads(launch),
        .blocks = product(launch->grid),
        .global = find_global,
        .module = launch->function->module,
        .device = launch->function->module->context->device,
    };
    launch->function->info->body(&kernel);
}

static CUresult check(const struct request *request, const struct function *function)
{
    if (!product(request->grid) || !product(request->block))
        return CUDA_ERROR_INVALID_VALUE;
    if (product(request->block) > 1024 || request->block[2] > 64)
        return CUDA_ERROR_INVALID_VALUE;
    if (request->shared + (unsigned)function->info->static_shared > SHARED_MAX ||
        request->shared > (unsigned)function->max_dynamic_shared)
        return CUDA_ERROR_INVALID_VALUE;
    if (request->cooperative && product(request->grid) > COOPERATIVE_BLOCKS_MAX)
        return CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE;
    if (!product(request->cluster))
        return CUDA_SUCCESS;
    for (int i = 0; i < 3; i++)
        if (request->grid[i] % request->cluster[i])
            return CUDA_ERROR_INVALID_CLUSTER_SIZE;
    return product(request->cluster) > CLUSTER_MAX ? CUDA_ERROR_INVALID_CLUSTER_SIZE : CUDA_SUCCESS;
}

static size_t params_size(const struct kernel_info *info)
{
    size_t size = 8;
    for (int i = 0; i < info->param_count; i++)
        if (info->params[i].offset + info->params[i].size > size)
            size = info->params[i].offset + info->params[i].size;
    return size;
}

/* Arguments are copied now: the caller's storage may change as soon as the launch returns. */
static CUresult copy_params(const struct request *request, const struct kernel_info *info,
                            unsigned char *to, size_t size)
{
    if (request->params && request->extra)
        return CUDA_ERROR_INVALID_VALUE;
    for (int i = 0; request->params && i < info->param_count; i++)
        memcpy(to + info->params[i].offset, request->params[i], info->params[i].size);
    if (request->params || info->param_count == 0)
        return CUDA_SUCCESS;
    const void *buffer = NULL;
    size_t given = 0;
    for (void **at = request->extra; at && *at != CU_LAUNCH_PARAM_END; at += 2) {
        if (*at == CU_LAUNCH_PARAM_BUFFER_POINTER)
            buffer = at[1];
        else if (*at == CU_LAUNCH_PARAM_BUFFER_SIZE)
            given = *(const size_t *)at[1];
    }
    if (!buffer)
        return CUDA_ERROR_INVALID_VALUE;
    memcpy(to, buffer, given < size ? given : size);
    return CUDA_SUCCESS;
}

static CUresult prepare(const struct request *request, struct context *context,
                        struct launch **made)
{
    driver_load_lock();
    driver_load_unlock();
    struct function *function = launchable_in(context, request->f);
    if (!function)
        return CUDA_ERROR_INVALID_HANDLE;
    TRY(check(request, function));
    size_t size = params_size(function->info);
    struct launch *launch = calloc(1, sizeof *launch);
    unsigned char *params = calloc(1, size);
    CUresult result = launch && params ? copy_params(request, function->info, params, size)
                                       : CUDA_ERROR_OUT_OF_MEMORY;
    if (result != CUDA_SUCCESS) {
        free(launch);
        free(params);
        return result;
    }
    launch->function = function;
    launch->kernel = function_of(request->f) ? NULL : (CUkernel)request->f;
    launch->context = (CUcontext)context;
    launch->params = params;
    launch->size = size;
    launch->shared = request->shared;
    launch->cooperative = request->cooperative;
    launch->priority = request->priority;
    memcpy(launch->cluster, request->cluster, sizeof launch->cluster);
    memcpy(launch->grid, request->grid, sizeof launch->grid);
    memcpy(launch->block, request->block, sizeof launch->block);
    *made = launch;
    return CUDA_SUCCESS;
}

struct launch *launch_copy(const struct launch *launch)
{
    struct launch *copy = malloc(sizeof *copy);
    unsigned char *params = malloc(launch->size);
    if (!copy || !params) {
        free(copy);
        free(params);
        return NULL;
    }
    *copy = *launch;
    copy->params = params;
    memcpy(params, launch->params, launch->size);
    return copy;
}

void launch_free(struct launch *launch)
{
    free(launch->params);
    free(launch);
}

CUresult launch_prepare(const CUDA_KERNEL_NODE_PARAMS *p, struct launch **launch)
{
    const struct request request = {
        .f = p->func ? p->func : (CUfunction)p->kern,
        .grid = {p->gridDimX, p->gridDimY, p->gridDimZ},
        .block = {p->blockDimX, p->blockDimY, p->blockDimZ},
        .shared = p->sharedMemBytes,
        .params = p->kernelParams,
        .extra = p->extra,
    };
    return prepare(&request, context_exists(p->ctx) ? (struct context *)p->ctx : context_current(),
                   launch);
}

static CUresult submit(const struct request *request)
{
    struct launch *launch;
    struct stream *stream = stream_resolve(request->stream, request->per_thread);
    if (!stream || (!kernel_of((CUkernel)request->f) && stream->context != context_current()))
        return CUDA_ERROR_INVALID_HANDLE;
    struct context *context = stream->context; /* a kernel of a library runs in its stream's */
    TRY(prepare(request, context, &launch));
    if (!stream->capture && strcmp(launch->function->name, "_Z6startsPj") == 0) {
        launch_free(launch);
        return CUDA_ERROR_NOT_SUPPORTED; /* it launches graphs, as only kernels of graphs may */
    }
    launch->context = stream_context(stream);
    const int before = kernels_pending(context->device);
    CUresult result =
        stream_submit(stream, CU_GRAPH_NODE_TYPE_KERNEL, launch_run, launch, launch, NULL);
    stream->waits = stream->waits || kernels_pending(context->device) > before;
    return result;
}

#define PLAIN(p)                                                                                   \
    .f = p->f, .grid = {p->gridDimX, p->gridDimY, p->gridDimZ},                                    \
    .block = {p->blockDimX, p->blockDimY, p->blockDimZ}, .shared = p->sharedMemBytes,              \
    .stream = p->hStream, .params = p->kernelParams

#define PLAIN_PARAMS                                                                               \
    CUfunction f, unsigned int gridDimX, unsigned int gridDimY, unsigned int gridDimZ,             \
        unsigned int blockDimX, unsigned int blockDimY, unsigned int blockDimZ,                    \
        unsigned int sharedMemBytes, CUstream hStream, void **kernelParams

#define PLAIN_NAMES                                                                                \
    f, gridDimX, gridDimY, gridDimZ, blockDimX, blockDimY, blockDimZ, sharedMemBytes, hStream,     \
        kernelParams

DRIVER_API_SYMBOL(cuLaunchKernel, handle_name(f), (PLAIN_PARAMS, void **extra), PLAIN_NAMES, extra)
{
    return submit(&(struct request){PLAIN(p), .extra = p->extra});
}

DRIVER_API_SYMBOL(cuLaunchKernel_ptsz, handle_name(f), (PLAIN_PARAMS, void **extra), PLAIN_NAMES,
                  extra)
{
    return submit(&(struct request){PLAIN(p), .extra = p->extra, .per_thread = true});
}

DRIVER_API_SYMBOL(cuLaunchCooperativeKernel, handle_name(f), (PLAIN_PARAMS), PLAIN_NAMES)
{
    return submit(&(struct request){PLAIN(p), .cooperative = true});
}

DRIVER_API_SYMBOL(cuLaunchCooperativeKernel_ptsz, handle_name(f), (PLAIN_PARAMS), PLAIN_NAMES)
{
    return submit(&(struct request){PLAIN(p), .cooperative = true, .per_thread = true});
}

static CUresult submit_ex(const CUlaunchConfig *config, CUfunction f, void **params, void **extra,
                          bool per_thread)
{
    struct request request = {
        .f = f,
        .grid = {config->gridDimX, config->gridDimY, config->gridDimZ},
        .block = {config->blockDimX, config->blockDimY, config->blockDimZ},
        .shared = config->sharedMemBytes,
        .stream = config->hStream,
        .per_thread = per_thread,
        .params = params,
        .extra = extra,
    };
    for (unsigned i = 0; i < config->numAttrs; i++) {
        const CUlaunchAttribute *attribute = &config->attrs[i];
        if (attribute->id == CU_LAUNCH_ATTRIBUTE_COOPERATIVE)
            request.cooperative = attribute->value.cooperative != 0;
        if (attribute->id == CU_LAUNCH_ATTRIBUTE_PRIORITY)
            request.priority = attribute->value.priority;
        if (attribute->id != CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION)
            continue;
        request.cluster[0] = attribute->value.clusterDim.x;
        request.cluster[1] = attribute->value.clusterDim.y;
        request.cluster[2] = attribute->value.clusterDim.z;
    }
    return submit(&request);
}

DRIVER_API_SYMBOL(cuLaunchKernelEx, handle_name(f),
                  (const CUlaunchConfig *config, CUfunction f, void **kernelParams, void **extra),
                  config, f, kernelParams, extra)
{
    return submit_ex(p->config, p->f, p->kernelParams, p->extra, false);
}

DRIVER_API_SYMBOL(cuLaunchKernelEx_ptsz, handle_name(f),
                  (const CUlaunchConfig *config, CUfunction f, void **kernelParams, void **extra),
                  config, f, kernelParams, extra)
{
    return submit_ex(p->config, p->f, p->kernelParams, p->extra, true);
}
