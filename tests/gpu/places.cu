// One in-place step in every place that memory can be: global_var, managed, pinned, async_pool.
#include "common.cuh"

__global__ void step_in_place(unsigned *x, unsigned factor, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] = x[i] * factor + 7;
}

static void step_on_host(std::vector<unsigned> &x, unsigned factor)
{
    for (unsigned &value : x)
        value = value * factor + 7;
}

__device__ unsigned global_total;
__managed__ unsigned managed_total;
__constant__ unsigned increments[2];

__global__ void count_up()
{
    atomicAdd(&global_total, increments[0]);
    if (blockIdx.x == 0 && threadIdx.x == 0)
        managed_total += increments[1];
}

// Where there are page faults: the first launch would take one of 0.2 ms, which is counted where the
// launch runs but once.
static void prefetch(const void *managed, std::size_t bytes)
{
    int device, faults;
    CUDA(cudaGetDevice(&device));
    CUDA(cudaDeviceGetAttribute(&faults, cudaDevAttrConcurrentManagedAccess, device));
    if (!faults)
        return;
#if CUDART_VERSION >= 13000
    CUDA(cudaMemPrefetchAsync(managed, bytes, {cudaMemLocationTypeDevice, device}, 0));
#else
    CUDA(cudaMemPrefetchAsync(managed, bytes, device));
#endif
}

SAMPLE(global_var)
{
    (void)repeat;
    const unsigned start = 1000, by[2] = {3, 11}, launches = 3, blocks = 16, threads = 64;
    unsigned total;
    CUDA(cudaMemcpyToSymbol(global_total, &start, sizeof(start)));
    CUDA(cudaMemcpyToSymbol(increments, by, sizeof(by)));
    managed_total = start;
    prefetch(&managed_total, sizeof(managed_total));
    for (unsigned i = 0; i < launches; i++) {
        count_up<<<blocks, threads>>>();
        LAUNCHED();
    }
    CUDA(cudaDeviceSynchronize());
    CUDA(cudaMemcpyFromSymbol(&total, global_total, sizeof(total)));
    expect_equal<unsigned>("global", {total}, {start + launches * blocks * threads * by[0]});
    expect_equal<unsigned>("managed", {managed_total}, {start + launches * by[1]});
}

// Launches on memory that the host sees as well, which changes it between the launches.
static void step_on_shared(unsigned *host, unsigned *device, int n)
{
    std::vector<unsigned> x = random_values<unsigned>(n, 0, 1000000, 33);
    for (int i = 0; i < n; i++)
        host[i] = x[i];
    for (unsigned launch = 0; launch < 3; launch++) {
        step_in_place<<<(n + 127) / 128, 128>>>(device, 3 + launch, n);
        LAUNCHED();
        CUDA(cudaDeviceSynchronize());
        step_on_host(x, 3 + launch);
        expect_equal("x", std::vector<unsigned>(host, host + n), x);
        for (int i = 0; i < n; i++)
            host[i] = x[i] = x[i] + i;
    }
}

SAMPLE(managed)
{
    (void)repeat;
    const int n = 1 << 16;
    unsigned *x;
    CUDA(cudaMallocManaged(&x, n * sizeof(*x)));
    step_on_shared(x, x, n);
    CUDA(cudaFree(x));
}

SAMPLE(pinned)
{
    (void)repeat;
    const int n = 1 << 14;
    unsigned *host, *device;
    CUDA(cudaHostAlloc(&host, n * sizeof(*host), cudaHostAllocMapped));
    CUDA(cudaHostGetDevicePointer(&device, host, 0));
    step_on_shared(host, device, n);
    CUDA(cudaFreeHost(host));
}

// Memory from the stream's pool, three times, so that addresses are likely to come back.
SAMPLE(async_pool)
{
    (void)repeat;
    const int n = 1 << 18;
    const std::size_t bytes = n * sizeof(unsigned);
    stream s;
    for (unsigned round = 0; round < 3; round++) {
        std::vector<unsigned> x = random_values<unsigned>(n, 0, 1000000, 34 + round), result(n);
        unsigned *dx;
        CUDA(cudaMallocAsync(&dx, bytes, s.handle));
        CUDA(cudaMemcpyAsync(dx, x.data(), bytes, cudaMemcpyHostToDevice, s.handle));
        step_in_place<<<n / 256, 256, 0, s.handle>>>(dx, 3 + round, n);
        LAUNCHED();
        CUDA(cudaMemcpyAsync(result.data(), dx, bytes, cudaMemcpyDeviceToHost, s.handle));
        CUDA(cudaFreeAsync(dx, s.handle));
        s.wait();
        step_on_host(x, 3 + round);
        expect_equal("x of round " + std::to_string(round), result, x);
    }
}
