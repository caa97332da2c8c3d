/* Steps of mode chance: graphs that stay, events, the streams that each context has by itself,
 * memory of malloc() of the host and of the device, surfaces, advice, and memory that is handed
 * out.
 */
#include <stdlib.h>
#include <string.h>

#include <cudaProfiler.h>

#include "app_chance.h"
#include "elf_image.h"
#include "peer.h"

enum {
    WIDTH = 8,
    HEIGHT = 4,
    BOARD = WIDTH * HEIGHT * sizeof(unsigned),
    LOOSE = 1 << 18,
    BLOCKS = 8,
    MAIL_WORDS = 1 << 16
};

static void open_board(struct chance_walk *w, int side)
{
    const CUDA_ARRAY3D_DESCRIPTOR descriptor = {.Width = WIDTH,
                                                .Height = HEIGHT,
                                                .Format = CU_AD_FORMAT_UNSIGNED_INT32,
                                                .NumChannels = 1,
                                                .Flags = CUDA_ARRAY3D_SURFACE_LDST};
    CUDA_RESOURCE_DESC resource = {.resType = CU_RESOURCE_TYPE_ARRAY};
    CU(cuArray3DCreate(&w->boards[side], &descriptor));
    resource.res.array.hArray = w->boards[side];
    CU(cuSurfObjectCreate(&w->surfaces[side], &resource));
}

/* Between a board and the begin of an array. */
static void copy_board(const struct chance_walk *w, const struct chance_array *a, bool to_board,
                       CUstream stream)
{
    CUDA_MEMCPY3D copy = {.WidthInBytes = WIDTH * sizeof(unsigned), .Height = HEIGHT, .Depth = 1};
    if (to_board) {
        copy.srcMemoryType = CU_MEMORYTYPE_DEVICE;
        copy.srcDevice = a->x;
        copy.srcPitch = WIDTH * sizeof(unsigned);
        copy.dstMemoryType = CU_MEMORYTYPE_ARRAY;
        copy.dstArray = w->boards[a->side];
    } else {
        copy.srcMemoryType = CU_MEMORYTYPE_ARRAY;
        copy.srcArray = w->boards[a->side];
        copy.dstMemoryType = CU_MEMORYTYPE_DEVICE;
        copy.dstDevice = a->x;
        copy.dstPitch = WIDTH * sizeof(unsigned);
    }
    CU(cuMemcpy3DAsync(&copy, stream));
}

/* A surface is of its context: kernels of another one cannot use it. */
static void board(struct chance_walk *w, const struct chance_array *a)
{
    const CUstream stream = w->streams[a->side][0];
    int width = WIDTH, height = HEIGHT;
    void *params[] = {&w->surfaces[a->side], &width, &height};
    CUkernel kernel;
    chance_enter(a);
    CU(cuLibraryGetKernel(&kernel, chance_library, "_Z8surf_incyii"));
    copy_board(w, a, true, stream);
    for (unsigned i = chance_below(w, 3); i > 0; i--)
        chance_launch(kernel, 1, WIDTH * HEIGHT, stream, params);
    copy_board(w, a, false, stream);
}

static void drop_kept(struct chance_kept *k)
{
    if (k->executable) {
        CU(cuGraphExecDestroy(k->executable));
        CU(cuGraphDestroy(k->graph));
    }
    *k = (struct chance_kept){0};
}

static CUDA_KERNEL_NODE_PARAMS kernel_node(const struct chance_array *a, CUkernel kernel,
                                           unsigned threads, void **params)
{
    return (CUDA_KERNEL_NODE_PARAMS){.gridDimX = 2,
                                     .gridDimY = 1,
                                     .gridDimZ = 1,
                                     .blockDimX = threads,
                                     .blockDimY = 1,
                                     .blockDimZ = 1,
                                     .kernelParams = params,
                                     .kern = kernel,
                                     .ctx = chance_sides[a->side].context};
}

