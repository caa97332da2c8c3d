// Programs whose kernels change variables of modules: variables NAME. Prints one line that depends
// on all that was computed. The other object file is variables_other.cu.
//
//   far      a kernel changes variables of the other object file, by their addresses
//   contexts two contexts of one GPU by turns, each of which has its own variables
//   devices  each GPU by turns
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda.h>
#include <cuda_runtime.h>

#include "must.h"
#include "variables.h"

enum { THREADS = 256, LAUNCHES = 20, ROUNDS = 3 };

__device__ float own[VALUES];
__device__ unsigned calls;

__global__ void scale(float *x, unsigned *count, float factor)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    x[i] = x[i] * factor + (float)i;
    if (!i)
        ++*count;
}

__global__ void step()
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    own[i] = own[i] * 0.99f + (float)i;
    if (!i)
        calls++;
}

static double sum_of(const float *values)
{
    static float copied[VALUES];
    double sum = 0;
    MUST(cudaMemcpy(copied, values, sizeof copied, cudaMemcpyDeviceToHost));
    for (float value : copied)
        sum = sum * 1.0001 + value;
    return sum;
}

static double run_far()
{
    unsigned count;
    for (int i = 0; i < LAUNCHES; i++)
        scale<<<VALUES / THREADS, THREADS>>>(other_values(), other_count(), 0.98f);
    MUST(cudaMemcpy(&count, other_count(), sizeof count, cudaMemcpyDeviceToHost));
    return sum_of(other_values()) * count;
}

static double run_own()
{
    void *values;
    unsigned count;
    for (int i = 0; i < LAUNCHES; i++)
        step<<<VALUES / THREADS, THREADS>>>();
    MUST(cudaMemcpyFromSymbol(&count, calls, sizeof count));
    MUST(cudaGetSymbolAddress(&values, own));
    return sum_of((float *)values) * count;
}

static double run_contexts()
{
    CUcontext contexts[2];
    double total = 0;
    for (CUcontext &context : contexts)
#if CUDA_VERSION >= 13000
        MUST(cuCtxCreate(&context, nullptr, 0, 0));
#else
        MUST(cuCtxCreate(&context, 0, 0));
#endif
    for (int i = 0; i < ROUNDS; i++)
        for (CUcontext context : contexts) {
            MUST(cuCtxSetCurrent(context));
            total = total * 0.5 + run_own() + run_far();
        }
    return total;
}

static double run_devices()
{
    int count;
    double total = 0;
    MUST(cudaGetDeviceCount(&count));
    for (int i = 0; i < ROUNDS; i++)
        for (int device = 0; device < count; device++) {
            MUST(cudaSetDevice(device));
            total = total * 0.5 + run_own() + run_far();
        }
    return total;
}

int main(int argc, char **argv)
{
    const char *name = argc > 1 ? argv[1] : "";
    MUST(cuInit(0));
    if (strcmp(name, "far") == 0)
        printf("far %.17g\n", run_far());
    else if (strcmp(name, "contexts") == 0)
        printf("contexts %.17g\n", run_contexts());
    else if (strcmp(name, "devices") == 0)
        printf("devices %.17g\n", run_devices());
    else
        printf("usage: variables far|contexts|devices\n");
    return 0;
}
