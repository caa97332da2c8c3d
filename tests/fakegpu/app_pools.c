/* Modes with a pool that takes most of the device's memory, as frameworks make one: launches work
 * inside it. N: its size in MiB. Each mode keeps a model of the pool in host memory, or of the
 * parts that it writes, and compares at the end. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cudaProfiler.h>

#include "app.h"

enum { MIB = 1 << 20, TIMES = 6, ODD = 12345 };

struct pool {
    struct app app;
    CUdeviceptr memory;
    size_t size;
    size_t mapped; /* bytes, if it is mapped for two devices */
    uint8_t *model;
};

static void scramble(uint8_t *bytes, size_t size)
{
    uint64_t x = 88172645463325252u;
    for (size_t at = 0; at + 8 <= size; at += 8) {
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
        memcpy(bytes + at, &x, 8);
    }
}

/* Its last block is a part of one, and its end no multiple of 16. */
static bool make(struct pool *pool, int mib, bool random)
{
    pool->size = (size_t)mib * MIB + ODD;
    if (!pool->mapped)
        CU(cuMemAlloc(&pool->memory, pool->size));
    CU(cuMemsetD8(pool->memory, 0, 2 * MIB)); /* the double fills the first MiB */
    if (!random)
        return true;
    pool->model = calloc(1, pool->size);
    if (!EXPECT(pool->model))
        return false;
    scramble(pool->model, pool->size);
    CU(cuMemcpyHtoD(pool->memory, pool->model, pool->size));
    return true;
}

static bool pool_begin(struct pool *pool, int mib, bool random)
{
    memset(pool, 0, sizeof *pool);
    app_begin(&pool->app, true);
    return make(pool, mib, random);
}

static void compare(struct pool *pool)
{
    if (pool->model) {
        uint8_t *now = malloc(pool->size);
        CU(cuCtxSynchronize());
        CU(cuMemcpyDtoH(now, pool->memory, pool->size));
        EXPECT(memcmp(now, pool->model, pool->size) == 0);
        free(now);
    }
    if (pool->mapped) {
        CU(cuMemUnmap(pool->memory, pool->mapped));
        CU(cuMemAddressFree(pool->memory, pool->mapped));
    } else {
        CU(cuMemFree(pool->memory));
    }
    free(pool->model);
}

static void pool_end(struct pool *pool)
{
    compare(pool);
    app_end(&pool->app, true);
}

static void run_inplace(struct pool *pool, size_t offset)
{
    CUdeviceptr x = pool->memory + offset;
    float a = 0.5f;
    int n = APP_COUNT;
    void *params[] = {&x, &a, &n};
    app_launch(app_kernel(&pool->app, "_Z7inplacePffi"), APP_GRID, APP_BLOCK, pool->app.stream,
               params);
}

/* Arrays here and there in a pool that is not touched elsewhere. */
static int emptypool(int mib)
{
    struct pool p;
    static float x[APP_COUNT];
    const size_t places[] = {0, 48 * MIB, (size_t)mib / 2 * MIB + 4096,
                             (size_t)mib * MIB - sizeof x};
    const size_t count = sizeof places / sizeof *places;
    if (!pool_begin(&p, mib, false))
        return 1;
    app_fill(x);
    for (size_t i = 0; i < count; i++)
        CU(cuMemcpyHtoD(p.memory + places[i], x, sizeof x));
    for (int i = 0; i < TIMES; i++)
        for (size_t j = 0; j < count; j++)
            run_inplace(&p, places[j]);
    for (size_t i = 0; i < count; i++)
        app_check_steps(p.memory + places[i], TIMES);
    pool_end(&p);
    return 0;
}

static void model_inplace(struct pool *p, size_t offset)
{
    float *x = (float *)(void *)(p->model + offset);
    for (size_t i = 0; i < APP_COUNT; i++)
        x[i] = x[i] * 0.5f + 1;
}

/* In a pool full of random bytes: arrays, fills, copies on the device and from the host, the last
 * bytes of the pool. */
