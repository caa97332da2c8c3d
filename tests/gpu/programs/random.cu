// A program that nobody wrote by hand: random SEED [STEPS [THREADS [RANGE]]]. Each thread makes
// steps of many kinds, chosen by the seed, on arrays of its own: kernels, fills and copies on
// several streams, graphs, arrays that come and go in six kinds of memory, functions and code of
// the host between them, variables, and pointers that only device memory has. Every step is ordered
// behind those whose arrays it uses, and all is computed in integers, so each run prints the same
// line. It depends on all arrays at the end, and on some of them in between. RANGE: so many steps
// are between cudaProfilerStart() and cudaProfilerStop(), the next so many are not, and so on.
#include <cooperative_groups.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda.h>
#include <cuda_profiler_api.h>
#include <cuda_runtime.h>
#include <thread>
#include <vector>

#include "must.h"

enum { THREADS = 128, STREAMS = 3, ARRAYS = 9, CELLS = 4, MOST_WORDS = 1 << 18, KINDS = 6 };

enum kind { DEVICE, POOL, PINNED, MANAGED, MAPPED, REGISTERED };

__device__ unsigned total[64]; // one for each thread of the program
__constant__ unsigned factors[16];

__global__ void mix(unsigned *x, const unsigned *y, unsigned n, unsigned m, unsigned a)
{
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        x[i] = x[i] * (a | 1) + y[(i * 7 + a) % m] + factors[i % 16];
}

// Launched while the kernel before it in the stream still runs, for which it waits itself.
__global__ void mix_early(unsigned *x, const unsigned *y, unsigned n, unsigned m, unsigned a)
{
#if __CUDA_ARCH__ >= 900
    cudaGridDependencySynchronize();
#endif
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        x[i] = x[i] * 9 + y[(i * 3 + a) % m];
}

// The arrays are found through pointers in device memory.
__global__ void mix_found(unsigned *const *cells, unsigned n, unsigned m, unsigned a)
{
    unsigned *x = cells[0];
    const unsigned *y = cells[1];
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        x[i] = x[i] * 5 + y[(i + a) % m];
}

__global__ void count(const unsigned *x, unsigned n, unsigned place)
{
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&total[place], x[i] % 1000);
}

__global__ void turn(unsigned *x, unsigned n)
{
    const cooperative_groups::grid_group all = cooperative_groups::this_grid();
    const unsigned first = blockIdx.x * blockDim.x + threadIdx.x, step = gridDim.x * blockDim.x;
    for (unsigned i = first; i < n / 2; i += step)
        x[i] += x[n - 1 - i];
    all.sync();
    for (unsigned i = first; i < n / 2; i += step)
        x[n - 1 - i] ^= x[i];
}

struct array {
    enum kind kind;
    unsigned *x;      // as kernels see it
    unsigned *host;   // as the host sees it, or nullptr
    unsigned n;       // words
    cudaEvent_t last; // the last step that used it
    CUmemGenericAllocationHandle handle;
    size_t mapped;
};

struct program {
    unsigned long long state, sum;
    unsigned place;
    bool alone; // no other thread
    cudaStream_t streams[STREAMS];
    array arrays[ARRAYS];
    unsigned **cells; // device memory
    unsigned **cells_host;
    cudaEvent_t cells_last, total_last;
    std::vector<unsigned> copied;
    CUkernel mix;
};

static unsigned next(program *p)
{
    p->state = p->state * 6364136223846793005ull + 1442695040888963407ull;
    return (unsigned)(p->state >> 33);
}

static unsigned below(program *p, unsigned limit)
{
    return next(p) % limit;
}

// A step on a stream: behind the steps that used its arrays before.
static void before(cudaStream_t stream, const array *a)
{
    MUST(cudaStreamWaitEvent(stream, a->last, 0));
}

static void after(cudaStream_t stream, array *a)
{
    MUST(cudaEventRecord(a->last, stream));
}

static unsigned blocks(unsigned n)
{
    const unsigned whole = (n + THREADS - 1) / THREADS;
    return whole < 64 ? whole : 64;
}

