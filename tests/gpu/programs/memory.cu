// Programs that share memory or let it come and go: memory NAME [STEPS]. Prints one line that
// depends on all that was computed.
//
//   managed  managed memory with prefetches, which both sides change
//   written  threads of the program count in managed memory while kernels change the rest of it
//   mapped   memory that is mapped, unmapped and mapped again elsewhere
//   pageable kernels count in memory of malloc(), in variables and on the stack; where the GPU does
//   not
//            reach it, in pinned memory instead
//   ipc      a child process opens the parent's memory and changes it
//   table    kernels read a pinned table that the processor changes after each launch
//   symbols  variables and constants of the module, copied to and from between launches
//   answers  kernels write to pinned memory, and the processor reads it
//   prints   kernels print
//   full     seven eighths of the memory hold random numbers, all of which every step reads and
//            some of which it changes
//   contexts two contexts of one GPU by turns
//   reset    the device is reset three times
//   server   threads with streams of their own, until SIGINT comes
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cuda.h>
#include <cuda_runtime.h>

#include "must.h"

enum { COUNT = 1 << 14, THREADS = 256 };

__global__ void step_kernel(float *x, float a)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    x[i] = x[i] * 0.5f + a;
}

__global__ void look_up(float *x, const float *table)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    x[i] += table[i % 64];
}

enum { COEFFICIENTS = 64 };
__constant__ float coefficients[COEFFICIENTS];
__device__ unsigned long long positive;
__device__ float kept[COUNT];

__global__ void combine(const float *x)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int k = 0; k < COEFFICIENTS; k++)
        sum += coefficients[k] * x[(i + k) % COUNT];
    kept[i] += sum;
    if (sum > 0)
        atomicAdd(&positive, 1);
}

__global__ void sum_up(const float *x, double *answer)
{
    double sum = 0;
    for (int i = 0; i < COUNT; i++)
        sum += x[i];
    *answer = sum;
}

__global__ void print(int step)
{
    printf("step %d\n", step);
}

static float *new_floats()
{
    float *x;
    MUST(cudaMalloc(&x, COUNT * sizeof *x));
    MUST(cudaMemset(x, 0, COUNT * sizeof *x));
    return x;
}

static void step(float *x, float a, cudaStream_t stream = 0)
{
    step_kernel<<<COUNT / THREADS, THREADS, 0, stream>>>(x, a);
    MUST(cudaGetLastError());
}

static double sum_of(const float *x)
{
    static float values[COUNT];
    double sum = 0;
    MUST(cudaMemcpy(values, x, sizeof values, cudaMemcpyDeviceToHost));
    for (float value : values)
        sum += value;
    return sum;
}

static double run_managed(int steps)
{
    float *x;
    MUST(cudaMallocManaged(&x, COUNT * sizeof *x));
    memset(x, 0, COUNT * sizeof *x);
    const cudaMemLocation device = {cudaMemLocationTypeDevice, 0},
                          host = {cudaMemLocationTypeHost, 0};
    for (int i = 0; i < steps; i++) {
        MUST(cudaMemPrefetchAsync(x, COUNT * sizeof *x, device, 0, 0));
        step(x, (float)i);
        step(x, 1);
        MUST(cudaMemPrefetchAsync(x, COUNT * sizeof *x, host, 0, 0));
        MUST(cudaDeviceSynchronize());
        x[i] += 3;
    }
    return sum_of(x);
}

__global__ void count_up(unsigned *words, int count)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
        words[i] += i;
}