static int fullpool(int mib)
{
    struct pool p;
    if (!pool_begin(&p, mib, true))
        return 1;
    const size_t places[] = {0, 20 * MIB + 512, p.size / 2 / 256 * 256};
    const size_t array = APP_COUNT * sizeof(float), last = p.size - 77;
    for (size_t j = 0; j < 3; j++) { /* no NaN */
        float *x = (float *)(void *)(p.model + places[j]);
        app_fill(x);
        CU(cuMemcpyHtoD(p.memory + places[j], x, array));
    }
    CU(cuProfilerStart());
    for (int i = 0; i < TIMES; i++) {
        for (size_t j = 0; j < 3; j++) {
            run_inplace(&p, places[j]);
            model_inplace(&p, places[j]);
        }
        CU(cuMemcpyDtoDAsync(p.memory + 30 * MIB, p.memory + places[i % 3], array, p.app.stream));
        memcpy(p.model + 30 * MIB, p.model + places[i % 3], array);
        CU(cuMemsetD8Async(p.memory + last, (unsigned char)i, 77, p.app.stream));
        memset(p.model + last, i, 77);
        const uint64_t note = (uint64_t)i * 1234567;
        CU(cuMemcpyHtoDAsync(p.memory + 40 * MIB + 8, &note, sizeof note, p.app.stream));
        memcpy(p.model + 40 * MIB + 8, &note, sizeof note);
    }
    CU(cuProfilerStop());
    pool_end(&p);
    return 0;
}

static void run_scatter(struct pool *p, CUdeviceptr table, unsigned count)
{
    void *params[] = {&p->memory, &table};
    app_launch(app_kernel(&p->app, "_Z7scatterPhPKm"), 1, count, p->app.stream, params);
}

/* The same launch each time; what it writes is told by data. shifts: other data each time, until
 * they come back. */
static int run_by_data(int mib, int rounds, int shifts)
{
    enum { COUNT = 8 };
    struct pool p;
    CUdeviceptr table = 0;
    uint64_t places[COUNT];
    if (!pool_begin(&p, mib, true))
        return 1;
    CU(cuMemAlloc(&table, sizeof places));
    for (int i = 0; i < rounds; i++) {
        for (size_t j = 0; j < COUNT; j++) {
            places[j] = p.size - 1 - ((size_t)(i % shifts) * 7919 * 1021 + j * 3 * MIB + j * 11);
            p.model[places[j]]++;
        }
        CU(cuMemcpyHtoD(table, places, sizeof places));
        run_scatter(&p, table, COUNT);
        CU(cuCtxSynchronize());
    }
    CU(cuMemFree(table));
    pool_end(&p);
    return 0;
}

/* What was learned of the launch is wrong. Places come back, so later launches write where earlier
 * ones did. */
static int datapool(int mib)
{
    return run_by_data(mib, 12, 4);
}

/* What was learned of the launch is right. */
static int learnpool(int mib)
{
    return run_by_data(mib, TIMES, 1);
}

/* Places are taken from a counter, each a page on: what one launch writes the one before has not.
 */
static int atomicpool(int mib)
{
    enum { THREADS = 16, STRIDE = 100000 };
    struct pool p;
    if (!pool_begin(&p, mib, true))
        return 1;
    uint64_t *cells = (uint64_t *)(void *)p.model, stride = STRIDE;
    cells[0] = 0;
    CU(cuMemsetD8(p.memory, 0, sizeof *cells));
    CUfunction function = app_kernel(&p.app, "_Z10take_placePmm");
    void *params[] = {&p.memory, &stride};
    for (unsigned i = 0; i < TIMES; i++) {
        app_launch(function, 1, THREADS, p.app.stream, params);
        for (unsigned j = 0; j < THREADS; j++) {
            const uint64_t place = ++cells[0];
            cells[place * STRIDE] += place;
        }
    }
    pool_end(&p);
    return 0;
}

/* Writes one byte somewhere in the pool, elsewhere each time it runs: its launches must not run
 * again. One byte of the model's is right after each of the program's own runs, so none is
 * compared but the number of bytes that changed. */
static int wanderpool(int mib)
{
    struct pool p;
    if (!pool_begin(&p, mib, true))
        return 1;
    uint64_t size = p.size;
    void *params[] = {&p.memory, &size};
    for (int i = 0; i < TIMES; i++) {
        app_launch(app_kernel(&p.app, "_Z6wanderPhm"), 1, 1, p.app.stream, params);
        CU(cuCtxSynchronize());
    }
    uint8_t *now = malloc(p.size);
    CU(cuMemcpyDtoH(now, p.memory, p.size));
    size_t sum = 0;
    for (size_t i = 0; i < p.size; i++)
        sum += (uint8_t)(now[i] - p.model[i]);
    EXPECT(sum == TIMES);
    printf("changed %zu\n", sum);
    memcpy(p.model, now, p.size);
    free(now);
    pool_end(&p);
    return 0;
}

