/* Streams and events, and the rules of what may be called while a stream is being captured. */
#include <stdlib.h>
#include <time.h>

#include "driver_api.h"

enum { FIRST_STREAM_ID = 13 };

static struct stream *streams;
static uint32_t last_id = FIRST_STREAM_ID - 1;
static __thread CUstreamCaptureMode thread_mode = CU_STREAM_CAPTURE_MODE_GLOBAL;

struct stream *stream_resolve(CUstream handle, bool per_thread)
{
    struct context *context = context_current();
    if (handle == NULL || handle == CU_STREAM_LEGACY || handle == CU_STREAM_PER_THREAD) {
        if (!context)
            return NULL;
        if (handle == CU_STREAM_PER_THREAD || (handle == NULL && per_thread))
            return &context->per_thread;
        return &context->legacy;
    }
    driver_lock();
    struct stream *stream = streams;
    while (stream && (CUstream)stream != handle)
        stream = stream->next;
    driver_unlock();
    return stream;
}

void stream_forget_context(struct context *context)
{
    driver_lock();
    struct stream **link = &streams;
    while (*link) {
        struct stream *stream = *link;
        if (stream->context == context) {
            *link = stream->next;
            free(stream);
        } else {
            link = &stream->next;
        }
    }
    driver_unlock();
}

/* Whether the calling thread may not make unsafe calls because of this capture. */
static bool forbids(const struct stream *stream)
{
    if (pthread_equal(stream->capture_thread, pthread_self()))
        return stream->capture_mode != CU_STREAM_CAPTURE_MODE_RELAXED;
    return stream->capture_mode == CU_STREAM_CAPTURE_MODE_GLOBAL &&
           thread_mode == CU_STREAM_CAPTURE_MODE_GLOBAL;
}

/* Invalidates the captures of the context, all or those of the kind named; true when there was one.
 */
static bool invalidate(struct context *context, bool only_forbidding, bool only_blocking)
{
    bool found = false;
    driver_lock();
    for (struct stream *stream = streams; stream; stream = stream->next) {
        if (!stream->capture || stream->context != context)
            continue;
        if (only_forbidding && !forbids(stream))
            continue;
        if (only_blocking && (stream->flags & CU_STREAM_NON_BLOCKING))
            continue;
        stream->capture_invalid = true;
        found = true;
    }
    driver_unlock();
    return found;
}

CUresult capture_unsafe(void)
{
    struct context *context = context_current();
    if (thread_mode == CU_STREAM_CAPTURE_MODE_RELAXED || !context)
        return CUDA_SUCCESS;
    return invalidate(context, true, false) ? CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED : CUDA_SUCCESS;
}

/* Waiting for all of a context is never allowed: no thread mode helps. */
CUresult capture_context_sync(void)
{
    struct context *context = context_current();
    return invalidate(context, false, false) ? CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED : CUDA_SUCCESS;
}

/* The legacy stream waits for all blocking streams, also for one that is being captured. */
CUresult capture_legacy_use(struct stream *stream)
{
    if (stream != &stream->context->legacy)
        return CUDA_SUCCESS;
    if (invalidate(stream->context, false, true))
        return CUDA_ERROR_STREAM_CAPTURE_IMPLICIT;
    return CUDA_SUCCESS;
}

CUresult stream_create(CUstream *handle, struct context *context, unsigned flags, int priority)
{
    struct stream *stream = calloc(1, sizeof *stream);
    if (!stream)
        return CUDA_ERROR_OUT_OF_MEMORY;
    stream->context = context;
    stream->flags = flags;
    stream->priority = priority;
    driver_lock();
    stream->id = ++last_id;
    stream->next = streams;
    streams = stream;
    driver_unlock();
    *handle = (CUstream)stream;
    driver_resource(CUPTI_CBID_RESOURCE_STREAM_CREATED, context, *handle, NULL);
    return CUDA_SUCCESS;
}

