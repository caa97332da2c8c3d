/* Modes whose work goes into streams of another context than the current one: of another device, or
 * of the only one. Each context has its own x, where each launch steps, and its own variable, which
 * each launch of the second kernel counts up: what runs twice, or in the wrong context, is seen. */
#include <stdlib.h>

#include "app.h"

enum { SIDES = 2, START = 5, THREADS = 32 };

struct side {
    struct app app;
    CUdeviceptr x, variable;
};

static struct side sides[SIDES];
static CUlibrary library;
static CUkernel step_kernel, count_kernel;
static bool
    is_green; /* the other side's stream is of a green context; else it has one of its own */
static CUgreenCtx green;

/* What runs in its stream runs in the primary context. */
static void open_green(struct side *s, CUdevice device)
{
    CUdevResource all, part, rest;
    CUdevResourceDesc desc;
    unsigned groups = 1;
    CU(cuDevicePrimaryCtxRetain(&s->app.context, device));
    CU(cuDeviceGetDevResource(device, &all, CU_DEV_RESOURCE_TYPE_SM));
    CU(cuDevSmResourceSplitByCount(&part, &groups, &all, &rest, 0, 24));
    CU(cuDevResourceGenerateDesc(&desc, &part, 1));
    CU(cuGreenCtxCreate(&green, desc, device, CU_GREEN_CTX_DEFAULT_STREAM));
    CU(cuCtxSetCurrent(s->app.context));
    CU(cuGreenCtxStreamCreate(&s->app.stream, green, CU_STREAM_NON_BLOCKING, 0));
}

static void open_side(struct side *s, CUdevice device)
{
    CU(cuCtxCreate(&s->app.context, NULL, 0, device));
    CU(cuStreamCreate(&s->app.stream, CU_STREAM_NON_BLOCKING));
}

static void close_side(const struct side *s, CUdevice device)
{
    if (s == &sides[0] || !is_green) {
        CU(cuCtxDestroy(s->app.context));
        return;
    }
    CU(cuGreenCtxDestroy(green));
    CU(cuDevicePrimaryCtxRelease(device));
}

static CUdevice device_of(const struct side *s)
{
    CUdevice device = -1;
    CU(cuCtxPushCurrent(s->app.context));
    CU(cuCtxGetDevice(&device));
    CU(cuCtxPopCurrent(NULL));
    return device;
}

static void begin(void)
{
    const unsigned start = START;
    int devices = 0;
    size_t size;
    void *image = app_image();
    CU(cuInit(0));
    CU(cuDeviceGetCount(&devices));
    CU(cuLibraryLoadData(&library, image, NULL, NULL, 0, NULL, NULL, 0));
    free(image);
    CU(cuLibraryGetKernel(&step_kernel, library, "_Z7inplacePffi"));
    CU(cuLibraryGetKernel(&count_kernel, library, "_Z10add_globalv"));
    for (int i = 0; i < SIDES; i++) {
        struct side *s = &sides[i];
        if (i && is_green)
            open_green(s, i % devices);
        else
            open_side(s, i % devices);
        CU(cuLibraryGetGlobal(&s->variable, &size, library, "device_value"));
        CU(cuMemcpyHtoD(s->variable, &start, sizeof start));
        s->x = app_floats();
    }
    CU(cuCtxSetCurrent(sides[0].app.context));
}

static int end(int steps, int calls)
{
    for (int i = 0; i < SIDES; i++) {
        const struct side *s = &sides[i];
        unsigned value = 0;
        CU(cuCtxSetCurrent(s->app.context));
        CU(cuStreamSynchronize(s->app.stream));
        app_check_steps(s->x, i ? steps : 0);
        CU(cuMemcpyDtoH(&value, s->variable, sizeof value));
        EXPECT(value == START + (unsigned)(i ? THREADS * calls : 0));
        CU(cuMemFree(s->x));
    }
    CU(cuLibraryUnload(library));
    for (int i = 0; i < SIDES; i++)
        close_side(&sides[i], device_of(&sides[i]));
    return 0;
}

