/* Copies and fills. Each one becomes a piece of work on a stream, so that a capture can record it.
 */
#include <stdlib.h>
#include <string.h>

#include "driver_api.h"

/* What one side of a copy must be. */
enum side { SIDE_HOST, SIDE_DEVICE, SIDE_ANY };

/* Of a fill at once: a multiple of every width, and little enough for a cache. */
enum { FILL_STEP = 32 << 10 };

struct copy {
    void *to;
    const void *from;
    size_t size;
};

struct fill {
    unsigned char *to;
    size_t count;
    size_t rows;
    size_t pitch;
    unsigned value;
    unsigned width;
};

static void run_copy(void *data)
{
    const struct copy *copy = data;
    memmove(copy->to, copy->from, copy->size);
}

static void run_fill(void *data)
{
    const struct fill *fill = data;
    size_t size = fill->count * fill->width;
    for (size_t y = 0; y < fill->rows && size; y++) {
        unsigned char *row = fill->to + y * fill->pitch;
        memcpy(row, &fill->value, fill->width);
        /* What is filled already is copied behind itself: caches are flushed by fills of 128 MiB.
         */
        for (size_t done = fill->width, step; done < size; done += step) {
            step = done < FILL_STEP ? done : FILL_STEP;
            step = step < size - done ? step : size - done;
            memcpy(row + done, row, step);
        }
    }
}

static bool reachable(uintptr_t address, size_t size, enum side side)
{
    struct allocation found;
    if (side == SIDE_HOST)
        return address != 0;
    if (side == SIDE_DEVICE || memory_find(address, &found))
        return memory_valid(address, size);
    return address != 0;
}

static CUmemorytype type_of(enum side side)
{
    return side == SIDE_HOST     ? CU_MEMORYTYPE_HOST
           : side == SIDE_DEVICE ? CU_MEMORYTYPE_DEVICE
                                 : CU_MEMORYTYPE_UNIFIED;
}

static CUresult copy_on(struct stream *stream, uintptr_t to, enum side to_side, uintptr_t from,
                        enum side from_side, size_t size)
{
    if (!stream)
        return CUDA_ERROR_INVALID_HANDLE;
    if (size == 0)
        return CUDA_SUCCESS;
    if (!reachable(to, size, to_side) || !reachable(from, size, from_side))
        return CUDA_ERROR_INVALID_VALUE;
    struct copy *copy = malloc(sizeof *copy);
    if (!copy)
        return CUDA_ERROR_OUT_OF_MEMORY;
    *copy = (struct copy){(void *)to, (const void *)from, size};
    const CUDA_MEMCPY3D params = {
        .srcMemoryType = type_of(from_side),
        .srcHost = from_side == SIDE_HOST ? (const void *)from : NULL,
        .srcDevice = from_side == SIDE_HOST ? 0 : from,
        .dstMemoryType = type_of(to_side),
        .dstHost = to_side == SIDE_HOST ? (void *)to : NULL,
        .dstDevice = to_side == SIDE_HOST ? 0 : to,
        .WidthInBytes = size,
        .Height = 1,
        .Depth = 1,
    };
    return stream_submit(stream, CU_GRAPH_NODE_TYPE_MEMCPY, run_copy, copy, NULL, &params);
}

/* A call without a stream: on the legacy stream, and not while something captures. */
static CUresult copy_now(uintptr_t to, enum side to_side, uintptr_t from, enum side from_side,
                         size_t size)
{
    CONTEXT_OR_RETURN(context);
    TRY(capture_legacy_use(&context->legacy));
    return copy_on(&context->legacy, to, to_side, from, from_side, size);
}

static CUresult copy_async(uintptr_t to, enum side to_side, uintptr_t from, enum side from_side,
                           size_t size, CUstream handle, bool per_thread)
{
    CONTEXT_OR_RETURN(context);
    return copy_on(stream_resolve(handle, per_thread), to, to_side, from, from_side, size);
}

#define HTOD(p) p->dstDevice, SIDE_DEVICE, (uintptr_t)p->srcHost, SIDE_HOST, p->ByteCount
#define DTOH(p) (uintptr_t) p->dstHost, SIDE_HOST, p->srcDevice, SIDE_DEVICE, p->ByteCount
#define DTOD(p) p->dstDevice, SIDE_DEVICE, p->srcDevice, SIDE_DEVICE, p->ByteCount

DRIVER_API(cuMemcpyHtoD_v2, (CUdeviceptr dstDevice, const void *srcHost, size_t ByteCount),
           dstDevice, srcHost, ByteCount)
{
    return copy_now(HTOD(p));
}

