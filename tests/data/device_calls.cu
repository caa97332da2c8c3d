// The source of device_calls.cubin: nvcc -arch=sm_90 -cubin device_calls.cu
#include <cstdio>

__device__ int *kept[8];

__device__ __noinline__ void helper(int n)
{
    printf("helper %d\n", n);
}

typedef void (*action)(int);

__device__ __noinline__ void release(int n)
{
    free(kept[n]);
}

__device__ action actions[] = {helper, release};

extern "C" {
__global__ void prints(int n) { printf("%d\n", n); }
__global__ void prints_in_a_helper(int n) { helper(n); }
__global__ void allocates(int n) { kept[n] = (int *)malloc(16); }
__global__ void uses_new(int n) { kept[n] = new int[n]; }
__global__ void releases(int n) { release(n); }
__global__ void calls_through_a_pointer(int n) { actions[n](n); }
__global__ void plain(int *n) { *n = 1; }
}
