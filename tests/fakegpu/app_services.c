/* Modes whose kernels call the driver on the device: malloc, free, printf. */
#include <stdlib.h>

#include "app.h"
#include "elf_image.h"

static CUmodule load(const struct elf_symbol *symbols, size_t count)
{
    CUmodule module = NULL;
    size_t size;
    void *image = elf_image_build(symbols, count, &size);
    CU(cuModuleLoadData(&module, image));
    free(image);
    return module;
}

static CUfunction find(CUmodule module, const char *name)
{
    CUfunction function = NULL;
    CU(cuModuleGetFunction(&function, module, name));
    return function;
}

struct heap_app {
    struct app app;
    CUdeviceptr slots, state;
    CUfunction look;
};

enum { BLOCKS = 8 };

/* Launches with the slots of the blocks. */
static void on_slots(const struct heap_app *h, CUfunction function, unsigned blocks)
{
    void *params[] = {(void *)&h->slots, &blocks};
    app_launch(function, 1, 1, h->app.stream, params);
}

static void expect_heap(const struct heap_app *h, unsigned blocks, unsigned sum)
{
    unsigned state[3] = {99, 99, 99};
    void *params[] = {(void *)&h->state};
    app_launch(h->look, 1, 1, h->app.stream, params);
    CU(cuStreamSynchronize(h->app.stream));
    CU(cuMemcpyDtoH(state, h->state, sizeof state));
    EXPECT(state[0] == blocks);
    EXPECT(state[1] == 0);
    EXPECT(state[2] == sum);
}

/* Blocks that one kernel makes, others write, also one of another module, and a last one frees: 11
 * launches, of which the third and those after it may not be replayed without the heap. */
static int heap(int count)
{
    static const struct elf_symbol symbols[] = {
        {"_Z5buildPPjj", .calls = "make"}, {"make", .calls = "malloc"}, {"malloc", .undefined = 1},
        {"_Z4tearPPjj", .calls = "free"},  {"free", .undefined = 1},    {"_Z5touchPPjj"},
    };
    static const struct elf_symbol other[] = {{"_Z10heap_statePj"}, {"_Z8touch_upPPjj"}};
    struct heap_app h = {0};
    (void)count;
    app_begin(&h.app, true);
    CUmodule module = load(symbols, sizeof symbols / sizeof *symbols);
    CUmodule state = load(other, 2);
    CUfunction touch = find(module, "_Z5touchPPjj"), up = find(state, "_Z8touch_upPPjj");
    h.look = find(state, "_Z10heap_statePj");
    CU(cuMemAlloc(&h.slots, BLOCKS * sizeof(unsigned *)));
    CU(cuMemAlloc(&h.state, 3 * sizeof(unsigned)));
    on_slots(&h, touch, 0);
    expect_heap(&h, 0, 0);
    on_slots(&h, find(module, "_Z5buildPPjj"), BLOCKS);
    on_slots(&h, touch, BLOCKS);
    on_slots(&h, touch, BLOCKS);
    expect_heap(&h, BLOCKS, 2 * BLOCKS);
    on_slots(&h, up, BLOCKS);
    on_slots(&h, up, BLOCKS);
    expect_heap(&h, BLOCKS, 4 * BLOCKS);
    on_slots(&h, find(module, "_Z4tearPPjj"), BLOCKS);
    expect_heap(&h, 0, 0);
    CU(cuMemFree(h.slots));
    CU(cuMemFree(h.state));
    CU(cuModuleUnload(module));
    CU(cuModuleUnload(state));
    app_end(&h.app, true);
    return 0;
}

/* Each launch prints its number, through a function of its own. */
static int talk(int count)
{
    static const struct elf_symbol symbols[] = {
        {"_Z4talkj", .calls = "say"},
        {"say", .calls = "vprintf"},
        {"vprintf", .undefined = 1},
        {"_Z4tinyPf"},
    };
    struct app app;
    app_begin(&app, true);
    CUmodule module = load(symbols, sizeof symbols / sizeof *symbols);
    CUfunction function = find(module, "_Z4talkj"), tiny = find(module, "_Z4tinyPf");
    CUdeviceptr x = app_floats();
    void *tiny_params[] = {&x};
    for (unsigned i = 0; i < (unsigned)(count ? count : 2); i++) {
        void *params[] = {&i};
        app_launch(function, 1, 1, app.stream, params);
        app_launch(tiny, 1, 32, app.stream, tiny_params);
    }
    CU(cuStreamSynchronize(app.stream));
    CU(cuMemFree(x));
    CU(cuModuleUnload(module));
    app_end(&app, true);
    return 0;
}

/* A graph whose first kernel launches graphs, as only kernels of graphs may, between launches. N is
 * 1: the cubin does not tell. */