// Memory of this size is a mapping of its own, and gone when it is freed.
static double run_pageable(int steps)
{
    enum { LARGE = 1 << 20, FEW = 100 };
    static unsigned variable[FEW];
    unsigned local[FEW] = {}, *pinned = nullptr;
    int reached = 0;
    double total = 0;
    float *x = new_floats();
    MUST(cudaDeviceGetAttribute(&reached, cudaDevAttrPageableMemoryAccess, 0));
    MUST(cudaMallocHost(&pinned, LARGE * sizeof *pinned));
    for (int i = 0; i < steps; i++) {
        unsigned *words = reached ? (unsigned *)calloc(LARGE, sizeof *words) : pinned;
        if (!reached)
            memset(words, 0, LARGE * sizeof *words);
        count_up<<<64, 256>>>(words, LARGE);
        step(x, (float)i);
        count_up<<<64, 256>>>(words, LARGE);
        if (reached) {
            count_up<<<1, 32>>>(local, FEW);
            count_up<<<1, 32>>>(variable, FEW);
        }
        MUST(cudaDeviceSynchronize());
        for (int j = 0; j < LARGE; j++)
            total += words[j];
        if (reached)
            free(words);
    }
    for (int j = 0; j < FEW; j++)
        total += local[j] + variable[j];
    MUST(cudaFreeHost(pinned));
    return total + sum_of(x);
}

static volatile sig_atomic_t ended;

static void *count_on(void *words)
{
    volatile unsigned *count = (volatile unsigned *)words;
    for (unsigned i = 1; i <= 200000; i++) {
        count[i % 64]++;
        if (i % 1000 == 0)
            usleep(3000);
    }
    while (!ended) {
    }
    return nullptr;
}

/* The threads share pages with the kernels, and never rest. */
static double run_written(int steps)
{
    enum { WRITERS = 2, APART = 128 };
    float *x;
    pthread_t writers[WRITERS];
    double sum = 0;
    MUST(cudaMallocManaged(&x, (COUNT + WRITERS * APART) * sizeof *x));
    memset(x, 0, (COUNT + WRITERS * APART) * sizeof *x);
    for (int i = 0; i < WRITERS; i++)
        pthread_create(&writers[i], nullptr, count_on, x + COUNT + i * APART);
    for (int i = 0; i < steps; i++)
        step(x, (float)i);
    MUST(cudaDeviceSynchronize());
    ended = 1;
    for (pthread_t writer : writers)
        pthread_join(writer, nullptr);
    for (int i = 0; i < WRITERS * APART; i++)
        sum += (i + 1.0) * ((unsigned *)x)[COUNT + i];
    return sum + sum_of(x);
}

static double run_mapped(int steps)
{
    MUST(cudaFree(0));
    CUmemAllocationProp property = {};
    property.type = CU_MEM_ALLOCATION_TYPE_PINNED;
    property.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    CUmemGenericAllocationHandle handle;
    CUmemAccessDesc access = {property.location, CU_MEM_ACCESS_FLAGS_PROT_READWRITE};
    size_t size = 0;
    CUdeviceptr places[2];
    MUST(cuMemGetAllocationGranularity(&size, &property, CU_MEM_ALLOC_GRANULARITY_MINIMUM));
    MUST(cuMemCreate(&handle, size, &property, 0));
    for (CUdeviceptr &place : places)
        MUST(cuMemAddressReserve(&place, size, 0, 0, 0));
    double total = 0;
    for (int i = 0; i < steps; i++) {
        const CUdeviceptr at = places[i % 2];
        MUST(cuMemMap(at, size, 0, handle, 0));
        MUST(cuMemSetAccess(at, size, &access, 1));
        if (i == 0)
            MUST(cuMemsetD8(at, 0, size));
        step((float *)at, (float)i);
        step((float *)at, 1);
        MUST(cudaDeviceSynchronize());
        total += sum_of((const float *)at);
        MUST(cuMemUnmap(at, size));
    }
    return total;
}

static double run_ipc(int steps)
{
    int to_child[2], to_parent[2];
    char done;
    MUST(pipe(to_child) | pipe(to_parent));
    const pid_t child = fork(); // before CUDA is used
    cudaIpcMemHandle_t handle;
    if (child == 0) {
        float *x;
        MUST(read(to_child[0], &handle, sizeof handle) != sizeof handle);
        MUST(cudaIpcOpenMemHandle((void **)&x, handle, cudaIpcMemLazyEnablePeerAccess));
        for (int i = 0; i < steps; i++)
            step(x, 2);
        MUST(cudaDeviceSynchronize());
        MUST(cudaIpcCloseMemHandle(x));
        MUST(write(to_parent[1], "d", 1) != 1);
        exit(0);
    }
    float *x = new_floats();
    step(x, 1);
    MUST(cudaDeviceSynchronize());
    MUST(cudaIpcGetMemHandle(&handle, x));
    MUST(write(to_child[1], &handle, sizeof handle) != sizeof handle);
    MUST(read(to_parent[0], &done, 1) != 1);
    waitpid(child, nullptr, 0);
    step(x, 1);
    return sum_of(x);
}

