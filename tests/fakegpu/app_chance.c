/* chance N: what no hand has written. N is a seed, from which each of one to three threads makes
 * steps on arrays of its own: kernels of two contexts (of two devices, if there are two), fills,
 * copies, graphs, memory of eight kinds that comes and goes, functions of the host, pointers in
 * device memory, variables. Which context is current is chosen anew for each step, where the call
 * does not depend on it. It prints what all arrays hold at the end, and some of them in between:
 * the same in each run. tests/gpu/programs/random.cu is its like for hardware. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app.h"

enum { SIDES = 2, ARRAYS = 6, STEPS = 70, MOST_THREADS = 3, MOST_WORDS = 9000 };

enum kind { DEVICE, POOL, PINNED, REGISTERED, MANAGED, MAPPED, FAR_POOL, HOST_POOL, KINDS };

static struct side {
    CUcontext context;
    int device;
    CUdeviceptr variable;
} sides[SIDES];

static CUmemoryPool far_pools[SIDES], host_pool; /* of the other side; open to both */
static bool peers; /* kernels of each context may use memory of the other one */
static CUlibrary library;
static CUkernel add_kernel, step_kernel, count_kernel, count_at_kernel, global_kernel;

struct array {
    enum kind kind;
    int side;
    CUdeviceptr x;
    void *host; /* NULL: the host cannot reach it */
    unsigned words;
    size_t mapped;
    CUmemGenericAllocationHandle handle;
};

struct walk {
    uint64_t state, sum;
    struct array arrays[ARRAYS];
    CUstream streams[SIDES][2];
    CUdeviceptr cells[SIDES];
};

static unsigned below(struct walk *w, unsigned limit)
{
    w->state = w->state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(w->state >> 33) % limit;
}

static void enter(const struct array *a)
{
    CU(cuCtxSetCurrent(sides[a->side].context));
}

/* For calls whose stream tells the context. */
static void enter_any(struct walk *w)
{
    CU(cuCtxSetCurrent(sides[below(w, SIDES)].context));
}

static CUstream stream_of(struct walk *w, const struct array *a)
{
    return w->streams[a->side][below(w, 2)];
}

static size_t bytes_of(const struct array *a)
{
    return a->words * sizeof(unsigned);
}

static void map(struct array *a)
{
    const CUmemAllocationProp property = {
        .type = CU_MEM_ALLOCATION_TYPE_PINNED,
        .location = {.type = CU_MEM_LOCATION_TYPE_DEVICE, .id = sides[a->side].device}};
    const CUmemAccessDesc access = {.location = property.location,
                                    .flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE};
    size_t step = 1;
    CU(cuMemGetAllocationGranularity(&step, &property, CU_MEM_ALLOC_GRANULARITY_MINIMUM));
    a->mapped = (bytes_of(a) + step - 1) / step * step;
    CU(cuMemAddressReserve(&a->x, a->mapped, 0, 0, 0));
    CU(cuMemCreate(&a->handle, a->mapped, &property, 0));
    CU(cuMemMap(a->x, a->mapped, 0, a->handle, 0));
    CU(cuMemSetAccess(a->x, a->mapped, &access, 1));
}

static void make(struct walk *w, struct array *a)
{
    static const unsigned sizes[] = {40, 1000, 4096, MOST_WORDS};
    *a = (struct array){.kind = (enum kind)below(w, KINDS),
                        .side = (int)below(w, SIDES),
                        .words = sizes[below(w, sizeof sizes / sizeof *sizes)]};
    const CUstream stream = stream_of(w, a);
    enter(a);
    switch (a->kind) {
    case DEVICE:
        CU(cuMemAlloc(&a->x, bytes_of(a)));
        break;
    case POOL:
        enter_any(w);
        CU(cuMemAllocAsync(&a->x, bytes_of(a), stream));
        break;
    case FAR_POOL:
        enter_any(w);
        CU(cuMemAllocFromPoolAsync(&a->x, bytes_of(a), far_pools[a->side], stream));
        break;
    case HOST_POOL:
        enter_any(w);
        CU(cuMemAllocFromPoolAsync(&a->x, bytes_of(a), host_pool, stream));
        a->host = (void *)(uintptr_t)a->x;
        break;
    case PINNED:
        CU(cuMemHostAlloc(&a->host, bytes_of(a), CU_MEMHOSTALLOC_DEVICEMAP));
        CU(cuMemHostGetDevicePointer(&a->x, a->host, 0));
        break;
    case REGISTERED:
        a->host = malloc(bytes_of(a));
        CU(cuMemHostRegister(a->host, bytes_of(a), CU_MEMHOSTREGISTER_DEVICEMAP));
        CU(cuMemHostGetDevicePointer(&a->x, a->host, 0));
        break;
    case MANAGED:
        CU(cuMemAllocManaged(&a->x, bytes_of(a), CU_MEM_ATTACH_GLOBAL));
        a->host = (void *)(uintptr_t)a->x;
        break;
    default:
        map(a);
    }
    CU(cuMemsetD8Async(a->x, (unsigned char)below(w, 64), bytes_of(a), stream));
}