static void build_kept(struct chance_kept *k, const struct chance_array *to,
                       const struct chance_array *from)
{
    CUgraph child;
    CUgraphNode inner, family, fill, copy;
    const CUcontext context = chance_sides[to->side].context;
    float half = 0.5f;
    int n = (int)to->words;
    void *steps[] = {(void *)&to->x, &half, &n}, *counts[] = {(void *)&from->x};
    const CUDA_KERNEL_NODE_PARAMS stepped = kernel_node(to, chance_step_kernel, 64, steps);
    const CUDA_KERNEL_NODE_PARAMS counted = kernel_node(to, chance_count_kernel, 32, counts);
    const CUDA_MEMSET_NODE_PARAMS seven = {
        .dst = from->x + 64, .value = 7, .elementSize = 4, .width = 8, .height = 1};
    const CUDA_MEMCPY3D moved = {.srcMemoryType = CU_MEMORYTYPE_UNIFIED,
                                 .srcDevice = from->x,
                                 .dstMemoryType = CU_MEMORYTYPE_UNIFIED,
                                 .dstDevice = to->x + 32,
                                 .WidthInBytes = 128,
                                 .Height = 1,
                                 .Depth = 1};
    k->to = to;
    k->from = from;
    CU(cuGraphCreate(&k->graph, 0));
    CU(cuGraphCreate(&child, 0));
    CU(cuGraphAddKernelNode(&inner, child, NULL, 0, &counted));
    CU(cuGraphAddKernelNode(&k->first, k->graph, NULL, 0, &stepped));
    CU(cuGraphAddChildGraphNode(&family, k->graph, &k->first, 1, child));
    CU(cuGraphAddMemsetNode(&fill, k->graph, &family, 1, &seven, context));
    CU(cuGraphAddMemcpyNode(&copy, k->graph, &fill, 1, &moved, context));
    CU(cuGraphInstantiate(&k->executable, k->graph, 0));
    CU(cuGraphDestroy(child));
}

/* Its first kernel gets another array, or more threads. */
static void change_kept(struct chance_walk *w, const struct chance_kept *k)
{
    const struct chance_array *a = chance_below(w, 2) ? k->to : k->from;
    float half = 0.5f;
    int n = (int)a->words;
    void *params[] = {(void *)&a->x, &half, &n};
    const CUDA_KERNEL_NODE_PARAMS changed =
        kernel_node(k->to, chance_step_kernel, 32u << chance_below(w, 3), params);
    CU(cuGraphExecKernelNodeSetParams(k->executable, k->first, &changed));
}

static void graph(struct chance_walk *w, const struct chance_array *to,
                  const struct chance_array *from)
{
    struct chance_kept *k = &w->kept[chance_below(w, MOST_KEPT)];
    chance_enter(to);
    if (!k->executable)
        build_kept(k, to, from);
    else if (!chance_below(w, 3))
        change_kept(w, k);
    for (unsigned i = chance_below(w, 3); i > 0; i--) {
        chance_enter_any(w);
        CU(cuGraphLaunch(k->executable, chance_stream(w, k->to)));
    }
}

/* One stream waits for another, of the other context as well. */
static void event(struct chance_walk *w, const struct chance_array *a, CUstream stream)
{
    chance_enter(a);
    CU(cuEventRecord(w->events[a->side], stream));
    CU(cuStreamWaitEvent(w->streams[chance_below(w, SIDES)][chance_below(w, 2)], w->events[a->side],
                         0));
    if (chance_below(w, 2))
        CU(cuEventSynchronize(w->events[a->side]));
}

/* The streams that need no creation: which context they are of, the current one says. */
static void plain(struct chance_walk *w, const struct chance_array *a, CUstream before)
{
    const CUstream stream = chance_below(w, 2) ? CU_STREAM_PER_THREAD : NULL;
    chance_enter(a);
    CU(cuStreamSynchronize(before));
    chance_step(a, stream);
    chance_count(a, stream);
    CU(cuMemsetD32Async(a->x, chance_below(w, 1000), 3, stream));
    CU(cuStreamSynchronize(stream));
}

