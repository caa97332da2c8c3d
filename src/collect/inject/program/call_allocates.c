#include "collect/inject/program/call_allocates.h"

#define CBID(name) CUPTI_DRIVER_TRACE_CBID_##name

bool call_allocates(CUpti_CallbackId id, const CUpti_CallbackData *data, size_t *size)
{
    switch (id) {
    case CBID(cuMemAlloc_v2):
        *size = ((const cuMemAlloc_v2_params *)data->functionParams)->bytesize;
        return true;
    case CBID(cuMemAllocPitch_v2): {
        const cuMemAllocPitch_v2_params *p = data->functionParams;
        return !__builtin_mul_overflow(p->WidthInBytes + 512, p->Height,
                                       size); /* each row is padded */
    }
    case CBID(cuMemAllocAsync):
    case CBID(cuMemAllocAsync_ptsz):
        *size = ((const cuMemAllocAsync_params *)data->functionParams)->bytesize;
        return true;
    case CBID(cuMemAllocFromPoolAsync):
    case CBID(cuMemAllocFromPoolAsync_ptsz):
        *size = ((const cuMemAllocFromPoolAsync_params *)data->functionParams)->bytesize;
        return true;
    default:
        return false;
    }
}
