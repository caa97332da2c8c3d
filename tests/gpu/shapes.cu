// Launches of unusual shape: coop, cluster, cluster_shapes, dynsmem, big_args.
#include "common.cuh"

#include <algorithm>
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

static int device_attribute(cudaDeviceAttr attribute)
{
    int device, value;
    CUDA(cudaGetDevice(&device));
    CUDA(cudaDeviceGetAttribute(&value, attribute, device));
    return value;
}

// The second half reads what other blocks wrote in the first.
__global__ void coop_reverse(unsigned *x, unsigned *y, int n)
{
    int first = blockIdx.x * blockDim.x + threadIdx.x, stride = gridDim.x * blockDim.x;
    for (int i = first; i < n; i += stride)
        x[i] = x[i] * 3 + 1;
    cg::this_grid().sync();
    for (int i = first; i < n; i += stride)
        y[i] += x[n - 1 - i];
}

SAMPLE(coop)
{
    (void)repeat;
    int n = 1 << 18, threads = 256, per_sm;
    if (!device_attribute(cudaDevAttrCooperativeLaunch))
        throw skipped("the device has no cooperative launch");
    CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_sm, coop_reverse, threads, 0));
    int blocks = std::min(per_sm, 2) * device_attribute(cudaDevAttrMultiProcessorCount);
    std::vector<unsigned> x = random_values<unsigned>(n, 0, 1000000, 40);
    std::vector<unsigned> y = random_values<unsigned>(n, 0, 1000000, 41);
    device_buffer<unsigned> dx(x), dy(y);
    void *arguments[] = {&dx.data, &dy.data, &n};
    CUDA(cudaLaunchCooperativeKernel(coop_reverse, dim3(blocks), dim3(threads), arguments, 0,
                                     nullptr));
    for (unsigned &value : x)
        value = value * 3 + 1;
    for (int i = 0; i < n; i++)
        y[i] += x[n - 1 - i];
    expect_equal("x", dx.read(), x);
    expect_equal("y", dy.read(), y);
}

// The two blocks of a cluster swap their parts through each other's shared memory.
__global__ void cluster_swap(unsigned *x)
{
#if __CUDA_ARCH__ >= 900
    __shared__ unsigned inbox[256];
    cg::cluster_group pair = cg::this_cluster();
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned *outbox = pair.map_shared_rank(inbox, pair.block_rank() ^ 1);
    pair.sync();
    outbox[threadIdx.x] = x[i];
    pair.sync();
    x[i] = x[i] * 2 + inbox[threadIdx.x];
#else
    (void)x;
#endif
}

SAMPLE(cluster)
{
    (void)repeat;
    const int threads = 256, blocks = 264, n = threads * blocks;
    if (device_attribute(cudaDevAttrComputeCapabilityMajor) < 9)
        throw skipped("clusters need compute capability 9.0");
    std::vector<unsigned> x = random_values<unsigned>(n, 0, 1000000, 42), expected(n);
    device_buffer<unsigned> dx(x);
    cudaLaunchAttribute size = {};
    size.id = cudaLaunchAttributeClusterDimension;
    size.val.clusterDim.x = 2;
    size.val.clusterDim.y = size.val.clusterDim.z = 1;
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(blocks);
    config.blockDim = dim3(threads);
    config.attrs = &size;
    config.numAttrs = 1;
    CUDA(cudaLaunchKernelEx(&config, cluster_swap, dx.data));
    for (int i = 0; i < n; i++) {
        int block = i / threads, other = (block ^ 1) * threads + i % threads;
        expected[i] = x[i] * 2 + x[other];
    }
    expect_equal("x", dx.read(), expected);
}

__global__ void count_threads(unsigned *count)
{
#if __CUDA_ARCH__ >= 900
    cg::this_cluster().sync();
#endif
    atomicAdd(count, 1u);
}

// What launches of clusters say of themselves: sizes, grids and blocks that divide nothing evenly.
SAMPLE(cluster_shapes)
{
    (void)repeat;
    static const struct {
        dim3 cluster, grid;
        unsigned threads, shared;
    } shapes[] = {{2, 264, 256, 0},
                  {4, 64, 128, 0},
                  {8, 800, 1024, 0},
                  {2, 4000, 512, 0},
                  {1, 100, 256, 0},
                  {2, 6, 64, 100 << 10},
                  {dim3(2, 2), dim3(8, 8), 96, 0},
                  {4, 2000, 64, 40 << 10},
                  {3, 33, 200, 0},
                  {5, 5000, 256, 1000}};
    if (device_attribute(cudaDevAttrComputeCapabilityMajor) < 9)
        throw skipped("clusters need compute capability 9.0");
    CUDA(cudaFuncSetAttribute(count_threads, cudaFuncAttributeMaxDynamicSharedMemorySize,
                              200 << 10));
    device_buffer<unsigned> count(std::vector<unsigned>(1, 0));
    unsigned expected = 0;
    for (const auto &shape : shapes) {
        cudaLaunchAttribute size = {};
        size.id = cudaLaunchAttributeClusterDimension;
        size.val.clusterDim.x = shape.cluster.x;
        size.val.clusterDim.y = shape.cluster.y;
        size.val.clusterDim.z = shape.cluster.z;
        cudaLaunchConfig_t config = {};
        config.gridDim = shape.grid;
        config.blockDim = dim3(shape.threads);
        config.dynamicSmemBytes = shape.shared;
        config.attrs = &size;
        config.numAttrs = 1;
        CUDA(cudaLaunchKernelEx(&config, count_threads, count.data));
        expected += shape.grid.x * shape.grid.y * shape.threads;
    }
    expect_equal<unsigned>("threads", count.read(), {expected});
}

