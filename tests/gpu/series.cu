// A launch whose parameters the environment may set, so that another profiler can be shown each
// variant of a profile series: SERIES_BLOCK, SERIES_SMEM (bytes), SERIES_CARVEOUT (percent),
// SERIES_CLUSTER. The result is the same with all of them.
#include "common.cuh"

#include <cstdlib>

static int setting(const char *name, int other)
{
    const char *text = std::getenv(name);
    return text ? std::atoi(text) : other;
}

// In place, by way of shared memory: a launch that ran twice is seen in the result.
__global__ void through_shared(unsigned *x)
{
    extern __shared__ unsigned staged[];
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    staged[threadIdx.x] = x[i];
    __syncthreads();
    x[i] = staged[threadIdx.x ^ 1] * 3 + 1;
}

SAMPLE(series)
{
    (void)repeat;
    const int n = 1 << 22, block = setting("SERIES_BLOCK", 256);
    const int shared = setting("SERIES_SMEM", block * static_cast<int>(sizeof(unsigned)));
    std::vector<unsigned> x = random_values<unsigned>(n, 0, 1000000, 60), expected(n);
    device_buffer<unsigned> dx(x);
    if (shared > 48 << 10)
        CUDA(cudaFuncSetAttribute(through_shared, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                  shared));
    if (std::getenv("SERIES_CARVEOUT"))
        CUDA(cudaFuncSetAttribute(through_shared, cudaFuncAttributePreferredSharedMemoryCarveout,
                                  setting("SERIES_CARVEOUT", -1)));
    cudaLaunchAttribute cluster = {};
    cluster.id = cudaLaunchAttributeClusterDimension;
    cluster.val.clusterDim.x = static_cast<unsigned>(setting("SERIES_CLUSTER", 1));
    cluster.val.clusterDim.y = cluster.val.clusterDim.z = 1;
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(n / block);
    config.blockDim = dim3(block);
    config.dynamicSmemBytes = shared;
    config.attrs = &cluster;
    config.numAttrs = std::getenv("SERIES_CLUSTER") ? 1 : 0;
    CUDA(cudaLaunchKernelEx(&config, through_shared, dx.data));
    for (int i = 0; i < n; i++)
        expected[i] = x[i ^ 1] * 3 + 1;
    expect_equal("x", dx.read(), expected);
    // What the program did not set of its function is as it was.
    cudaFuncAttributes attributes = {};
    CUDA(cudaFuncGetAttributes(&attributes, through_shared));
    if (shared <= 48 << 10 && attributes.maxDynamicSharedSizeBytes > 48 << 10)
        throw std::runtime_error("the function's shared memory limit has changed");
    if (!std::getenv("SERIES_CARVEOUT") && attributes.preferredShmemCarveout != -1)
        throw std::runtime_error("the function's carve-out has changed");
}
