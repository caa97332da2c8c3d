/* What can be asked about a kernel: parameters, attributes, occupancy. */
#include <stdio.h>
#include <stdlib.h>

#include "driver_api.h"

static CUresult param_info(const struct kernel_info *info, size_t index, size_t *offset,
                           size_t *size)
{
    if (index >= (size_t)info->param_count || !offset)
        return CUDA_ERROR_INVALID_VALUE;
    *offset = info->params[index].offset;
    if (size)
        *size = info->params[index].size;
    return CUDA_SUCCESS;
}

DRIVER_API(cuKernelGetParamInfo,
           (CUkernel kernel, size_t paramIndex, size_t *paramOffset, size_t *paramSize), kernel,
           paramIndex, paramOffset, paramSize)
{
    struct kernel *kernel = kernel_of(p->kernel);
    if (!kernel)
        return CUDA_ERROR_INVALID_HANDLE;
    return param_info(kernel->info, p->paramIndex, p->paramOffset, p->paramSize);
}

DRIVER_API(cuFuncGetParamInfo,
           (CUfunction func, size_t paramIndex, size_t *paramOffset, size_t *paramSize), func,
           paramIndex, paramOffset, paramSize)
{
    struct function *function = function_of(p->func);
    if (!function)
        return CUDA_ERROR_INVALID_HANDLE;
    return param_info(function->info, p->paramIndex, p->paramOffset, p->paramSize);
}

DRIVER_API(cuFuncGetName, (const char **name, CUfunction hfunc), name, hfunc)
{
    struct function *function = function_of(p->hfunc);
    if (!function)
        return CUDA_ERROR_INVALID_HANDLE;
    *p->name = function->name;
    return CUDA_SUCCESS;
}

DRIVER_API(cuKernelGetName, (const char **name, CUkernel hfunc), name, hfunc)
{
    struct kernel *kernel = kernel_of(p->hfunc);
    if (!kernel)
        return CUDA_ERROR_INVALID_HANDLE;
    *p->name = kernel->name;
    return CUDA_SUCCESS;
}

DRIVER_API(cuFuncGetModule, (CUmodule * hmod, CUfunction hfunc), hmod, hfunc)
{
    struct function *function = function_of(p->hfunc);
    if (!function)
        return CUDA_ERROR_INVALID_HANDLE;
    *p->hmod = (CUmodule)function->module;
    return CUDA_SUCCESS;
}

DRIVER_API(cuKernelGetFunction, (CUfunction * pFunc, CUkernel kernel), pFunc, kernel)
{
    CONTEXT_OR_RETURN(context);
    if (!kernel_of(p->kernel))
        return CUDA_ERROR_INVALID_HANDLE;
    *p->pFunc = (CUfunction)launchable((CUfunction)p->kernel);
    return *p->pFunc ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}

DRIVER_API(cuKernelGetLibrary, (CUlibrary * pLib, CUkernel kernel), pLib, kernel)
{
    struct kernel *kernel = kernel_of(p->kernel);
    if (!kernel)
        return CUDA_ERROR_INVALID_HANDLE;
    *p->pLib = (CUlibrary)kernel->library;
    return CUDA_SUCCESS;
}

static CUresult get_attribute(const struct function *function, CUfunction_attribute attribute,
                              int *value)
{
    switch (attribute) {
    case CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK:
        *value = 1024;
        return CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES:
        *value = function->info->static_shared;
        return CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_NUM_REGS:
        *value = function->info->registers;
        return CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_PTX_VERSION:
    case CU_FUNC_ATTRIBUTE_BINARY_VERSION:
        *value = 90;
        return CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES:
        *value = function->max_dynamic_shared;
        return CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT:
        *value = function->carveout;
        return CUDA_SUCCESS;
    default:
        *value = 0;
        return attribute < CU_FUNC_ATTRIBUTE_MAX ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
    }
}

/* Each setting is a line of the file FAKEGPU_SETTINGS. */
static void note(const char *what, int value)
{
    const char *path = getenv("FAKEGPU_SETTINGS");
    FILE *file = path ? fopen(path, "a") : NULL;
    if (!file)
        return;
    fprintf(file, "%s %d\n", what, value);
    fclose(file);
}

static CUresult set_attribute(struct function *function, CUfunction_attribute attribute, int value)
{
    if (attribute == CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES) {
        if (value < 0 || value + function->info->static_shared > 232448)
            return CUDA_ERROR_INVALID_VALUE;
        function->max_dynamic_shared = value;
        note("dynamic", value);
    }
    if (attribute == CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT) {
        if (value < -1 || value > 100)
            return CUDA_ERROR_INVALID_VALUE;
        function->carveout = value;
        note("carveout", value);
    }
    return CUDA_SUCCESS;
}