static void drop(struct walk *w, struct array *a)
{
    const CUstream stream = stream_of(w, a);
    enter(a);
    CU(cuStreamSynchronize(stream));
    switch (a->kind) {
    case DEVICE:
    case MANAGED:
        CU(cuMemFree(a->x));
        break;
    case POOL:
    case FAR_POOL:
    case HOST_POOL:
        enter_any(w);
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
        CU(cuMemUnmap(a->x, a->mapped));
        CU(cuMemRelease(a->handle));
        CU(cuMemAddressFree(a->x, a->mapped));
    }
}

static void fold(struct walk *w, const unsigned *words, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        w->sum = (w->sum ^ words[i]) * 1099511628211u;
}

static void look(struct walk *w, const struct array *a)
{
    unsigned words[MOST_WORDS];
    enter(a);
    CU(cuStreamSynchronize(w->streams[a->side][0]));
    CU(cuMemcpyDtoH(words, a->x, bytes_of(a)));
    fold(w, words, a->words);
}

static unsigned blocks_of(const struct array *a)
{
    return (a->words + 127) / 128;
}

static void launch(CUkernel kernel, unsigned blocks, unsigned threads, CUstream stream,
                   void **params)
{
    CU(cuLaunchKernel((CUfunction)kernel, blocks, 1, 1, threads, 1, 1, 0, stream, params, NULL));
}

static void step(const struct array *a, CUstream stream)
{
    float half = 0.5f;
    int n = (int)a->words;
    void *params[] = {(void *)&a->x, &half, &n};
    launch(step_kernel, blocks_of(a), 128, stream, params);
}

static void add(const struct array *to, const struct array *from, CUstream stream)
{
    int n = (int)(to->words < from->words ? to->words : from->words);
    void *params[] = {(void *)&from->x, (void *)&to->x, (void *)&to->x, &n};
    launch(add_kernel, blocks_of(to), 128, stream, params);
}

static void count(const struct array *a, CUstream stream)
{
    void *params[] = {(void *)&a->x};
    launch(count_kernel, 2, 32, stream, params);
}

static void copy(struct walk *w, const struct array *to, const struct array *from, CUstream stream)
{
    const size_t size = bytes_of(to) < bytes_of(from) ? bytes_of(to) : bytes_of(from);
    const size_t part = size / (1 + below(w, 3));
    if (below(w, 2))
        CU(cuMemcpyAsync(to->x, from->x, part, stream));
    else
        CU(cuMemcpyDtoDAsync(to->x + size - part, from->x, part, stream));
}

/* Between host and device, by calls that name the direction. */
static void carry(struct walk *w, const struct array *to, const struct array *from, CUstream stream)
{
    const size_t size = bytes_of(to) < bytes_of(from) ? bytes_of(to) : bytes_of(from);
    const size_t part = size / (1 + below(w, 3));
    if (from->host)
        CU(cuMemcpyHtoDAsync(to->x, from->host, part, stream));
    else if (to->host)
        CU(cuMemcpyDtoHAsync(to->host, from->x, part, stream));
}

/* From one context to the other. */
static void cross(struct walk *w, const struct array *to, const struct array *from, CUstream stream)
{
    const size_t size = bytes_of(to) < bytes_of(from) ? bytes_of(to) : bytes_of(from);
    if (below(w, 2))
        CU(cuMemcpyPeerAsync(to->x, sides[to->side].context, from->x, sides[from->side].context,
                             size / 2, stream));
    else
        CU(cuMemcpyDtoDAsync(to->x, from->x, size, stream));
}

