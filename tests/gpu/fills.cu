// Sample fills: between launches all ways of the driver to fill and copy memory, some of which it
// makes with kernels of its own: the counters must not take these for launches.
#include "common.cuh"

namespace fills {

__global__ void add(int *x, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] += 1;
}

constexpr int width = 333, height = 77, count = width * height;

} // namespace fills

SAMPLE(fills)
{
    using namespace fills;
    (void)repeat;
    device_buffer<int> x(std::vector<int>(count, 0)), y(std::vector<int>(count, 5));
    std::vector<int> host(count, 7), expected(count, 0);
    int *managed = nullptr;
    CUDA(cudaMallocManaged(&managed, count * sizeof(int)));
    stream s;
    const size_t bytes = count * sizeof(int), pitch = width * sizeof(int);
    for (int step = 0; step < 24; step++) {
        int value = 0;
        switch (step % 12) {
        case 0: CUDA(cudaMemset(x.data, 0, bytes)); break;
        case 1: CUDA(cudaMemsetAsync(x.data, 1, bytes, s.handle)); value = 0x01010101; break;
        case 2: CUDA(cudaMemset2DAsync(x.data, pitch, 0, pitch, height, s.handle)); break;
        case 3: CUDA(cudaMemcpyAsync(x.data, y.data, bytes, cudaMemcpyDeviceToDevice, s.handle)); value = 5; break;
        case 4: CUDA(cudaMemcpy(x.data, y.data, bytes, cudaMemcpyDefault)); value = 5; break;
        case 5: CUDA(cudaMemcpy2DAsync(x.data, pitch, y.data, pitch, pitch, height, cudaMemcpyDeviceToDevice, s.handle)); value = 5; break;
        case 6: CUDA(cudaMemcpy(x.data, host.data(), bytes, cudaMemcpyHostToDevice)); value = 7; break;
        case 7: CUDA(cudaMemcpy2D(x.data, pitch, host.data(), pitch, pitch, height, cudaMemcpyHostToDevice)); value = 7; break;
        case 8:
            CUDA(cudaMemset(managed, 0, bytes));
            CUDA(cudaMemcpy(x.data, managed, bytes, cudaMemcpyDefault));
            break;
        case 9:
            CUDA(cudaMemsetAsync(x.data, 0, 1, s.handle));
            CUDA(cudaMemsetAsync(x.data, 0, bytes - 3, s.handle));
            CUDA(cudaMemset(x.data, 0, bytes));
            break;
        case 10: {
            cudaMemcpy3DParms p = {};
            p.srcPtr = make_cudaPitchedPtr(y.data, pitch, width, height);
            p.dstPtr = make_cudaPitchedPtr(x.data, pitch, width, height);
            p.extent = make_cudaExtent(pitch, height, 1);
            p.kind = cudaMemcpyDeviceToDevice;
            CUDA(cudaMemcpy3DAsync(&p, s.handle));
            value = 5;
            break;
        }
        default: {
            int *other = nullptr;
            CUDA(cudaMallocAsync(&other, bytes, s.handle));
            CUDA(cudaMemsetAsync(other, 0, bytes, s.handle));
            CUDA(cudaMemcpyAsync(x.data, other, bytes, cudaMemcpyDeviceToDevice, s.handle));
            CUDA(cudaFreeAsync(other, s.handle));
        }
        }
        CUDA(cudaDeviceSynchronize());
        add<<<(count + 127) / 128, 128, 0, s.handle>>>(x.data, count);
        LAUNCHED();
        expect_equal("x", x.read(), std::vector<int>(count, value + 1));
    }
    CUDA(cudaFree(managed));
}