DRIVER_API(cuStreamCreate, (CUstream * phStream, unsigned int Flags), phStream, Flags)
{
    CONTEXT_OR_RETURN(context);
    return stream_create(p->phStream, context, p->Flags, 0);
}

DRIVER_API(cuStreamCreateWithPriority, (CUstream * phStream, unsigned int flags, int priority),
           phStream, flags, priority)
{
    CONTEXT_OR_RETURN(context);
    return stream_create(p->phStream, context, p->flags, p->priority);
}

DRIVER_API(cuStreamDestroy_v2, (CUstream hStream), hStream)
{
    struct stream *stream = stream_resolve(p->hStream, false);
    if (!stream || stream == &stream->context->legacy || stream == &stream->context->per_thread)
        return CUDA_ERROR_INVALID_HANDLE;
    driver_resource(CUPTI_CBID_RESOURCE_STREAM_DESTROY_STARTING, stream->context, p->hStream, NULL);
    driver_lock();
    struct stream **link = &streams;
    while (*link != stream)
        link = &(*link)->next;
    *link = stream->next;
    driver_unlock();
    if (stream->capture)
        graph_unref(stream->capture);
    free(stream);
    return CUDA_SUCCESS;
}

static CUresult synchronize(CUstream handle, bool per_thread)
{
    struct stream *stream = stream_resolve(handle, per_thread);
    if (!stream)
        return CUDA_ERROR_INVALID_HANDLE;
    if (!stream->capture) {
        kernels_wait(stream->context->device);
        peer_wait(stream->context->device);
        return capture_legacy_use(stream);
    }
    stream->capture_invalid = true;
    return CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
}

DRIVER_API(cuStreamSynchronize, (CUstream hStream), hStream)
{
    return synchronize(p->hStream, false);
}

DRIVER_API(cuStreamSynchronize_ptsz, (CUstream hStream), hStream)
{
    return synchronize(p->hStream, true);
}

/* Work runs inside of the call that submits it, so this does, too. */
DRIVER_API(cuLaunchHostFunc, (CUstream hStream, CUhostFn fn, void *userData), hStream, fn, userData)
{
    struct stream *stream = stream_resolve(p->hStream, false);
    if (!stream || !p->fn)
        return CUDA_ERROR_INVALID_HANDLE;
    if (stream->capture)
        return CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
    p->fn(p->userData);
    return CUDA_SUCCESS;
}

DRIVER_API(cuStreamQuery, (CUstream hStream), hStream)
{
    const struct stream *stream = stream_resolve(p->hStream, false);
    if (stream && kernels_pending(stream->context->device))
        return CUDA_ERROR_NOT_READY;
    return synchronize(p->hStream, false);
}

DRIVER_API(cuStreamGetId, (CUstream hStream, unsigned long long *streamId), hStream, streamId)
{
    struct stream *stream = stream_resolve(p->hStream, false);
    if (!stream)
        return CUDA_ERROR_INVALID_HANDLE;
    *p->streamId = stream->id;
    return CUDA_SUCCESS;
}

DRIVER_API(cuStreamGetFlags, (CUstream hStream, unsigned int *flags), hStream, flags)
{
    struct stream *stream = stream_resolve(p->hStream, false);
    if (!stream)
        return CUDA_ERROR_INVALID_HANDLE;
    *p->flags = stream->flags;
    return CUDA_SUCCESS;
}

DRIVER_API(cuStreamGetCtx, (CUstream hStream, CUcontext *pctx), hStream, pctx)
{
    struct stream *stream = stream_resolve(p->hStream, false);
    if (!stream)
        return CUDA_ERROR_INVALID_HANDLE;
    *p->pctx = stream_context(stream);
    return CUDA_SUCCESS;
}

DRIVER_API(cuThreadExchangeStreamCaptureMode, (CUstreamCaptureMode * mode), mode)
{
    CUstreamCaptureMode previous = thread_mode;
    if (*p->mode > CU_STREAM_CAPTURE_MODE_RELAXED)
        return CUDA_ERROR_INVALID_VALUE;
    thread_mode = *p->mode;
    *p->mode = previous;
    return CUDA_SUCCESS;
}

