/* Values that a stream writes and waits for, and copies that are asked for by one call. Work is
 * done in its call here, so a value that is not there yet will never come. */
#include "driver_api.h"

static CUresult word_of(CUstream handle, CUdeviceptr address, unsigned **word)
{
    const struct stream *stream = stream_resolve(handle, false);
    if (!stream)
        return CUDA_ERROR_INVALID_HANDLE;
    if (stream->capture)
        return CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
    if (address % sizeof **word || !memory_valid((uintptr_t)address, sizeof **word))
        return CUDA_ERROR_INVALID_VALUE;
    *word = (unsigned *)(uintptr_t)address;
    return CUDA_SUCCESS;
}

static CUresult write_word(CUstream stream, CUdeviceptr address, unsigned value)
{
    unsigned *word;
    TRY(word_of(stream, address, &word));
    peer_moment();
    *word = value;
    peer_moment();
    return CUDA_SUCCESS;
}

static CUresult wait_for_word(CUstream stream, CUdeviceptr address, unsigned value, unsigned how)
{
    unsigned *word;
    TRY(word_of(stream, address, &word));
    peer_moment();
    const bool there = how == CU_STREAM_WAIT_VALUE_EQ    ? *word == value
                       : how == CU_STREAM_WAIT_VALUE_GEQ ? (int)(*word - value) >= 0
                       : how == CU_STREAM_WAIT_VALUE_AND ? (*word & value) != 0
                                                         : (*word | value) != ~0u;
    return there ? CUDA_SUCCESS : CUDA_ERROR_LAUNCH_TIMEOUT;
}

DRIVER_API(cuStreamWriteValue32_v2,
           (CUstream stream, CUdeviceptr addr, cuuint32_t value, unsigned int flags), stream, addr,
           value, flags)
{
    return write_word(p->stream, p->addr, p->value);
}

DRIVER_API(cuStreamWaitValue32_v2,
           (CUstream stream, CUdeviceptr addr, cuuint32_t value, unsigned int flags), stream, addr,
           value, flags)
{
    return wait_for_word(p->stream, p->addr, p->value, p->flags);
}

DRIVER_API(cuStreamBatchMemOp_v2,
           (CUstream stream, unsigned int count, CUstreamBatchMemOpParams *paramArray,
            unsigned int flags),
           stream, count, paramArray, flags)
{
    for (unsigned i = 0; i < p->count; i++) {
        const CUstreamBatchMemOpParams *one = &p->paramArray[i];
        if (one->operation == CU_STREAM_MEM_OP_WRITE_VALUE_32)
            TRY(write_word(p->stream, one->writeValue.address, one->writeValue.value));
        else if (one->operation == CU_STREAM_MEM_OP_WAIT_VALUE_32)
            TRY(wait_for_word(p->stream, one->waitValue.address, one->waitValue.value,
                              one->waitValue.flags));
        else
            return CUDA_ERROR_NOT_SUPPORTED;
    }
    return CUDA_SUCCESS;
}

DRIVER_API(cuMemcpyBatchAsync_v2,
           (CUdeviceptr * dsts, CUdeviceptr *srcs, size_t *sizes, size_t count,
            CUmemcpyAttributes *attrs, size_t *attrsIdxs, size_t numAttrs, CUstream hStream),
           dsts, srcs, sizes, count, attrs, attrsIdxs, numAttrs, hStream)
{
    const struct stream *stream = stream_resolve(p->hStream, false);
    if (!p->hStream || !stream || p->count == 0 || p->numAttrs == 0)
        return CUDA_ERROR_INVALID_VALUE;
    if (stream->capture)
        return CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
    for (size_t i = 0; i < p->count; i++)
        TRY(copy_any(p->dsts[i], p->srcs[i], p->sizes[i], p->hStream));
    return CUDA_SUCCESS;
}