static int starts(int count)
{
    static const struct elf_symbol symbols[] = {{"_Z6startsPj", .calls = "cudaGraphLaunch"},
                                                {"cudaGraphLaunch", .undefined = 1},
                                                {"_Z5countPj"}};
    static const struct elf_symbol silent[] = {{"_Z6startsPj"}, {"_Z5countPj"}};
    struct app app;
    CUgraph graph = NULL;
    CUgraphExec executable = NULL;
    CUdeviceptr x = 0;
    unsigned counted = 0;
    app_begin(&app, true);
    CUmodule module = count == 1 ? load(silent, 2) : load(symbols, 3);
    CUfunction plain = find(module, "_Z5countPj");
    void *params[] = {&x};
    CU(cuMemAlloc(&x, sizeof counted));
    CU(cuMemcpyHtoD(x, &counted, sizeof counted));
    CU(cuStreamBeginCapture(app.stream, CU_STREAM_CAPTURE_MODE_RELAXED));
    app_launch(find(module, "_Z6startsPj"), 1, 10, app.stream, params);
    app_launch(plain, 1, 100, app.stream, params);
    CU(cuStreamEndCapture(app.stream, &graph));
    CU(cuGraphInstantiate(&executable, graph, 0));
    for (int i = 0; i < 3; i++) {
        app_launch(plain, 1, 1, app.stream, params);
        CU(cuGraphLaunch(executable, app.stream));
        CU(cuStreamSynchronize(app.stream));
    }
    CU(cuMemcpyDtoH(&counted, x, sizeof counted));
    EXPECT(counted == 3 * 111);
    CU(cuGraphExecDestroy(executable));
    CU(cuGraphDestroy(graph));
    CU(cuMemFree(x));
    CU(cuModuleUnload(module));
    app_end(&app, true);
    return 0;
}

/* Two launches in a green context of 24 multiprocessors, between them one that is in none; N
 * launches of a graph that is captured there. */
static int green(int count)
{
    struct app app;
    CUdevResource all, part, rest;
    CUdevResourceDesc desc;
    CUgreenCtx context;
    CUstream stream;
    unsigned groups = 1;
    app_begin(&app, true);
    CUdeviceptr x = app_floats();
    CU(cuDeviceGetDevResource(0, &all, CU_DEV_RESOURCE_TYPE_SM));
    CU(cuDevSmResourceSplitByCount(&part, &groups, &all, &rest, 0, 24));
    CU(cuDevResourceGenerateDesc(&desc, &part, 1));
    CU(cuGreenCtxCreate(&context, desc, 0, CU_GREEN_CTX_DEFAULT_STREAM));
    CU(cuGreenCtxStreamCreate(&stream, context, CU_STREAM_NON_BLOCKING, 0));
    struct app inside = app;
    inside.stream = stream;
    app_inplace(&inside, x, 1);
    CU(cuStreamSynchronize(stream));
    app_inplace(&app, x, 1);
    CU(cuStreamSynchronize(app.stream));
    app_inplace(&inside, x, 1);
    CU(cuStreamSynchronize(stream));
    if (count) {
        CUgraph graph = NULL;
        CUgraphExec executable = NULL;
        CU(cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_RELAXED));
        app_inplace(&inside, x, 2);
        CU(cuStreamEndCapture(stream, &graph));
        CU(cuGraphInstantiate(&executable, graph, 0));
        for (int i = 0; i < count; i++)
            CU(cuGraphLaunch(executable, stream));
        CU(cuStreamSynchronize(stream));
        CU(cuGraphExecDestroy(executable));
        CU(cuGraphDestroy(graph));
    }
    app_check_steps(x, 3 + 2 * count);
    CU(cuStreamDestroy(stream));
    CU(cuGreenCtxDestroy(context));
    CU(cuMemFree(x));
    app_end(&app, true);
    return 0;
}

/* Batches of two copies each that the GPU decompresses, in the form of the double. */
static int decompress(int count)
{
    enum { PAIRS = 512, BYTES = PAIRS * 200 };
    struct app app;
    unsigned char pairs[PAIRS * 2], *got = malloc(BYTES);
    CUdeviceptr from = 0, to = 0;
    app_begin(&app, true);
    CU(cuMemAlloc(&from, sizeof pairs));
    CU(cuMemAlloc(&to, 2 * BYTES));
    for (size_t i = 0; i < PAIRS; i++) {
        pairs[2 * i] = 200;
        pairs[2 * i + 1] = (unsigned char)i;
    }
    CU(cuMemcpyHtoD(from, pairs, sizeof pairs));
    for (int i = 0; i < (count ? count : 1); i++) {
        CUmemDecompressParams copies[2] = {
            {.srcNumBytes = sizeof pairs, .dstNumBytes = BYTES, .src = (const void *)from},
            {.srcNumBytes = sizeof pairs, .dstNumBytes = BYTES, .src = (const void *)from}};
        size_t error = 0;
        copies[0].dst = (void *)to;
        copies[1].dst = (void *)(to + BYTES);
        CU(cuMemBatchDecompressAsync(copies, 2, 0, &error, app.stream));
    }
    CU(cuStreamSynchronize(app.stream));
    CU(cuMemcpyDtoH(got, to + BYTES, BYTES));
    size_t wrong = 0;
    for (size_t i = 0; i < BYTES; i++)
        wrong += got[i] != (unsigned char)(i / 200);
    EXPECT(wrong == 0);
    free(got);
    CU(cuMemFree(from));
    CU(cuMemFree(to));
    app_end(&app, true);
    return 0;
}

const struct mode service_modes[] = {
    {"heap", heap},
    {"talk", talk},
    {"starts", starts},
    {"green", green},
    {"decompress", decompress},
    {NULL, NULL},
};