static const int SEGMENT = 100 * 1024 / sizeof(unsigned);

__global__ void reverse_segment(unsigned *x)
{
    extern __shared__ unsigned copy[];
    unsigned *segment = x + static_cast<std::size_t>(blockIdx.x) * SEGMENT;
    for (int i = threadIdx.x; i < SEGMENT; i += blockDim.x)
        copy[i] = segment[i];
    __syncthreads();
    for (int i = threadIdx.x; i < SEGMENT; i += blockDim.x)
        segment[i] = copy[SEGMENT - 1 - i] * 2 + 1;
}

SAMPLE(dynsmem)
{
    (void)repeat;
    const int blocks = 264, bytes = SEGMENT * sizeof(unsigned);
    if (device_attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin) < bytes)
        throw skipped("the device has less than 100 KB of shared memory in a block");
    std::vector<unsigned> x = random_values<unsigned>(blocks * SEGMENT, 0, 1000000, 43), expected;
    device_buffer<unsigned> dx(x);
    CUDA(cudaFuncSetAttribute(reverse_segment, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    reverse_segment<<<blocks, 512, bytes>>>(dx.data);
    LAUNCHED();
    for (int block = 0; block < blocks; block++)
        for (int i = 0; i < SEGMENT; i++)
            expected.push_back(x[(block + 1) * SEGMENT - 1 - i] * 2 + 1);
    expect_equal("x", dx.read(), expected);
}

struct table {
    unsigned short values[1500];
    char tail[3];
};

struct three_bytes {
    unsigned char value[3];
};

struct five_bytes {
    unsigned char value[5];
};

__host__ __device__ static unsigned mix(unsigned x, const table &t, char c, three_bytes three,
                                        short s, double d, bool flag, five_bytes five,
                                        long long wide, float f)
{
    x = x * 3 + t.values[x % 1500] + t.tail[x % 3];
    x ^= three.value[x % 3] + 2u * five.value[x % 5];
    x += static_cast<unsigned>(c) + static_cast<unsigned>(s) + static_cast<unsigned>(wide >> 20);
    return flag ? x + static_cast<unsigned>(d) : x - static_cast<unsigned>(f);
}

// The pointer comes between scalars whose sizes leave gaps, and the struct takes most of 4 KB.
__global__ void big_args(char c, table t, three_bytes three, short s, unsigned *x, double d,
                         bool flag, five_bytes five, long long wide, float f, signed char n_log2)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < 1u << n_log2)
        x[i] = mix(x[i], t, c, three, s, d, flag, five, wide, f);
}

SAMPLE(big_args)
{
    (void)repeat;
    const int n_log2 = 16, n = 1 << n_log2;
    std::vector<unsigned> x = random_values<unsigned>(n, 0, 1000000, 44);
    std::vector<int> numbers = random_ints(1500, 0, 65535, 45);
    device_buffer<unsigned> dx(x);
    for (int launch = 0; launch < 2; launch++) {
        table t = {};
        for (int i = 0; i < 1500; i++)
            t.values[i] = static_cast<unsigned short>(numbers[i] + launch);
        t.tail[0] = 'a', t.tail[1] = 'b', t.tail[2] = static_cast<char>('c' + launch);
        three_bytes three = {{1, 2, static_cast<unsigned char>(3 + launch)}};
        five_bytes five = {{5, 4, 3, 2, static_cast<unsigned char>(launch)}};
        long long wide = (1ll << 50) + launch;
        bool flag = launch == 1;
        big_args<<<n / 256, 256>>>('q', t, three, 12345, dx.data, 4.0e9, flag, five, wide, 77.0f,
                                   n_log2);
        LAUNCHED();
        for (unsigned &value : x)
            value = mix(value, t, 'q', three, 12345, 4.0e9, flag, five, wide, 77.0f);
    }
    expect_equal("x", dx.read(), x);
}