static void step(CUdeviceptr x, CUstream stream)
{
    float a = 0.5f;
    int n = APP_COUNT;
    void *params[] = {&x, &a, &n};
    app_launch((CUfunction)step_kernel, APP_GRID, APP_BLOCK, stream, params);
}

static void count_up(CUstream stream)
{
    app_launch((CUfunction)count_kernel, 1, THREADS, stream, NULL);
}

/* Kernels of a library. */
static int elsewhere_kernels(int count)
{
    const struct side *other = &sides[1];
    begin();
    for (int i = 0; i < count; i++) {
        step(other->x, other->app.stream);
        count_up(other->app.stream);
    }
    return end(count, count);
}

/* Fills and copies between kernels, in memory that is allocated in the stream. */
static int elsewhere_copies(int count)
{
    const size_t bytes = APP_COUNT * sizeof(float);
    const struct side *other = &sides[1];
    CUdeviceptr y = 0;
    begin();
    CU(cuMemAllocAsync(&y, bytes, other->app.stream));
    for (int i = 0; i < count; i++) {
        CU(cuMemsetD32Async(y, 0, APP_COUNT, other->app.stream));
        CU(cuMemcpyDtoDAsync(y, other->x, bytes, other->app.stream));
        step(y, other->app.stream);
        CU(cuMemcpyDtoDAsync(other->x, y, bytes, other->app.stream));
        count_up(other->app.stream);
    }
    CU(cuMemFreeAsync(y, other->app.stream));
    return end(count, count);
}

static int green_kernels(int count)
{
    is_green = true;
    return elsewhere_kernels(count);
}

static int green_copies(int count)
{
    is_green = true;
    return elsewhere_copies(count);
}

static CUgraphExec captured(const struct side *s)
{
    CUgraph graph = NULL;
    CUgraphExec executable = NULL;
    CU(cuStreamBeginCapture(s->app.stream, CU_STREAM_CAPTURE_MODE_RELAXED));
    step(s->x, s->app.stream);
    count_up(s->app.stream);
    CU(cuStreamEndCapture(s->app.stream, &graph));
    CU(cuGraphInstantiate(&executable, graph, 0));
    CU(cuGraphDestroy(graph));
    return executable;
}

/* A graph, and kernels behind it. */
static int elsewhere_graph(int count)
{
    const struct side *other = &sides[1];
    begin();
    CUgraphExec executable = captured(other);
    for (int i = 0; i < count; i++)
        CU(cuGraphLaunch(executable, other->app.stream));
    step(other->x, other->app.stream);
    CU(cuGraphExecDestroy(executable));
    return end(count + 1, count);
}

static int green_graph(int count)
{
    is_green = true;
    return elsewhere_graph(count);
}

/* A graph of the other context, in a stream of the current one: its kernels run in their own. */
static int elsewhere_nodes(int count)
{
    begin();
    CUgraphExec executable = captured(&sides[1]);
    for (int i = 0; i < count; i++)
        CU(cuGraphLaunch(executable, sides[0].app.stream));
    CU(cuStreamSynchronize(sides[0].app.stream));
    CU(cuGraphExecDestroy(executable));
    return end(count, count);
}

/* Kernels of the current context step in memory of the other one, and in a variable of it if it is
 * of the same device. */
static int elsewhere_memory(int count)
{
    const struct side *here = &sides[0];
    struct side *other = &sides[1];
    const unsigned start = START;
    float stepped = 0, value = 0, a = 0.5f;
    int one = 1;
    void *params[] = {&other->variable, &a, &one};
    begin();
    const bool near = device_of(here) == device_of(other);
    CU(cuMemcpyHtoD(other->variable, &value, sizeof value));
    if (!near)
        CU(cuCtxEnablePeerAccess(other->app.context, 0));
    for (int i = 0; i < count; i++) {
        step(other->x, here->app.stream);
        if (near)
            app_launch((CUfunction)step_kernel, 1, THREADS, here->app.stream, params);
        stepped = near ? stepped * 0.5f + 1 : 0;
    }
    CU(cuStreamSynchronize(here->app.stream));
    CU(cuMemcpyDtoH(&value, other->variable, sizeof value));
    EXPECT(value == stepped);
    CU(cuMemcpyHtoD(other->variable, &start, sizeof start));
    return end(count, 0);
}