static void make(program *p, array *a, cudaStream_t stream)
{
    static const unsigned sizes[] = {100, 4096, 10000, 65536, MOST_WORDS};
    a->kind = (enum kind)below(p, KINDS);
    a->n = sizes[below(p, 5)];
    a->host = nullptr;
    const size_t bytes = a->n * sizeof(unsigned);
    switch (a->kind) {
    case DEVICE:
        MUST(cudaMalloc(&a->x, bytes));
        break;
    case POOL:
        MUST(cudaMallocAsync(&a->x, bytes, stream));
        break;
    case PINNED:
        MUST(cudaHostAlloc(&a->host, bytes, cudaHostAllocMapped));
        MUST(cudaHostGetDevicePointer((void **)&a->x, a->host, 0));
        break;
    case MANAGED:
        MUST(cudaMallocManaged(&a->x, bytes));
        a->host = a->x;
        break;
    case REGISTERED:
        a->host = (unsigned *)malloc(bytes);
        MUST(cudaHostRegister(a->host, bytes, cudaHostRegisterMapped));
        MUST(cudaHostGetDevicePointer((void **)&a->x, a->host, 0));
        break;
    case MAPPED: {
        CUmemAllocationProp properties = {};
        CUmemAccessDesc access = {};
        size_t step;
        CUdeviceptr address;
        properties.type = CU_MEM_ALLOCATION_TYPE_PINNED;
        properties.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
        access.location = properties.location;
        access.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
        MUST(cuMemGetAllocationGranularity(&step, &properties, CU_MEM_ALLOC_GRANULARITY_MINIMUM));
        a->mapped = (bytes + step - 1) / step * step;
        MUST(cuMemCreate(&a->handle, a->mapped, &properties, 0));
        MUST(cuMemAddressReserve(&address, a->mapped, 0, 0, 0));
        MUST(cuMemMap(address, a->mapped, 0, a->handle, 0));
        MUST(cuMemSetAccess(address, a->mapped, &access, 1));
        a->x = (unsigned *)address;
        break;
    }
    }
    MUST(cudaMemsetAsync(a->x, (int)below(p, 256), bytes, stream));
    after(stream, a);
}

static void drop(array *a, cudaStream_t stream)
{
    before(stream, a);
    switch (a->kind) {
    case DEVICE:
    case MANAGED:
        MUST(cudaEventSynchronize(a->last));
        MUST(cudaFree(a->x));
        break;
    case POOL:
        MUST(cudaFreeAsync(a->x, stream));
        break;
    case PINNED:
        MUST(cudaEventSynchronize(a->last));
        MUST(cudaFreeHost(a->host));
        break;
    case REGISTERED:
        MUST(cudaEventSynchronize(a->last));
        MUST(cudaHostUnregister(a->host));
        free(a->host);
        break;
    case MAPPED:
        MUST(cudaEventSynchronize(a->last));
        MUST(cuMemUnmap((CUdeviceptr)a->x, a->mapped));
        MUST(cuMemAddressFree((CUdeviceptr)a->x, a->mapped));
        MUST(cuMemRelease(a->handle));
        break;
    }
}

static void fold(program *p, const unsigned *words, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        p->sum = p->sum * 31 + words[i];
}

static void look_at(program *p, array *a)
{
    p->copied.resize(a->n);
    MUST(cudaEventSynchronize(a->last));
    MUST(cudaMemcpy(p->copied.data(), a->x, a->n * sizeof(unsigned), cudaMemcpyDeviceToHost));
    fold(p, p->copied.data(), a->n);
}

static void launch_mix(program *p, cudaStream_t stream, array *to, const array *from)
{
    mix<<<blocks(to->n), THREADS, 0, stream>>>(to->x, from->x, to->n, from->n, next(p));
}

static void launch_by_driver(program *p, cudaStream_t stream, array *to, const array *from)
{
    unsigned a = next(p);
    void *arguments[] = {&to->x, (void *)&from->x, &to->n, (void *)&from->n, &a};
    MUST(cuLaunchKernel((CUfunction)p->mix, blocks(to->n), 1, 1, THREADS, 1, 1, 0, stream,
                        arguments, nullptr));
}

static void launch_early(program *p, cudaStream_t stream, array *to, const array *from)
{
    cudaLaunchAttribute attribute = {};
    cudaLaunchConfig_t config = {};
    attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    attribute.val.programmaticStreamSerializationAllowed = 1;
    config.gridDim = blocks(to->n);
    config.blockDim = THREADS;
    config.stream = stream;
    config.attrs = &attribute;
    config.numAttrs = 1;
    MUST(cudaLaunchKernelEx(&config, mix_early, to->x, (const unsigned *)from->x, to->n, from->n,
                            next(p)));
}