static double run_table(int steps)
{
    float *table, *x = new_floats();
    cudaEvent_t over;
    MUST(cudaHostAlloc(&table, 64 * sizeof *table, 0));
    MUST(cudaEventCreate(&over));
    for (int i = 0; i < steps; i++) {
        for (int j = 0; j < 64; j++)
            table[j] = (float)(i * j % 11);
        look_up<<<COUNT / THREADS, THREADS>>>(x, table);
        MUST(cudaEventRecord(over));
        step(x, 1);
        MUST(cudaEventSynchronize(over));
        memset(table, 0x7f, 64 * sizeof *table);
    }
    return sum_of(x);
}

/* Each launch has other constants, but the last of a step has those of the one before. */
static double run_symbols(int steps)
{
    float *x = new_floats(), values[COEFFICIENTS];
    const unsigned long long none = 0;
    unsigned long long count = 0;
    double total = 0;
    for (int i = 0; i < steps; i++) {
        step(x, (float)(i % 5) - 2);
        for (int round = 0; round < 3; round++) {
            for (int k = 0; k < COEFFICIENTS; k++)
                values[k] = (float)((k * 7 + i + round) % 11) - 5;
            if (round < 2)
                MUST(cudaMemcpyToSymbol(coefficients, values, sizeof values));
            MUST(cudaMemcpyToSymbolAsync(positive, &none, sizeof none));
            combine<<<COUNT / THREADS, THREADS>>>(x);
            MUST(cudaGetLastError());
        }
        MUST(cudaMemcpyFromSymbol(&count, positive, sizeof count));
        total = total * 0.5 + (double)count;
    }
    static float all[COUNT];
    MUST(cudaMemcpyFromSymbol(all, kept, sizeof all));
    for (float value : all)
        total += value;
    return total;
}

static double run_answers(int steps)
{
    double *answer, total = 0;
    float *x = new_floats();
    MUST(cudaHostAlloc(&answer, sizeof *answer, 0));
    for (int i = 0; i < steps; i++) {
        *answer = -1;
        step(x, (float)i);
        sum_up<<<1, 1>>>(x, answer);
        MUST(cudaStreamSynchronize(0));
        total += *answer;
    }
    return total;
}

static double run_prints(int steps)
{
    float *x = new_floats();
    for (int i = 0; i < steps; i++) {
        print<<<1, 1>>>(i);
        step(x, 1);
    }
    MUST(cudaDeviceSynchronize());
    return sum_of(x);
}

static __device__ unsigned mixed(size_t i)
{
    unsigned x = (unsigned)(i ^ i >> 32) * 2654435761u;
    return x ^ x >> 15;
}

__global__ void fill_up(unsigned *x, size_t count)
{
    const size_t stride = (size_t)gridDim.x * blockDim.x;
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < count; i += stride)
        x[i] = mixed(i);
}

/* Each thread changes one number, by another one that lies anywhere. No two threads have the same.
 */
__global__ void stir(unsigned *x, size_t count, unsigned step)
{
    const size_t half = count / 2, part = half / ((size_t)gridDim.x * blockDim.x);
    const size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x,
                 other = half + (mixed(i + step) * (size_t)65537) % half;
    x[i * part + mixed(i * 3 + step) % part] += x[other] ^ step;
}

__global__ void add_up(const unsigned *x, size_t count, unsigned long long *sum)
{
    const size_t stride = (size_t)gridDim.x * blockDim.x;
    unsigned long long own = 0;
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < count; i += stride)
        own += x[i] ^ (unsigned)i;
    atomicAdd(sum, own);
}

