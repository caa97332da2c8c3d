/* Modes about graphs that are built node by node, changed and launched again. The kernel of most is
 * x = x * 0.5 + 1, whose result tells how often it ran. */
#include <cudaProfiler.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "app.h"

/* A node of the kernel on x; its argument a stays where it is. */
struct step {
    CUdeviceptr x;
    float a;
    int n;
    void *params[3];
    CUDA_KERNEL_NODE_PARAMS node;
};

static void make_step(struct step *step, const struct app *app, CUdeviceptr x, int n)
{
    *step = (struct step){.x = x, .a = 0.5f, .n = n};
    step->params[0] = &step->x;
    step->params[1] = &step->a;
    step->params[2] = &step->n;
    step->node = (CUDA_KERNEL_NODE_PARAMS){.func = app_kernel(app, "_Z7inplacePffi"),
                                           .gridDimX = APP_GRID,
                                           .gridDimY = 1,
                                           .gridDimZ = 1,
                                           .blockDimX = APP_BLOCK,
                                           .blockDimY = 1,
                                           .blockDimZ = 1,
                                           .kernelParams = step->params};
}

static CUgraphNode add_step(CUgraph graph, const struct app *app, CUdeviceptr x, CUgraphNode after)
{
    struct step step;
    CUgraphNode node = NULL;
    make_step(&step, app, x, APP_COUNT);
    CU(cuGraphAddKernelNode(&node, graph, after ? &after : NULL, after != NULL, &step.node));
    return node;
}

static CUDA_MEMCPY3D copy_between(CUdeviceptr to, CUdeviceptr from)
{
    return (CUDA_MEMCPY3D){.srcMemoryType = CU_MEMORYTYPE_DEVICE,
                           .srcDevice = from,
                           .dstMemoryType = CU_MEMORYTYPE_UNIFIED,
                           .dstDevice = to,
                           .WidthInBytes = APP_COUNT * sizeof(float),
                           .Height = 1,
                           .Depth = 1};
}

static void launch(CUgraphExec executable, const struct app *app, int times)
{
    for (int i = 0; i < times; i++)
        CU(cuGraphLaunch(executable, app->stream));
}

static void check_words(CUdeviceptr memory, size_t first, size_t count, unsigned wanted)
{
    unsigned *words = malloc(APP_COUNT * sizeof *words);
    size_t wrong = 0;
    CU(cuMemcpyDtoH(words, memory, APP_COUNT * sizeof *words));
    for (size_t i = first; i < first + count; i++)
        wrong += words[i] != wanted;
    EXPECT(wrong == 0);
    free(words);
}

/* The node that runs first is added last; a child graph steps twice; fills with rows, a copy, and a
 * copy of a box. y ends as x was between the child and the last step. */
static int graph_nodes(int count)
{
    struct app app;
    app_begin(&app, true);
    CUdeviceptr x = app_floats(), y = app_floats(), z = app_floats();
    CUgraph graph = NULL, child = NULL;
    CUgraphNode family, copy, last, fill, box, first, empty;
    CUgraphExec executable = NULL;
    CU(cuGraphCreate(&graph, 0));
    CU(cuGraphCreate(&child, 0));
    CUgraphNode inner = add_step(child, &app, x, NULL);
    add_step(child, &app, x, inner);
    CU(cuGraphAddChildGraphNode(&family, graph, NULL, 0, child));
    CUDA_MEMCPY3D all = copy_between(y, x);
    CU(cuGraphAddMemcpyNode(&copy, graph, &family, 1, &all, app.context));
    last = add_step(graph, &app, x, copy);
    /* Two rows of 64 words, 256 words apart. */
    const CUDA_MEMSET_NODE_PARAMS rows = {
        .dst = z, .pitch = 1024, .value = 7, .elementSize = 4, .width = 64, .height = 2};
    CU(cuGraphAddMemsetNode(&fill, graph, &last, 1, &rows, app.context));
    /* The two rows again, 512 words further. */
    CUDA_MEMCPY3D moved = {.srcMemoryType = CU_MEMORYTYPE_DEVICE,
                           .srcDevice = z,
                           .srcPitch = 1024,
                           .dstMemoryType = CU_MEMORYTYPE_DEVICE,
                           .dstDevice = z + 2048,
                           .dstPitch = 1024,
                           .WidthInBytes = 256,
                           .Height = 2,
                           .Depth = 1};
    CU(cuGraphAddMemcpyNode(&box, graph, &fill, 1, &moved, app.context));
    CU(cuGraphAddEmptyNode(&empty, graph, &box, 1));
    first = add_step(graph, &app, x, NULL);
    CU(cuGraphAddDependencies(graph, &first, &family, NULL, 1));
    CU(cuGraphInstantiate(&executable, graph, 0));
    CU(cuGraphDestroy(child));
    CU(cuGraphDestroy(graph));
    const int times = count ? count : 2;
    launch(executable, &app, times);
    app_check_steps(x, 4 * times);
    app_check_steps(y, 4 * times - 1);
    check_words(z, 0, 64, 7);
    check_words(z, 256, 64, 7);
    check_words(z, 512, 64, 7);
    check_words(z, 768, 64, 7);
    CU(cuGraphExecDestroy(executable));
    CU(cuMemFree(x));
    CU(cuMemFree(y));
    CU(cuMemFree(z));
    app_end(&app, true);
    return 0;
}

