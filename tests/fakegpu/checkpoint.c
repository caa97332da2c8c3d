/* libcheckpoint.so: saves and restores the heap of malloc in kernels. The declarations stand for
 * those of cupti_checkpoint.h, which is C++ only. */
#include <cuda.h>
#include <cupti_result.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "fault.h"
#include "kernels.h"

#define EXPORT __attribute__((visibility("default")))

typedef struct {
    size_t structSize;
    CUcontext ctx;
    size_t reserveDeviceMB;
    size_t reserveHostMB;
    uint8_t allowOverwrite;
    uint8_t optimizations;
    void *pPriv;
} Checkpoint;

static CUptiResult check(const char *name, const Checkpoint *checkpoint)
{
    int failure;
    if (fault_wanted(name, &failure))
        return (CUptiResult)failure;
    if (!checkpoint || checkpoint->structSize != offsetof(Checkpoint, pPriv) + sizeof(void *) ||
        !checkpoint->ctx) {
        fault_log(name, "no checkpoint structure, or no context");
        return CUPTI_ERROR_INVALID_PARAMETER;
    }
    return CUPTI_SUCCESS;
}

EXPORT CUptiResult cuptiCheckpointSave(Checkpoint *checkpoint)
{
    CUptiResult result = check("cuptiCheckpointSave", checkpoint);
    size_t size;
    void *heap = fakegpu_heap(&size);
    if (result != CUPTI_SUCCESS)
        return result;
    if (checkpoint->pPriv && !checkpoint->allowOverwrite)
        return CUPTI_ERROR_INVALID_OPERATION;
    free(checkpoint->pPriv);
    checkpoint->pPriv = malloc(size);
    if (!checkpoint->pPriv)
        return CUPTI_ERROR_OUT_OF_MEMORY;
    memcpy(checkpoint->pPriv, heap, size);
    return CUPTI_SUCCESS;
}

EXPORT CUptiResult cuptiCheckpointRestore(Checkpoint *checkpoint)
{
    CUptiResult result = check("cuptiCheckpointRestore", checkpoint);
    size_t size;
    void *heap = fakegpu_heap(&size);
    if (result == CUPTI_SUCCESS && !checkpoint->pPriv) {
        fault_log("cuptiCheckpointRestore", "nothing was saved");
        result = CUPTI_ERROR_INVALID_OPERATION;
    }
    if (result == CUPTI_SUCCESS)
        memcpy(heap, checkpoint->pPriv, size);
    return result;
}

EXPORT CUptiResult cuptiCheckpointFree(Checkpoint *checkpoint)
{
    CUptiResult result = check("cuptiCheckpointFree", checkpoint);
    if (result != CUPTI_SUCCESS)
        return result;
    free(checkpoint->pPriv);
    checkpoint->pPriv = NULL;
    return CUPTI_SUCCESS;
}
