/* Modes whose kernels use memory that the driver did not allocate: of malloc(), which goes back to
 * the system right after the launch, the stack and variables, as they may on a GPU with
 * PAGEABLE_MEMORY_ACCESS. Between them, kernels step floats on the device. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cudaProfiler.h>

#include "app.h"
#include "peer.h"

/* Memory of this size is a mapping of its own. */
enum { TIMES = 6, LARGE = 1 << 20 };

struct bench {
    struct app app;
    CUdeviceptr x;
    int steps;
};

static void open_bench(struct bench *b)
{
    *b = (struct bench){0};
    app_begin(&b->app, true);
    b->x = app_floats();
}

static void step(struct bench *b, int times)
{
    app_inplace(&b->app, b->x, times);
    b->steps += times;
}

static void close_bench(struct bench *b)
{
    CU(cuCtxSynchronize());
    app_check_steps(b->x, b->steps);
    app_end(&b->app, true);
}

static unsigned *large(void)
{
    unsigned *words = calloc(1, LARGE);
    EXPECT(words);
    return words;
}

static void count_in(const struct bench *b, unsigned *word)
{
    void *params[] = {&word};
    app_launch(app_kernel(&b->app, "_Z5countPj"), 1, 32, b->app.stream, params);
}

/* The same parameter as packed bytes. */
static void count_packed(const struct bench *b, unsigned *word)
{
    size_t size = sizeof word;
    void *extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &word, CU_LAUNCH_PARAM_BUFFER_SIZE, &size,
                     CU_LAUNCH_PARAM_END};
    CU(cuLaunchKernel(app_kernel(&b->app, "_Z5countPj"), 1, 1, 1, 32, 1, 1, 0, b->app.stream, NULL,
                      extra));
}

/* Kernels write it. */
static int pageable(int count)
{
    static unsigned variable;
    struct bench b;
    unsigned local = 0;
    (void)count;
    open_bench(&b);
    step(&b, 2);
    for (int i = 0; i < TIMES; i++) {
        unsigned *words = large();
        count_in(&b, &words[100]);
        step(&b, 1);
        count_packed(&b, &words[100]);
        count_in(&b, &local);
        count_in(&b, &variable);
        CU(cuStreamSynchronize(b.app.stream));
        EXPECT(words[100] == 64);
        free(words);
    }
    step(&b, 2);
    close_bench(&b);
    EXPECT(local == 32 * TIMES && variable == 32 * TIMES);
    return 0;
}

/* Kernels read it, and are asked what they found once it is gone. */
static int pageable_read(int count)
{
    struct bench b;
    CUdeviceptr found;
    unsigned value = 0;
    (void)count;
    open_bench(&b);
    CU(cuMemAlloc(&found, sizeof value));
    CU(cuMemsetD32(found, 0, 1));
    for (unsigned i = 1; i <= TIMES; i++) {
        unsigned *words = large();
        void *params[] = {&words, &i, &found};
        *words = i;
        app_launch(app_kernel(&b.app, "_Z6followPKjjPj"), 1, 1, b.app.stream, params);
        CU(cuStreamSynchronize(b.app.stream));
        free(words);
        step(&b, 1);
    }
    CU(cuMemcpyDtoH(&value, found, sizeof value));
    EXPECT(value == TIMES);
    close_bench(&b);
    return 0;
}

/* Kernels write a frame that a library has, and a variable, which no call has allocated either. */
static int untold(int count)
{
    struct bench b;
    CUdeviceptr variable;
    size_t size;
    unsigned values[2];
    (void)count;
    open_bench(&b);
    unsigned *frame = (unsigned *)fakegpu_untold(4096);
    CU(cuModuleGetGlobal(&variable, &size, b.app.module, "device_value"));
    CU(cuMemsetD32((CUdeviceptr)frame, 7, 1));
    CU(cuMemsetD32(variable, 7, 1));
    step(&b, 2);
    for (int i = 0; i < TIMES; i++) {
        count_in(&b, frame);
        step(&b, 1);
        count_in(&b, (unsigned *)variable);
    }
    CU(cuCtxSynchronize());
    CU(cuMemcpyDtoH(&values[0], (CUdeviceptr)frame, sizeof values[0]));
    CU(cuMemcpyDtoH(&values[1], variable, sizeof values[1]));
    EXPECT(values[0] == 7 + 32 * TIMES && values[1] == 7 + 32 * TIMES);
    close_bench(&b);
    return 0;
}

