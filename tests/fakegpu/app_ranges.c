/* Modes about ranges that are measured as one: what may be in them and what may not. Each checks
 * that it computes what it would by itself. */
#include <nvtx3/nvToolsExt.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include <cudaProfiler.h>

#include "app.h"

enum { BYTES = APP_COUNT * sizeof(float) };

struct bench {
    struct app app, second;
    CUdeviceptr there; /* in the second context */
    CUstream other;
    CUevent event;
    CUdeviceptr x, y, sum;
    float *pinned;
    unsigned counted;
};

static void open_bench(struct bench *b)
{
    memset(b, 0, sizeof *b);
    app_begin(&b->app, true);
    CU(cuStreamCreate(&b->other, CU_STREAM_NON_BLOCKING));
    CU(cuEventCreate(&b->event, CU_EVENT_DEFAULT));
    b->x = app_floats();
    CU(cuMemAlloc(&b->y, BYTES));
    CU(cuMemAlloc(&b->sum, sizeof b->counted));
    CU(cuMemsetD32(b->sum, 0, 1));
    CU(cuMemAllocHost((void **)&b->pinned, BYTES));
}

static void count_on(struct bench *b, CUstream stream, unsigned blocks)
{
    void *params[] = {&b->sum};
    app_launch(app_kernel(&b->app, "_Z5countPj"), blocks, 1, stream, params);
    b->counted += blocks;
}

static void close_bench(struct bench *b)
{
    unsigned sum = 0;
    CU(cuCtxSynchronize());
    CU(cuMemcpyDtoH(&sum, b->sum, sizeof sum));
    EXPECT(sum == b->counted);
    CU(cuMemFreeHost(b->pinned));
    CU(cuMemFree(b->sum));
    CU(cuMemFree(b->y));
    CU(cuMemFree(b->x));
    CU(cuEventDestroy(b->event));
    CU(cuStreamDestroy(b->other));
    app_end(&b->app, true);
}

static void check_bytes(CUdeviceptr address, unsigned char value, size_t size)
{
    unsigned char *bytes = malloc(size);
    size_t wrong = 0;
    CU(cuMemcpyDtoH(bytes, address, size));
    for (size_t i = 0; i < size; i++)
        wrong += bytes[i] != value;
    EXPECT(wrong == 0);
    free(bytes);
}

/* N ranges: two streams that wait for each other, fills, copies in all directions, what the host
 * does with what it got, and memory that comes meanwhile. Kernels that add show what runs twice. */
static int range_flow(int count)
{
    struct bench b;
    float *host = malloc(BYTES);
    CUdeviceptr late[8] = {0};
    float *late_pinned = NULL;
    const int ranges = count ? count : 2;
    open_bench(&b);
    for (int i = 0; i < ranges && i < 8; i++) {
        CU(cuProfilerStart());
        app_inplace(&b.app, b.x, 2);
        CU(cuEventRecord(b.event, b.app.stream));
        CU(cuStreamWaitEvent(b.other, b.event, 0));
        CU(cuMemcpyDtoDAsync(b.y, b.x, BYTES, b.other));
        count_on(&b, b.other, 3);
        CU(cuMemcpyDtoHAsync(b.pinned, b.y, BYTES, b.other));
        CU(cuStreamSynchronize(b.other));
        EXPECT(b.pinned[5] == app_stepped(5, 4 * i + 2));
        memset(b.pinned, 0x11 + i, 64); /* the host acts on what it got, and sends it back */
        CU(cuMemcpyHtoDAsync(b.y, b.pinned, BYTES, b.app.stream));
        CU(cuMemcpyDtoH(host, b.y, 64));
        EXPECT(memcmp(host, b.pinned, 64) == 0);
        /* The second row of four becomes the third. */
        CUDA_MEMCPY2D rows = {.srcMemoryType = CU_MEMORYTYPE_DEVICE,
                              .dstMemoryType = CU_MEMORYTYPE_DEVICE,
                              .srcDevice = b.y,
                              .dstDevice = b.y,
                              .srcPitch = 1024,
                              .dstPitch = 1024,
                              .srcY = 1,
                              .dstY = 2,
                              .WidthInBytes = 512,
                              .Height = 1};
        CU(cuMemcpy2DAsync(&rows, b.app.stream));
        CU(cuMemAlloc(&late[i], 4096));
        CU(cuMemsetD8Async(late[i], (unsigned char)(0x40 + i), 4096, b.app.stream));
        if (!late_pinned)
            CU(cuMemAllocHost((void **)&late_pinned, 4096));
        CU(cuMemcpyDtoHAsync(late_pinned, late[i], 4096, b.app.stream));
        count_on(&b, b.app.stream, 2);
        EXPECT(cuEventQuery(b.event) == CUDA_SUCCESS);
        CU(cuMemcpyAsync((CUdeviceptr)(uintptr_t)host, b.x, BYTES, b.app.stream));
        app_inplace(&b.app, b.x, 2);
        CU(cuCtxSynchronize());
        CU(cuProfilerStop());
        /* What the range left, wherever it is. */
        app_check_steps(b.x, 4 * (i + 1));
        check_bytes(b.y, (unsigned char)(0x11 + i), 64);
        check_bytes(late[i], (unsigned char)(0x40 + i), 4096);
        EXPECT(((unsigned char *)late_pinned)[17] == 0x40 + i);
        EXPECT(((unsigned char *)b.pinned)[0] == 0x11 + i &&
               b.pinned[20] == app_stepped(20, 4 * i + 2));
        EXPECT(host[9] == app_stepped(9, 4 * i + 2));
        CU(cuMemcpyDtoH(host, b.y, 4096));
        EXPECT(memcmp(host + 256, host + 512, 512) == 0);
        EXPECT(memcmp(host + 384, host + 640, 512) != 0);
        count_on(&b, b.app.stream, 1); /* outside */
    }
    for (int i = 0; i < 8; i++)
        if (late[i])
            CU(cuMemFree(late[i]));
    CU(cuMemFreeHost(late_pinned));
    free(host);
    close_bench(&b);
    return 0;
}

