/* Modes about streams, graphs, threads and time. */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "app.h"

static int capture(int count)
{
    int times = count ? count : 2;
    struct app app;
    app_begin(&app, true);
    CUdeviceptr x = app_floats();
    CUgraph graph = NULL;
    CUgraphExec executable = NULL;
    size_t nodes = 0;
    CU(cuStreamBeginCapture(app.stream, CU_STREAM_CAPTURE_MODE_GLOBAL));
    app_inplace(&app, x, 3);
    CU(cuStreamEndCapture(app.stream, &graph));
    app_check_steps(x, 0); /* nothing has run */
    CU(cuGraphGetNodes(graph, NULL, &nodes));
    EXPECT(nodes == 3);
    CU(cuGraphInstantiate(&executable, graph, 0));
    for (int i = 0; i < times; i++)
        CU(cuGraphLaunch(executable, app.stream));
    CU(cuStreamSynchronize(app.stream));
    app_check_steps(x, 3 * times);
    CU(cuGraphExecDestroy(executable));
    CU(cuGraphDestroy(graph));
    CU(cuMemFree(x));
    app_end(&app, true);
    return 0;
}

/* A program that waits during its own capture must see the capture spoiled. */
static int capture_sync(int count)
{
    (void)count;
    struct app app;
    app_begin(&app, true);
    CUdeviceptr x = app_floats();
    CUgraph graph = NULL;
    CU(cuStreamBeginCapture(app.stream, CU_STREAM_CAPTURE_MODE_GLOBAL));
    app_inplace(&app, x, 1);
    EXPECT(cuCtxSynchronize() == CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED);
    EXPECT(cuStreamEndCapture(app.stream, &graph) == CUDA_ERROR_STREAM_CAPTURE_INVALIDATED);
    app_check_steps(x, 0);
    CU(cuMemFree(x));
    app_end(&app, true);
    return 0;
}

struct worker {
    const struct app *app;
    pthread_t thread;
};

enum { THREAD_LAUNCHES = 10 };

static void *work(void *data)
{
    struct worker *worker = data;
    struct app mine = *worker->app;
    CU(cuCtxSetCurrent(mine.context));
    CU(cuStreamCreate(&mine.stream, CU_STREAM_NON_BLOCKING));
    float *values = malloc(APP_COUNT * sizeof *values);
    CUdeviceptr x = 0;
    app_fill(values);
    CU(cuMemAlloc(&x, APP_COUNT * sizeof *values));
    CU(cuMemcpyHtoD(x, values, APP_COUNT * sizeof *values));
    app_inplace(&mine, x, THREAD_LAUNCHES);
    CU(cuStreamSynchronize(mine.stream));
    app_check_steps(x, THREAD_LAUNCHES);
    CU(cuMemFree(x));
    CU(cuStreamDestroy(mine.stream));
    free(values);
    return NULL;
}

static int threads(int count)
{
    enum { MAX = 32 };
    int number = count > 0 && count <= MAX ? count : 2;
    struct app app;
    struct worker workers[MAX];
    app_begin(&app, true);
    for (int i = 0; i < number; i++) {
        workers[i].app = &app;
        EXPECT(pthread_create(&workers[i].thread, NULL, work, &workers[i]) == 0);
    }
    for (int i = 0; i < number; i++)
        pthread_join(workers[i].thread, NULL);
    app_end(&app, true);
    return 0;
}

/* Two streams that wait for each other's events. */
static int streams(int count)
{
    int times = count ? count : 3;
    struct app app, other;
    app_begin(&app, true);
    other = app;
    CUevent event = NULL;
    CUdeviceptr x = app_floats();
    CU(cuStreamCreate(&other.stream, CU_STREAM_NON_BLOCKING));
    CU(cuEventCreate(&event, CU_EVENT_DISABLE_TIMING));
    for (int i = 0; i < times; i++) {
        app_inplace(&app, x, 1);
        CU(cuEventRecord(event, app.stream));
        CU(cuStreamWaitEvent(other.stream, event, 0));
        app_inplace(&other, x, 1);
        CU(cuEventRecord(event, other.stream));
        CU(cuStreamWaitEvent(app.stream, event, 0));
    }
    CU(cuEventSynchronize(event));
    app_check_steps(x, 2 * times);
    CU(cuEventDestroy(event));
    CU(cuStreamDestroy(other.stream));
    CU(cuMemFree(x));
    app_end(&app, true);
    return 0;
}

static volatile sig_atomic_t interrupted;

static void on_interrupt(int signal)
{
    interrupted = signal;
}