/* Beside a pool, allocations in the order of a stream come and go while launches are under way. */
static int asyncpool(int mib)
{
    struct pool p;
    static float x[APP_COUNT];
    if (!pool_begin(&p, mib, true))
        return 1;
    app_fill(x);
    memcpy(p.model + 8 * MIB, x, sizeof x);
    CU(cuMemcpyHtoD(p.memory + 8 * MIB, x, sizeof x));
    for (int i = 0; i < TIMES; i++) {
        CUdeviceptr array = 0;
        CU(cuMemAllocAsync(&array, sizeof x, p.app.stream));
        CU(cuMemcpyHtoDAsync(array, x, sizeof x, p.app.stream));
        app_inplace(&p.app, array, 2);
        run_inplace(&p, 8 * MIB);
        model_inplace(&p, 8 * MIB);
        CU(cuStreamSynchronize(p.app.stream));
        app_check_steps(array, 2);
        CU(cuMemFreeAsync(array, p.app.stream));
    }
    pool_end(&p);
    return 0;
}

/* Two devices, each with a pool full of random bytes, that write their own and the other's. */
struct pair {
    struct pool pools[2];
    CUdeviceptr table; /* in the first one's memory: where both write in the second one's pool */
};

/* Memory of a device that both may write, as JAX maps its pools. `from` maps it for the first
 * device, and the device's own context, which is current, for the second. */
static void map_for_both(struct pool *pool, CUcontext from, int device, int mib)
{
    const CUmemAllocationProp property = {
        .type = CU_MEM_ALLOCATION_TYPE_PINNED,
        .location = {.type = CU_MEM_LOCATION_TYPE_DEVICE, .id = device},
    };
    CUmemAccessDesc access[2] = {{property.location, CU_MEM_ACCESS_FLAGS_PROT_READWRITE},
                                 {property.location, CU_MEM_ACCESS_FLAGS_PROT_READWRITE}};
    CUmemGenericAllocationHandle handle;
    CUcontext own;
    size_t granularity = 0;
    CU(cuMemGetAllocationGranularity(&granularity, &property, CU_MEM_ALLOC_GRANULARITY_MINIMUM));
    pool->mapped = ((size_t)mib * MIB + ODD + granularity - 1) / granularity * granularity;
    access[0].location.id = 0;
    access[1].location.id = 1;
    CU(cuCtxGetCurrent(&own));
    CU(cuCtxSetCurrent(from));
    CU(cuMemAddressReserve(&pool->memory, pool->mapped, 0, 0, 0));
    CU(cuMemCreate(&handle, pool->mapped, &property, 0));
    CU(cuMemMap(pool->memory, pool->mapped, 0, handle, 0));
    CU(cuMemRelease(handle));
    CU(cuMemSetAccess(pool->memory, pool->mapped, &access[0], 1));
    CU(cuCtxSetCurrent(own));
    CU(cuMemSetAccess(pool->memory, pool->mapped, &access[1], 1));
}

static bool pair_begin(struct pair *pair, int mib, bool mapped)
{
    bool good = true;
    memset(pair, 0, sizeof *pair);
    CU(cuInit(0));
    for (int i = 0; i < 2; i++) {
        struct app *app = &pair->pools[i].app;
        void *image = app_image();
        CU(cuCtxCreate(&app->context, NULL, 0, i));
        CU(cuModuleLoadData(&app->module, image));
        CU(cuStreamCreate(&app->stream, CU_STREAM_NON_BLOCKING));
        free(image);
        if (mapped)
            map_for_both(&pair->pools[i], pair->pools[0].app.context, i, mib);
        good = make(&pair->pools[i], mib, true) && good;
    }
    for (int i = 0; i < 2 && !mapped; i++) { /* what is mapped needs no more */
        CU(cuCtxSetCurrent(pair->pools[i].app.context));
        CU(cuCtxEnablePeerAccess(pair->pools[1 - i].app.context, 0));
    }
    CU(cuCtxSetCurrent(pair->pools[0].app.context));
    CU(cuMemAlloc(&pair->table, 8 * sizeof(uint64_t)));
    return good;
}

