/* chance N: what no hand has written. N is a seed, from which each of one to three threads makes
 * steps on arrays of its own: kernels of two contexts (of two devices, if there are two), fills,
 * copies, graphs, memory of nine kinds that comes and goes, functions of the host, pointers in
 * device memory, variables, and what app_chance_more.c and app_chance_rare.c have. Which context is
 * current is chosen anew for each step, where the call does not depend on it. It prints what all
 * arrays hold at the end, and some of them in between: the same in each run.
 * tests/gpu/programs/random.cu is its like for hardware. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cudaProfiler.h>

#include "app_chance.h"

enum { STEPS = 90, MOST_THREADS = 3 };

struct chance_side chance_sides[SIDES];

static CUmemoryPool far_pools[SIDES], host_pool; /* of the other side; open to both */
struct chance_traits chance_traits;
CUlibrary chance_library;
CUkernel chance_step_kernel, chance_count_kernel;
static CUkernel add_kernel, count_at_kernel, global_kernel, managed_kernel;

unsigned chance_below(struct chance_walk *w, unsigned limit)
{
    w->state = w->state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(w->state >> 33) % limit;
}

void chance_enter(const struct chance_array *a)
{
    CU(cuCtxSetCurrent(chance_sides[a->side].context));
}

/* For calls whose stream tells the context. */
void chance_enter_any(struct chance_walk *w)
{
    CU(cuCtxSetCurrent(chance_sides[chance_below(w, SIDES)].context));
}

CUstream chance_stream(struct chance_walk *w, const struct chance_array *a)
{
    return w->streams[a->side][chance_below(w, 2u + (chance_sides[a->side].green != NULL))];
}

size_t chance_bytes(const struct chance_array *a)
{
    return a->words * sizeof(unsigned);
}

static void map_at(CUdeviceptr *at, const struct chance_array *a)
{
    const CUmemAccessDesc access = {
        .location = {.type = CU_MEM_LOCATION_TYPE_DEVICE, .id = chance_sides[a->side].device},
        .flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE};
    CU(cuMemAddressReserve(at, a->mapped, 0, 0, 0));
    CU(cuMemMap(*at, a->mapped, 0, a->handle, 0));
    CU(cuMemSetAccess(*at, a->mapped, &access, 1));
}

static void map(struct chance_array *a)
{
    const CUmemAllocationProp property = {
        .type = CU_MEM_ALLOCATION_TYPE_PINNED,
        .location = {.type = CU_MEM_LOCATION_TYPE_DEVICE, .id = chance_sides[a->side].device}};
    size_t step = 1;
    CU(cuMemGetAllocationGranularity(&step, &property, CU_MEM_ALLOC_GRANULARITY_MINIMUM));
    a->mapped = (chance_bytes(a) + step - 1) / step * step;
    CU(cuMemCreate(&a->handle, a->mapped, &property, 0));
    map_at(&a->x, a);
    if (a->kind == TWICE)
        map_at(&a->again, a);
}

static void unmap(CUdeviceptr at, const struct chance_array *a)
{
    if (!at)
        return;
    CU(cuMemUnmap(at, a->mapped));
    CU(cuMemAddressFree(at, a->mapped));
}

static void make(struct chance_walk *w, struct chance_array *a)
{
    static const unsigned sizes[] = {40, 1000, 4096, MOST_WORDS};
    *a = (struct chance_array){.kind = (enum chance_kind)chance_below(w, KINDS),
                               .side = (int)chance_below(w, SIDES),
                               .words = sizes[chance_below(w, sizeof sizes / sizeof *sizes)]};
    const CUstream stream = chance_stream(w, a);
    chance_enter(a);
    switch (a->kind) {
    case DEVICE:
        CU(cuMemAlloc(&a->x, chance_bytes(a)));
        break;
    case POOL:
        chance_enter_any(w);
        CU(cuMemAllocAsync(&a->x, chance_bytes(a), stream));
        break;
    case FAR_POOL:
        chance_enter_any(w);
        CU(cuMemAllocFromPoolAsync(&a->x, chance_bytes(a), far_pools[a->side], stream));
        break;
    case HOST_POOL:
        chance_enter_any(w);
        CU(cuMemAllocFromPoolAsync(&a->x, chance_bytes(a), host_pool, stream));
        a->host = (void *)(uintptr_t)a->x;
        break;
    case PINNED:
        CU(cuMemHostAlloc(&a->host, chance_bytes(a), CU_MEMHOSTALLOC_DEVICEMAP));
        CU(cuMemHostGetDevicePointer(&a->x, a->host, 0));
        break;
    case REGISTERED:
        a->host = malloc(chance_bytes(a));
        CU(cuMemHostRegister(a->host, chance_bytes(a), CU_MEMHOSTREGISTER_DEVICEMAP));
        CU(cuMemHostGetDevicePointer(&a->x, a->host, 0));
        break;
    case MANAGED:
        CU(cuMemAllocManaged(&a->x, chance_bytes(a), CU_MEM_ATTACH_GLOBAL));
        a->host = (void *)(uintptr_t)a->x;
        break;
    default:
        map(a);
    }
    CU(cuMemsetD8Async(a->x, (unsigned char)chance_below(w, 64), chance_bytes(a), stream));
}