static void launch_found(program *p, cudaStream_t stream, array *to, const array *from)
{
    MUST(cudaStreamWaitEvent(stream, p->cells_last, 0));
    MUST(cudaEventSynchronize(p->cells_last)); // the host writes what the copy reads
    p->cells_host[0] = to->x;
    p->cells_host[1] = from->x;
    MUST(cudaMemcpyAsync(p->cells, p->cells_host, 2 * sizeof(unsigned *), cudaMemcpyHostToDevice,
                         stream));
    mix_found<<<blocks(to->n), THREADS, 0, stream>>>(p->cells, to->n, from->n, next(p));
    MUST(cudaEventRecord(p->cells_last, stream));
}

static void launch_together(cudaStream_t stream, array *to)
{
    void *arguments[] = {&to->x, &to->n};
    MUST(cudaLaunchCooperativeKernel((const void *)turn, dim3(blocks(to->n)), dim3(THREADS),
                                     arguments, 0, stream));
}

static void copy(program *p, cudaStream_t stream, array *to, const array *from)
{
    const unsigned n = to->n < from->n ? to->n : from->n;
    if (to == from)
        return;
    switch (below(p, 3)) {
    case 0:
        MUST(cudaMemcpyAsync(to->x, from->x, n * sizeof(unsigned), cudaMemcpyDefault, stream));
        break;
    case 1:
        MUST(cudaMemcpy2DAsync(to->x, 80, from->x, 40, 36, n / 40, cudaMemcpyDefault, stream));
        break;
    default:
        MUST(cudaMemcpyAsync(to->x + n / 2, from->x, n / 2 * sizeof(unsigned), cudaMemcpyDefault,
                             stream));
    }
}

static void fill(program *p, cudaStream_t stream, array *to)
{
    const CUdeviceptr at = (CUdeviceptr)to->x;
    switch (below(p, 4)) {
    case 0:
        MUST(cuMemsetD8Async(at + 3, (unsigned char)next(p), to->n, stream));
        break;
    case 1:
        MUST(cuMemsetD16Async(at + 2, (unsigned short)next(p), to->n / 2, stream));
        break;
    case 2:
        MUST(cuMemsetD32Async(at, next(p), to->n / 3, stream));
        break;
    default:
        MUST(cuMemsetD2D32Async(at, 64, next(p), 5, to->n / 16, stream));
    }
}

// From memory that the host changes at once: the call has read it by then.
static void upload(program *p, cudaStream_t stream, array *to)
{
    std::vector<unsigned> words(64 + below(p, 36), next(p));
    MUST(cudaMemcpyAsync(to->x, words.data(), words.size() * sizeof(unsigned),
                         cudaMemcpyHostToDevice, stream));
}

static void CUDART_CB touch(void *data)
{
    const array *a = (const array *)data;
    for (unsigned i = 0; i < a->n; i += 97)
        a->host[i] += i;
}

// The host changes memory that kernels use, too: by a function in the stream, or when it is idle.
static void host_step(program *p, cudaStream_t stream, array *a)
{
    if (!a->host)
        return;
    if (a->kind != MANAGED && below(p, 2)) {
        MUST(cudaLaunchHostFunc(stream, touch, a));
        return;
    }
    MUST(cudaStreamSynchronize(stream));
    if (a->kind == MANAGED && p->alone) // not allowed while another thread captures
        MUST(cudaDeviceSynchronize());
    touch(a);
    fold(p, a->host, 100);
}

static void run_graph(program *p, cudaStream_t stream, array *to, array *from)
{
    cudaGraph_t graph;
    cudaGraphExec_t executable;
    MUST(cudaStreamWaitEvent(stream, p->total_last, 0));
    MUST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
    for (unsigned i = 0, n = 2 + below(p, 4); i < n; i++)
        switch (below(p, 5)) {
        case 0:
            launch_mix(p, stream, to, from);
            break;
        case 1:
            launch_mix(p, stream, from, to);
            break;
        case 2:
            count<<<blocks(to->n), THREADS, 0, stream>>>(to->x, to->n, p->place);
            break;
        case 3:
            copy(p, stream, to, from);
            break;
        default:
            fill(p, stream, from);
        }
    MUST(cudaStreamEndCapture(stream, &graph));
    MUST(cudaGraphInstantiate(&executable, graph, 0));
    for (unsigned i = 0, n = 1 + below(p, 3); i < n; i++)
        MUST(cudaGraphLaunch(executable, stream));
    MUST(cudaEventRecord(p->total_last, stream));
    MUST(cudaGraphExecDestroy(executable));
    MUST(cudaGraphDestroy(graph));
}

