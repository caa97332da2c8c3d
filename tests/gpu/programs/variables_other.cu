// Variables of an object file that has no kernel; see variables.cu.
#include <cuda_runtime.h>

#include "variables.h"

__device__ float values[VALUES];
__device__ unsigned count;

float *other_values()
{
    void *address = nullptr;
    cudaGetSymbolAddress(&address, values);
    return (float *)address;
}

unsigned *other_count()
{
    void *address = nullptr;
    cudaGetSymbolAddress(&address, count);
    return (unsigned *)address;
}
