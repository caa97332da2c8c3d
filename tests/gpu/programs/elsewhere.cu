// Programs that use streams and graphs of another context than the current one: elsewhere NAME. The
// contexts are those of two GPUs, or two of the only one (and for variables, which are closed to
// other GPUs). Prints one line that depends on all that
// was computed.
//
//   kernel  kernels are launched into a stream of the other context
//   graph   a graph of the other context is launched into a stream of it
//   nodes   a graph of the other context is launched into a stream of the current one
//   mixed   a graph has kernels and fills of both
//   memory  kernels write memory of the other context, also through a pointer in device memory
//   variable  kernels write a variable of the other context
//   pools   kernels write memory of the other GPU's pool, which is open to theirs
//   pinned  kernels write pinned memory while copies of the other context write another part of it
//   copies  copies and fills go into a stream of the other context
//   green   kernels and a graph run in a stream of a green context, while its primary context is
//           current, itself, or the other one
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda.h>
#include <cuda_runtime.h>

#include "must.h"

enum { COUNT = 1 << 20, THREADS = 256, LAUNCHES = 10, SIDES = 2 };

__device__ unsigned calls;

__global__ void step(unsigned *x, unsigned factor)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    x[i] = x[i] * factor + i;
    if (!i)
        calls++;
}

__global__ void step_found(unsigned *const *x, unsigned factor)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    (*x)[i] = (*x)[i] * factor + i;
}

// What one context has.
struct side {
    CUcontext context;
    CUstream stream;
    CUdeviceptr x, y;
};

static struct side sides[SIDES];
static CUkernel kernel;

static void begin(int most)
{
    int count;
    cudaKernel_t found;
    MUST(cuInit(0));
    MUST(cuDeviceGetCount(&count));
    count = count < most ? count : most;
    for (int i = 0; i < SIDES; i++) {
        struct side *s = &sides[i];
#if CUDA_VERSION >= 13000
        MUST(cuCtxCreate(&s->context, nullptr, 0, i % count));
#else
        MUST(cuCtxCreate(&s->context, 0, i % count));
#endif
        MUST(cuStreamCreate(&s->stream, CU_STREAM_NON_BLOCKING));
        MUST(cuMemAlloc(&s->x, COUNT * sizeof(unsigned)));
        MUST(cuMemAlloc(&s->y, COUNT * sizeof(unsigned)));
        MUST(cuMemsetD32(s->x, 1 + i, COUNT));
        MUST(cuMemsetD32(s->y, 7 + i, COUNT));
        MUST(cuCtxSynchronize());
    }
    MUST(cudaGetKernel(&found, (const void *)step));
    kernel = (CUkernel)found;
    MUST(cuCtxSetCurrent(sides[0].context));
}

static void launch_of(CUkernel k, unsigned threads, const struct side *s, CUdeviceptr x,
                      unsigned factor)
{
    void *arguments[] = {&x, &factor};
    MUST(cuLaunchKernel((CUfunction)k, (threads + THREADS - 1) / THREADS, 1, 1,
                        threads < THREADS ? threads : THREADS, 1, 1, 0, s->stream, arguments,
                        nullptr));
}

static void launch(const struct side *s, CUdeviceptr x, unsigned factor)
{
    launch_of(kernel, COUNT, s, x, factor);
}

static int device_of(const struct side *s)
{
    CUdevice device;
    MUST(cuCtxPushCurrent(s->context));
    MUST(cuCtxGetDevice(&device));
    MUST(cuCtxPopCurrent(nullptr));
    return device;
}

static void open_memory(const struct side *here, const struct side *other)
{
    if (device_of(here) != device_of(other))
        MUST(cuCtxEnablePeerAccess(other->context, 0));
}

static void write_memory(const struct side *here, const struct side *other)
{
    CUdeviceptr cell;
    cudaKernel_t found;
    MUST(cudaGetKernel(&found, (const void *)step_found));
    open_memory(here, other);
    MUST(cuMemAlloc(&cell, sizeof other->y));
    MUST(cuMemcpyHtoD(cell, &other->y, sizeof other->y));
    for (int i = 0; i < LAUNCHES; i++) {
        launch(here, other->x, 3 + i);
        launch_of((CUkernel)found, COUNT, here, cell, 5 + i);
    }
    MUST(cuStreamSynchronize(here->stream));
}