/* A graph that counts, launched in a range among plain launches; then one that changes in it. */
static int range_graph(int count)
{
    struct bench b;
    CUgraph graph;
    CUgraphExec exec;
    (void)count;
    open_bench(&b);
    CU(cuStreamBeginCapture(b.app.stream, CU_STREAM_CAPTURE_MODE_GLOBAL));
    app_inplace(&b.app, b.x, 1);
    count_on(&b, b.app.stream, 4);
    CU(cuStreamEndCapture(b.app.stream, &graph));
    b.counted = 0;
    CU(cuGraphInstantiateWithFlags(&exec, graph, 0));
    CU(cuProfilerStart());
    app_inplace(&b.app, b.x, 1);
    CU(cuGraphLaunch(exec, b.app.stream));
    CU(cuGraphLaunch(exec, b.app.stream));
    count_on(&b, b.app.stream, 1);
    CU(cuStreamSynchronize(b.app.stream));
    CU(cuProfilerStop());
    b.counted += 8;
    app_check_steps(b.x, 3);
    CU(cuProfilerStart());
    CU(cuGraphLaunch(exec, b.app.stream));
    CU(cuStreamSynchronize(b.app.stream));
    CU(cuGraphExecDestroy(exec));
    CU(cuProfilerStop());
    b.counted += 4;
    app_check_steps(b.x, 4);
    CU(cuGraphDestroy(graph));
    close_bench(&b);
    return 0;
}

static void *count_elsewhere(void *data)
{
    struct bench *b = data;
    CU(cuCtxSetCurrent(b->app.context));
    count_on(b, b->other, 6);
    CU(cuStreamSynchronize(b->other));
    return NULL;
}

static void free_memory(struct bench *b)
{
    CUdeviceptr more;
    CU(cuMemAlloc(&more, 1 << 16));
    count_on(b, b->app.stream, 1);
    CU(cuMemFree(more));
}

static void copy_rows(struct bench *b)
{
    CUDA_MEMCPY2D rows = {.srcMemoryType = CU_MEMORYTYPE_HOST,
                          .dstMemoryType = CU_MEMORYTYPE_DEVICE,
                          .srcHost = b->pinned,
                          .dstDevice = b->y,
                          .srcPitch = 256,
                          .dstPitch = 256,
                          .WidthInBytes = 128,
                          .Height = 4};
    CU(cuMemcpy2D(&rows));
}

static void in_two_contexts(struct bench *b)
{
    unsigned sum = 0;
    void *params[] = {&b->there};
    CU(cuCtxSetCurrent(b->second.context));
    app_launch(app_kernel(&b->second, "_Z5countPj"), 5, 1, b->second.stream, params);
    CU(cuMemcpyDtoH(&sum, b->there, sizeof sum));
    EXPECT(sum == 5);
    CU(cuCtxSetCurrent(b->app.context));
}

static void capture(struct bench *b)
{
    CUgraph graph;
    CU(cuStreamBeginCapture(b->other, CU_STREAM_CAPTURE_MODE_RELAXED));
    count_on(b, b->other, 9);
    CU(cuStreamEndCapture(b->other, &graph));
    b->counted -= 9;
    CU(cuGraphDestroy(graph));
}

static void nothing(struct bench *b)
{
    CU(cuMemsetD8(b->y, 1, 16));
}

