// Calls that the driver refuses, and a graph that needs memory of its own beside a full device:
// refused NAME. Prints one line: what the calls answered, and a sum of all that was computed.
//
//   frees   memory is freed by the wrong call, or in part, and used as before
//   moment  memory is freed while the thread captures, which the driver forbids
//   needs   kernels change two fifths of the memory, and a graph allocates as much
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda.h>
#include <cuda_runtime.h>

#include "must.h"

enum { COUNT = 1 << 16, THREADS = 256, ROUNDS = 4 };
enum { DEVICE, PINNED, REGISTERED, MAPPED, VARIABLE, KINDS };

__device__ unsigned variable[COUNT];

__global__ void step(unsigned *x, unsigned factor)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    x[i] = x[i] * factor + i;
}

__global__ void step_at(unsigned *const *x, unsigned factor)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    (*x)[i] = (*x)[i] * factor + i;
}

struct bench {
    unsigned *words[KINDS], **cells; // one for each, with its address
    void *pinned, *registered;
    size_t mapped;
};

static void open_bench(bench *b)
{
    CUmemAllocationProp property = {};
    CUmemAccessDesc access = {};
    CUmemGenericAllocationHandle handle;
    const size_t size = COUNT * sizeof **b->words;
    property.type = CU_MEM_ALLOCATION_TYPE_PINNED;
    property.location.type = access.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    access.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
    MUST(cudaMalloc(&b->words[DEVICE], size));
    MUST(cudaMallocHost(&b->pinned, size));
    b->words[PINNED] = (unsigned *)b->pinned;
    b->registered = aligned_alloc(4096, size);
    memset(b->registered, 0, size);
    MUST(cudaHostRegister(b->registered, size, cudaHostRegisterDefault));
    MUST(cudaHostGetDevicePointer((void **)&b->words[REGISTERED], b->registered, 0));
    MUST(cuMemGetAllocationGranularity(&b->mapped, &property, CU_MEM_ALLOC_GRANULARITY_MINIMUM));
    CUdeviceptr address;
    MUST(cuMemAddressReserve(&address, 2 * b->mapped, 0, 0, 0));
    MUST(cuMemCreate(&handle, 2 * b->mapped, &property, 0));
    MUST(cuMemMap(address, 2 * b->mapped, 0, handle, 0));
    MUST(cuMemSetAccess(address, 2 * b->mapped, &access, 1));
    MUST(cuMemRelease(handle));
    b->words[MAPPED] = (unsigned *)address;
    MUST(cudaGetSymbolAddress((void **)&b->words[VARIABLE], variable));
    for (unsigned *words : b->words)
        MUST(cudaMemset(words, 1, size));
    MUST(cudaMalloc(&b->cells, sizeof b->words));
    MUST(cudaMemcpy(b->cells, b->words, sizeof b->words, cudaMemcpyHostToDevice));
}

// By a parameter, and by an address that the kernel finds in memory.
static void step_all(bench *b, unsigned factor)
{
    for (int i = 0; i < ROUNDS * KINDS; i++) {
        step<<<COUNT / THREADS, THREADS>>>(b->words[i % KINDS], factor + i);
        step_at<<<COUNT / THREADS, THREADS>>>(b->cells + i % KINDS, factor);
        MUST(cudaGetLastError());
    }
}

static unsigned long long sum_of(const bench *b)
{
    static unsigned words[COUNT];
    unsigned long long sum = 0;
    for (const unsigned *x : b->words) {
        MUST(cudaMemcpy(words, x, sizeof words, cudaMemcpyDefault));
        for (unsigned word : words)
            sum = sum * 31 + word;
    }
    return sum;
}

static unsigned long long answers; // of refused calls

static void refused(int answer)
{
    answers = answers * 1009 + answer;
}

