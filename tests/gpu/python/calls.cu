// A library that a Python program calls: launches of N blocks.
#include <cuda_runtime.h>

__global__ void add_blocks(int *x)
{
    if (threadIdx.x == 0)
        atomicAdd(x, 1);
}

static int *sum;

extern "C" int calls_launch(int n)
{
    if (!sum && (cudaMalloc(&sum, sizeof *sum) || cudaMemset(sum, 0, sizeof *sum)))
        return -1;
    add_blocks<<<n, 32>>>(sum);
    return cudaGetLastError();
}

extern "C" int calls_sum()
{
    int found = -1;
    return cudaMemcpy(&found, sum, sizeof found, cudaMemcpyDeviceToHost) ? -1 : found;
}