static void pair_end(struct pair *pair)
{
    CU(cuCtxSetCurrent(pair->pools[0].app.context));
    CU(cuMemFree(pair->table));
    for (int i = 0; i < 2; i++) {
        CU(cuCtxSetCurrent(pair->pools[i].app.context));
        CU(cuCtxSynchronize());
    }
    for (int i = 0; i < 2; i++) {
        CU(cuCtxSetCurrent(pair->pools[i].app.context));
        compare(&pair->pools[i]);
        app_end(&pair->pools[i].app, false);
    }
}

static void step_in(const struct app *app, struct pool *pool, size_t offset)
{
    struct pool view = {.app = *app, .memory = pool->memory};
    run_inplace(&view, offset);
    model_inplace(pool, offset);
}

/* Launches, fills and copies go from one to the other. */
static int cross(int mib, bool mapped)
{
    static float x[APP_COUNT];
    struct pair pair;
    if (!pair_begin(&pair, mib, mapped))
        return 1;
    const size_t place = (size_t)mib / 2 * MIB + 512;
    app_fill(x);
    for (int i = 0; i < 2; i++) {
        CU(cuCtxSetCurrent(pair.pools[i].app.context));
        for (int j = 0; j < 2; j++) { /* no NaN */
            memcpy(pair.pools[i].model + j * place, x, sizeof x);
            CU(cuMemcpyHtoD(pair.pools[i].memory + j * place, x, sizeof x));
        }
    }
    for (int i = 0; i < 2 * TIMES; i++) {
        struct pool *own = &pair.pools[i % 2], *other = &pair.pools[1 - i % 2];
        const struct app *app = &own->app;
        const size_t from = i % 3 ? 0 : place, to = 3 * MIB + (size_t)i * 4096;
        CU(cuCtxSetCurrent(app->context));
        step_in(app, own, 0);
        step_in(app, other, i % 4 < 2 ? place : 0);
        if (i % 2)
            CU(cuMemcpyPeerAsync(other->memory + to, other->app.context, own->memory + from,
                                 app->context, sizeof x, app->stream));
        else
            CU(cuMemcpyDtoDAsync(other->memory + to, own->memory + from, sizeof x, app->stream));
        memcpy(other->model + to, own->model + from, sizeof x);
        CU(cuMemsetD8Async(other->memory + other->size - 77, (unsigned char)i, 77, app->stream));
        memset(other->model + other->size - 77, i, 77);
    }
    pair_end(&pair);
    return 0;
}

static int pairpool(int mib)
{
    return cross(mib, false);
}

static int pairmapped(int mib)
{
    return cross(mib, true);
}

/* Both write in the second one's pool where data tell them to: that is learned. */
static int pairlearn(int mib)
{
    enum { COUNT = 8 };
    struct pair pair;
    uint64_t places[COUNT];
    if (!pair_begin(&pair, mib, false))
        return 1;
    struct pool *second = &pair.pools[1];
    for (size_t j = 0; j < COUNT; j++)
        places[j] = second->size - 1 - (j * 3 * MIB + j * 11);
    CU(cuMemcpyHtoD(pair.table, places, sizeof places));
    for (int i = 0; i < 2 * TIMES; i++) {
        struct pool view = {.app = pair.pools[i % 2].app, .memory = second->memory};
        CU(cuCtxSetCurrent(view.app.context));
        run_scatter(&view, pair.table, COUNT);
        for (size_t j = 0; j < COUNT; j++)
            second->model[places[j]]++;
        step_in(&view.app, second, 0);
        if (i % 2 == 0)
            continue;
        for (int j = 0; j < 2; j++) {
            CU(cuCtxSetCurrent(pair.pools[j].app.context));
            CU(cuCtxSynchronize());
        }
    }
    pair_end(&pair);
    return 0;
}

const struct mode pool_modes[] = {
    {"emptypool", emptypool},
    {"fullpool", fullpool},
    {"datapool", datapool},
    {"learnpool", learnpool},
    {"atomicpool", atomicpool},
    {"wanderpool", wanderpool},
    {"asyncpool", asyncpool},
    {"pairpool", pairpool},
    {"pairmapped", pairmapped},
    {"pairlearn", pairlearn},
    {NULL, NULL},
};