static int loop(int count)
{
    (void)count;
    struct app app;
    signal(SIGINT, on_interrupt);
    app_begin(&app, true);
    CUdeviceptr x = app_floats();
    printf("loop ready\n");
    while (!interrupted) {
        app_inplace(&app, x, 1);
        usleep(10 * 1000);
    }
    printf("got SIGINT\n");
    fflush(stdout);
    exit(130);
}

/* A launch that the driver refuses: its error must reach the program unchanged. */
static int bad_launch(int count)
{
    (void)count;
    struct app app;
    app_begin(&app, true);
    CUdeviceptr x = app_floats();
    void *params[] = {&x};
    CUfunction function = app_kernel(&app, "_Z4tinyPf");
    EXPECT(cuLaunchKernel(function, 1, 1, 1, 2048, 1, 1, 0, app.stream, params, NULL) ==
           CUDA_ERROR_INVALID_VALUE);
    app_launch(function, 1, 32, app.stream, params);
    CU(cuMemFree(x));
    app_end(&app, true);
    return 0;
}

/* Streams that come and go between launches, with a launch and without; the first one goes twice.
 */
static int streams_go(int count)
{
    const int times = count ? count : 80;
    struct app app;
    app_begin(&app, true);
    CUdeviceptr x = app_floats();
    for (int i = 0; i < times; i++) {
        struct app other = app;
        CUstream idle = NULL;
        CU(cuStreamCreate(&idle, CU_STREAM_NON_BLOCKING));
        CU(cuStreamCreate(&other.stream, CU_STREAM_NON_BLOCKING));
        app_inplace(&other, x, 1);
        app_inplace(&app, x, 1);
        CU(cuStreamDestroy(idle));
        CU(cuStreamDestroy(other.stream));
        if (i == 0)
            EXPECT(cuStreamDestroy(other.stream) == CUDA_ERROR_INVALID_HANDLE);
    }
    EXPECT(cuStreamDestroy(NULL) == CUDA_ERROR_INVALID_HANDLE);
    app_check_steps(x, 2 * times);
    CU(cuMemFree(x));
    app_end(&app, true);
    return 0;
}