static void variable_step(program *p, cudaStream_t stream, array *a)
{
    const size_t offset = p->place * sizeof(unsigned);
    unsigned value;
    MUST(cudaStreamWaitEvent(stream, p->total_last, 0));
    count<<<blocks(a->n), THREADS, 0, stream>>>(a->x, a->n, p->place);
    MUST(cudaEventRecord(p->total_last, stream));
    if (below(p, 3))
        return;
    MUST(cudaMemcpyFromSymbolAsync(&value, total, sizeof value, offset, cudaMemcpyDeviceToHost,
                                   stream));
    MUST(cudaStreamSynchronize(stream));
    p->sum = p->sum * 31 + value;
    value ^= next(p);
    MUST(cudaMemcpyToSymbolAsync(total, &value, sizeof value, offset, cudaMemcpyHostToDevice,
                                 stream));
    MUST(cudaEventRecord(p->total_last, stream));
}

static void step(program *p)
{
    const unsigned what = below(p, 26);
    const cudaStream_t stream = p->streams[below(p, STREAMS)];
    array *to = &p->arrays[below(p, ARRAYS)], *from = &p->arrays[below(p, ARRAYS)];
    size_t available, all;
    if (to == from)
        from = &p->arrays[(from - p->arrays + 1) % ARRAYS];
    before(stream, to);
    before(stream, from);
    if (what < 6)
        launch_mix(p, stream, to, from);
    else if (what < 8)
        launch_by_driver(p, stream, to, from);
    else if (what < 10)
        launch_found(p, stream, to, from);
    else if (what < 12)
        launch_together(stream, to);
    else if (what < 14)
        copy(p, stream, to, from);
    else if (what < 16)
        fill(p, stream, to);
    else if (what == 16)
        upload(p, stream, to);
    else if (what == 17)
        host_step(p, stream, to);
    else if (what < 20)
        run_graph(p, stream, to, from);
    else if (what == 20)
        variable_step(p, stream, to);
    else if (what == 21)
        MUST(cudaMemGetInfo(&available, &all));
    else if (what == 22)
        look_at(p, to);
    else if (what < 25)
        launch_early(p, stream, to, from);
    else {
        drop(to, stream);
        make(p, to, stream);
    }
    after(stream, to);
    after(stream, from);
}

static void run(program *p, unsigned steps, unsigned range)
{
    for (cudaStream_t &stream : p->streams)
        MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    for (array &a : p->arrays) {
        MUST(cudaEventCreateWithFlags(&a.last, cudaEventDisableTiming));
        make(p, &a, p->streams[0]);
    }
    MUST(cudaEventCreateWithFlags(&p->cells_last, cudaEventDisableTiming));
    MUST(cudaEventCreateWithFlags(&p->total_last, cudaEventDisableTiming));
    MUST(cudaMalloc(&p->cells, CELLS * sizeof(unsigned *)));
    MUST(cudaMemset(p->cells, 0, CELLS * sizeof(unsigned *)));
    MUST(cudaHostAlloc(&p->cells_host, CELLS * sizeof(unsigned *), 0));
    for (unsigned i = 0; i < steps; i++) {
        if (range && i % range == 0)
            MUST(i / range % 2 ? cudaProfilerStop() : cudaProfilerStart());
        step(p);
    }
    for (array &a : p->arrays)
        look_at(p, &a);
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        printf("usage: random SEED [STEPS [THREADS [RANGE]]]\n");
        return 1;
    }
    const unsigned long long seed = strtoull(argv[1], nullptr, 10);
    const unsigned steps = argc > 2 ? (unsigned)atoi(argv[2]) : 200;
    const unsigned number = argc > 3 ? (unsigned)atoi(argv[3]) : 1;
    const unsigned range = argc > 4 ? (unsigned)atoi(argv[4]) : 0;
    unsigned constants[16];
    cudaKernel_t kernel;
    MUST(cudaFree(nullptr));
    MUST(cudaGetKernel(&kernel, (const void *)mix));
    for (unsigned i = 0; i < 16; i++)
        constants[i] = i * 1000003u + (unsigned)seed;
    MUST(cudaMemcpyToSymbol(factors, constants, sizeof constants));
    std::vector<program> programs(number);
    std::vector<std::thread> threads;
    for (unsigned i = 0; i < number; i++) {
        programs[i].state = seed * 977 + i;
        programs[i].place = i;
        programs[i].alone = number == 1;
        programs[i].mix = (CUkernel)kernel;
        threads.emplace_back(run, &programs[i], steps, i ? 0 : range);
    }
    printf("random %llu %u %u:", seed, steps, number);
    for (unsigned i = 0; i < number; i++) {
        threads[i].join();
        printf(" %016llx", programs[i].sum);
    }
    printf("\n");
    return 0;
}
