// Registers that do not fit, some of them kept in shared memory:
//   nvcc -arch=sm_90 -maxrregcount=24 -cubin -o tests/data/spills.cubin tests/data/spills.cu
template <bool SHARED> __device__ void work(float *x, int n) {
    float a[24];
#pragma unroll
    for (int i = 0; i < 24; i++)
        a[i] = x[i * n + threadIdx.x];
    for (int k = 0; k < n; k++) {
#pragma unroll
        for (int i = 0; i < 24; i++)
            a[i] = a[i] * a[(i + 7) % 24] + a[(i + 13) % 24];
    }
#pragma unroll
    for (int i = 0; i < 24; i++)
        x[i * n + threadIdx.x] = a[i];
}

extern "C" __global__ void local(float *x, int n) { work<false>(x, n); }

extern "C" __global__ void __launch_bounds__(512, 4) shared(float *x, int n) {
    asm volatile(".pragma \"enable_smem_spilling\";");
    work<true>(x, n);
}

extern "C" __global__ void none(float *x) { x[threadIdx.x] = 1; }