static void nested(struct bench *b)
{
    CU(cuProfilerStart());
    nvtxRangePushA("inner");
    count_on(b, b->app.stream, 2);
    nvtxRangePop();
}

static void in_a_thread(struct bench *b)
{
    pthread_t thread;
    EXPECT(pthread_create(&thread, NULL, count_elsewhere, b) == 0);
    EXPECT(pthread_join(thread, NULL) == 0);
}

static void many(struct bench *b)
{
    for (int i = 0; i < 17000; i++)
        count_on(b, b->app.stream, 1);
}

/* Range N holds the N-th of these between two launches; the last range is plain. */
static int range_odd(int count)
{
    static void (*const things[])(struct bench *) = {
        free_memory, copy_rows, in_two_contexts, capture, nested, in_a_thread, many};
    enum { THINGS = sizeof things / sizeof *things };
    struct bench b;
    open_bench(&b);
    app_begin(&b.second, false);
    CU(cuMemAlloc(&b.there, sizeof b.counted));
    CU(cuMemsetD32(b.there, 0, 1));
    CU(cuCtxSetCurrent(b.app.context));
    for (int i = 0; i < THINGS; i++) {
        if (count && count != i + 1)
            continue;
        CU(cuProfilerStart());
        count_on(&b, b.app.stream, 10);
        things[i](&b);
        count_on(&b, b.app.stream, 20);
        CU(cuCtxSynchronize());
        CU(cuProfilerStop());
    }
    CU(cuProfilerStart()); /* without a kernel */
    nothing(&b);
    CU(cuProfilerStop());
    CU(cuProfilerStart()); /* without anything */
    CU(cuProfilerStop());
    CU(cuProfilerStart());
    count_on(&b, b.app.stream, 7);
    CU(cuProfilerStop());
    CU(cuCtxSetCurrent(b.second.context));
    CU(cuMemFree(b.there));
    app_end(&b.second, false);
    CU(cuCtxSetCurrent(b.app.context));
    close_bench(&b);
    return 0;
}

/* A context that goes in a range, and before it its stream and its module. */
static int range_gone(int count)
{
    struct bench b;
    struct app gone;
    CUdeviceptr there = 0;
    unsigned sum = 0;
    (void)count;
    open_bench(&b);
    app_begin(&gone, false);
    CU(cuMemAlloc(&there, sizeof sum));
    CU(cuMemsetD32(there, 0, 1));
    CU(cuProfilerStart());
    void *params[] = {&there};
    app_launch(app_kernel(&gone, "_Z5countPj"), 5, 1, gone.stream, params);
    CU(cuMemcpyDtoH(&sum, there, sizeof sum));
    EXPECT(sum == 5);
    app_end(&gone, false); /* unloads its module first */
    CU(cuProfilerStop());
    CU(cuCtxSetCurrent(b.app.context));
    CU(cuProfilerStart());
    count_on(&b, b.app.stream, 7);
    CU(cuProfilerStop());
    close_bench(&b);
    return 0;
}

/* Never closed. N = 1: an NVTX range whose thread ends in it; else a profiler range. */
static void *leave_open(void *data)
{
    struct bench *b = data;
    CU(cuCtxSetCurrent(b->app.context));
    nvtxRangePushA("lost");
    count_on(b, b->app.stream, 2);
    return NULL;
}

static int range_open(int count)
{
    struct bench b;
    pthread_t thread;
    open_bench(&b);
    if (count == 1) {
        EXPECT(pthread_create(&thread, NULL, leave_open, &b) == 0);
        EXPECT(pthread_join(thread, NULL) == 0);
        count_on(&b, b.app.stream, 3);
        nvtxRangePushA("lost");
        count_on(&b, b.app.stream, 4);
        nvtxRangePop();
    } else {
        CU(cuProfilerStart());
        count_on(&b, b.app.stream, 3);
        CU(cuCtxSynchronize());
    }
    unsigned sum = 0;
    CU(cuMemcpyDtoH(&sum, b.sum, sizeof sum));
    EXPECT(sum == b.counted);
    return 0;
}

/* Four threads launch, wait and copy at once; ranges = N: each in NVTX ranges of its own, of which
 * one is measured at a time. */
struct worker {
    struct bench *bench;
    CUstream stream;
    unsigned counted;
    bool ranges;
};