/* Parameters of an executable: of one node after the other, by an update with another graph, and
 * nodes that are switched off. */
static int graph_update(int count)
{
    (void)count;
    struct app app;
    struct step other;
    app_begin(&app, true);
    CUdeviceptr x = app_floats(), y = app_floats(), z = app_floats();
    CUgraph graph = NULL, replacement = NULL;
    CUgraphExec executable = NULL;
    CUgraphNode fill, copy;
    CU(cuGraphCreate(&graph, 0));
    CUgraphNode step = add_step(graph, &app, x, NULL), last = add_step(graph, &app, x, step);
    CUDA_MEMSET_NODE_PARAMS zero = {
        .dst = z, .value = 3, .elementSize = 4, .width = APP_COUNT, .height = 1};
    CU(cuGraphAddMemsetNode(&fill, graph, &last, 1, &zero, app.context));
    CUDA_MEMCPY3D all = copy_between(z, x);
    CU(cuGraphAddMemcpyNode(&copy, graph, &fill, 1, &all, app.context));
    CU(cuGraphInstantiateWithParams(&executable, graph, &(CUDA_GRAPH_INSTANTIATE_PARAMS){0}));
    launch(executable, &app, 1); /* x 2, z 2 */
    make_step(&other, &app, y, APP_COUNT);
    CU(cuGraphExecKernelNodeSetParams(executable, last, &other.node));
    launch(executable, &app, 1); /* x 3, y 1, z 3 */
    app_check_steps(z, 3);
    CU(cuGraphNodeSetEnabled(executable, step, 0));
    CU(cuGraphNodeSetEnabled(executable, copy, 0));
    launch(executable, &app, 2); /* y 3, z filled */
    check_words(z, 0, APP_COUNT, 3);
    zero.value = 5;
    CU(cuGraphExecMemsetNodeSetParams(executable, fill, &zero, app.context));
    launch(executable, &app, 1); /* y 4 */
    check_words(z, 0, APP_COUNT, 5);
    CU(cuGraphNodeSetEnabled(executable, step, 1));
    CU(cuGraphNodeSetEnabled(executable, copy, 1));
    all.srcDevice = y;
    CU(cuGraphExecMemcpyNodeSetParams(executable, copy, &all, app.context));
    launch(executable, &app, 1); /* x 4, y 5, z 5 */
    app_check_steps(z, 5);
    CUgraphNodeParams generic = {.type = CU_GRAPH_NODE_TYPE_KERNEL};
    make_step(&other, &app, x, APP_COUNT);
    memcpy(&generic.kernel, &other.node, sizeof other.node);
    CU(cuGraphExecNodeSetParams(executable, last, &generic));
    launch(executable, &app, 1); /* x 6 */
    app_check_steps(x, 6);
    /* The same nodes, all on y. */
    CU(cuGraphCreate(&replacement, 0));
    CUgraphNode again = add_step(replacement, &app, y, NULL), node;
    again = add_step(replacement, &app, y, again);
    CU(cuGraphAddMemsetNode(&node, replacement, &again, 1, &zero, app.context));
    CU(cuGraphAddMemcpyNode(&again, replacement, &node, 1, &all, app.context));
    CU(cuGraphNodeSetEnabled(executable, step, 0)); /* and it stays off */
    CU(cuGraphExecUpdate(executable, replacement, &(CUgraphExecUpdateResultInfo){0}));
    CU(cuGraphDestroy(replacement));
    launch(executable, &app, 1); /* y 6, z 6 */
    CU(cuGraphNodeSetEnabled(executable, step, 1));
    launch(executable, &app, 1); /* y 8 */
    app_check_steps(x, 6);
    app_check_steps(y, 8);
    app_check_steps(z, 8);
    CU(cuGraphExecDestroy(executable));
    CU(cuGraphDestroy(graph));
    CU(cuMemFree(x));
    CU(cuMemFree(y));
    CU(cuMemFree(z));
    app_end(&app, true);
    return 0;
}

