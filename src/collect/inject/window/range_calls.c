/* Most calls are in the table twice: CUPTI numbers the form for the thread's own default stream
 * separately. A call that the table does not have is looked up among the harmless ones, and only
 * what is in neither ends the record: an unknown call might do anything. */
#include "collect/inject/window/range_calls.h"

#include <stddef.h>

#include "collect/inject/program/call_harmless.h"

#define CBID(name) CUPTI_DRIVER_TRACE_CBID_##name

/* The plain form of a call and that for which stream 0 is the thread's own. */
#define BOTH(name, suffix, kind, async)                                                            \
    {CBID(name), kind, async, false},                                                              \
    {                                                                                              \
        CBID(name##suffix), kind, async, true                                                      \
    }

static const struct range_call calls[] = {
    BOTH(cuMemsetD8_v2, _ptds, RANGE_FILL, false),
    BOTH(cuMemsetD8Async, _ptsz, RANGE_FILL, true),
    BOTH(cuMemsetD16_v2, _ptds, RANGE_FILL, false),
    BOTH(cuMemsetD16Async, _ptsz, RANGE_FILL, true),
    BOTH(cuMemsetD32_v2, _ptds, RANGE_FILL, false),
    BOTH(cuMemsetD32Async, _ptsz, RANGE_FILL, true),
    BOTH(cuMemcpyDtoD_v2, _ptds, RANGE_COPY, false),
    BOTH(cuMemcpyDtoDAsync_v2, _ptsz, RANGE_COPY, true),
    BOTH(cuMemcpy, _ptds, RANGE_COPY, false),
    BOTH(cuMemcpyAsync, _ptsz, RANGE_COPY, true),
    BOTH(cuMemcpy2D_v2, _ptds, RANGE_COPY_2D, false),
    BOTH(cuMemcpy2DUnaligned_v2, _ptds, RANGE_COPY_2D, false),
    BOTH(cuMemcpy2DAsync_v2, _ptsz, RANGE_COPY_2D, true),
    BOTH(cuMemcpy3D_v2, _ptds, RANGE_COPY_3D, false),
    BOTH(cuMemcpy3DAsync_v2, _ptsz, RANGE_COPY_3D, true),
    BOTH(cuMemcpyHtoD_v2, _ptds, RANGE_UPLOAD, false),
    BOTH(cuMemcpyHtoDAsync_v2, _ptsz, RANGE_UPLOAD, true),
    BOTH(cuMemcpyDtoH_v2, _ptds, RANGE_DOWNLOAD, false),
    BOTH(cuMemcpyDtoHAsync_v2, _ptsz, RANGE_DOWNLOAD, true),
    BOTH(cuGraphLaunch, _ptsz, RANGE_GRAPH, true),
    BOTH(cuMemAllocAsync, _ptsz, RANGE_ALLOCATES, true),
    BOTH(cuMemAllocFromPoolAsync, _ptsz, RANGE_ALLOCATES, true),
    {CBID(cuMemAlloc_v2), RANGE_ALLOCATES, false, false},
    {CBID(cuMemAllocPitch_v2), RANGE_ALLOCATES, false, false},
    {CBID(cuMemAllocManaged), RANGE_ALLOCATES, false, false},
    {CBID(cuMemHostAlloc), RANGE_ALLOCATES, false, false},
    {CBID(cuMemHostAlloc_v2), RANGE_ALLOCATES, false, false},
    {CBID(cuMemAllocHost_v2), RANGE_ALLOCATES, false, false},
    BOTH(cuEventRecord, _ptsz, RANGE_EVENT_RECORD, true),
    BOTH(cuEventRecordWithFlags, _ptsz, RANGE_EVENT_RECORD, true),
    BOTH(cuStreamWaitEvent, _ptsz, RANGE_STREAM_WAIT, true),
    BOTH(cuStreamSynchronize, _ptsz, RANGE_STREAM_SYNC, true),
    BOTH(cuStreamQuery, _ptsz, RANGE_STREAM_SYNC, true),
    {CBID(cuEventSynchronize), RANGE_EVENT_SYNC, false, false},
    {CBID(cuEventQuery), RANGE_EVENT_SYNC, false, false},
    {CBID(cuCtxSynchronize), RANGE_CONTEXT_SYNC, false, false},
    {CBID(cuCtxSynchronize_v2), RANGE_CONTEXT_SYNC, false, false},
    {CBID(cuGraphExecKernelNodeSetParams), RANGE_GRAPH_CHANGES, false, false},
    {CBID(cuGraphExecKernelNodeSetParams_v2), RANGE_GRAPH_CHANGES, false, false},
    {CBID(cuGraphExecMemcpyNodeSetParams), RANGE_GRAPH_CHANGES, false, false},
    {CBID(cuGraphExecMemsetNodeSetParams), RANGE_GRAPH_CHANGES, false, false},
    {CBID(cuGraphExecNodeSetParams), RANGE_GRAPH_CHANGES, false, false},
    {CBID(cuGraphExecChildGraphNodeSetParams), RANGE_GRAPH_CHANGES, false, false},
    {CBID(cuGraphNodeSetEnabled), RANGE_GRAPH_CHANGES, false, false},
    {CBID(cuGraphExecUpdate), RANGE_GRAPH_CHANGES, false, false},
    {CBID(cuGraphExecUpdate_v2), RANGE_GRAPH_CHANGES, false, false},
    {CBID(cuGraphExecDestroy), RANGE_GRAPH_CHANGES, false, false},
    /* These calls make or drop what only the range's own run needs, say where managed memory
     * should be, or are the range's edges. */
    {CBID(cuGraphInstantiate), RANGE_LEFT_OUT, false, false},
    {CBID(cuGraphInstantiate_v2), RANGE_LEFT_OUT, false, false},
    {CBID(cuGraphInstantiateWithFlags), RANGE_LEFT_OUT, false, false},
    BOTH(cuGraphInstantiateWithParams, _ptsz, RANGE_LEFT_OUT, false),
    BOTH(cuGraphUpload, _ptsz, RANGE_LEFT_OUT, true),
    {CBID(cuGraphDestroy), RANGE_LEFT_OUT, false, false},
    {CBID(cuMemAdvise), RANGE_LEFT_OUT, false, false},
    {CBID(cuMemAdvise_v2), RANGE_LEFT_OUT, false, false},
    BOTH(cuMemPrefetchAsync, _ptsz, RANGE_LEFT_OUT, true),
    BOTH(cuMemPrefetchAsync_v2, _ptsz, RANGE_LEFT_OUT, true),
    {CBID(cuInit), RANGE_LEFT_OUT, false, false},
    {CBID(cuProfilerStart), RANGE_LEFT_OUT, false, false},
    {CBID(cuProfilerStop), RANGE_LEFT_OUT, false, false},
};

struct range_call range_call_of(CUpti_CallbackId id)
{
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
        if (calls[i].id == id)
            return calls[i];
    return (struct range_call){id, call_is_harmless(id) ? RANGE_LEFT_OUT : RANGE_UNKNOWN, false,
                               false};
}

/* Calls of one kind have their stream in the same place. */
static CUstream named_stream(const struct range_call *call, const void *parameters)
{
    switch (call->kind) {
    case RANGE_FILL: /* those of bytes and halves are padded to the same layout */
        return ((const cuMemsetD32Async_params *)parameters)->hStream;
    case RANGE_COPY:
    case RANGE_UPLOAD:
    case RANGE_DOWNLOAD: /* two addresses and a size come first */
        return ((const cuMemcpyDtoDAsync_v2_params *)parameters)->hStream;
    case RANGE_COPY_2D:
    case RANGE_COPY_3D: /* what to copy comes first */
        return ((const cuMemcpy3DAsync_v2_params *)parameters)->hStream;
    case RANGE_GRAPH:
        return ((const cuGraphLaunch_params *)parameters)->hStream;
    case RANGE_EVENT_RECORD:
        return ((const cuEventRecord_params *)parameters)->hStream;
    case RANGE_STREAM_WAIT:
        return ((const cuStreamWaitEvent_params *)parameters)->hStream;
    case RANGE_STREAM_SYNC:
        return ((const cuStreamSynchronize_params *)parameters)->hStream;
    default:
        return NULL;
    }
}

CUstream range_call_stream(const struct range_call *call, const CUpti_CallbackData *data)
{
    CUstream stream = call->async ? named_stream(call, data->functionParams) : NULL;
    return !stream && call->per_thread ? CU_STREAM_PER_THREAD : stream;
}