static void drop(struct chance_walk *w, struct chance_array *a)
{
    const CUstream stream = chance_stream(w, a);
    chance_more_drop(w, a);
    chance_enter(a);
    CU(cuStreamSynchronize(stream));
    switch (a->kind) {
    case DEVICE:
    case MANAGED:
        CU(cuMemFree(a->x));
        break;
    case POOL:
    case FAR_POOL:
    case HOST_POOL:
        chance_enter_any(w);
        CU(cuMemFreeAsync(a->x, stream));
        break;
    case PINNED:
        CU(cuMemFreeHost(a->host));
        break;
    case REGISTERED:
        CU(cuMemHostUnregister(a->host));
        free(a->host);
        break;
    default:
        unmap(a->x, a);
        unmap(a->again, a);
        CU(cuMemRelease(a->handle));
    }
}

void chance_fold(struct chance_walk *w, const unsigned *words, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        w->sum = (w->sum ^ words[i]) * 1099511628211u;
}

static void look(struct chance_walk *w, const struct chance_array *a)
{
    unsigned words[MOST_WORDS];
    chance_enter(a);
    CU(cuStreamSynchronize(w->streams[a->side][0]));
    CU(cuMemcpyDtoH(words, a->x, chance_bytes(a)));
    chance_fold(w, words, a->words);
}

static unsigned blocks_of(const struct chance_array *a)
{
    return (a->words + 127) / 128;
}

void chance_launch(CUkernel kernel, unsigned blocks, unsigned threads, CUstream stream,
                   void **params)
{
    CU(cuLaunchKernel((CUfunction)kernel, blocks, 1, 1, threads, 1, 1, 0, stream, params, NULL));
}

void chance_step(const struct chance_array *a, CUstream stream)
{
    float half = 0.5f;
    int n = (int)a->words;
    void *params[] = {(void *)&a->x, &half, &n};
    chance_launch(chance_step_kernel, blocks_of(a), 128, stream, params);
}

static void add(const struct chance_array *to, const struct chance_array *from, CUstream stream)
{
    int n = (int)(to->words < from->words ? to->words : from->words);
    void *params[] = {(void *)&from->x, (void *)&to->x, (void *)&to->x, &n};
    chance_launch(add_kernel, blocks_of(to), 128, stream, params);
}

void chance_count(const struct chance_array *a, CUstream stream)
{
    void *params[] = {(void *)&a->x};
    chance_launch(chance_count_kernel, 2, 32, stream, params);
}

static void copy(struct chance_walk *w, const struct chance_array *to,
                 const struct chance_array *from, CUstream stream)
{
    const size_t size =
        chance_bytes(to) < chance_bytes(from) ? chance_bytes(to) : chance_bytes(from);
    const size_t part = size / (1 + chance_below(w, 3));
    if (chance_below(w, 2))
        CU(cuMemcpyAsync(to->x, from->x, part, stream));
    else
        CU(cuMemcpyDtoDAsync(to->x + size - part, from->x, part, stream));
}

