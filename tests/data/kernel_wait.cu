/* Kernels for tests/unit/inject/test_kernel_wait.c:
 *   for a in 75 90 120; do nvcc -cubin -std=c++17 -arch=sm_$a -o kernel_wait.sm_$a.cubin kernel_wait.cu; done */
#define KERNEL extern "C" __global__ void
KERNEL waits_volatile(volatile int *p, int *q)
{
    while (*p == 0)
        ;
    *q = 1;
}
KERNEL waits_acquire(int *p, int *q)
{
    int v;
    do
        asm volatile("ld.acquire.sys.global.s32 %0, [%1];" : "=r"(v) : "l"(p));
    while (v == 0);
    *q = 1;
}
KERNEL waits_swap(int *p, int *q)
{
    while (atomicCAS_system(p, 1, 0) != 1)
        ;
    *q = 1;
}
KERNEL waits_generic(int **p, int *q)
{
    int v;
    do
        asm volatile("ld.relaxed.sys.s32 %0, [%1];" : "=r"(v) : "l"(*p));
    while (v == 0);
    *q = 1;
}
KERNEL waits_mapped(int *p, int *q)
{
    int v;
    do
        asm volatile("ld.mmio.relaxed.sys.global.s32 %0, [%1];" : "=r"(v) : "l"(p));
    while (v == 0);
    *q = 1;
}
/* Inside of a long loop whose branch goes far back. */
KERNEL waits_each_time(volatile int *p, float *q, int n)
{
    for (int i = 0; i < n; i++) {
        while (p[i] != i)
            __nanosleep(20);
#pragma unroll
        for (int j = 0; j < 64; j++)
            q[j] = q[j] * q[j + i] + sqrtf(q[j + 2 * i]);
    }
}
KERNEL goes_on(int *p, int n)
{
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        p[i] += 1;
}
KERNEL waits_for_own_gpu(int *p, int *q)
{
    int v;
    do
        asm volatile("ld.acquire.gpu.global.s32 %0, [%1];" : "=r"(v) : "l"(p));
    while (v == 0);
    *q = 1;
}
KERNEL swaps_on_own_gpu(int *p, int *q)
{
    while (atomicCAS(p, 1, 0) != 1)
        ;
    *q = 1;
}
KERNEL reads_once(volatile int *p, int *q, int n)
{
    const int first = *p;
    for (int i = 0; i < n; i++)
        q[i] += first;
}
KERNEL adds(int *p, int n)
{
    for (int i = 0; i < n; i++)
        atomicAdd_system(p + i, 1);
}
/* Not known by the scope of a read. */
KERNEL waits_with_a_fence(int *p, int *q)
{
    while (*p == 0)
        __threadfence_system();
    *q = 1;
}
KERNEL waits_at_a_barrier(int *p, int *q)
{
    while (*p == 0)
        __syncthreads();
    *q = 1;
}
KERNEL waits_with_a_pause(int *p, int *q)
{
    while (*p == 0) {
        __nanosleep(100);
        asm volatile("" ::: "memory");
    }
    *q = 1;
}
__device__ __noinline__ int look(volatile int *p)
{
    return *p;
}
KERNEL waits_in_a_call(int *p, int *q)
{
    while (look(p) == 0)
        ;
    *q = 1;
}
KERNEL sums_behind_barriers(const int *p, int *q, int n)
{
    __shared__ int parts[256];
    int sum = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        sum += p[i];
    parts[threadIdx.x] = sum;
    for (int i = 128; i; i /= 2) {
        __syncthreads();
        if (threadIdx.x < i)
            parts[threadIdx.x] += parts[threadIdx.x + i];
    }
    if (threadIdx.x == 0)
        *q = parts[0];
}