/* A graph of the current context fetches an array of the other one, or of the host, steps and
 * carries it back. */
static void carry(CUdeviceptr array, int count)
{
    const size_t bytes = APP_COUNT * sizeof(float);
    CUgraph graph = NULL;
    CUgraphExec executable = NULL;
    CUdeviceptr y = 0;
    const CUstream stream = sides[0].app.stream;
    CU(cuMemAlloc(&y, bytes));
    CU(cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_RELAXED));
    CU(cuMemcpyAsync(y, array, bytes, stream));
    step(y, stream);
    CU(cuMemcpyAsync(array, y, bytes, stream));
    CU(cuStreamEndCapture(stream, &graph));
    CU(cuGraphInstantiate(&executable, graph, 0));
    for (int i = 0; i < count; i++)
        CU(cuGraphLaunch(executable, stream));
    CU(cuStreamSynchronize(stream));
    CU(cuGraphExecDestroy(executable));
    CU(cuGraphDestroy(graph));
    CU(cuMemFree(y));
}

static int elsewhere_carried(int count)
{
    begin();
    carry(sides[1].x, count);
    return end(count, 0);
}

static int host_carried(int count)
{
    size_t wrong = 0;
    begin();
    float *array = malloc(APP_COUNT * sizeof *array);
    app_fill(array);
    carry((uintptr_t)array, count);
    for (size_t i = 0; i < APP_COUNT; i++)
        wrong += array[i] != app_stepped(i, count);
    EXPECT(wrong == 0);
    free(array);
    return end(0, 0);
}

/* The same with memory that is put back: pinned, or of a pool of the host. */
static int shared_carried(int count, CUmemoryPool pool)
{
    float *array = NULL;
    CUdeviceptr x = 0;
    size_t wrong = 0;
    const CUstream stream = sides[0].app.stream;
    if (pool)
        CU(cuMemAllocFromPoolAsync(&x, APP_COUNT * sizeof *array, pool, stream));
    else
        CU(cuMemHostAlloc((void **)&array, APP_COUNT * sizeof *array, 0));
    CU(cuStreamSynchronize(stream));
    array = pool ? (float *)(uintptr_t)x : array;
    app_fill(array);
    carry((uintptr_t)array, count);
    for (size_t i = 0; i < APP_COUNT; i++)
        wrong += array[i] != app_stepped(i, count);
    EXPECT(wrong == 0);
    if (pool)
        CU(cuMemFreeAsync(x, stream));
    else
        CU(cuMemFreeHost(array));
    return end(0, 0);
}

static int pinned_carried(int count)
{
    begin();
    return shared_carried(count, NULL);
}

static int pool_carried(int count)
{
    const CUmemPoolProps properties = {.allocType = CU_MEM_ALLOCATION_TYPE_PINNED,
                                       .location = {CU_MEM_LOCATION_TYPE_HOST, 0}};
    CUmemoryPool pool = NULL;
    begin();
    CU(cuMemPoolCreate(&pool, &properties));
    const int status = shared_carried(count, pool);
    CU(cuMemPoolDestroy(pool));
    return status;
}

const struct mode elsewhere_modes[] = {
    {"pinned_carried", pinned_carried},
    {"pool_carried", pool_carried},
    {"elsewhere_kernels", elsewhere_kernels},
    {"elsewhere_copies", elsewhere_copies},
    {"green_kernels", green_kernels},
    {"green_copies", green_copies},
    {"green_graph", green_graph},
    {"elsewhere_graph", elsewhere_graph},
    {"elsewhere_nodes", elsewhere_nodes},
    {"elsewhere_memory", elsewhere_memory},
    {"elsewhere_carried", elsewhere_carried},
    {"host_carried", host_carried},
    {NULL, NULL},
};