DRIVER_API(cuMemcpyHtoD_v2_ptds, (CUdeviceptr dstDevice, const void *srcHost, size_t ByteCount),
           dstDevice, srcHost, ByteCount)
{
    return copy_now(HTOD(p));
}

DRIVER_API(cuMemcpyDtoH_v2, (void *dstHost, CUdeviceptr srcDevice, size_t ByteCount), dstHost,
           srcDevice, ByteCount)
{
    return copy_now(DTOH(p));
}

DRIVER_API(cuMemcpyDtoH_v2_ptds, (void *dstHost, CUdeviceptr srcDevice, size_t ByteCount), dstHost,
           srcDevice, ByteCount)
{
    return copy_now(DTOH(p));
}

DRIVER_API(cuMemcpyDtoD_v2, (CUdeviceptr dstDevice, CUdeviceptr srcDevice, size_t ByteCount),
           dstDevice, srcDevice, ByteCount)
{
    return copy_now(DTOD(p));
}

DRIVER_API(cuMemcpyHtoDAsync_v2,
           (CUdeviceptr dstDevice, const void *srcHost, size_t ByteCount, CUstream hStream),
           dstDevice, srcHost, ByteCount, hStream)
{
    return copy_async(HTOD(p), p->hStream, false);
}

DRIVER_API(cuMemcpyHtoDAsync_v2_ptsz,
           (CUdeviceptr dstDevice, const void *srcHost, size_t ByteCount, CUstream hStream),
           dstDevice, srcHost, ByteCount, hStream)
{
    return copy_async(HTOD(p), p->hStream, true);
}

DRIVER_API(cuMemcpyDtoHAsync_v2,
           (void *dstHost, CUdeviceptr srcDevice, size_t ByteCount, CUstream hStream), dstHost,
           srcDevice, ByteCount, hStream)
{
    return copy_async(DTOH(p), p->hStream, false);
}

DRIVER_API(cuMemcpyDtoHAsync_v2_ptsz,
           (void *dstHost, CUdeviceptr srcDevice, size_t ByteCount, CUstream hStream), dstHost,
           srcDevice, ByteCount, hStream)
{
    return copy_async(DTOH(p), p->hStream, true);
}

DRIVER_API(cuMemcpyDtoDAsync_v2,
           (CUdeviceptr dstDevice, CUdeviceptr srcDevice, size_t ByteCount, CUstream hStream),
           dstDevice, srcDevice, ByteCount, hStream)
{
    return copy_async(DTOD(p), p->hStream, false);
}

DRIVER_API(cuMemcpyDtoDAsync_v2_ptsz,
           (CUdeviceptr dstDevice, CUdeviceptr srcDevice, size_t ByteCount, CUstream hStream),
           dstDevice, srcDevice, ByteCount, hStream)
{
    return copy_async(DTOD(p), p->hStream, true);
}

#define PEER_PARAMS                                                                                \
    CUdeviceptr dstDevice, CUcontext dstContext, CUdeviceptr srcDevice, CUcontext srcContext,      \
        size_t ByteCount

DRIVER_API(cuMemcpyPeerAsync, (PEER_PARAMS, CUstream hStream), dstDevice, dstContext, srcDevice,
           srcContext, ByteCount, hStream)
{
    if (!context_exists(p->dstContext) || !context_exists(p->srcContext))
        return CUDA_ERROR_INVALID_CONTEXT;
    return copy_async(DTOD(p), p->hStream, false);
}

DRIVER_API(cuMemcpy, (CUdeviceptr dst, CUdeviceptr src, size_t ByteCount), dst, src, ByteCount)
{
    return copy_now(p->dst, SIDE_ANY, p->src, SIDE_ANY, p->ByteCount);
}

DRIVER_API(cuMemcpyAsync, (CUdeviceptr dst, CUdeviceptr src, size_t ByteCount, CUstream hStream),
           dst, src, ByteCount, hStream)
{
    return copy_async(p->dst, SIDE_ANY, p->src, SIDE_ANY, p->ByteCount, p->hStream, false);
}

CUresult copy_any(CUdeviceptr to, CUdeviceptr from, size_t size, CUstream stream)
{
    return copy_async(to, SIDE_ANY, from, SIDE_ANY, size, stream, false);
}

CUresult fill_prepare(const CUDA_MEMSET_NODE_PARAMS *p, work_run **run, void **data)
{
    const size_t row = p->width * p->elementSize;
    const size_t all = p->height > 1 ? (p->height - 1) * p->pitch + row : row;
    if ((p->elementSize != 1 && p->elementSize != 2 && p->elementSize != 4) ||
        p->dst % p->elementSize || !p->height || !memory_valid((uintptr_t)p->dst, all))
        return CUDA_ERROR_INVALID_VALUE;
    struct fill *fill = malloc(sizeof *fill);
    if (!fill)
        return CUDA_ERROR_OUT_OF_MEMORY;
    *fill = (struct fill){(unsigned char *)(uintptr_t)p->dst,
                          p->width,
                          p->height,
                          p->pitch,
                          p->value,
                          p->elementSize};
    *run = run_fill;
    *data = fill;
    return CUDA_SUCCESS;
}