static void *work(void *data)
{
    struct worker *w = data;
    struct bench *b = w->bench;
    CUdeviceptr mine = 0;
    CUevent event;
    unsigned seen = 0;
    CU(cuCtxSetCurrent(b->app.context));
    CU(cuMemAlloc(&mine, sizeof seen));
    CU(cuMemsetD32Async(mine, 0, 1, w->stream));
    CU(cuEventCreate(&event, CU_EVENT_DISABLE_TIMING));
    void *params[] = {&mine};
    for (unsigned i = 1; i <= 30; i++) {
        if (w->ranges)
            nvtxRangePushA("mine");
        app_launch(app_kernel(&b->app, "_Z5countPj"), i, 1, w->stream, params);
        w->counted += i;
        CU(cuEventRecord(event, w->stream));
        CU(cuStreamWaitEvent(w->stream, event, 0));
        CU(cuEventSynchronize(event));
        CU(cuMemcpyDtoH(&seen, mine, sizeof seen));
        EXPECT(seen == w->counted);
        if (w->ranges)
            nvtxRangePop();
    }
    CU(cuEventDestroy(event));
    return NULL;
}

static int range_threads(int count)
{
    enum { THREADS = 4 };
    struct bench b;
    struct worker workers[THREADS];
    pthread_t threads[THREADS];
    open_bench(&b);
    for (int i = 0; i < THREADS; i++) {
        workers[i] = (struct worker){.bench = &b, .ranges = count};
        CU(cuStreamCreate(&workers[i].stream, CU_STREAM_NON_BLOCKING));
    }
    if (!count)
        CU(cuProfilerStart());
    for (int i = 0; i < THREADS; i++)
        EXPECT(pthread_create(&threads[i], NULL, work, &workers[i]) == 0);
    for (int i = 0; i < THREADS; i++)
        EXPECT(pthread_join(threads[i], NULL) == 0);
    if (!count)
        CU(cuProfilerStop());
    close_bench(&b);
    return 0;
}

/* A kernel waits for what the host writes while it runs, in pinned memory: in the range (N = 0), or
 * after it (N = 1), where the range's end comes too soon. */
static int range_waits(int count)
{
    struct bench b;
    volatile unsigned *flag = NULL;
    unsigned out = 0;
    open_bench(&b);
    CU(cuMemAllocHost((void **)&flag, 4096));
    flag[0] = 0;
    void *params[] = {&flag, &b.sum};
    CU(cuProfilerStart());
    count_on(&b, b.other, 5);
    app_launch(app_kernel(&b.app, "_Z5awaitPjS_"), 1, 1, b.app.stream, params);
    b.counted++;
    flag[0] = count == 0;
    CU(cuProfilerStop());
    flag[0] = 1;
    CU(cuStreamSynchronize(b.app.stream));
    EXPECT(flag[0] == 1);
    CU(cuMemcpyDtoH(&out, b.sum, sizeof out));
    EXPECT(out == b.counted);
    CU(cuMemFreeHost((void *)(uintptr_t)flag));
    close_bench(&b);
    return 0;
}

/* NVTX ranges of every kind around launches, which have as many blocks as their numbers say. */
static int range_nvtx(int count)
{
    struct bench b;
    const int times = count ? count : 3;
    nvtxRangePushA("early"); /* before the driver knows of anybody */
    nvtxDomainHandle_t solver = nvtxDomainCreateA("solver");
    nvtxEventAttributes_t event = {.version = NVTX_VERSION, .size = NVTX_EVENT_ATTRIB_STRUCT_SIZE};
    event.messageType = NVTX_MESSAGE_TYPE_ASCII;
    event.message.ascii = "sweep";
    open_bench(&b);
    count_on(&b, b.app.stream, 1);
    nvtxRangePop();
    for (int i = 0; i < times; i++) {
        nvtxRangePushA("step");
        count_on(&b, b.app.stream, 10);
        nvtxRangePushA("inner");
        count_on(&b, b.other, 20);
        nvtxRangePushA("step"); /* nested: the outer one's */
        count_on(&b, b.app.stream, 30 + (unsigned)i);
        nvtxRangePop();
        nvtxRangePop();
        nvtxRangePop();
        count_on(&b, b.app.stream, 2);
    }
    nvtxRangeId_t tail = nvtxRangeStartA("tail");
    count_on(&b, b.app.stream, 40);
    nvtxRangeId_t sweep = nvtxDomainRangeStartEx(solver, &event);
    count_on(&b, b.app.stream, 50);
    in_a_thread(&b);
    nvtxRangeEnd(tail);
    count_on(&b, b.app.stream, 60);
    nvtxDomainRangeEnd(solver, sweep);
    nvtxRangePushA("setup");
    nvtxRangePop(); /* nothing is in it */
    close_bench(&b);
    return 0;
}

const struct mode range_modes[] = {
    {"range_flow", range_flow},       {"range_graph", range_graph}, {"range_odd", range_odd},
    {"range_open", range_open},       {"range_nvtx", range_nvtx},   {"range_waits", range_waits},
    {"range_threads", range_threads}, {"range_gone", range_gone},   {NULL, NULL},
};