/* Plain launches around a graph whose second kernel has another name. */
static int graph_among(int count)
{
    struct app app;
    app_begin(&app, true);
    CUdeviceptr x = app_floats(), y = app_floats();
    CUgraph graph = NULL;
    CUgraphExec executable = NULL;
    void *params[] = {&y};
    CU(cuStreamBeginCapture(app.stream, CU_STREAM_CAPTURE_MODE_GLOBAL));
    app_inplace(&app, x, 1);
    app_launch(app_kernel(&app, "_Z4tinyPf"), 1, 32, app.stream, params);
    CU(cuMemsetD32Async(y, 9, 16, app.stream));
    app_inplace(&app, x, 1);
    CU(cuStreamEndCapture(app.stream, &graph));
    CU(cuGraphInstantiate(&executable, graph, 0));
    CU(cuGraphDestroy(graph));
    const int times = count ? count : 2;
    for (int i = 0; i < times; i++) {
        app_inplace(&app, x, 2);
        launch(executable, &app, 1);
    }
    app_inplace(&app, x, 1);
    app_check_steps(x, 4 * times + 1);
    check_words(y, 0, 16, 9);
    CU(cuGraphExecDestroy(executable));
    CU(cuMemFree(x));
    CU(cuMemFree(y));
    app_end(&app, true);
    return 0;
}

/* One graph of many kernels: the counters have no room for all at once. */
static int graph_long(int count)
{
    struct app app;
    const int nodes = count ? count : 20;
    app_begin(&app, true);
    CUdeviceptr x = app_floats();
    CUgraph graph = NULL;
    CUgraphExec executable = NULL;
    CU(cuStreamBeginCapture(app.stream, CU_STREAM_CAPTURE_MODE_GLOBAL));
    app_inplace(&app, x, nodes);
    CU(cuStreamEndCapture(app.stream, &graph));
    CU(cuGraphInstantiate(&executable, graph, 0));
    launch(executable, &app, 1);
    app_check_steps(x, nodes);
    CU(cuGraphExecDestroy(executable));
    CU(cuGraphDestroy(graph));
    CU(cuMemFree(x));
    app_end(&app, true);
    return 0;
}