static CUresult fill_on(struct stream *stream, CUdeviceptr to, unsigned value, unsigned width,
                        size_t count)
{
    const CUDA_MEMSET_NODE_PARAMS params = {
        .dst = to, .value = value, .elementSize = width, .width = count, .height = 1};
    work_run *run;
    void *data;
    if (!stream)
        return CUDA_ERROR_INVALID_HANDLE;
    if (count == 0)
        return CUDA_SUCCESS;
    TRY(fill_prepare(&params, &run, &data));
    return stream_submit(stream, CU_GRAPH_NODE_TYPE_MEMSET, run, data, NULL, &params);
}

static CUresult fill_now(CUdeviceptr to, unsigned value, unsigned width, size_t count)
{
    CONTEXT_OR_RETURN(context);
    TRY(capture_legacy_use(&context->legacy));
    return fill_on(&context->legacy, to, value, width, count);
}

static CUresult fill_async(CUdeviceptr to, unsigned value, unsigned width, size_t count,
                           CUstream handle, bool per_thread)
{
    CONTEXT_OR_RETURN(context);
    return fill_on(stream_resolve(handle, per_thread), to, value, width, count);
}

DRIVER_API(cuMemsetD8_v2, (CUdeviceptr dstDevice, unsigned char uc, size_t N), dstDevice, uc, N)
{
    return fill_now(p->dstDevice, p->uc, 1, p->N);
}

DRIVER_API(cuMemsetD16_v2, (CUdeviceptr dstDevice, unsigned short us, size_t N), dstDevice, us, N)
{
    return fill_now(p->dstDevice, p->us, 2, p->N);
}

DRIVER_API(cuMemsetD32_v2, (CUdeviceptr dstDevice, unsigned int ui, size_t N), dstDevice, ui, N)
{
    return fill_now(p->dstDevice, p->ui, 4, p->N);
}

DRIVER_API(cuMemsetD8Async, (CUdeviceptr dstDevice, unsigned char uc, size_t N, CUstream hStream),
           dstDevice, uc, N, hStream)
{
    return fill_async(p->dstDevice, p->uc, 1, p->N, p->hStream, false);
}

DRIVER_API(cuMemsetD8Async_ptsz,
           (CUdeviceptr dstDevice, unsigned char uc, size_t N, CUstream hStream), dstDevice, uc, N,
           hStream)
{
    return fill_async(p->dstDevice, p->uc, 1, p->N, p->hStream, true);
}

DRIVER_API(cuMemsetD16Async, (CUdeviceptr dstDevice, unsigned short us, size_t N, CUstream hStream),
           dstDevice, us, N, hStream)
{
    return fill_async(p->dstDevice, p->us, 2, p->N, p->hStream, false);
}

DRIVER_API(cuMemsetD32Async, (CUdeviceptr dstDevice, unsigned int ui, size_t N, CUstream hStream),
           dstDevice, ui, N, hStream)
{
    return fill_async(p->dstDevice, p->ui, 4, p->N, p->hStream, false);
}

DRIVER_API(cuMemsetD32Async_ptsz,
           (CUdeviceptr dstDevice, unsigned int ui, size_t N, CUstream hStream), dstDevice, ui, N,
           hStream)
{
    return fill_async(p->dstDevice, p->ui, 4, p->N, p->hStream, true);
}

DRIVER_API(cuMemsetD2D32Async,
           (CUdeviceptr dstDevice, size_t dstPitch, unsigned int ui, size_t Width, size_t Height,
            CUstream hStream),
           dstDevice, dstPitch, ui, Width, Height, hStream)
{
    const CUDA_MEMSET_NODE_PARAMS params = {.dst = p->dstDevice,
                                            .pitch = p->dstPitch,
                                            .value = p->ui,
                                            .elementSize = 4,
                                            .width = p->Width,
                                            .height = p->Height};
    struct stream *stream = stream_resolve(p->hStream, false);
    work_run *run;
    void *data;
    if (!stream)
        return CUDA_ERROR_INVALID_HANDLE;
    TRY(fill_prepare(&params, &run, &data));
    return stream_submit(stream, CU_GRAPH_NODE_TYPE_MEMSET, run, data, NULL, &params);
}