/* The host's own memory is used again right after the call. */
static void own(struct chance_walk *w, const struct chance_array *a, CUstream stream)
{
    unsigned words[24];
    for (unsigned i = 0; i < 24; i++)
        words[i] = chance_below(w, 1u << 20);
    CU(cuMemcpyHtoDAsync(a->x + 16, words, sizeof words, stream));
    memset(words, 0, sizeof words);
    CU(cuMemcpyDtoHAsync(words, a->x, sizeof words, stream));
    CU(cuStreamSynchronize(stream));
    chance_fold(w, words, 24);
}

/* Kernels use memory of malloc(), which comes anew now and then. */
static void loose(struct chance_walk *w, CUstream stream)
{
    unsigned *word = &w->loose[chance_below(w, LOOSE / sizeof *word)];
    void *params[] = {&word};
    chance_launch(chance_count_kernel, 1, 32, stream, params);
    if (chance_below(w, 2)) {
        CU(cuStreamSynchronize(stream));
        chance_fold(w, word, 1);
        free(w->loose);
        w->loose = calloc(1, LOOSE);
    }
}

/* Its first word counts what kernels of all threads add. */
static struct mail {
    CUdeviceptr memory;
    unsigned sent[MAIL_WORDS], next;
} mail;

static void write_mail(void *context)
{
    struct mail *m = context;
    m->next = 1 + (m->next * 2654435761u + 12345) % (MAIL_WORDS - 1);
    ((unsigned *)(uintptr_t)m->memory)[m->next]++;
    m->sent[m->next]++;
}

void chance_mail_open(void)
{
    CUipcMemHandle handle;
    CU(cuCtxSetCurrent(chance_sides[0].context));
    CU(cuMemAlloc(&mail.memory, sizeof mail.sent));
    CU(cuMemsetD32(mail.memory, 0, MAIL_WORDS));
    CU(cuIpcGetMemHandle(&handle, mail.memory));
    fakegpu_peer(write_mail, &mail);
}

void chance_mail_close(void)
{
    static unsigned found[MAIL_WORDS];
    fakegpu_peer(NULL, NULL);
    CU(cuCtxSetCurrent(chance_sides[0].context));
    CU(cuMemcpyDtoH(found, mail.memory, sizeof found));
    EXPECT(found[0] == mail.sent[0]);
    EXPECT(memcmp(found + 1, mail.sent + 1, sizeof found - sizeof *found) == 0);
    CU(cuMemFree(mail.memory));
}

static void send(struct chance_walk *w)
{
    void *params[] = {&mail.memory};
    chance_launch(chance_count_kernel, 1, 32, w->streams[0][chance_below(w, 2)], params);
    __atomic_add_fetch(&mail.sent[0], 32, __ATOMIC_RELAXED);
}

static void advise(struct chance_walk *w, const struct chance_array *a, CUstream stream)
{
    const CUmemLocation device = {CU_MEM_LOCATION_TYPE_DEVICE, chance_sides[a->side].device};
    CUipcMemHandle handle;
    chance_enter(a);
    if (a->kind == MANAGED && chance_below(w, 2))
        CU(cuMemPrefetchAsync(a->x, chance_bytes(a), device, 0, stream));
    else if (a->kind == MANAGED)
        CU(cuMemAdvise(a->x, chance_bytes(a), CU_MEM_ADVISE_SET_PREFERRED_LOCATION, device));
    else if (a->kind == DEVICE && chance_traits.exports)
        CU(cuIpcGetMemHandle(&handle, a->x));
}

static void on_blocks(const struct chance_walk *w, const char *name)
{
    CUfunction function = NULL;
    unsigned count = BLOCKS;
    void *params[] = {(void *)&w->blocks, &count};
    CU(cuModuleGetFunction(&function, w->heap, name));
    app_launch(function, 1, 1, w->streams[0][0], params);
}

/* Kernels allocate blocks, write and free them. */
static void heap(struct chance_walk *w)
{
    CU(cuCtxSetCurrent(chance_sides[0].context));
    if (!w->built || !chance_below(w, 4)) {
        on_blocks(w, w->built ? "_Z4tearPPjj" : "_Z5buildPPjj");
        w->built = !w->built;
    }
    for (unsigned i = w->built ? chance_below(w, 3) : 0; i > 0; i--)
        on_blocks(w, "_Z5touchPPjj");
}