/* A thread that launches meanwhile does so while the capture is there and the call has not
 * returned. */
static void let_others_run(void)
{
    nanosleep(&(struct timespec){.tv_nsec = 200 * 1000}, NULL);
}

static CUresult begin_capture(CUstream handle, CUstreamCaptureMode mode, bool per_thread)
{
    struct stream *stream = stream_resolve(handle, per_thread);
    if (!stream)
        return CUDA_ERROR_INVALID_HANDLE;
    if (stream == &stream->context->legacy)
        return CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
    if (stream->capture)
        return CUDA_ERROR_ILLEGAL_STATE;
    struct graph *graph = graph_new();
    if (!graph)
        return CUDA_ERROR_OUT_OF_MEMORY;
    driver_lock();
    stream->capture = graph;
    stream->capture_origin = true;
    stream->capture_invalid = false;
    stream->capture_mode = mode;
    stream->capture_thread = pthread_self();
    driver_unlock();
    let_others_run();
    return CUDA_SUCCESS;
}

/* Ends the capture in every stream that joined it; any invalid one spoils the whole. */
static CUresult end_capture(CUstream handle, CUgraph *result, bool per_thread)
{
    struct stream *origin = stream_resolve(handle, per_thread);
    *result = NULL;
    if (!origin || !origin->capture)
        return CUDA_ERROR_ILLEGAL_STATE;
    if (!origin->capture_origin)
        return CUDA_ERROR_STREAM_CAPTURE_UNMATCHED;
    struct graph *graph = origin->capture;
    let_others_run();
    bool invalid = origin->capture_invalid;
    int joined = 0;
    origin->capture = NULL;
    driver_lock();
    for (struct stream *stream = streams; stream; stream = stream->next) {
        if (stream->capture != graph)
            continue;
        invalid = invalid || stream->capture_invalid;
        stream->capture = NULL;
        joined++;
    }
    driver_unlock();
    while (joined-- > 0)
        graph_unref(graph);
    if (invalid) {
        graph_unref(graph);
        return CUDA_ERROR_STREAM_CAPTURE_INVALIDATED;
    }
    *result = (CUgraph)graph;
    return CUDA_SUCCESS;
}

DRIVER_API(cuStreamBeginCapture_v2, (CUstream hStream, CUstreamCaptureMode mode), hStream, mode)
{
    return begin_capture(p->hStream, p->mode, false);
}

DRIVER_API(cuStreamBeginCapture_v2_ptsz, (CUstream hStream, CUstreamCaptureMode mode), hStream,
           mode)
{
    return begin_capture(p->hStream, p->mode, true);
}

DRIVER_API(cuStreamEndCapture, (CUstream hStream, CUgraph *phGraph), hStream, phGraph)
{
    return end_capture(p->hStream, p->phGraph, false);
}

DRIVER_API(cuStreamEndCapture_ptsz, (CUstream hStream, CUgraph *phGraph), hStream, phGraph)
{
    return end_capture(p->hStream, p->phGraph, true);
}

static CUresult is_capturing(CUstream handle, CUstreamCaptureStatus *status, bool per_thread)
{
    struct stream *stream = stream_resolve(handle, per_thread);
    if (!stream)
        return CUDA_ERROR_INVALID_HANDLE;
    *status = CU_STREAM_CAPTURE_STATUS_NONE;
    if (stream->capture)
        *status = stream->capture_invalid ? CU_STREAM_CAPTURE_STATUS_INVALIDATED
                                          : CU_STREAM_CAPTURE_STATUS_ACTIVE;
    return CUDA_SUCCESS;
}

DRIVER_API(cuStreamIsCapturing, (CUstream hStream, CUstreamCaptureStatus *captureStatus), hStream,
           captureStatus)
{
    return is_capturing(p->hStream, p->captureStatus, false);
}