/* The launch attributes and a CUkernel. */
static int graph_attributes(int count)
{
    (void)count;
    struct app app;
    app_begin(&app, true);
    CUdeviceptr counter = 0, x = app_floats();
    CUgraph graph = NULL;
    CUgraphExec executable = NULL;
    CUlibrary library = NULL;
    CUkernel kernel = NULL;
    unsigned value;
    void *image = app_image(), *params[] = {&counter};
    CU(cuMemAlloc(&counter, 4));
    CU(cuMemsetD32(counter, 0, 1));
    CU(cuLibraryLoadData(&library, image, NULL, NULL, 0, NULL, NULL, 0));
    CU(cuLibraryGetKernel(&kernel, library, "_Z5countPj"));
    CUlaunchAttribute cluster = {.id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION};
    cluster.value.clusterDim.x = 2;
    cluster.value.clusterDim.y = cluster.value.clusterDim.z = 1;
    const CUlaunchConfig config = {.gridDimX = 4,
                                   .gridDimY = 1,
                                   .gridDimZ = 1,
                                   .blockDimX = 32,
                                   .blockDimY = 1,
                                   .blockDimZ = 1,
                                   .hStream = app.stream,
                                   .attrs = &cluster,
                                   .numAttrs = 1};
    CU(cuStreamBeginCapture(app.stream, CU_STREAM_CAPTURE_MODE_GLOBAL));
    CU(cuLaunchKernelEx(&config, app_kernel(&app, "_Z7clusterPj"), params, NULL));
    CU(cuLaunchCooperativeKernel(app_kernel(&app, "_Z4coopPj"), 4, 1, 1, 32, 1, 1, 0, app.stream,
                                 params));
    app_launch((CUfunction)kernel, 4, 32, app.stream, params);
    CU(cuStreamEndCapture(app.stream, &graph));
    CU(cuGraphInstantiate(&executable, graph, 0));
    launch(executable, &app, 1);
    CU(cuMemcpyDtoH(&value, counter, 4));
    launch(executable, &app, 2);
    unsigned again;
    CU(cuMemcpyDtoH(&again, counter, 4));
    EXPECT(value > 0 && again == 3 * value);
    CU(cuGraphExecDestroy(executable));
    CU(cuGraphDestroy(graph));
    CU(cuLibraryUnload(library));
    CU(cuMemFree(counter));
    CU(cuMemFree(x));
    free(image);
    app_end(&app, true);
    return 0;
}

static int host_calls;

static void CUDA_CB on_host(void *data)
{
    (void)data;
    host_calls++;
}

/* A node that runs on the host must run as often as the program launches it. */
static int graph_host(int count)
{
    (void)count;
    struct app app;
    app_begin(&app, true);
    CUdeviceptr x = app_floats();
    CUgraph graph = NULL;
    CUgraphExec executable = NULL;
    CUgraphNode node;
    CU(cuGraphCreate(&graph, 0));
    CUgraphNode step = add_step(graph, &app, x, NULL);
    CU(cuGraphAddHostNode(&node, graph, &step, 1, &(CUDA_HOST_NODE_PARAMS){on_host, NULL}));
    CU(cuGraphInstantiate(&executable, graph, 0));
    app_inplace(&app, x, 1);
    launch(executable, &app, 3);
    app_inplace(&app, x, 1);
    app_check_steps(x, 5);
    EXPECT(host_calls == 3);
    CU(cuGraphExecDestroy(executable));
    CU(cuGraphDestroy(graph));
    CU(cuMemFree(x));
    app_end(&app, true);
    return 0;
}

/* A step between copies from and to host memory, of which the program sees each result. */
static int graph_copies(int count)
{
    struct app app;
    const int times = count ? count : 3;
    app_begin(&app, true);
    CUdeviceptr x = app_floats();
    float *in = NULL, *out = malloc(APP_COUNT * sizeof *out);
    CUgraph graph = NULL;
    CUgraphExec executable = NULL;
    CU(cuMemHostAlloc((void **)&in, APP_COUNT * sizeof *in, 0));
    CU(cuStreamBeginCapture(app.stream, CU_STREAM_CAPTURE_MODE_GLOBAL));
    CU(cuMemcpyHtoDAsync(x, in, APP_COUNT * sizeof *in, app.stream));
    app_inplace(&app, x, 1);
    CU(cuMemcpyDtoHAsync(out, x, APP_COUNT * sizeof *out, app.stream));
    CU(cuMemcpyDtoHAsync(in, x, APP_COUNT * sizeof *in, app.stream));
    CU(cuStreamEndCapture(app.stream, &graph));
    CU(cuGraphInstantiate(&executable, graph, 0));
    app_fill(in);
    for (int i = 1; i <= times; i++) {
        launch(executable, &app, 1);
        CU(cuStreamSynchronize(app.stream));
        size_t wrong = 0;
        for (size_t j = 0; j < APP_COUNT; j++)
            wrong += out[j] != app_stepped(j, i) || in[j] != app_stepped(j, i);
        EXPECT(wrong == 0);
    }
    CU(cuGraphExecDestroy(executable));
    CU(cuGraphDestroy(graph));
    CU(cuMemFreeHost(in));
    CU(cuMemFree(x));
    free(out);
    app_end(&app, true);
    return 0;
}