/* Rows of a part of both, further apart at one side. */
static void carry_rows(struct chance_walk *w, const struct chance_array *to,
                       const struct chance_array *from, size_t part, CUstream stream)
{
    const size_t width = 8 + 4 * (size_t)chance_below(w, 8), pitch = width + 4;
    CUDA_MEMCPY2D copy = {.srcMemoryType = from->host ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_DEVICE,
                          .srcHost = from->host,
                          .srcDevice = from->x,
                          .srcPitch = chance_below(w, 2) ? width : pitch,
                          .srcXInBytes = 4,
                          .dstMemoryType = from->host ? CU_MEMORYTYPE_DEVICE : CU_MEMORYTYPE_HOST,
                          .dstHost = to->host,
                          .dstDevice = to->x,
                          .dstPitch = chance_below(w, 2) ? width + 4 : pitch,
                          .WidthInBytes = width - 4,
                          .Height = part / pitch};
    if (copy.Height)
        CU(cuMemcpy2DAsync(&copy, stream));
}

/* Between host and device, by calls that name the direction. */
static void carry(struct chance_walk *w, const struct chance_array *to,
                  const struct chance_array *from, CUstream stream)
{
    const size_t size =
        chance_bytes(to) < chance_bytes(from) ? chance_bytes(to) : chance_bytes(from);
    const size_t part = size / (1 + chance_below(w, 3));
    if ((from->host || to->host) && chance_below(w, 3) == 0)
        carry_rows(w, to, from, part, stream);
    else if (from->host)
        CU(cuMemcpyHtoDAsync(to->x, from->host, part, stream));
    else if (to->host)
        CU(cuMemcpyDtoHAsync(to->host, from->x, part, stream));
}

/* From one context to the other. */
static void cross(struct chance_walk *w, const struct chance_array *to,
                  const struct chance_array *from, CUstream stream)
{
    const size_t size =
        chance_bytes(to) < chance_bytes(from) ? chance_bytes(to) : chance_bytes(from);
    if (chance_below(w, 2))
        CU(cuMemcpyPeerAsync(to->x, chance_sides[to->side].context, from->x,
                             chance_sides[from->side].context, size / 2, stream));
    else
        CU(cuMemcpyDtoDAsync(to->x, from->x, size, stream));
}

static void fill(struct chance_walk *w, const struct chance_array *a, CUstream stream)
{
    switch (chance_below(w, 3)) {
    case 0:
        CU(cuMemsetD8Async(a->x + 1, (unsigned char)chance_below(w, 256), a->words, stream));
        break;
    case 1:
        CU(cuMemsetD16Async(a->x + 2, (unsigned short)chance_below(w, 65536), a->words, stream));
        break;
    default:
        CU(cuMemsetD32Async(a->x, chance_below(w, 1u << 30), a->words / 2, stream));
    }
}

static void count_found(struct chance_walk *w, const struct chance_array *a, int side,
                        CUstream stream)
{
    CUdeviceptr *cell = &w->cells[side];
    void *params[] = {cell};
    CU(cuMemcpyHtoDAsync(*cell, &a->x, sizeof a->x, stream));
    chance_launch(count_at_kernel, 1, 32, stream, params);
}

static void CUDA_CB touch(void *data)
{
    const struct chance_array *a = data;
    unsigned *words = a->host;
    for (unsigned i = 0; i < a->words; i += 37)
        words[i] += i;
}

/* The host changes memory that kernels use: in the order of a stream, or at once. */
static void host_step(struct chance_walk *w, struct chance_array *a, CUstream stream)
{
    if (!a->host)
        return;
    if (a->kind != MANAGED && chance_below(w, 2)) {
        CU(cuLaunchHostFunc(stream, touch, a));
        return;
    }
    CU(cuStreamSynchronize(stream));
    touch(a);
    chance_fold(w, a->host, 10);
}

/* Memory that each launch of a graph allocates and frees. */
static void borrow(const struct chance_array *a, CUstream stream)
{
    struct chance_array own = {.side = a->side, .words = a->words};
    CU(cuMemAllocAsync(&own.x, chance_bytes(a), stream));
    CU(cuMemcpyDtoDAsync(own.x, a->x, chance_bytes(a), stream));
    chance_step(&own, stream);
    chance_count(&own, stream);
    CU(cuMemcpyDtoDAsync(a->x, own.x, chance_bytes(a), stream));
    CU(cuMemFreeAsync(own.x, stream));
}

