/* Batches of decompressed copies. What the double calls compressed are pairs of bytes: how often,
 * and which one. Work runs inside of the call, as everywhere. */
#include "driver_api.h"

static bool decompress(const CUmemDecompressParams *copy)
{
    const unsigned char *from = copy->src;
    unsigned char *to = copy->dst;
    size_t written = 0;
    if (copy->srcNumBytes % 2 || !memory_valid((uintptr_t)from, copy->srcNumBytes))
        return false;
    for (size_t i = 0; i < copy->srcNumBytes; i += 2)
        for (unsigned n = 0; n < from[i]; n++) {
            if (written == copy->dstNumBytes || !memory_valid((uintptr_t)to + written, 1))
                return false;
            to[written++] = from[i + 1];
        }
    if (copy->dstActBytes)
        *copy->dstActBytes = (cuuint32_t)written;
    return true;
}

static CUresult run(const CUmemDecompressParams *copies, size_t count, size_t *error,
                    CUstream stream, bool per_thread)
{
    CONTEXT_OR_RETURN(context);
    if (!stream_resolve(stream, per_thread))
        return CUDA_ERROR_INVALID_HANDLE;
    for (size_t i = 0; i < count; i++)
        if (!decompress(&copies[i])) {
            if (error)
                *error = i;
            return CUDA_ERROR_INVALID_VALUE;
        }
    return CUDA_SUCCESS;
}

DRIVER_API(cuMemBatchDecompressAsync,
           (CUmemDecompressParams * paramsArray, size_t count, unsigned int flags,
            size_t *errorIndex, CUstream stream),
           paramsArray, count, flags, errorIndex, stream)
{
    return run(p->paramsArray, p->count, p->errorIndex, p->stream, false);
}

DRIVER_API(cuMemBatchDecompressAsync_ptsz,
           (CUmemDecompressParams * paramsArray, size_t count, unsigned int flags,
            size_t *errorIndex, CUstream stream),
           paramsArray, count, flags, errorIndex, stream)
{
    return run(p->paramsArray, p->count, p->errorIndex, p->stream, true);
}