static void fill(struct walk *w, const struct array *a, CUstream stream)
{
    switch (below(w, 3)) {
    case 0:
        CU(cuMemsetD8Async(a->x + 1, (unsigned char)below(w, 256), a->words, stream));
        break;
    case 1:
        CU(cuMemsetD16Async(a->x + 2, (unsigned short)below(w, 65536), a->words, stream));
        break;
    default:
        CU(cuMemsetD32Async(a->x, below(w, 1u << 30), a->words / 2, stream));
    }
}

static void count_found(struct walk *w, const struct array *a, int side, CUstream stream)
{
    CUdeviceptr *cell = &w->cells[side];
    void *params[] = {cell};
    CU(cuMemcpyHtoDAsync(*cell, &a->x, sizeof a->x, stream));
    launch(count_at_kernel, 1, 32, stream, params);
}

static void CUDA_CB touch(void *data)
{
    const struct array *a = data;
    unsigned *words = a->host;
    for (unsigned i = 0; i < a->words; i += 37)
        words[i] += i;
}

/* The host changes memory that kernels use: in the order of a stream, or at once. */
static void host_step(struct walk *w, struct array *a, CUstream stream)
{
    if (!a->host)
        return;
    if (a->kind != MANAGED && below(w, 2)) {
        CU(cuLaunchHostFunc(stream, touch, a));
        return;
    }
    CU(cuStreamSynchronize(stream));
    touch(a);
    fold(w, a->host, 10);
}

/* far: an array of the other context, or NULL. */
static void graph(struct walk *w, struct array *to, struct array *from, struct array *far,
                  CUstream stream)
{
    CUgraph graph = NULL;
    CUgraphExec executable = NULL;
    CU(cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_THREAD_LOCAL));
    for (unsigned i = 0, n = 1 + below(w, 4); i < n; i++)
        switch (below(w, 7)) {
        case 0:
            step(to, stream);
            break;
        case 5:
            if (far)
                CU(cuMemcpyDtoDAsync(to->x, far->x, sizeof(unsigned), stream));
            break;
        case 6:
            if (far)
                CU(cuMemcpyDtoDAsync(far->x, to->x, 2 * sizeof(unsigned), stream));
            break;
        case 1:
            add(to, from, stream);
            break;
        case 2:
            count(from, stream);
            break;
        case 3:
            copy(w, to, from, stream);
            break;
        default:
            fill(w, from, stream);
        }
    CU(cuStreamEndCapture(stream, &graph));
    CU(cuGraphInstantiate(&executable, graph, 0));
    for (unsigned i = 0, n = 1 + below(w, 3); i < n; i++) {
        enter_any(w);
        CU(cuGraphLaunch(executable, below(w, 4) ? stream : w->streams[!to->side][0]));
    }
    CU(cuGraphExecDestroy(executable));
    CU(cuGraphDestroy(graph));
}

/* Another array of the same context, or of the other one. NULL: there is none. */
static struct array *another(struct walk *w, const struct array *a, bool far)
{
    for (unsigned i = 0, from = below(w, ARRAYS); i < ARRAYS; i++) {
        struct array *other = &w->arrays[(from + i) % ARRAYS];
        if (other != a && (other->side == a->side) != far)
            return other;
    }
    return NULL;
}

/* A module of the current context comes, runs and goes. */
static void module_step(const struct array *a, CUstream stream)
{
    struct app app = {.stream = stream};
    void *image = app_image();
    enter(a);
    CU(cuModuleLoadData(&app.module, image));
    free(image);
    void *params[] = {(void *)&a->x};
    app_launch(app_kernel(&app, "_Z5countPj"), 1, 32, stream, params);
    CU(cuModuleUnload(app.module));
}

/* Whether kernels of the other context reach it, too. */
static bool is_open(const struct array *a)
{
    return sides[0].device == sides[1].device || a->kind == FAR_POOL || a->kind == HOST_POOL ||
           (peers && a->kind != POOL && a->kind != MAPPED);
}

