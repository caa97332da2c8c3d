// Kernels that read and write memory of another GPU over the link between the two.
#include "common.cuh"

__global__ void gather(int *own, const int *other, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        own[i] += other[i];
}

// Run again it gives something else, unless what it writes is put back.
__global__ void scatter(const int *own, int *other, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        other[i] = 2 * other[i] + own[i];
}

SAMPLE(peer)
{
    const int n = 1 << 22;
    int devices = 0, reaches = 0;
    (void)repeat;
    CUDA(cudaGetDeviceCount(&devices));
    if (devices > 1)
        CUDA(cudaDeviceCanAccessPeer(&reaches, 0, 1));
    if (!reaches)
        throw skipped("no second GPU that this one reaches");
    std::vector<int> a = random_ints(n, 0, 9, 1), b = random_ints(n, 0, 9, 2);
    CUDA(cudaSetDevice(1));
    device_buffer<int> other(b);
    CUDA(cudaSetDevice(0));
    device_buffer<int> own(a);
    CUDA(cudaDeviceEnablePeerAccess(1, 0));
    for (int i = 0; i < 2; i++) {
        gather<<<n / 256, 256>>>(own.data, other.data, n);
        LAUNCHED();
        scatter<<<n / 256, 256>>>(own.data, other.data, n);
        LAUNCHED();
        for (int j = 0; j < n; j++) {
            a[j] += b[j];
            b[j] = 2 * b[j] + a[j];
        }
    }
    expect_equal("own", own.read(), a);
    CUDA(cudaSetDevice(1));
    expect_equal("other", other.read(), b);
    CUDA(cudaSetDevice(0));
    CUDA(cudaDeviceDisablePeerAccess(1));
}
