/* Memory that goes to other processes. What this one opens is memory of its own that it takes for
 * another process's: the handle tells only how much there is. */
#include <string.h>

#include "driver_api.h"

DRIVER_API(cuIpcGetMemHandle, (CUipcMemHandle * pHandle, CUdeviceptr dptr), pHandle, dptr)
{
    struct allocation found;
    if (!memory_find((uintptr_t)p->dptr, &found) || found.kind != MEMORY_DEVICE)
        return CUDA_ERROR_INVALID_VALUE;
    memset(p->pHandle, 0, sizeof *p->pHandle);
    memcpy(p->pHandle, &found.size, sizeof found.size);
    return CUDA_SUCCESS;
}

DRIVER_API(cuIpcOpenMemHandle_v2, (CUdeviceptr * pdptr, CUipcMemHandle handle, unsigned int Flags),
           pdptr, handle, Flags)
{
    size_t size;
    CONTEXT_OR_RETURN(context);
    memcpy(&size, &p->handle, sizeof size);
    return memory_allocate(p->pdptr, size, MEMORY_DEVICE);
}

DRIVER_API(cuIpcCloseMemHandle, (CUdeviceptr dptr), dptr)
{
    return memory_release(p->dptr, MEMORY_DEVICE);
}

DRIVER_API(cuMemPoolExportPointer, (CUmemPoolPtrExportData * shareData_out, CUdeviceptr ptr),
           shareData_out, ptr)
{
    struct allocation found;
    if (!memory_find((uintptr_t)p->ptr, &found) || found.kind != MEMORY_POOL)
        return CUDA_ERROR_INVALID_VALUE;
    memset(p->shareData_out, 0, sizeof *p->shareData_out);
    return CUDA_SUCCESS;
}