/* far: an array of the other context, or NULL. */
static void graph(struct chance_walk *w, struct chance_array *to, struct chance_array *from,
                  struct chance_array *far, CUstream stream)
{
    CUgraph graph = NULL;
    CUgraphExec executable = NULL;
    CU(cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_THREAD_LOCAL));
    for (unsigned i = 0, n = 1 + chance_below(w, 4); i < n; i++)
        switch (chance_below(w, 8)) {
        case 0:
            chance_step(to, stream);
            break;
        case 5:
            if (far)
                CU(cuMemcpyDtoDAsync(to->x, far->x, sizeof(unsigned), stream));
            break;
        case 6:
            if (far)
                CU(cuMemcpyDtoDAsync(far->x, to->x, 2 * sizeof(unsigned), stream));
            break;
        case 7:
            borrow(to, stream);
            break;
        case 1:
            add(to, from, stream);
            break;
        case 2:
            chance_count(from, stream);
            break;
        case 3:
            copy(w, to, from, stream);
            break;
        default:
            fill(w, from, stream);
        }
    CU(cuStreamEndCapture(stream, &graph));
    CU(cuGraphInstantiate(&executable, graph, 0));
    for (unsigned i = 0, n = 1 + chance_below(w, 3); i < n; i++) {
        chance_enter_any(w);
        CU(cuGraphLaunch(executable, chance_below(w, 4) ? stream : w->streams[!to->side][0]));
    }
    CU(cuGraphExecDestroy(executable));
    CU(cuGraphDestroy(graph));
}

/* Another array of the same context, or of the other one. NULL: there is none. */
static struct chance_array *another(struct chance_walk *w, const struct chance_array *a, bool far)
{
    for (unsigned i = 0, from = chance_below(w, ARRAYS); i < ARRAYS; i++) {
        struct chance_array *other = &w->arrays[(from + i) % ARRAYS];
        if (other != a && (other->side == a->side) != far)
            return other;
    }
    return NULL;
}

/* A module of the current context comes, runs and goes. */
static void module_step(const struct chance_array *a, CUstream stream)
{
    struct app app = {.stream = stream};
    void *image = app_image();
    chance_enter(a);
    CU(cuModuleLoadData(&app.module, image));
    free(image);
    void *params[] = {(void *)&a->x};
    app_launch(app_kernel(&app, "_Z5countPj"), 1, 32, stream, params);
    CU(cuModuleUnload(app.module));
}

/* Whether kernels of the other context reach it, too. */
static bool is_open(const struct chance_array *a)
{
    return chance_sides[0].device == chance_sides[1].device || a->kind == FAR_POOL ||
           a->kind == HOST_POOL ||
           (chance_traits.peers && a->kind != POOL && a->kind != MAPPED && a->kind != TWICE);
}

static void one_step(struct chance_walk *w)
{
    struct chance_array *to = &w->arrays[chance_below(w, ARRAYS)], *from = another(w, to, false);
    struct chance_array *far = another(w, to, true);
    CUstream stream = chance_stream(w, to);
    const CUstream stream_here = stream;
    int side = to->side; /* of the stream */
    const unsigned what = chance_below(w, 40);
    if (to->again && chance_below(w, 2)) {
        const CUdeviceptr before = to->x;
        to->x = to->again;
        to->again = before;
    }
    if (far && is_open(far) && chance_below(w, 2)) {
        from = far;
        if (is_open(to) && chance_below(w, 2)) {
            stream = chance_stream(w, far);
            side = far->side;
        }
    }
    chance_enter_any(w);
    if (what < 4)
        chance_step(to, stream);
    else if (what < 7 && from)
        add(to, from, stream);
    else if (what < 9)
        chance_count(to, stream);
    else if (what < 11)
        count_found(w, to, side, stream);
    else if (what == 11)
        chance_launch(chance_traits.managed && chance_below(w, 2) ? managed_kernel : global_kernel,
                      1, 32, stream, NULL);
    else if (what < 14 && from)
        copy(w, to, from, stream);
    else if (what < 16)
        fill(w, to, stream);
    else if (what == 16)
        host_step(w, to, stream);
    else if (what < 19 && from)
        graph(w, to, from, far, stream);
    else if (what < 22 && from)
        carry(w, to, from, stream);
    else if (what == 22 && far)
        cross(w, to, far, stream);
    else if (what == 23)
        module_step(to, w->streams[to->side][0]);
    else if (what == 24)
        look(w, to);
    else if (what == 25) {
        drop(w, to);
        make(w, to);
    } else if (what > 35 && from && from->side == to->side)
        chance_rare(w, to, from, stream_here);
    else if (what > 25 && from && from->side == to->side)
        chance_more(w, to, from, stream_here);
}