/* Memory that a graph allocates, and plain launches that write to it. */
static int graph_alloc(int count)
{
    (void)count;
    struct app app;
    struct step step;
    app_begin(&app, true);
    CUgraph graph = NULL, release = NULL;
    CUgraphExec executable = NULL, releasing = NULL;
    CUgraphNode make, node;
    CUDA_MEM_ALLOC_NODE_PARAMS memory = {.bytesize = APP_COUNT * sizeof(float)};
    float values[16];
    CU(cuGraphCreate(&graph, 0));
    CU(cuGraphAddMemAllocNode(&make, graph, NULL, 0, &memory));
    const CUDA_MEMSET_NODE_PARAMS zero = {
        .dst = memory.dptr, .elementSize = 4, .width = APP_COUNT, .height = 1};
    CU(cuGraphAddMemsetNode(&node, graph, &make, 1, &zero, app.context));
    CU(cuGraphInstantiate(&executable, graph, 0));
    launch(executable, &app, 1);
    make_step(&step, &app, memory.dptr, APP_COUNT);
    for (int i = 0; i < 2; i++)
        app_launch(step.node.func, APP_GRID, APP_BLOCK, app.stream, step.params);
    CU(cuMemcpyDtoH(values, memory.dptr, sizeof values));
    EXPECT(values[15] == 1.5f);
    CU(cuGraphCreate(&release, 0));
    CU(cuGraphAddMemFreeNode(&node, release, NULL, 0, memory.dptr));
    CU(cuGraphInstantiate(&releasing, release, 0));
    launch(releasing, &app, 1);
    CU(cuGraphExecDestroy(releasing));
    CU(cuGraphExecDestroy(executable));
    CU(cuGraphDestroy(release));
    CU(cuGraphDestroy(graph));
    app_end(&app, true);
    return 0;
}

/* Launches of a graph need memory that our copies may have, and so does an array. */
static int graph_needs(int count)
{
    enum { MIB = 1 << 20, OWN = 300 * MIB, NEEDED = 450 * MIB };
    const CUDA_ARRAY_DESCRIPTOR flat = {
        .Width = 10 * 1024, .Height = 11 * 1024, .Format = CU_AD_FORMAT_FLOAT, .NumChannels = 1};
    struct app app;
    CUdeviceptr x, needed;
    CUgraph graph = NULL;
    CUgraphExec executable = NULL;
    CUarray array;
    unsigned value = 0;
    (void)count;
    app_begin(&app, true);
    CU(cuMemAlloc(&x, OWN));
    CU(cuMemsetD32(x, 0, 1));
    CU(cuStreamBeginCapture(app.stream, CU_STREAM_CAPTURE_MODE_THREAD_LOCAL));
    CU(cuMemAllocAsync(&needed, NEEDED, app.stream));
    CU(cuMemsetD32Async(needed, 1, 16, app.stream));
    CU(cuMemFreeAsync(needed, app.stream));
    CU(cuStreamEndCapture(app.stream, &graph));
    CU(cuGraphInstantiate(&executable, graph, 0));
    for (int i = 0; i < 3; i++) {
        void *params[] = {&x};
        app_launch(app_kernel(&app, "_Z5countPj"), 1, 32, app.stream, params);
        CU(cuGraphLaunch(executable, app.stream));
        app_launch(app_kernel(&app, "_Z5countPj"), 1, 32, app.stream, params);
        CU(cuArrayCreate(&array, &flat));
        CU(cuArrayDestroy(array));
    }
    CU(cuMemcpyDtoH(&value, x, sizeof value));
    EXPECT(value == 3 * 2 * 32);
    CU(cuGraphExecDestroy(executable));
    CU(cuGraphDestroy(graph));
    CU(cuMemFree(x));
    app_end(&app, true);
    return 0;
}