static void open_heap(struct chance_walk *w)
{
    static const struct elf_symbol symbols[] = {{"_Z5buildPPjj", .calls = "make"},
                                                {"make", .calls = "malloc"},
                                                {"malloc", .undefined = 1},
                                                {"_Z4tearPPjj", .calls = "free"},
                                                {"free", .undefined = 1},
                                                {"_Z5touchPPjj"},
                                                {"_Z10heap_statePj"}};
    size_t size;
    void *image = elf_image_build(symbols, sizeof symbols / sizeof *symbols, &size);
    CU(cuCtxSetCurrent(chance_sides[0].context));
    CU(cuModuleLoadData(&w->heap, image));
    CU(cuMemAlloc(&w->blocks, BLOCKS * sizeof(unsigned *)));
    free(image);
}

/* How many blocks there are, how many were freed wrongly, and what they hold. */
static void close_heap(struct chance_walk *w)
{
    CUfunction look = NULL;
    CUdeviceptr state;
    unsigned values[3];
    void *params[] = {&state};
    CU(cuCtxSetCurrent(chance_sides[0].context));
    CU(cuMemAlloc(&state, sizeof values));
    CU(cuModuleGetFunction(&look, w->heap, "_Z10heap_statePj"));
    app_launch(look, 1, 1, w->streams[0][0], params);
    CU(cuStreamSynchronize(w->streams[0][0]));
    CU(cuMemcpyDtoH(values, state, sizeof values));
    chance_fold(w, values, 3);
    CU(cuMemFree(state));
    CU(cuMemFree(w->blocks));
    CU(cuModuleUnload(w->heap));
}

static void range(void)
{
    CU(cuCtxSynchronize());
    CU(cuProfilerStop());
    CU(cuProfilerStart());
}

void chance_more(struct chance_walk *w, const struct chance_array *to,
                 const struct chance_array *from, CUstream stream)
{
    switch (chance_below(w, 9)) {
    case 0:
    case 1:
    case 2:
        graph(w, to, from);
        break;
    case 3:
        event(w, to, stream);
        break;
    case 4:
        plain(w, to, stream);
        break;
    case 5:
        own(w, to, stream);
        break;
    case 6:
        board(w, to);
        break;
    case 7:
        advise(w, to, stream);
        break;
    default:
        if (chance_traits.loose)
            loose(w, stream);
        if (chance_traits.exports)
            send(w);
        if (chance_traits.heap)
            heap(w);
        if (chance_traits.ranges && !chance_below(w, 2))
            range();
    }
}

static void open_green(struct chance_walk *w, int side)
{
    if (chance_sides[side].green)
        CU(cuGreenCtxStreamCreate(&w->streams[side][2], chance_sides[side].green,
                                  CU_STREAM_NON_BLOCKING, 0));
}

void chance_more_begin(struct chance_walk *w)
{
    w->loose = calloc(1, LOOSE);
    if (chance_traits.heap)
        open_heap(w);
    for (int i = 0; i < SIDES; i++) {
        CU(cuCtxSetCurrent(chance_sides[i].context));
        CU(cuEventCreate(&w->events[i], CU_EVENT_DEFAULT));
        open_board(w, i);
        open_green(w, i);
    }
}

void chance_more_drop(struct chance_walk *w, const struct chance_array *a)
{
    for (int i = 0; i < MOST_KEPT; i++)
        if (w->kept[i].to == a || w->kept[i].from == a)
            drop_kept(&w->kept[i]);
}

void chance_more_end(struct chance_walk *w)
{
    if (chance_traits.heap)
        close_heap(w);
    for (int i = 0; i < MOST_KEPT; i++)
        drop_kept(&w->kept[i]);
    for (int i = 0; i < SIDES; i++) {
        CU(cuCtxSetCurrent(chance_sides[i].context));
        CU(cuSurfObjectDestroy(w->surfaces[i]));
        CU(cuArrayDestroy(w->boards[i]));
        CU(cuEventDestroy(w->events[i]));
    }
    free(w->loose);
}
