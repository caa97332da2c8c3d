/* Modes for profile series: one launch each, whose result and whose function's settings the program
 * checks. */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

#include "app.h"

enum { SHARED = 4096, CARVEOUT = 25, FAR = 1 << 20 };

/* What the program has set of the function stays. */
static void expect_settings(CUfunction function, int shared, int carveout)
{
    int value = 0;
    CU(cuFuncGetAttribute(&value, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, function));
    EXPECT(value == shared);
    CU(cuFuncGetAttribute(&value, CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT, function));
    EXPECT(value == carveout);
}

static CUdeviceptr counter(void)
{
    CUdeviceptr counter = 0;
    CU(cuMemAlloc(&counter, sizeof(unsigned)));
    CU(cuMemsetD32(counter, 0, 1));
    return counter;
}

static void expect_count(CUdeviceptr counter, unsigned expected)
{
    unsigned value = 0;
    CU(cuMemcpyDtoH(&value, counter, sizeof value));
    EXPECT(value == expected);
    CU(cuMemFree(counter));
}

/* Dynamic shared memory, and a carve-out of its own. */
static int series_shared(int count)
{
    struct app app;
    (void)count;
    app_begin(&app, true);
    CUdeviceptr cell = counter();
    void *params[] = {&cell};
    CUfunction function = app_kernel(&app, "_Z5countPj");
    CU(cuFuncSetAttribute(function, CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT, CARVEOUT));
    CU(cuFuncSetCacheConfig(function, CU_FUNC_CACHE_PREFER_SHARED));
    CU(cuLaunchKernel(function, 1000, 1, 1, 128, 1, 1, SHARED, app.stream, params, NULL));
    CU(cuStreamSynchronize(app.stream));
    expect_count(cell, 128000);
    expect_settings(function, 48 << 10, CARVEOUT);
    app_end(&app, true);
    return 0;
}

/* More than two waves. */
static int series_waves(int count)
{
    struct app app;
    (void)count;
    app_begin(&app, true);
    CUdeviceptr cell = counter();
    void *params[] = {&cell};
    app_launch(app_kernel(&app, "_Z5countPj"), 5000, 128, app.stream, params);
    CU(cuStreamSynchronize(app.stream));
    expect_count(cell, 640000);
    app_end(&app, true);
    return 0;
}

/* The same kernel through a library, in blocks of two dimensions. */
static int series_library(int count)
{
    struct app app;
    CUlibrary library = NULL;
    CUkernel kernel = NULL;
    CUdevice device = 0;
    int value = 0;
    void *image = app_image();
    (void)count;
    app_begin(&app, true);
    CU(cuLibraryLoadData(&library, image, NULL, NULL, 0, NULL, NULL, 0));
    free(image);
    CU(cuLibraryGetKernel(&kernel, library, "_Z5countPj"));
    CU(cuKernelSetAttribute(CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT, CARVEOUT, kernel,
                            device));
    CUdeviceptr cell = counter();
    void *params[] = {&cell};
    CU(cuLaunchKernel((CUfunction)kernel, 8, 4, 1, 16, 16, 1, 0, app.stream, params, NULL));
    CU(cuStreamSynchronize(app.stream));
    expect_count(cell, 8192);
    CU(cuKernelGetAttribute(&value, CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT, kernel,
                            device));
    EXPECT(value == CARVEOUT);
    CU(cuKernelGetAttribute(&value, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, kernel,
                            device));
    EXPECT(value == 48 << 10);
    CU(cuLibraryUnload(library));
    app_end(&app, true);
    return 0;
}

/* Each block counts: other grids count otherwise. */
static int series_coop(int count)
{
    struct app app;
    (void)count;
    app_begin(&app, true);
    CUdeviceptr cell = counter();
    void *params[] = {&cell};
    CU(cuLaunchCooperativeKernel(app_kernel(&app, "_Z4coopPj"), 132, 1, 1, 64, 1, 1, 0, app.stream,
                                 params));
    CU(cuStreamSynchronize(app.stream));
    expect_count(cell, 132);
    app_end(&app, true);
    return 0;
}

static int series_cluster(int count)
{
    struct app app;
    (void)count;
    app_begin(&app, true);
    CUdeviceptr cell = counter();
    void *params[] = {&cell};
    CUlaunchAttribute attribute = {.id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION,
                                   .value.clusterDim = {4, 1, 1}};
    CUlaunchConfig config = {.gridDimX = 24,
                             .gridDimY = 1,
                             .gridDimZ = 1,
                             .blockDimX = 128,
                             .blockDimY = 1,
                             .blockDimZ = 1,
                             .hStream = app.stream,
                             .attrs = &attribute,
                             .numAttrs = 1};
    CU(cuLaunchKernelEx(&config, app_kernel(&app, "_Z7clusterPj"), params, NULL));
    CU(cuStreamSynchronize(app.stream));
    expect_count(cell, 24);
    app_end(&app, true);
    return 0;
}

/* Every thread writes: larger grids write where this one does not. */
static int series_grid(int count)
{
    struct app app;
    float *values = calloc(FAR, sizeof *values);
    size_t wrong = 0;
    (void)count;
    app_begin(&app, true);
    CUdeviceptr x = 0;
    CU(cuMemAlloc(&x, FAR * sizeof *values));
    CU(cuMemsetD32(x, 0, FAR));
    void *params[] = {&x};
    app_launch(app_kernel(&app, "_Z4tinyPf"), APP_GRID, APP_BLOCK, app.stream, params);
    CU(cuStreamSynchronize(app.stream));
    CU(cuMemcpyDtoH(values, x, FAR * sizeof *values));
    for (size_t i = 0; i < FAR; i++)
        wrong += values[i] != (i < APP_COUNT ? 1 : 0);
    EXPECT(wrong == 0);
    free(values);
    CU(cuMemFree(x));
    app_end(&app, true);
    return 0;
}

static volatile unsigned *late_flag;

static void let_go(int unused)
{
    (void)unused;
    *late_flag = 1;
}

/* Launched with other blocks the kernel waits for a flag that comes late, and counts once more. The
 * flag is set by a signal: another thread would keep the launch from running again. */
static int series_stuck(int count)
{
    struct app app;
    unsigned *flag = NULL, blocks = 8, value = 0;
    const struct itimerval late = {.it_value = {.tv_sec = 2, .tv_usec = 500 * 1000}};
    (void)count;
    app_begin(&app, true);
    CU(cuMemHostAlloc((void **)&flag, sizeof *flag, 0));
    *flag = 0;
    late_flag = flag;
    CUdeviceptr cell = counter();
    void *params[] = {&flag, &cell, &blocks};
    signal(SIGALRM, let_go);
    EXPECT(setitimer(ITIMER_REAL, &late, NULL) == 0);
    app_launch(app_kernel(&app, "_Z5pickyPjS_j"), 8, 64, app.stream, params);
    CU(cuStreamSynchronize(app.stream));
    while (!*late_flag)
        usleep(1000);
    CU(cuMemcpyDtoH(&value, cell, sizeof value));
    EXPECT(value == 8 || value == 9);
    CU(cuMemFreeHost(flag));
    app_end(&app, true);
    return 0;
}

const struct mode series_modes[] = {
    {"series_shared", series_shared},   {"series_waves", series_waves},
    {"series_library", series_library}, {"series_coop", series_coop},
    {"series_cluster", series_cluster}, {"series_grid", series_grid},
    {"series_stuck", series_stuck},     {NULL, NULL},
};