static double run_full(int steps)
{
    size_t free_bytes, all_bytes;
    unsigned *x;
    unsigned long long *sum, total = 0;
    MUST(cudaMalloc(&sum, sizeof *sum));
    MUST(cudaMemset(sum, 0, sizeof *sum));
    MUST(cudaMemGetInfo(&free_bytes, &all_bytes));
    const size_t count = all_bytes / 8 * 7 / sizeof *x; // a profiler has some of the free memory
    MUST(cudaMalloc(&x, count * sizeof *x));
    fill_up<<<4096, THREADS>>>(x, count);
    for (int i = 0; i < steps; i++) {
        stir<<<4096, THREADS>>>(x, count, (unsigned)i);
        add_up<<<4096, THREADS>>>(x, count, sum);
        MUST(cudaGetLastError());
    }
    MUST(cudaMemcpy(&total, sum, sizeof total, cudaMemcpyDeviceToHost));
    printf("sum %llu\n", total);
    return 0;
}

static double run_contexts(int steps)
{
    CUcontext contexts[2];
    float *x[2];
    double *answers[2], one, total = 0;
    MUST(cuInit(0));
    for (int k = 0; k < 2; k++) {
#if CUDA_VERSION >= 13000
        MUST(cuCtxCreate(&contexts[k], nullptr, 0, 0));
#else
        MUST(cuCtxCreate(&contexts[k], 0, 0));
#endif
        x[k] = new_floats();
        MUST(cudaMalloc(&answers[k], sizeof *answers[k]));
    }
    for (int i = 0; i < steps; i++) {
        const int k = i / 2 % 2;
        MUST(cuCtxSetCurrent(contexts[k]));
        step(x[k], (float)i);
        sum_up<<<1, 1>>>(x[k], answers[k]);
        MUST(cudaMemcpy(&one, answers[k], sizeof one, cudaMemcpyDeviceToHost));
        total = total * 0.5 + one + sum_of(x[k]);
    }
    for (CUcontext context : contexts)
        MUST(cuCtxDestroy(context));
    return total;
}

static double run_reset(int steps)
{
    double total = 0;
    for (int i = 0; i < 4; i++) {
        float *x = new_floats();
        for (int k = 0; k < steps; k++)
            step(x, (float)(k + i));
        total = total * 0.5 + sum_of(x);
        MUST(cudaDeviceReset());
    }
    return total;
}

static volatile sig_atomic_t stopped;

static void stop(int)
{
    stopped = 1;
}

static void *serve(void *)
{
    cudaStream_t stream;
    float *x = new_floats();
    MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    while (!stopped) {
        for (int i = 0; i < 8; i++)
            step(x, 1, stream);
        MUST(cudaStreamSynchronize(stream));
        usleep(1000);
    }
    return nullptr;
}

static double run_server(int)
{
    pthread_t threads[3];
    signal(SIGINT, stop);
    for (pthread_t &thread : threads)
        pthread_create(&thread, nullptr, serve, nullptr);
    for (pthread_t &thread : threads)
        pthread_join(thread, nullptr);
    return 0;
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        double (*run)(int);
    } all[] = {{"managed", run_managed},   {"mapped", run_mapped},   {"ipc", run_ipc},
               {"table", run_table},       {"answers", run_answers}, {"prints", run_prints},
               {"server", run_server},     {"symbols", run_symbols}, {"full", run_full},
               {"contexts", run_contexts}, {"reset", run_reset},     {"pageable", run_pageable},
               {"written", run_written}};
    const int steps = argc > 2 ? atoi(argv[2]) : 12;
    for (const auto &one : all)
        if (argc > 1 && strcmp(argv[1], one.name) == 0) {
            const double result = one.run(steps);
            printf("%s %d %.9g\n", one.name, steps, result);
            return 0;
        }
    fprintf(stderr,
            "usage: memory "
            "managed|written|mapped|pageable|ipc|table|symbols|answers|prints|full|contexts|reset|"
            "server [STEPS]\n");
    return 2;
}
