// Sample cached: launches that read memory, then launches that write it, from far less to far more
// than L2 holds. What a kernel that reads alone writes to device memory was in L2 before it.
#include "common.cuh"

namespace cached {

constexpr int threads = 256, loads = 16;
constexpr std::size_t per_block = sizeof(uint4) * threads * loads;
constexpr unsigned filled = 0x01010101;

__global__ void read(const uint4 *x, unsigned *wrong)
{
    const uint4 *own = x + std::size_t(blockIdx.x) * threads * loads + threadIdx.x;
    unsigned differs = 0;
    for (int i = 0; i < loads; i++) {
        uint4 v = __ldcg(own + i * threads);
        differs |= (v.x ^ filled) | (v.y ^ filled) | (v.z ^ filled) | (v.w ^ filled);
    }
    if (differs)
        *wrong = differs;
}

__global__ void write(uint4 *x)
{
    const std::size_t first = std::size_t(blockIdx.x) * threads * loads + threadIdx.x;
    for (int i = 0; i < loads; i++) {
        unsigned value = unsigned(first) + i * threads;
        x[first + i * threads] = make_uint4(value, ~value, 0, value);
    }
}

} // namespace cached

SAMPLE(cached)
{
    using namespace cached;
    (void)repeat;
    const int mebibytes[] = {1, 8, 16, 24, 32, 40, 48, 64, 128, 256};
    const std::size_t most = std::size_t(256) << 20;
    unsigned *wrong = nullptr;
    uint4 *x = nullptr;
    CUDA(cudaMalloc(&x, most));
    CUDA(cudaMalloc(&wrong, sizeof *wrong));
    CUDA(cudaMemset(x, filled & 0xff, most));
    CUDA(cudaMemset(wrong, 0, sizeof *wrong));
    for (int size : mebibytes) {
        read<<<(std::size_t(size) << 20) / per_block, threads>>>(x, wrong);
        LAUNCHED();
    }
    for (int size : mebibytes) {
        write<<<(std::size_t(size) << 20) / per_block, threads>>>(x);
        LAUNCHED();
    }
    unsigned found = 1;
    CUDA(cudaMemcpy(&found, wrong, sizeof found, cudaMemcpyDeviceToHost));
    std::vector<uint4> values(most / sizeof(uint4));
    CUDA(cudaMemcpy(values.data(), x, most, cudaMemcpyDeviceToHost));
    CUDA(cudaFree(wrong));
    CUDA(cudaFree(x));
    expect_equal("values read", std::vector<unsigned>{found}, std::vector<unsigned>{0});
    std::vector<unsigned> firsts, expected;
    for (std::size_t i = 0; i < values.size(); i++) {
        firsts.push_back(values[i].x ^ values[i].y ^ values[i].w);
        expected.push_back(~unsigned(i));
    }
    expect_equal("values written", firsts, expected);
}