/* So does a kernel of a graph. */
static int pageable_graph(int count)
{
    struct bench b;
    CUgraph graph;
    CUgraphExec executable;
    unsigned *words = large();
    float a = 0.5f;
    int n = APP_COUNT;
    (void)count;
    open_bench(&b);
    void *counts[] = {&words}, *steps[] = {&b.x, &a, &n};
    CU(cuGraphCreate(&graph, 0));
    CUgraphNode first =
        app_add_kernel(graph, app_kernel(&b.app, "_Z5countPj"), 1, 32, counts, NULL);
    app_add_kernel(graph, app_kernel(&b.app, "_Z7inplacePffi"), APP_GRID, APP_BLOCK, steps, first);
    CU(cuGraphInstantiate(&executable, graph, 0));
    CU(cuGraphDestroy(graph));
    for (int i = 0; i < TIMES; i++) {
        step(&b, 1);
        CU(cuGraphLaunch(executable, b.app.stream));
        b.steps++;
    }
    CU(cuCtxSynchronize());
    EXPECT(*words == 32 * TIMES);
    CU(cuGraphExecDestroy(executable));
    close_bench(&b);
    free(words);
    return 0;
}

/* Three ranges: a kernel writes such memory in the second. */
static int pageable_ranges(int count)
{
    struct bench b;
    unsigned *words = large();
    (void)count;
    open_bench(&b);
    for (int i = 0; i < 3; i++) {
        CU(cuProfilerStart());
        step(&b, 1);
        if (i == 1)
            count_in(&b, words);
        CU(cuStreamSynchronize(b.app.stream));
        CU(cuProfilerStop());
    }
    EXPECT(*words == 32);
    close_bench(&b);
    free(words);
    return 0;
}

/* The pointer lies in a structure. N: 1 the program has advice for such memory, 2 it prefetches it,
 * else a kernel got some before. */
static int pageable_inside(int count)
{
    struct bench b;
    struct holder holder = {.at = large()};
    const CUmemLocation device = {.type = CU_MEM_LOCATION_TYPE_DEVICE};
    open_bench(&b);
    if (count == 1)
        CU(cuMemAdvise((uintptr_t)holder.at, LARGE, CU_MEM_ADVISE_SET_READ_MOSTLY, device));
    else if (count == 2)
        CU(cuMemPrefetchAsync((uintptr_t)holder.at, LARGE, device, 0, b.app.stream));
    else
        count_in(&b, holder.at + 1);
    for (int i = 0; i < TIMES; i++) {
        void *params[] = {&holder};
        app_launch(app_kernel(&b.app, "_Z9count_for6holder"), 1, 32, b.app.stream, params);
        step(&b, 1);
    }
    CU(cuCtxSynchronize());
    EXPECT(holder.at[0] == 32 * TIMES && holder.at[1] == (count ? 0 : 32));
    close_bench(&b);
    free(holder.at);
    return 0;
}

/* Addresses that lie about in a structure, and that no kernel reads. */
static int pageable_numbers(int count)
{
    struct bench b;
    CUdeviceptr sum;
    unsigned counted = 0;
    struct big big = {.words = {(uintptr_t)&b, (uintptr_t)&big}};
    (void)count;
    open_bench(&b);
    CU(cuMemAlloc(&sum, sizeof counted));
    CU(cuMemsetD32(sum, 0, 1));
    void *params[] = {&big, &sum};
    for (int i = 0; i < TIMES; i++) {
        app_launch(app_kernel(&b.app, "_Z9big_param3BigPj"), 1, 1, b.app.stream, params);
        step(&b, 1);
    }
    CU(cuMemcpyDtoH(&counted, sum, sizeof counted));
    EXPECT(counted == TIMES * ((unsigned)big.words[0] + (unsigned)big.words[1]));
    close_bench(&b);
    return 0;
}

const struct mode pageable_modes[] = {
    {"pageable", pageable},
    {"pageable_read", pageable_read},
    {"untold", untold},
    {"pageable_graph", pageable_graph},
    {"pageable_ranges", pageable_ranges},
    {"pageable_inside", pageable_inside},
    {"pageable_numbers", pageable_numbers},
    {NULL, NULL},
};