DRIVER_API(cuFuncGetAttribute, (int *pi, CUfunction_attribute attrib, CUfunction hfunc), pi, attrib,
           hfunc)
{
    struct function *function = function_of(p->hfunc);
    if (!function)
        return CUDA_ERROR_INVALID_HANDLE;
    return get_attribute(function, p->attrib, p->pi);
}

DRIVER_API(cuFuncSetAttribute, (CUfunction hfunc, CUfunction_attribute attrib, int value), hfunc,
           attrib, value)
{
    struct function *function = function_of(p->hfunc);
    if (!function)
        return CUDA_ERROR_INVALID_HANDLE;
    return set_attribute(function, p->attrib, p->value);
}

DRIVER_API(cuKernelGetAttribute,
           (int *pi, CUfunction_attribute attrib, CUkernel kernel, CUdevice dev), pi, attrib,
           kernel, dev)
{
    if (!kernel_of(p->kernel))
        return CUDA_ERROR_INVALID_HANDLE;
    struct function *function = launchable((CUfunction)p->kernel);
    return function ? get_attribute(function, p->attrib, p->pi) : CUDA_ERROR_INVALID_CONTEXT;
}

DRIVER_API(cuKernelSetAttribute,
           (CUfunction_attribute attrib, int val, CUkernel kernel, CUdevice dev), attrib, val,
           kernel, dev)
{
    if (!kernel_of(p->kernel))
        return CUDA_ERROR_INVALID_HANDLE;
    struct function *function = launchable((CUfunction)p->kernel);
    return function ? set_attribute(function, p->attrib, p->val) : CUDA_ERROR_INVALID_CONTEXT;
}

DRIVER_API(cuFuncSetCacheConfig, (CUfunction hfunc, CUfunc_cache config), hfunc, config)
{
    struct function *function = function_of(p->hfunc);
    if (!function)
        return CUDA_ERROR_INVALID_HANDLE;
    function->cache_config = p->config;
    note("cache", (int)p->config);
    return CUDA_SUCCESS;
}

DRIVER_API(cuKernelSetCacheConfig, (CUkernel kernel, CUfunc_cache config, CUdevice dev), kernel,
           config, dev)
{
    note("cache", (int)p->config);
    return kernel_of(p->kernel) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}

DRIVER_API(cuFuncLoad, (CUfunction function), function)
{
    return function_of(p->function) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}

DRIVER_API(cuOccupancyMaxActiveClusters,
           (int *numClusters, CUfunction func, const CUlaunchConfig *config), numClusters, func,
           config)
{
    unsigned size = 1;
    for (unsigned i = 0; i < p->config->numAttrs; i++) {
        const CUlaunchAttribute *attribute = &p->config->attrs[i];
        if (attribute->id == CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION)
            size = attribute->value.clusterDim.x * attribute->value.clusterDim.y *
                   attribute->value.clusterDim.z;
    }
    if (!size || p->config->gridDimX % size)
        return CUDA_ERROR_INVALID_CLUSTER_SIZE;
    *p->numClusters = size <= 8 ? (int)(132 / size) : 0;
    return launchable(p->func) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}

DRIVER_API(cuOccupancyMaxPotentialClusterSize,
           (int *clusterSize, CUfunction func, const CUlaunchConfig *config), clusterSize, func,
           config)
{
    *p->clusterSize = 8;
    return launchable(p->func) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}

DRIVER_API(cuOccupancyMaxActiveBlocksPerMultiprocessor,
           (int *numBlocks, CUfunction func, int blockSize, size_t dynamicSMemSize), numBlocks,
           func, blockSize, dynamicSMemSize)
{
    enum { SHARED_OF_SM = 233472, DRIVERS = 1024, UNIT = 128, MOST_BLOCKS = 32 };
    const struct function *function = launchable(p->func);
    if (!function || p->blockSize <= 0 || p->blockSize > 1024)
        return CUDA_ERROR_INVALID_VALUE;
    const size_t shared = (size_t)function->info->static_shared + p->dynamicSMemSize + DRIVERS;
    const size_t fit = SHARED_OF_SM / ((shared + UNIT - 1) / UNIT * UNIT);
    size_t blocks = 2048 / (size_t)p->blockSize;
    blocks = blocks < MOST_BLOCKS ? blocks : MOST_BLOCKS;
    blocks = blocks < fit ? blocks : fit;
    *p->numBlocks = p->dynamicSMemSize > (size_t)function->max_dynamic_shared ? 0 : (int)blocks;
    return CUDA_SUCCESS;
}