static void *walk(void *data)
{
    struct chance_walk *w = data;
    for (int i = 0; i < SIDES; i++) {
        CU(cuCtxSetCurrent(chance_sides[i].context));
        for (int j = 0; j < 2; j++)
            CU(cuStreamCreate(&w->streams[i][j], CU_STREAM_NON_BLOCKING));
        CU(cuMemAlloc(&w->cells[i], sizeof(CUdeviceptr)));
    }
    chance_more_begin(w);
    chance_rare_begin(w);
    for (int i = 0; i < ARRAYS; i++)
        make(w, &w->arrays[i]);
    for (int i = 0; i < STEPS; i++)
        one_step(w);
    for (int i = 0; i < ARRAYS; i++)
        look(w, &w->arrays[i]);
    for (int i = 0; i < ARRAYS; i++)
        drop(w, &w->arrays[i]);
    chance_rare_end(w);
    chance_more_end(w);
    return NULL;
}

/* So may kernels in streams of green contexts, which run in the primary one. */
static void allow(int side)
{
    CUcontext primary;
    CU(cuCtxSetCurrent(chance_sides[side].context));
    CU(cuCtxEnablePeerAccess(chance_sides[!side].context, 0));
    if (!chance_sides[side].green)
        return;
    CU(cuDevicePrimaryCtxRetain(&primary, chance_sides[side].device));
    CU(cuCtxSetCurrent(primary));
    CU(cuCtxEnablePeerAccess(chance_sides[!side].context, 0));
    CU(cuDevicePrimaryCtxRelease(chance_sides[side].device));
}

/* Their memory lies on the other device, or in the host, and both devices use it. */
static void open_pools(void)
{
    const CUmemPoolProps properties = {.allocType = CU_MEM_ALLOCATION_TYPE_PINNED,
                                       .location = {CU_MEM_LOCATION_TYPE_HOST, 0}};
    CU(cuMemPoolCreate(&host_pool, &properties));
    for (int i = 0; i < SIDES; i++) {
        const CUmemAccessDesc access = {
            .location = {CU_MEM_LOCATION_TYPE_DEVICE, chance_sides[i].device},
            .flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE};
        const CUmemPoolProps far = {
            .allocType = CU_MEM_ALLOCATION_TYPE_PINNED,
            .location = {CU_MEM_LOCATION_TYPE_DEVICE, chance_sides[!i].device}};
        CU(cuMemPoolCreate(&far_pools[i], &far));
        CU(cuMemPoolSetAccess(far_pools[i], &access, 1));
    }
}

static void make_green(struct chance_side *side)
{
    CUdevResource all, part, rest;
    CUdevResourceDesc desc;
    unsigned groups = 1;
    CU(cuDeviceGetDevResource(side->device, &all, CU_DEV_RESOURCE_TYPE_SM));
    CU(cuDevSmResourceSplitByCount(&part, &groups, &all, &rest, 0, 24));
    CU(cuDevResourceGenerateDesc(&desc, &part, 1));
    CU(cuGreenCtxCreate(&side->green, desc, side->device, CU_GREEN_CTX_DEFAULT_STREAM));
}