static void one_step(struct walk *w)
{
    struct array *to = &w->arrays[below(w, ARRAYS)], *from = another(w, to, false);
    struct array *far = another(w, to, true);
    CUstream stream = stream_of(w, to);
    int side = to->side; /* of the stream */
    const unsigned what = below(w, 26);
    if (far && is_open(far) && below(w, 2)) {
        from = far;
        if (is_open(to) && below(w, 2)) {
            stream = stream_of(w, far);
            side = far->side;
        }
    }
    enter_any(w);
    if (what < 4)
        step(to, stream);
    else if (what < 7 && from)
        add(to, from, stream);
    else if (what < 9)
        count(to, stream);
    else if (what < 11)
        count_found(w, to, side, stream);
    else if (what == 11)
        launch(global_kernel, 1, 32, stream, NULL);
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
    }
}

static void *walk(void *data)
{
    struct walk *w = data;
    for (int i = 0; i < SIDES; i++) {
        CU(cuCtxSetCurrent(sides[i].context));
        for (int j = 0; j < 2; j++)
            CU(cuStreamCreate(&w->streams[i][j], CU_STREAM_NON_BLOCKING));
        CU(cuMemAlloc(&w->cells[i], sizeof(CUdeviceptr)));
    }
    for (int i = 0; i < ARRAYS; i++)
        make(w, &w->arrays[i]);
    for (int i = 0; i < STEPS; i++)
        one_step(w);
    for (int i = 0; i < ARRAYS; i++)
        look(w, &w->arrays[i]);
    for (int i = 0; i < ARRAYS; i++)
        drop(w, &w->arrays[i]);
    return NULL;
}

static void allow(int side)
{
    CU(cuCtxSetCurrent(sides[side].context));
    CU(cuCtxEnablePeerAccess(sides[!side].context, 0));
}

/* Their memory lies on the other device, or in the host, and both devices use it. */
static void open_pools(void)
{
    const CUmemPoolProps properties = {.allocType = CU_MEM_ALLOCATION_TYPE_PINNED,
                                       .location = {CU_MEM_LOCATION_TYPE_HOST, 0}};
    CU(cuMemPoolCreate(&host_pool, &properties));
    for (int i = 0; i < SIDES; i++) {
        const CUmemAccessDesc access = {.location = {CU_MEM_LOCATION_TYPE_DEVICE, sides[i].device},
                                        .flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE};
        const CUmemPoolProps far = {.allocType = CU_MEM_ALLOCATION_TYPE_PINNED,
                                    .location = {CU_MEM_LOCATION_TYPE_DEVICE, sides[!i].device}};
        CU(cuMemPoolCreate(&far_pools[i], &far));
        CU(cuMemPoolSetAccess(far_pools[i], &access, 1));
    }
}

static void begin(void)
{
    const unsigned start = 5;
    int devices = 0;
    size_t size;
    void *image = app_image();
    CU(cuInit(0));
    CU(cuDeviceGetCount(&devices));
    CU(cuLibraryLoadData(&library, image, NULL, NULL, 0, NULL, NULL, 0));
    free(image);
    CU(cuLibraryGetKernel(&add_kernel, library, "_Z7vec_addPKfS0_Pfi"));
    CU(cuLibraryGetKernel(&step_kernel, library, "_Z7inplacePffi"));
    CU(cuLibraryGetKernel(&count_kernel, library, "_Z5countPj"));
    CU(cuLibraryGetKernel(&count_at_kernel, library, "_Z8count_atPPj"));
    CU(cuLibraryGetKernel(&global_kernel, library, "_Z10add_globalv"));
    for (int i = 0; i < SIDES; i++) {
        sides[i].device = i % devices;
        CU(cuCtxCreate(&sides[i].context, NULL, 0, sides[i].device));
        CU(cuLibraryGetGlobal(&sides[i].variable, &size, library, "device_value"));
        CU(cuMemcpyHtoD(sides[i].variable, &start, sizeof start));
    }
    open_pools();
}

static int chance(int seed)
{
    static struct walk walks[MOST_THREADS];
    pthread_t threads[MOST_THREADS];
    const int number = 1 + seed % MOST_THREADS;
    begin();
    peers = seed % 4 == 3;
    for (int i = 0; i < SIDES && peers; i++)
        allow(i);
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
        CU(cuCtxSetCurrent(sides[i].context));
        CU(cuMemcpyDtoH(&value, sides[i].variable, sizeof value));
        printf(" %u", value);
    }
    printf("\n");
    CU(cuLibraryUnload(library));
    for (int i = 0; i < SIDES; i++)
        CU(cuCtxDestroy(sides[i].context));
    return 0;
}

const struct mode chance_modes[] = {{"chance", chance}, {NULL, NULL}};
