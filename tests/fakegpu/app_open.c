/* Modes with memory of another device, open to the one that runs kernels or not, and of pools. */
#include <stdlib.h>
#include <string.h>

#include "app.h"

enum { SIDES = 2, LARGE = 1 << 20 };

struct side {
    struct app app;
    CUmemoryPool pool;
    CUdeviceptr large; /* that nobody opens */
};

static struct side sides[SIDES];

static void begin(void)
{
    int devices = 0;
    CU(cuInit(0));
    CU(cuDeviceGetCount(&devices));
    EXPECT(devices == SIDES);
    void *image = app_image();
    for (int i = 0; i < SIDES; i++) {
        struct side *s = &sides[i];
        CU(cuCtxCreate(&s->app.context, NULL, 0, i));
        CU(cuModuleLoadData(&s->app.module, image));
        CU(cuStreamCreate(&s->app.stream, CU_STREAM_NON_BLOCKING));
        CU(cuDeviceGetDefaultMemPool(&s->pool, i));
        CU(cuMemAlloc(&s->large, LARGE));
        CU(cuMemsetD8(s->large, i, LARGE));
    }
    CU(cuCtxSetCurrent(sides[0].app.context));
    free(image);
}

static void end(void)
{
    for (int i = 0; i < SIDES; i++) {
        CU(cuCtxSetCurrent(sides[i].app.context));
        CU(cuMemFree(sides[i].large));
        app_end(&sides[i].app, false);
    }
}

static void open_pool(const struct side *s, int device)
{
    const CUmemAccessDesc access = {.location = {CU_MEM_LOCATION_TYPE_DEVICE, device},
                                    .flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE};
    CU(cuMemPoolSetAccess(s->pool, &access, 1));
}

/* An array of floats as app_floats() makes it, of that pool. */
static CUdeviceptr floats_of(CUmemoryPool pool, CUstream stream)
{
    static float values[APP_COUNT];
    CUdeviceptr x = 0;
    app_fill(values);
    CU(cuMemAllocFromPoolAsync(&x, LARGE, pool, stream));
    CU(cuMemcpyHtoD(x, values, sizeof values));
    return x;
}

/* The first device has a green context that is used as a context: it shares memory with others. */
static int closed_to_green(int count)
{
    CUdevResource all, part, rest;
    CUdevResourceDesc desc;
    CUgreenCtx green;
    CUcontext context;
    unsigned groups = 1;
    begin();
    CU(cuDeviceGetDevResource(0, &all, CU_DEV_RESOURCE_TYPE_SM));
    CU(cuDevSmResourceSplitByCount(&part, &groups, &all, &rest, 0, 24));
    CU(cuDevResourceGenerateDesc(&desc, &part, 1));
    CU(cuGreenCtxCreate(&green, desc, 0, CU_GREEN_CTX_DEFAULT_STREAM));
    CU(cuCtxFromGreenCtx(&context, green));
    CUdeviceptr x = app_floats();
    app_inplace(&sides[0].app, x, count);
    app_check_steps(x, count);
    CU(cuMemFree(x));
    CU(cuGreenCtxDestroy(green));
    end();
    return 0;
}

/* Kernels of the first device step in memory of the second one's pool, which is open to it, or of
 * its context, to which peer access is enabled. */
static int open_to_other(int count, bool by_pool)
{
    const struct side *other = &sides[1];
    begin();
    CU(cuCtxSetCurrent(other->app.context));
    CUdeviceptr x = by_pool ? floats_of(other->pool, other->app.stream) : app_floats();
    CU(cuStreamSynchronize(other->app.stream));
    CU(cuCtxSetCurrent(sides[0].app.context));
    if (by_pool)
        open_pool(other, 0);
    else
        CU(cuCtxEnablePeerAccess(other->app.context, 0));
    app_inplace(&sides[0].app, x, count);
    CU(cuStreamSynchronize(sides[0].app.stream));
    app_check_steps(x, count);
    CU(cuCtxSetCurrent(other->app.context));
    CU(cuMemFree(x));
    end();
    return 0;
}

static int open_pool_of_other(int count)
{
    return open_to_other(count, true);
}

static int open_peer(int count)
{
    return open_to_other(count, false);
}

/* Memory of the second device's pool, allocated in a stream of the first: it is closed to that one.
 */
static int far_pool(int count)
{
    const struct side *other = &sides[1];
    begin();
    CUdeviceptr x = floats_of(other->pool, sides[0].app.stream);
    CUdeviceptr own = app_floats();
    CU(cuStreamSynchronize(sides[0].app.stream));
    app_inplace(&sides[0].app, own, count);
    CU(cuStreamSynchronize(sides[0].app.stream));
    CU(cuCtxSetCurrent(other->app.context));
    app_inplace(&other->app, x, count);
    CU(cuStreamSynchronize(other->app.stream));
    app_check_steps(x, count);
    app_check_steps(own, count);
    CU(cuMemFree(x));
    CU(cuMemFree(own));
    end();
    return 0;
}

/* A pool of host memory, which the program's own code steps in, too. */
static int host_pool(int count)
{
    const CUmemPoolProps properties = {.allocType = CU_MEM_ALLOCATION_TYPE_PINNED,
                                       .location = {CU_MEM_LOCATION_TYPE_HOST, 0}};
    CUmemoryPool pool = NULL;
    CUdeviceptr x = 0;
    begin();
    const struct app *app = &sides[0].app;
    CU(cuMemPoolCreate(&pool, &properties));
    CU(cuMemAllocFromPoolAsync(&x, APP_COUNT * sizeof(float), pool, app->stream));
    CU(cuStreamSynchronize(app->stream));
    float *host = (float *)(uintptr_t)x;
    app_fill(host);
    for (int i = 0; i < count; i++) {
        app_inplace(app, x, 1);
        while (cuStreamQuery(app->stream) == CUDA_ERROR_NOT_READY)
            ;
        for (size_t k = 0; k < APP_COUNT; k++)
            host[k] = host[k] * 0.5f + 1;
    }
    app_check_steps(x, 2 * count);
    /* Through a pointer in device memory. */
    unsigned *words = (unsigned *)(uintptr_t)x, before = words[0];
    CUdeviceptr cell = 0;
    void *params[] = {&cell};
    CU(cuMemAlloc(&cell, sizeof x));
    for (int i = 0; i < count; i++) {
        CU(cuMemcpyHtoDAsync(cell, &x, sizeof x, app->stream));
        app_launch(app_kernel(app, "_Z8count_atPPj"), 1, 32, app->stream, params);
    }
    CU(cuStreamSynchronize(app->stream));
    EXPECT(words[0] == before + 32 * (unsigned)count);
    CU(cuMemFree(cell));
    CU(cuMemFreeAsync(x, app->stream));
    CU(cuStreamSynchronize(app->stream));
    CU(cuMemPoolDestroy(pool));
    end();
    return 0;
}

const struct mode open_modes[] = {
    {"closed_to_green", closed_to_green},
    {"open_pool_of_other", open_pool_of_other},
    {"open_peer", open_peer},
    {"far_pool", far_pool},
    {"host_pool", host_pool},
    {NULL, NULL},
};
