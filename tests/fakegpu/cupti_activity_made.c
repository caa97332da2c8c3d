/* What activity records say. Calls have the times that they took. A kernel starts 5 us after the
 * end of its call, or when the work before it in its stream has ended, and takes D ns (README.md);
 * a copy takes bytes / 16 ns, at least 1; a fill bytes / 64. The shared memory configuration of
 * every kernel is 32 KiB up to 256 threads a block and 64 KiB above, or what a carve-out asks for,
 * in whole KiB; every kernel has 16 registers.
 *
 * FAKEGPU_TIMES=zero: every fourth kernel has no times; backwards: it ends before it starts. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "cupti_activity.h"
#include "cupti_fake.h"

enum { WAITING_MAX = 4096, STREAMS = 64, DELAY = 5000 };

/* The call that this thread is in, and the kernels that ran in it. */
static __thread struct {
    uint32_t correlation;
    uint64_t start;
    CUpti_ActivityKernel10 kernels[WAITING_MAX];
    size_t count;
} now;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static uint64_t stream_end[STREAMS]; /* by the number of the stream */
static bool queued;
static uint64_t kernels_made;

uint64_t activity_clock(void)
{
    struct timespec time;
    clock_gettime(CLOCK_REALTIME, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

void activity_latency(bool on)
{
    queued = on;
}

void activity_note_call(uint32_t correlation)
{
    now.correlation = correlation;
}

/* Records are read long after their calls, when a program may have unloaded the module: names stay.
 * Returns a copy that is shared by all records of the name. */
static const char *keep_name(const char *name)
{
    static struct kept {
        struct kept *next;
        char name[];
    } * all;
    pthread_mutex_lock(&lock);
    struct kept *kept = all;
    while (kept && strcmp(kept->name, name) != 0)
        kept = kept->next;
    if (!kept && (kept = malloc(sizeof *kept + strlen(name) + 1))) {
        strcpy(kept->name, name);
        kept->next = all;
        all = kept;
    }
    pthread_mutex_unlock(&lock);
    return kept ? kept->name : NULL;
}

void activity_work(const struct fakegpu_work *work)
{
    const unsigned threads = work->block[0] * work->block[1] * work->block[2];
    const unsigned chosen = threads > 256 ? 65536 : 32768;
    const unsigned asked = work->carveout > 0 ? (unsigned)work->carveout * 228 / 100 * 1024 : 0;
    if (!activity_wants(CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL) || now.count == WAITING_MAX)
        return;
    now.kernels[now.count++] =
        (CUpti_ActivityKernel10){.kind = CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL,
                                 .sharedMemoryExecuted = asked ? asked : chosen,
                                 .registersPerThread = 16,
                                 .end = 1000 + work->threads / 10,
                                 .gridX = (int32_t)work->grid[0],
                                 .gridY = (int32_t)work->grid[1],
                                 .gridZ = (int32_t)work->grid[2],
                                 .blockX = (int32_t)work->block[0],
                                 .blockY = (int32_t)work->block[1],
                                 .blockZ = (int32_t)work->block[2],
                                 .name = work->name ? keep_name(work->name) : NULL,
                                 .correlationId = now.correlation,
                                 .graphId = work->kind == WORK_NODE ? 1 : 0};
}

void activity_place(uint32_t stream, uint64_t called, uint64_t length, uint64_t *start,
                    uint64_t *end)
{
    pthread_mutex_lock(&lock);
    uint64_t *last = &stream_end[stream % STREAMS];
    *start = called + DELAY > *last ? called + DELAY : *last;
    *end = *last = *start + length;
    pthread_mutex_unlock(&lock);
}

static void spoil(CUpti_ActivityKernel10 *kernel)
{
    const char *how = getenv("FAKEGPU_TIMES");
    if (!how || __atomic_add_fetch(&kernels_made, 1, __ATOMIC_RELAXED) % 4 != 0)
        return;
    if (strcmp(how, "zero") == 0)
        kernel->start = kernel->end = 0;
    else
        kernel->end = kernel->start - 1000;
}

static uint32_t stream_of(const struct fakegpu_api *call, CUstream stream, bool per_thread)
{
    uint32_t id = 0;
    if (!driver_find()->stream_id(call->context, stream, per_thread, &id))
        id = 0;
    return id;
}

static bool has(const char *name, const char *part)
{
    return strstr(name, part) != NULL;
}

static void make_kernels(const struct fakegpu_api *call, uint32_t stream, uint64_t end)
{
    CUpti_ActivityGraphTrace2 graph = {.kind = CUPTI_ACTIVITY_KIND_GRAPH_TRACE,
                                       .correlationId = call->correlation_id,
                                       .graphId = 1,
                                       .contextId = call->context_uid,
                                       .streamId = stream};
    const bool whole =
        has(call->name, "cuGraphLaunch") && activity_wants(CUPTI_ACTIVITY_KIND_GRAPH_TRACE);
    for (size_t i = 0; i < now.count; i++) {
        CUpti_ActivityKernel10 *k = &now.kernels[i];
        const uint64_t length = k->end;
        activity_place(stream, end, length, &k->start, &k->end);
        k->contextId = call->context_uid;
        k->streamId = stream;
        k->queued = queued ? now.start : 0;
        k->submitted = queued ? end : 0;
        graph.start = i ? graph.start : k->start;
        graph.end = k->end;
    }
    if (whole && has(call->name, "cuGraphLaunch"))
        activity_device_graphs(now.kernels, now.count);
    for (size_t i = 0; i < now.count && !whole; i++) {
        spoil(&now.kernels[i]);
        activity_add(&now.kernels[i], false);
    }
    if (whole && now.count)
        activity_add(&graph, false);
    now.count = 0;
}

static void make_copy(const struct fakegpu_api *call, uint8_t kind, uint64_t bytes, uint32_t stream,
                      uint64_t end)
{
    CUpti_ActivityMemcpy6 copy = {
        .kind = CUPTI_ACTIVITY_KIND_MEMCPY,
        .copyKind = kind,
        .srcKind = kind == CUPTI_ACTIVITY_MEMCPY_KIND_HTOD ? CUPTI_ACTIVITY_MEMORY_KIND_PAGEABLE
                                                           : CUPTI_ACTIVITY_MEMORY_KIND_DEVICE,
        .dstKind = kind == CUPTI_ACTIVITY_MEMCPY_KIND_DTOH ? CUPTI_ACTIVITY_MEMORY_KIND_PAGEABLE
                                                           : CUPTI_ACTIVITY_MEMORY_KIND_DEVICE,
        .flags = has(call->name, "Async"),
        .bytes = bytes,
        .contextId = call->context_uid,
        .streamId = stream,
        .correlationId = call->correlation_id};
    activity_place(stream, end, bytes / 16 ? bytes / 16 : 1, &copy.start, &copy.end);
    if (bytes && activity_wants(CUPTI_ACTIVITY_KIND_MEMCPY))
        activity_add(&copy, false);
}

static void make_fill(const struct fakegpu_api *call, uint64_t bytes, uint32_t value,
                      uint32_t stream, uint64_t end)
{
    CUpti_ActivityMemset4 fill = {.kind = CUPTI_ACTIVITY_KIND_MEMSET,
                                  .value = value,
                                  .bytes = bytes,
                                  .contextId = call->context_uid,
                                  .streamId = stream,
                                  .correlationId = call->correlation_id,
                                  .memoryKind = CUPTI_ACTIVITY_MEMORY_KIND_DEVICE};
    activity_place(stream, end, bytes / 64 ? bytes / 64 : 1, &fill.start, &fill.end);
    if (bytes && activity_wants(CUPTI_ACTIVITY_KIND_MEMSET))
        activity_add(&fill, false);
}

#define COPY(function, direction, handle)                                                          \
    if (call->cbid == CUPTI_DRIVER_TRACE_CBID_##function) {                                        \
        const function##_params *p = call->params;                                                 \
        make_copy(call, CUPTI_ACTIVITY_MEMCPY_KIND_##direction, p->ByteCount,                      \
                  stream_of(call, handle, false), end);                                            \
    }
#define FILL(function, values, handle)                                                             \
    if (call->cbid == CUPTI_DRIVER_TRACE_CBID_##function) {                                        \
        const function##_params *p = call->params;                                                 \
        make_fill(call, p->N *(values), 0, stream_of(call, handle, false), end);                   \
    }

static void make_transfers(const struct fakegpu_api *call, uint64_t end)
{
    COPY(cuMemcpyHtoD_v2, HTOD, NULL)
    COPY(cuMemcpyDtoH_v2, DTOH, NULL)
    COPY(cuMemcpyDtoD_v2, DTOD, NULL)
    COPY(cuMemcpyHtoDAsync_v2, HTOD, p->hStream)
    COPY(cuMemcpyDtoHAsync_v2, DTOH, p->hStream)
    COPY(cuMemcpyDtoDAsync_v2, DTOD, p->hStream)
    FILL(cuMemsetD8_v2, 1, NULL)
    FILL(cuMemsetD16_v2, 2, NULL)
    FILL(cuMemsetD32_v2, 4, NULL)
    FILL(cuMemsetD8Async, 1, p->hStream)
    FILL(cuMemsetD16Async, 2, p->hStream)
    FILL(cuMemsetD32Async, 4, p->hStream)
    if (has(call->name, "cuMemBatchDecompressAsync")) {
        const cuMemBatchDecompressAsync_ptsz_params *p = call->params;
        activity_decompression(call, stream_of(call, p->stream, has(call->name, "_ptsz")), end);
    }
}

static void make_memory(const struct fakegpu_api *call, uint64_t end)
{
    CUpti_ActivityMemory4 memory = {.kind = CUPTI_ACTIVITY_KIND_MEMORY2,
                                    .memoryKind = CUPTI_ACTIVITY_MEMORY_KIND_DEVICE,
                                    .correlationId = call->correlation_id,
                                    .timestamp = end,
                                    .processId = (uint32_t)getpid(),
                                    .contextId = call->context_uid};
    if (!activity_wants(CUPTI_ACTIVITY_KIND_MEMORY2))
        return;
    if (call->cbid == CUPTI_DRIVER_TRACE_CBID_cuMemAlloc_v2) {
        const cuMemAlloc_v2_params *p = call->params;
        memory.memoryOperationType = CUPTI_ACTIVITY_MEMORY_OPERATION_TYPE_ALLOCATION;
        memory.address = *p->dptr;
        memory.bytes = p->bytesize;
        activity_add(&memory, true);
    } else if (call->cbid == CUPTI_DRIVER_TRACE_CBID_cuMemFree_v2) {
        const cuMemFree_v2_params *p = call->params;
        memory.memoryOperationType = CUPTI_ACTIVITY_MEMORY_OPERATION_TYPE_RELEASE;
        memory.address = p->dptr;
        activity_add(&memory, true);
    }
}

static void make_wait(const struct fakegpu_api *call, uint64_t end)
{
    static const struct {
        const char *name;
        CUpti_ActivitySynchronizationType type;
    } waits[] = {
        {"cuCtxSynchronize", CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_CONTEXT_SYNCHRONIZE},
        {"cuStreamSynchronize", CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_STREAM_SYNCHRONIZE},
        {"cuEventSynchronize", CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_EVENT_SYNCHRONIZE},
        {"cuStreamWaitEvent", CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_STREAM_WAIT_EVENT},
    };
    for (size_t i = 0; i < sizeof waits / sizeof *waits; i++)
        if (strncmp(call->name, waits[i].name, strlen(waits[i].name)) == 0 &&
            activity_wants(CUPTI_ACTIVITY_KIND_SYNCHRONIZATION)) {
            const CUpti_ActivitySynchronization2 wait = {.kind =
                                                             CUPTI_ACTIVITY_KIND_SYNCHRONIZATION,
                                                         .type = waits[i].type,
                                                         .start = now.start,
                                                         .end = end,
                                                         .correlationId = call->correlation_id,
                                                         .contextId = call->context_uid};
            activity_add(&wait, true);
        }
}

static void make_call(const struct fakegpu_api *call, uint64_t end)
{
    const CUpti_ActivityAPI api = {.kind = CUPTI_ACTIVITY_KIND_DRIVER,
                                   .cbid = call->cbid,
                                   .start = now.start,
                                   .end = end,
                                   .processId = (uint32_t)getpid(),
                                   .threadId = (uint32_t)syscall(SYS_gettid),
                                   .correlationId = call->correlation_id,
                                   .returnValue = (uint32_t)*call->result};
    if (activity_wants(CUPTI_ACTIVITY_KIND_DRIVER) && activity_call_wanted(call->cbid))
        activity_add(&api, true);
}

static CUstream launch_stream(const struct fakegpu_api *call)
{
    switch (call->cbid) {
    case CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel:
    case CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel_ptsz:
        return ((const cuLaunchKernel_params *)call->params)->hStream;
    case CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx:
    case CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx_ptsz:
        return ((const cuLaunchKernelEx_params *)call->params)->config->hStream;
    case CUPTI_DRIVER_TRACE_CBID_cuLaunchCooperativeKernel:
    case CUPTI_DRIVER_TRACE_CBID_cuLaunchCooperativeKernel_ptsz:
        return ((const cuLaunchCooperativeKernel_params *)call->params)->hStream;
    case CUPTI_DRIVER_TRACE_CBID_cuGraphLaunch:
    case CUPTI_DRIVER_TRACE_CBID_cuGraphLaunch_ptsz:
        return ((const cuGraphLaunch_params *)call->params)->hStream;
    default:
        return NULL;
    }
}

void activity_api(const struct fakegpu_api *call)
{
    if (!call->result) {
        now.start = activity_clock();
        return;
    }
    const uint64_t end = activity_clock();
    if (now.count)
        make_kernels(call, stream_of(call, launch_stream(call), has(call->name, "_ptsz")), end);
    if (*call->result == CUDA_SUCCESS) {
        make_transfers(call, end);
        activity_jit(call, now.start);
        make_memory(call, end);
        make_wait(call, end);
    }
    make_call(call, end);
}