static void write_variable(const struct side *here, const struct side *other)
{
    CUdeviceptr variable;
    MUST(cuCtxSetCurrent(other->context));
    MUST(cudaGetSymbolAddress((void **)&variable, calls));
    MUST(cuCtxSetCurrent(here->context));
    open_memory(here, other);
    for (int i = 0; i < LAUNCHES; i++)
        launch_of(kernel, 1, here, variable, 3 + i);
    MUST(cuStreamSynchronize(here->stream));
}

static void write_pool(const struct side *here, struct side *other)
{
    CUmemoryPool pool;
    CUmemAccessDesc access = {};
    access.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    access.location.id = device_of(here);
    access.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
    MUST(cuDeviceGetDefaultMemPool(&pool, device_of(other)));
    if (device_of(here) != device_of(other))
        MUST(cuMemPoolSetAccess(pool, &access, 1));
    MUST(cuMemFree(other->x));
    MUST(cuMemAllocFromPoolAsync(&other->x, COUNT * sizeof(unsigned), pool, here->stream));
    MUST(cuMemsetD32Async(other->x, 3, COUNT, here->stream));
    for (int i = 0; i < LAUNCHES; i++)
        launch(here, other->x, 3 + i);
    MUST(cuStreamSynchronize(here->stream));
}

/* More than a copy of the shared memory may take, and a copy that takes milliseconds. */
static unsigned long long write_pinned(const struct side *here, const struct side *other)
{
    enum { WORDS = 64 << 20 };
    unsigned *words;
    CUdeviceptr large;
    unsigned long long sum = 0;
    MUST(cuMemHostAlloc((void **)&words, (COUNT + (size_t)WORDS) * sizeof *words,
                        CU_MEMHOSTALLOC_PORTABLE));
    memset(words, 0, (COUNT + (size_t)WORDS) * sizeof *words);
    MUST(cuCtxSetCurrent(other->context));
    MUST(cuMemAlloc(&large, WORDS * sizeof *words));
    for (int i = 0; i < LAUNCHES; i++) {
        MUST(cuCtxSetCurrent(other->context));
        MUST(cuMemsetD32Async(large, 7 + i, WORDS, other->stream));
        MUST(cuMemcpyDtoHAsync(words + COUNT, large, WORDS * sizeof *words, other->stream));
        MUST(cuCtxSetCurrent(here->context));
        launch(here, (CUdeviceptr)words, 3 + i);
        MUST(cuStreamSynchronize(here->stream));
        MUST(cuStreamSynchronize(other->stream));
        for (int k = 0; k < COUNT + WORDS; k += 61)
            sum = sum * 31 + words[k];
    }
    return sum;
}

static CUgraphNode add_kernel(CUgraph graph, const struct side *s, CUdeviceptr x, unsigned factor,
                              const CUgraphNode *after)
{
    void *arguments[] = {&x, &factor};
    CUgraphNode node;
    CUDA_KERNEL_NODE_PARAMS params = {};
    params.kern = kernel;
    params.ctx = s->context;
    params.gridDimX = COUNT / THREADS;
    params.gridDimY = params.gridDimZ = 1;
    params.blockDimX = THREADS;
    params.blockDimY = params.blockDimZ = 1;
    params.kernelParams = arguments;
    MUST(cuGraphAddKernelNode(&node, graph, after, after != nullptr, &params));
    return node;
}

static CUgraphNode add_fill(CUgraph graph, const struct side *s, CUdeviceptr x, unsigned value,
                            const CUgraphNode *after)
{
    CUgraphNode node;
    CUDA_MEMSET_NODE_PARAMS params = {};
    params.dst = x;
    params.value = value;
    params.elementSize = 4;
    params.width = COUNT / 2;
    params.height = 1;
    MUST(cuGraphAddMemsetNode(&node, graph, after, after != nullptr, &params, s->context));
    return node;
}

static void run_graph(bool first, bool second, const struct side *at)
{
    CUgraph graph;
    CUgraphExec executable;
    const bool wanted[SIDES] = {first, second};
    MUST(cuGraphCreate(&graph, 0));
    CUgraphNode last = nullptr;
    for (int i = 0; i < SIDES; i++)
        if (wanted[i]) {
            const struct side *s = &sides[i];
            last = add_kernel(graph, s, s->x, 3 + i, last ? &last : nullptr);
            last = add_fill(graph, s, s->y, 11 + i, &last);
            last = add_kernel(graph, s, s->y, 5 + i, &last);
        }
    MUST(cuGraphInstantiate(&executable, graph, 0));
    for (int i = 0; i < LAUNCHES; i++)
        MUST(cuGraphLaunch(executable, at->stream));
    MUST(cuStreamSynchronize(at->stream));
}

