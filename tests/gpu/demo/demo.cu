// A small program worth profiling: the same product twice, once from global memory, once through shared tiles.
#include <cstdio>
#include <vector>

constexpr int size = 1024, tile = 16;

__global__ void product_naive(const float *a, const float *b, float *c)
{
    int row = blockIdx.y * tile + threadIdx.y, column = blockIdx.x * tile + threadIdx.x;
    float sum = 0;
    for (int i = 0; i < size; i++)
        sum += a[row * size + i] * b[i * size + column];
    c[row * size + column] = sum;
}

__global__ void product_tiled(const float *a, const float *b, float *c)
{
    __shared__ float left[tile][tile], right[tile][tile];
    int row = blockIdx.y * tile + threadIdx.y, column = blockIdx.x * tile + threadIdx.x;
    float sum = 0;
    for (int start = 0; start < size; start += tile) {
        left[threadIdx.y][threadIdx.x] = a[row * size + start + threadIdx.x];
        right[threadIdx.y][threadIdx.x] = b[(start + threadIdx.y) * size + column];
        __syncthreads();
        for (int i = 0; i < tile; i++)
            sum += left[threadIdx.y][i] * right[i][threadIdx.x];
        __syncthreads();
    }
    c[row * size + column] = sum;
}

int main()
{
    std::vector<float> host(size * size, 1.0f);
    float *a, *b, *c;
    size_t bytes = host.size() * sizeof(float);
    if (cudaMalloc(&a, bytes) || cudaMalloc(&b, bytes) || cudaMalloc(&c, bytes)) {
        std::fprintf(stderr, "demo: no memory on the GPU\n");
        return 1;
    }
    cudaMemcpy(a, host.data(), bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(b, host.data(), bytes, cudaMemcpyHostToDevice);
    dim3 blocks(size / tile, size / tile), threads(tile, tile);
    product_naive<<<blocks, threads>>>(a, b, c);
    product_tiled<<<blocks, threads>>>(a, b, c);
    if (cudaMemcpy(host.data(), c, bytes, cudaMemcpyDeviceToHost) || host[0] != size) {
        std::fprintf(stderr, "demo: wrong result\n");
        return 1;
    }
    std::puts("demo: the products are right");
    return 0;
}