static void begin(void)
{
    const unsigned start = 5;
    int devices = 0;
    size_t size;
    app_has_managed = chance_traits.managed;
    void *image = app_image();
    CU(cuInit(0));
    CU(cuDeviceGetCount(&devices));
    CU(cuLibraryLoadData(&chance_library, image, NULL, NULL, 0, NULL, NULL, 0));
    free(image);
    CU(cuLibraryGetKernel(&add_kernel, chance_library, "_Z7vec_addPKfS0_Pfi"));
    CU(cuLibraryGetKernel(&chance_step_kernel, chance_library, "_Z7inplacePffi"));
    CU(cuLibraryGetKernel(&chance_count_kernel, chance_library, "_Z5countPj"));
    CU(cuLibraryGetKernel(&count_at_kernel, chance_library, "_Z8count_atPPj"));
    CU(cuLibraryGetKernel(&managed_kernel, chance_library, "_Z11add_managedv"));
    CU(cuLibraryGetKernel(&global_kernel, chance_library, "_Z10add_globalv"));
    for (int i = 0; i < SIDES; i++) {
        chance_sides[i].device = i % devices;
        CU(cuCtxCreate(&chance_sides[i].context, NULL, 0, chance_sides[i].device));
        CU(cuLibraryGetGlobal(&chance_sides[i].variable, &size, chance_library, "device_value"));
        CU(cuMemcpyHtoD(chance_sides[i].variable, &start, sizeof start));
        if (chance_traits.greens)
            make_green(&chance_sides[i]);
    }
    open_pools();
}

/* The variable of the context in which kernels of a green one run. */
static void print_primary(const struct chance_side *side)
{
    CUcontext primary;
    CUdeviceptr variable;
    size_t size;
    unsigned value = 0;
    CU(cuDevicePrimaryCtxRetain(&primary, side->device));
    CU(cuCtxSetCurrent(primary));
    CU(cuLibraryGetGlobal(&variable, &size, chance_library, "device_value"));
    CU(cuCtxSynchronize()); /* the copy waits for no stream of a green context */
    CU(cuMemcpyDtoH(&value, variable, sizeof value));
    CU(cuDevicePrimaryCtxRelease(side->device));
    printf(" %u", value);
}

/* Kernels of both contexts count it; here, each has its own. */
static void print_managed(void)
{
    CUdeviceptr variable = 0;
    size_t size;
    for (int i = 0; i < SIDES; i++) {
        CU(cuCtxSetCurrent(chance_sides[i].context));
        CU(cuCtxSynchronize());
        CU(cuLibraryGetManaged(&variable, &size, chance_library, "managed_value"));
        printf(" %u", *(const unsigned *)(uintptr_t)variable);
    }
}

static int chance(int seed)
{
    static struct chance_walk walks[MOST_THREADS];
    pthread_t threads[MOST_THREADS];
    const int number = 1 + seed % MOST_THREADS;
    int reached = 0;
    chance_traits = (struct chance_traits){.peers = seed % 4 == 3,
                                           .exports = seed % 7 == 4,
                                           .greens = seed % 5 == 2,
                                           .ranges = number == 1,
                                           .managed = seed % 8 == 5,
                                           .heap = seed % 9 == 6,
                                           .imports = seed % 11 == 8,
                                           .slow = number == 1 && seed % 2};
    begin();
    CU(cuDeviceGetAttribute(&reached, CU_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS, 0));
    chance_traits.loose = reached;
    for (int i = 0; i < SIDES && chance_traits.peers; i++)
        allow(i);
    if (chance_traits.ranges)
        CU(cuProfilerStart());
    if (chance_traits.exports)
        chance_mail_open();
    for (int i = 0; i < number; i++) {
        walks[i].state = (uint64_t)seed * 977 + (unsigned)i;
        pthread_create(&threads[i], NULL, walk, &walks[i]);
    }
    printf("chance %d:", seed);
    for (int i = 0; i < number; i++) {
        pthread_join(threads[i], NULL);
        printf(" %016llx", (unsigned long long)walks[i].sum);
    }
    for (int i = 0; i < SIDES; i++) {
        unsigned value = 0;
        CU(cuCtxSetCurrent(chance_sides[i].context));
        CU(cuCtxSynchronize());
        CU(cuMemcpyDtoH(&value, chance_sides[i].variable, sizeof value));
        printf(" %u", value);
    }
    for (int i = 0; i < SIDES && chance_traits.greens; i++)
        print_primary(&chance_sides[i]);
    if (chance_traits.managed)
        print_managed();
    printf("\n");
    if (chance_traits.exports)
        chance_mail_close();
    CU(cuLibraryUnload(chance_library));
    for (int i = 0; i < SIDES; i++) {
        if (chance_sides[i].green)
            CU(cuGreenCtxDestroy(chance_sides[i].green));
        CU(cuCtxDestroy(chance_sides[i].context));
    }
    return 0;
}

const struct mode chance_modes[] = {{"chance", chance}, {NULL, NULL}};