DRIVER_API(cuStreamIsCapturing_ptsz, (CUstream hStream, CUstreamCaptureStatus *captureStatus),
           hStream, captureStatus)
{
    return is_capturing(p->hStream, p->captureStatus, true);
}

DRIVER_API(cuStreamWaitEvent, (CUstream hStream, CUevent hEvent, unsigned int Flags), hStream,
           hEvent, Flags)
{
    struct stream *stream = stream_resolve(p->hStream, false);
    struct event *event = (struct event *)p->hEvent;
    if (!stream || !event)
        return CUDA_ERROR_INVALID_HANDLE;
    if (!event->capture || stream->capture)
        return CUDA_SUCCESS;
    driver_lock(); /* waiting for a captured event joins its capture */
    graph_ref(event->capture);
    stream->capture = event->capture;
    stream->capture_origin = false;
    stream->capture_invalid = false;
    stream->capture_mode = CU_STREAM_CAPTURE_MODE_RELAXED; /* the origin forbids */
    driver_unlock();
    return CUDA_SUCCESS;
}

DRIVER_API(cuEventCreate, (CUevent * phEvent, unsigned int Flags), phEvent, Flags)
{
    CONTEXT_OR_RETURN(context);
    *p->phEvent = calloc(1, sizeof(struct event));
    return *p->phEvent ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

DRIVER_API(cuEventDestroy_v2, (CUevent hEvent), hEvent)
{
    free(p->hEvent);
    return CUDA_SUCCESS;
}

static CUresult record(CUevent handle, CUstream stream_handle, bool per_thread)
{
    struct stream *stream = stream_resolve(stream_handle, per_thread);
    struct event *event = (struct event *)handle;
    if (!stream || !event)
        return CUDA_ERROR_INVALID_HANDLE;
    event->recorded = true;
    event->capture = stream->capture;
    event->waits = stream->waits && kernels_pending(stream->context->device);
    event->device = stream->context->device;
    clock_gettime(CLOCK_MONOTONIC, &event->time);
    return CUDA_SUCCESS;
}

DRIVER_API(cuEventRecord, (CUevent hEvent, CUstream hStream), hEvent, hStream)
{
    return record(p->hEvent, p->hStream, false);
}

DRIVER_API(cuEventRecord_ptsz, (CUevent hEvent, CUstream hStream), hEvent, hStream)
{
    return record(p->hEvent, p->hStream, true);
}

static CUresult reached(CUevent handle)
{
    const struct event *event = (const struct event *)handle;
    if (!event)
        return CUDA_ERROR_INVALID_HANDLE;
    return event->capture ? CUDA_ERROR_CAPTURED_EVENT : capture_unsafe();
}

DRIVER_API(cuEventSynchronize, (CUevent hEvent), hEvent)
{
    return reached(p->hEvent);
}

DRIVER_API(cuEventQuery, (CUevent hEvent), hEvent)
{
    const CUresult result = reached(p->hEvent);
    const struct event *event = (const struct event *)p->hEvent;
    const bool waits = result == CUDA_SUCCESS && event->waits && kernels_pending(event->device);
    return waits ? CUDA_ERROR_NOT_READY : result;
}

DRIVER_API(cuEventElapsedTime_v2, (float *pMilliseconds, CUevent hStart, CUevent hEnd),
           pMilliseconds, hStart, hEnd)
{
    const struct event *start = (const struct event *)p->hStart;
    const struct event *end = (const struct event *)p->hEnd;
    if (!start || !end || !start->recorded || !end->recorded)
        return CUDA_ERROR_INVALID_HANDLE;
    *p->pMilliseconds = (float)((double)(end->time.tv_sec - start->time.tv_sec) * 1e3 +
                                (double)(end->time.tv_nsec - start->time.tv_nsec) / 1e6);
    return CUDA_SUCCESS;
}