static unsigned long long frees()
{
    bench b;
    open_bench(&b);
    step_all(&b, 3);
    refused(cuMemHostUnregister(b.pinned));
    refused(cuMemFreeHost(b.registered));
    refused(cuMemFree((CUdeviceptr)b.words[MAPPED]));
    refused(cuMemFree((CUdeviceptr)(b.words[DEVICE] + 1)));
    step_all(&b, 5);
    refused(cuMemFreeAsync((CUdeviceptr)b.words[MAPPED], 0));
    refused(cuMemUnmap((CUdeviceptr)b.words[MAPPED], b.mapped));
    step_all(&b, 7);
    return sum_of(&b);
}

static unsigned long long moment()
{
    bench b;
    cudaStream_t stream;
    cudaGraph_t graph = NULL;
    open_bench(&b);
    MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    step_all(&b, 3);
    MUST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    refused(cuMemFree((CUdeviceptr)b.words[DEVICE]));
    refused(cuMemFreeHost(b.pinned));
    refused(cuMemHostUnregister(b.registered));
    refused(cudaStreamEndCapture(stream, &graph));
    cudaGetLastError();
    step_all(&b, 5);
    return sum_of(&b);
}

__global__ void step_many(unsigned *x, size_t count, unsigned factor)
{
    const size_t stride = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < count; i += stride)
        x[i] = x[i] * factor + (unsigned)i;
}

__global__ void sum_many(const unsigned *x, size_t count, unsigned long long *sum)
{
    const size_t stride = (size_t)gridDim.x * blockDim.x;
    unsigned long long own = 0;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < count; i += stride)
        own += (unsigned long long)x[i] * (i % 1021 + 1);
    atomicAdd(sum, own);
}

static unsigned long long needs()
{
    enum { BLOCKS = 1024 };
    size_t left, total;
    unsigned *x, *own;
    unsigned long long *sum, answer;
    cudaStream_t stream;
    cudaGraph_t graph;
    cudaGraphExec_t executable;
    MUST(cudaMemGetInfo(&left, &total));
    const size_t bytes = total / 5 * 2 & ~(size_t)4095, count = bytes / sizeof *x;
    MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    MUST(cudaMalloc(&x, bytes));
    MUST(cudaMalloc(&sum, sizeof *sum));
    MUST(cudaMemset(x, 1, bytes));
    MUST(cudaMemset(sum, 0, sizeof *sum));
    MUST(cudaDeviceSynchronize());
    MUST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    MUST(cudaMallocAsync((void **)&own, bytes, stream));
    MUST(cudaMemcpyAsync(own, x, bytes, cudaMemcpyDeviceToDevice, stream));
    step_many<<<BLOCKS, THREADS, 0, stream>>>(own, count, 11);
    sum_many<<<BLOCKS, THREADS, 0, stream>>>(own, count, sum);
    MUST(cudaFreeAsync(own, stream));
    MUST(cudaStreamEndCapture(stream, &graph));
    MUST(cudaGraphInstantiate(&executable, graph, 0));
    for (int i = 0; i < ROUNDS; i++) {
        for (int k = 0; k < ROUNDS; k++)
            step_many<<<BLOCKS, THREADS, 0, stream>>>(x, count, 3 + 2 * k);
        MUST(cudaGraphLaunch(executable, stream));
        sum_many<<<BLOCKS, THREADS, 0, stream>>>(x, count, sum);
    }
    MUST(cudaStreamSynchronize(stream));
    MUST(cudaMemcpy(&answer, sum, sizeof answer, cudaMemcpyDeviceToHost));
    return answer;
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        unsigned long long (*run)();
    } all[] = {{"frees", frees}, {"moment", moment}, {"needs", needs}};
    for (const auto &one : all)
        if (argc > 1 && strcmp(argv[1], one.name) == 0) {
            const unsigned long long sum = one.run();
            printf("%s %llu %llu\n", one.name, sum, answers);
            return 0;
        }
    fprintf(stderr, "usage: refused frees|moment|needs\n");
    return 2;
}