/* A graph that the driver refuses to launch: the error reaches the program. */
static int graph_refused(int count)
{
    (void)count;
    struct app app;
    app_begin(&app, true);
    CUdeviceptr x = app_floats();
    CUgraph graph = NULL;
    CUgraphExec executable = NULL;
    CU(cuGraphCreate(&graph, 0));
    add_step(graph, &app, x, add_step(graph, &app, x, NULL));
    CU(cuGraphInstantiate(&executable, graph, 0));
    app_inplace(&app, x, 1);
    EXPECT(cuGraphLaunch(executable, app.stream) == CUDA_ERROR_INVALID_VALUE);
    app_check_steps(x, 1);
    CU(cuGraphExecDestroy(executable));
    CU(cuGraphDestroy(graph));
    CU(cuMemFree(x));
    app_end(&app, true);
    return 0;
}

/* A stream that is destroyed while it is captured: the launches behind it are the program's. */
static int capture_dropped(int count)
{
    struct app app;
    CUstream stream = NULL;
    app_begin(&app, true);
    CUdeviceptr x = app_floats();
    CU(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    struct app inside = app;
    inside.stream = stream;
    CU(cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_RELAXED));
    app_inplace(&inside, x, 1);
    CU(cuStreamDestroy(stream));
    app_inplace(&app, x, count);
    app_check_steps(x, count);
    CU(cuMemFree(x));
    app_end(&app, true);
    return 0;
}

static void *set_later(void *flag)
{
    struct timespec pause = {.tv_nsec = 300 * 1000 * 1000};
    nanosleep(&pause, NULL);
    *(volatile unsigned *)flag = 1;
    return NULL;
}

/* A kernel that waits for what the program writes after the first launch: in another thread, which
 * is there at that launch only. N is 1: itself. */
static int graph_waits(int count)
{
    struct app app;
    pthread_t thread;
    app_begin(&app, true);
    CUdeviceptr flag, out = 0, x = app_floats();
    unsigned *pinned = NULL;
    CUgraph graph = NULL;
    CUgraphExec executable = NULL;
    CU(cuMemHostAlloc((void **)&pinned, 4096, 0));
    memset(pinned, 0, 4096);
    flag = (CUdeviceptr)(uintptr_t)pinned;
    CU(cuMemAlloc(&out, 4));
    void *params[] = {&flag, &out};
    CU(cuStreamBeginCapture(app.stream, CU_STREAM_CAPTURE_MODE_GLOBAL));
    app_launch(app_kernel(&app, "_Z5awaitPjS_"), 1, 1, app.stream, params);
    app_inplace(&app, x, 1);
    CU(cuStreamEndCapture(app.stream, &graph));
    CU(cuGraphInstantiate(&executable, graph, 0));
    if (count != 1)
        pthread_create(&thread, NULL, set_later, pinned);
    launch(executable, &app, 1);
    if (count == 1)
        set_later(pinned);
    else
        pthread_join(thread, NULL);
    launch(executable, &app, 2);
    CU(cuStreamSynchronize(app.stream));
    app_check_steps(x, 3);
    EXPECT(pinned[0] == 1);
    app_inplace(&app, x, 1);
    app_check_steps(x, 4);
    CU(cuGraphExecDestroy(executable));
    CU(cuGraphDestroy(graph));
    CU(cuMemFree(x));
    CU(cuMemFree(out));
    CU(cuMemFreeHost(pinned));
    app_end(&app, true);
    return 0;
}

struct beside {
    struct app app;
    CUdeviceptr x;
    int launches;
    int range; /* so many of them are between the start and the stop of the profiler; 0: neither */
};

