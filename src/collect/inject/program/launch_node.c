#include "collect/inject/program/launch_node.h"

#include <stdlib.h>
#include <string.h>

#include "collect/inject/base/inject.h"
#include "collect/inject/program/functions.h"

/* What of a node's attributes matters when its kernel runs by itself. */
static const CUkernelNodeAttrID attributes[] = {
    CU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW,
    CU_LAUNCH_ATTRIBUTE_COOPERATIVE,
    CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION,
    CU_LAUNCH_ATTRIBUTE_PREFERRED_CLUSTER_DIMENSION,
    CU_LAUNCH_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE,
    CU_LAUNCH_ATTRIBUTE_PRIORITY,
    CU_LAUNCH_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT,
    CU_LAUNCH_ATTRIBUTE_NVLINK_UTIL_CENTRIC_SCHEDULING,
};

static const char *name_of(struct inject *inject, const struct function *function)
{
    const char *name = NULL;
    CUresult result = function->is_kernel
                          ? inject->driver.kernel_get_name(&name, (CUkernel)function->handle)
                          : inject->driver.func_get_name(&name, function->handle);
    return result == CUDA_SUCCESS && name ? name : "";
}

bool launch_node_set(struct launch *launch, struct inject *inject, const CUDA_KERNEL_NODE_PARAMS *p)
{
    CUfunction handle = p->func ? p->func : (CUfunction)p->kern;
    struct function *function = functions_get(inject->program.functions, handle);
    launch_free(launch);
    if (!function)
        return false;
    functions_resolve(function, inject);
    launch->entry = LAUNCH_EX;
    launch->is_node = true;
    launch->f = handle;
    launch->config.gridDimX = p->gridDimX;
    launch->config.gridDimY = p->gridDimY;
    launch->config.gridDimZ = p->gridDimZ;
    launch->config.blockDimX = p->blockDimX;
    launch->config.blockDimY = p->blockDimY;
    launch->config.blockDimZ = p->blockDimZ;
    launch->config.sharedMemBytes = p->sharedMemBytes;
    launch->mangled = launch->name = strdup(name_of(inject, function));
    return launch->name &&
           launch_copy_values(launch, inject, function->is_kernel, p->kernelParams, p->extra);
}

/* The driver tells a value of every attribute. */
static bool is_set(CUkernelNodeAttrID id, const CUkernelNodeAttrValue *value)
{
    static const CUkernelNodeAttrValue none;
    if (id == CU_LAUNCH_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT)
        return value->sharedMemCarveout > 0 && value->sharedMemCarveout <= 100;
    if (id == CU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW)
        return value->accessPolicyWindow.num_bytes > 0;
    return memcmp(value->pad, none.pad, sizeof none.pad) != 0;
}

void launch_node_attributes(struct launch *launch, struct inject *inject, CUgraphNode node)
{
    CUlaunchConfig *config = &launch->config;
    config->numAttrs = 0;
    for (size_t i = 0; i < sizeof attributes / sizeof *attributes; i++) {
        CUlaunchAttribute *attribute = &launch->attributes[config->numAttrs];
        memset(attribute, 0, sizeof *attribute);
        attribute->id = attributes[i];
        if (inject->driver.graph_kernel_node_get_attribute(node, attributes[i],
                                                           &attribute->value) == CUDA_SUCCESS &&
            is_set(attributes[i], &attribute->value))
            config->numAttrs++;
    }
}

bool launch_node_is_updatable(struct inject *inject, CUgraphNode node)
{
    CUkernelNodeAttrValue value = {{0}};
    return inject->driver.graph_kernel_node_get_attribute(
               node, CU_LAUNCH_ATTRIBUTE_DEVICE_UPDATABLE_KERNEL_NODE, &value) == CUDA_SUCCESS &&
           value.deviceUpdatableKernelNode.deviceUpdatable;
}

static bool copy_bytes(uint8_t **copy, const uint8_t *bytes, size_t size)
{
    *copy = bytes ? malloc(size + 1) : NULL;
    if (*copy)
        memcpy(*copy, bytes, size);
    return *copy || !bytes;
}

bool launch_node_copy(struct launch *copy, const struct launch *launch)
{
    *copy = *launch;
    copy->name = NULL;
    copy->parameters = NULL;
    copy->packed = NULL;
    bool good = copy_bytes(&copy->values, launch->values, launch->values_size) &&
                copy_bytes(&copy->packed, launch->packed, launch->packed_size);
    if (good && launch->parameters) {
        copy->parameters = malloc((launch->count + 1) * sizeof *copy->parameters);
        good = copy->parameters != NULL;
        for (size_t i = 0; good && i < launch->count; i++)
            copy->parameters[i] =
                copy->values + ((const uint8_t *)launch->parameters[i] - launch->values);
    }
    if (!good)
        launch_free(copy);
    return good;
}
