/* Kernels for tests/unit/inject/test_kernel_order.c:
 *   for a in 75 90 120; do nvcc -cubin -arch=sm_$a -o kernel_order.sm_$a.cubin kernel_order.cu; done
 *   nvcc -cubin -rdc=true -arch=sm_90 -o kernel_order.parts.cubin kernel_order.cu */
#define KERNEL extern "C" __global__ void
KERNEL free_plain(int *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a[i] = a[i] * 3 + 1;
}
KERNEL free_adds(int *a, float *b)
{
    atomicAdd(a, 1);
    atomicAdd(b, 1.f);
}
KERNEL free_shared(int *a)
{
    __shared__ int s[256];
    s[threadIdx.x] = a[threadIdx.x];
    __syncthreads();
    a[threadIdx.x] = s[255 - threadIdx.x];
}
KERNEL free_divides(float *a, float b) { a[threadIdx.x] = sqrtf(a[threadIdx.x]) / b; }
KERNEL points(int (*f)(int *), int *a, int *b) { b[f(a)] = 1; }
KERNEL takes(int *a, int *b) { b[atomicAdd(a, 1)] = 1; }
KERNEL swaps(int *a, int *b)
{
    if (atomicCAS(a, 0, 1) == 0)
        b[3] = 2;
}
KERNEL takes_shared(int *b)
{
    __shared__ int s;
    if (threadIdx.x == 0)
        s = 0;
    __syncthreads();
    b[atomicAdd(&s, 1)] = threadIdx.x;
}
KERNEL takes_anywhere(int *a, int *b, int which)
{
    __shared__ int s[4];
    int *p = which ? a : s;
    b[atomicAdd(p, 1)] = 1;
}
KERNEL reads_clock(int *b) { b[clock() & 255] = 1; }
KERNEL reads_place(int *b)
{
    unsigned t;
    asm volatile("mov.u32 %0, %smid;" : "=r"(t));
    b[t] = 1;
}
__device__ __noinline__ int helper(int *a) { return atomicAdd(a, 1); }
KERNEL calls_helper(int *a, int *b) { b[helper(a)] = 1; }