static void *launch_beside(void *data)
{
    const struct beside *b = data;
    CU(cuCtxSetCurrent(b->app.context));
    for (int i = 0; i < b->launches; i++) {
        if (b->range && i % b->range == 0)
            CU(cuProfilerStart());
        app_inplace(&b->app, b->x, 1);
        if (b->range && i % b->range == b->range - 1)
            CU(cuProfilerStop());
    }
    CU(cuStreamSynchronize(b->app.stream));
    return NULL;
}

/* One thread captures again and again, another one launches. */
static int capture_beside(int count, int range)
{
    struct app app;
    pthread_t thread;
    const int rounds = count ? count : 10;
    app_begin(&app, true);
    struct beside other = {.app = app, .x = app_floats(), .launches = 40 * rounds, .range = range};
    CUdeviceptr x = app_floats();
    CU(cuStreamCreate(&other.app.stream, CU_STREAM_NON_BLOCKING));
    pthread_create(&thread, NULL, launch_beside, &other);
    for (int i = 0; i < rounds; i++) {
        CUgraph graph = NULL;
        CUgraphExec executable = NULL;
        CU(cuStreamBeginCapture(app.stream, CU_STREAM_CAPTURE_MODE_THREAD_LOCAL));
        app_inplace(&app, x, 2);
        CU(cuStreamEndCapture(app.stream, &graph));
        CU(cuGraphInstantiate(&executable, graph, 0));
        launch(executable, &app, 1);
        CU(cuGraphExecDestroy(executable));
        CU(cuGraphDestroy(graph));
    }
    pthread_join(thread, NULL);
    CU(cuStreamSynchronize(app.stream));
    app_check_steps(x, 2 * rounds);
    app_check_steps(other.x, other.launches);
    CU(cuStreamDestroy(other.app.stream));
    CU(cuMemFree(x));
    CU(cuMemFree(other.x));
    app_end(&app, true);
    return 0;
}

static int captures_beside(int count)
{
    return capture_beside(count, 0);
}

static int captures_beside_ranges(int count)
{
    return capture_beside(count, 10);
}

/* A capture of the strictest mode that allocates and frees, behind launches that were measured.
 * What else frees memory meanwhile breaks it. */
static int captures_allocate(int count)
{
    struct app app;
    CUgraph graph = NULL;
    CUgraphExec executable = NULL;
    const int rounds = count ? count : 3;
    app_begin(&app, true);
    CUdeviceptr own = 0, x = app_floats();
    for (int i = 0; i < rounds; i++) {
        app_inplace(&app, x, 2);
        CU(cuStreamBeginCapture(app.stream, CU_STREAM_CAPTURE_MODE_GLOBAL));
        CU(cuMemAllocAsync(&own, APP_COUNT * sizeof(float), app.stream));
        CU(cuMemcpyDtoDAsync(own, x, APP_COUNT * sizeof(float), app.stream));
        app_inplace(&app, own, 2);
        CU(cuMemcpyDtoDAsync(x, own, APP_COUNT * sizeof(float), app.stream));
        CU(cuMemFreeAsync(own, app.stream));
        app_inplace(&app, x, 1);
        CU(cuStreamEndCapture(app.stream, &graph));
        CU(cuGraphInstantiate(&executable, graph, 0));
        launch(executable, &app, 2);
        CU(cuStreamSynchronize(app.stream));
        app_check_steps(x, 8 * (i + 1));
        CU(cuGraphExecDestroy(executable));
        CU(cuGraphDestroy(graph));
    }
    CU(cuMemFree(x));
    app_end(&app, true);
    return 0;
}

const struct mode graph_modes[] = {
    {"graph_nodes", graph_nodes},
    {"graph_update", graph_update},
    {"graph_among", graph_among},
    {"graph_long", graph_long},
    {"graph_host", graph_host},
    {"graph_copies", graph_copies},
    {"graph_alloc", graph_alloc},
    {"graph_needs", graph_needs},
    {"graph_attributes", graph_attributes},
    {"graph_refused", graph_refused},
    {"graph_waits", graph_waits},
    {"capture_dropped", capture_dropped},
    {"captures_allocate", captures_allocate},
    {"captures_beside", captures_beside},
    {"captures_beside_ranges", captures_beside_ranges},
    {NULL, NULL},
};