/* The same where launches reach pinned memory. */
static int streams_reach(int count)
{
    const unsigned times = count ? (unsigned)count : 3;
    struct app app;
    unsigned *pinned = NULL;
    app_begin(&app, true);
    CU(cuMemHostAlloc((void **)&pinned, 4096, 0));
    memset(pinned, 0, 4096);
    const CUdeviceptr at = (uintptr_t)pinned;
    void *params[] = {(void *)&at};
    for (unsigned i = 0; i < times; i++) {
        CUstream stream = NULL;
        CU(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
        app_launch(app_kernel(&app, "_Z5countPj"), 1, 64, stream, params);
        CU(cuStreamSynchronize(stream));
        CU(cuStreamDestroy(stream));
    }
    EXPECT(*pinned == 64 * times);
    CU(cuMemFreeHost(pinned));
    app_end(&app, true);
    return 0;
}

/* Rows that come from the host, are filled, go on on the device and back, as in programs for
 * images. */
static int rows(int count)
{
    enum { WIDTH = 40, ROWS = 30, PITCH = 50, FIRST = 3 };
    static float here[ROWS][PITCH], back[ROWS][WIDTH], x[APP_COUNT], y[APP_COUNT], z[APP_COUNT];
    struct app app;
    app_begin(&app, true);
    CUdeviceptr from = app_floats(), to = app_floats();
    app_fill(x);
    app_fill(y);
    for (int i = 0; i < (count ? count : 5); i++) {
        CUDA_MEMCPY2D copy = {.srcMemoryType = CU_MEMORYTYPE_HOST,
                              .srcHost = here,
                              .srcPitch = sizeof here[0],
                              .srcXInBytes = FIRST * sizeof(float),
                              .dstMemoryType = CU_MEMORYTYPE_DEVICE,
                              .dstDevice = from,
                              .dstPitch = 2 * sizeof here[0],
                              .WidthInBytes = WIDTH * sizeof(float),
                              .Height = ROWS};
        for (int n = 0; n < ROWS * PITCH; n++)
            here[n / PITCH][n % PITCH] = (float)(n % 97 + i);
        for (int n = 0; n < ROWS * WIDTH; n++)
            x[n / WIDTH * 2 * PITCH + n % WIDTH] = here[n / WIDTH][FIRST + n % WIDTH];
        CU(cuMemcpy2DAsync(&copy, app.stream));
        memset(here, 0, sizeof here);
        CU(cuMemsetD2D32Async(from + (2 * PITCH - 4) * sizeof(float), 2 * sizeof here[0],
                              0x3f800000, 2, ROWS, app.stream));
        for (int n = 0; n < 2 * ROWS; n++)
            x[(n / 2 + 1) * 2 * PITCH - 4 + n % 2] = 1.0F;
        app_inplace(&app, from, 1);
        copy.srcMemoryType = CU_MEMORYTYPE_DEVICE;
        copy.srcDevice = from;
        copy.srcPitch = copy.dstPitch;
        copy.dstDevice = to;
        copy.dstPitch = WIDTH * sizeof(float);
        CU(cuMemcpy2DAsync(&copy, app.stream));
        app_inplace(&app, to, 1);
        CUDA_MEMCPY3D out = {.srcMemoryType = CU_MEMORYTYPE_DEVICE,
                             .srcDevice = to,
                             .srcPitch = WIDTH * sizeof(float),
                             .dstMemoryType = CU_MEMORYTYPE_HOST,
                             .dstHost = back,
                             .dstPitch = sizeof back[0],
                             .WidthInBytes = sizeof back[0],
                             .Height = ROWS,
                             .Depth = 1};
        CU(cuMemcpy3D(&out));
        for (int n = 0; n < APP_COUNT; n++)
            x[n] = x[n] * 0.5F + 1.0F;
        for (int n = 0; n < ROWS * WIDTH; n++)
            y[n] = x[n / WIDTH * 2 * PITCH + FIRST + n % WIDTH];
        for (int n = 0; n < APP_COUNT; n++)
            y[n] = y[n] * 0.5F + 1.0F;
        EXPECT(memcmp(back, y, sizeof back) == 0);
        CU(cuMemcpyDtoH(z, from, sizeof z));
        EXPECT(memcmp(z, x, sizeof x) == 0);
    }
    CU(cuMemFree(from));
    CU(cuMemFree(to));
    app_end(&app, true);
    return 0;
}

/* Batches of copies from pinned memory, on the device and to pinned memory. N is 1: the last one of
 * a batch is from the host's own memory. */
static int batches(int count)
{
    enum { TIMES = 5, COPIES = 3, BYTES = APP_COUNT * sizeof(float) };
    static float own[APP_COUNT];
    float *here = NULL, *back = NULL;
    struct app app;
    app_begin(&app, true);
    CUdeviceptr x = app_floats(), y = app_floats(), z = app_floats();
    CU(cuMemHostAlloc((void **)&here, BYTES, 0));
    CU(cuMemHostAlloc((void **)&back, BYTES, 0));
    app_fill(own);
    for (int i = 0; i < TIMES; i++) {
        CUdeviceptr to[] = {x, y, (uintptr_t)back}, from[] = {(uintptr_t)here, z, y};
        size_t sizes[] = {BYTES, BYTES / 2, BYTES}, first = 0;
        CUmemcpyAttributes attributes = {.srcAccessOrder = CU_MEMCPY_SRC_ACCESS_ORDER_STREAM};
        if (count == 1) {
            to[COPIES - 1] = z;
            from[COPIES - 1] = (uintptr_t)own;
        }
        for (int n = 0; n < APP_COUNT; n++)
            here[n] = (float)(n % 89 + i);
        app_inplace(&app, z, 1);
        app_inplace(&app, y, 1);
        CU(cuMemcpyBatchAsync(to, from, sizes, COPIES, &attributes, &first, 1, app.stream));
        app_inplace(&app, x, 1);
        CU(cuStreamSynchronize(app.stream));
    }
    CU(cuMemcpyDtoH(own, x, BYTES));
    size_t wrong = 0;
    for (int n = 0; n < APP_COUNT; n++)
        wrong += own[n] != (float)(n % 89 + TIMES - 1) * 0.5F + 1.0F;
    EXPECT(wrong == 0);
    app_check_steps(z, count == 1 ? 0 : TIMES);
    CU(cuMemFreeHost(here));
    CU(cuMemFreeHost(back));
    CU(cuMemFree(x));
    CU(cuMemFree(y));
    CU(cuMemFree(z));
    app_end(&app, true);
    return 0;
}

const struct mode flow_modes[] = {
    {"capture", capture},
    {"capture_sync", capture_sync},
    {"threads", threads},
    {"streams", streams},
    {"bad_launch", bad_launch},
    {"loop", loop},
    {"streams_go", streams_go},
    {"streams_reach", streams_reach},
    {"rows", rows},
    {"batches", batches},
    {NULL, NULL},
};