static void run_green(struct side *s)
{
    CUdevResource all, part;
    CUdevResourceDesc description;
    CUgreenCtx green;
    CUcontext contexts[3] = {nullptr, nullptr, sides[1].context};
    CUgraph graph;
    CUgraphExec executable;
    unsigned groups = 1;
    MUST(cuDevicePrimaryCtxRetain(&contexts[0], 0));
    MUST(cuDeviceGetDevResource(0, &all, CU_DEV_RESOURCE_TYPE_SM));
    MUST(cuDevSmResourceSplitByCount(&part, &groups, &all, nullptr, 0, 16));
    MUST(cuDevResourceGenerateDesc(&description, &part, 1));
    MUST(cuGreenCtxCreate(&green, description, 0, CU_GREEN_CTX_DEFAULT_STREAM));
    MUST(cuCtxFromGreenCtx(&contexts[1], green));
    MUST(cuGreenCtxStreamCreate(&s->stream, green, CU_STREAM_NON_BLOCKING, 0));
    s->context = contexts[0];
    MUST(cuCtxSetCurrent(s->context));
    MUST(cuMemAlloc(&s->x, COUNT * sizeof(unsigned)));
    MUST(cuMemsetD32(s->x, 1, COUNT));
    for (CUcontext context : contexts) {
        MUST(cuCtxSetCurrent(context));
        for (int i = 0; i < LAUNCHES; i++)
            launch(s, s->x, 3 + i);
        MUST(cuStreamBeginCapture(s->stream, CU_STREAM_CAPTURE_MODE_RELAXED));
        launch(s, s->x, 5);
        MUST(cuStreamEndCapture(s->stream, &graph));
        MUST(cuGraphInstantiate(&executable, graph, 0));
        for (int i = 0; i < LAUNCHES; i++)
            MUST(cuGraphLaunch(executable, s->stream));
    }
}

static unsigned long long end()
{
    static unsigned copied[COUNT];
    unsigned long long sum = 0;
    for (const struct side &s : sides) {
        unsigned count;
        MUST(cuCtxSetCurrent(s.context));
        MUST(cuCtxSynchronize());
        for (CUdeviceptr memory : {s.x, s.y}) {
            MUST(cuMemcpyDtoH(copied, memory, sizeof copied));
            for (unsigned value : copied)
                sum = sum * 31 + value;
        }
        MUST(cudaMemcpyFromSymbol(&count, calls, sizeof count));
        sum = sum * 31 + count;
    }
    return sum;
}

int main(int argc, char **argv)
{
    const char *name = argc > 1 ? argv[1] : "";
    struct side *here = &sides[0], *other = &sides[1];
    begin(strcmp(name, "variable") == 0 ? 1 : SIDES);
    if (strcmp(name, "kernel") == 0)
        for (int i = 0; i < LAUNCHES; i++)
            launch(other, other->x, 3 + i);
    else if (strcmp(name, "graph") == 0)
        run_graph(false, true, other);
    else if (strcmp(name, "nodes") == 0)
        run_graph(false, true, here);
    else if (strcmp(name, "mixed") == 0)
        run_graph(true, true, here);
    else if (strcmp(name, "memory") == 0)
        write_memory(here, other);
    else if (strcmp(name, "variable") == 0)
        write_variable(here, other);
    else if (strcmp(name, "pools") == 0)
        write_pool(here, other);
    else if (strcmp(name, "pinned") == 0)
        printf("words %llu\n", write_pinned(here, other));
    else if (strcmp(name, "copies") == 0)
        for (int i = 0; i < LAUNCHES; i++) {
            MUST(cuMemsetD32Async(other->y, 5 + i, COUNT / 2, other->stream));
            launch(other, other->y, 3 + i);
            MUST(cuMemcpyDtoDAsync(other->x, other->y, COUNT * 3, other->stream));
            launch(other, other->x, 7 + i);
        }
    else if (strcmp(name, "green") == 0)
        run_green(&sides[0]);
    else
        printf("usage: elsewhere "
               "kernel|graph|nodes|mixed|memory|variable|pools|pinned|copies|green\n");
    printf("%s %llu\n", name, end());
    return 0;
}
