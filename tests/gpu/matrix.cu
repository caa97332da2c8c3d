// Matrix products: sgemm_naive, sgemm_tiled, tensor.
//
// Elements are whole numbers from -2 to 2, so every product is exact. A product C of n x n matrices
// is checked against A (B x) for one random vector x, row by row and exactly: n^2 work, not n^3.
#include "common.cuh"

#include <cuda_fp16.h>
#include <mma.h>

// Throws unless c = a b + start, for square matrices of side n in row order.
static void expect_product(const std::vector<float> &a, const std::vector<float> &b,
                           const std::vector<float> &start, const std::vector<float> &c, int n)
{
    std::vector<int> x = random_ints(n, -1000, 1000, 99);
    std::vector<long long> bx(n), actual(n), expected(n);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            bx[i] += static_cast<long long>(b[i * n + j]) * x[j];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            actual[i] += static_cast<long long>(c[i * n + j]) * x[j];
            expected[i] += static_cast<long long>(a[i * n + j]) * bx[j] +
                           static_cast<long long>(start[i * n + j]) * x[j];
        }
    expect_equal("product of row", actual, expected);
}

__global__ void sgemm_naive(const float *a, const float *b, float *c, int n)
{
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0.0f;
    for (int k = 0; k < n; k++)
        sum += a[row * n + k] * b[k * n + column];
    c[row * n + column] = sum;
}

SAMPLE(sgemm_naive)
{
    (void)repeat;
    const int n = 1024;
    std::vector<float> a = random_values<float>(n * n, -2, 2, 5);
    std::vector<float> b = random_values<float>(n * n, -2, 2, 6);
    device_buffer<float> da(a), db(b), dc(std::vector<float>(n * n, 1.0f));
    sgemm_naive<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(da.data, db.data, dc.data, n);
    LAUNCHED();
    expect_product(a, b, std::vector<float>(n * n, 0.0f), dc.read(), n);
}

namespace blas {

// c += a b
template <int TILE>
__global__ void sgemm_tiled(const float *a, const float *b, float *c, int n)
{
    __shared__ float as[TILE][TILE];
    __shared__ float bs[TILE][TILE];
    int row = blockIdx.y * TILE + threadIdx.y;
    int column = blockIdx.x * TILE + threadIdx.x;
    float sum = 0.0f;
    for (int start = 0; start < n; start += TILE) {
        as[threadIdx.y][threadIdx.x] = a[row * n + start + threadIdx.x];
        bs[threadIdx.y][threadIdx.x] = b[(start + threadIdx.y) * n + column];
        __syncthreads();
        for (int k = 0; k < TILE; k++)
            sum += as[threadIdx.y][k] * bs[k][threadIdx.x];
        __syncthreads();
    }
    c[row * n + column] += sum;
}

} // namespace blas

SAMPLE(sgemm_tiled)
{
    (void)repeat;
    const int n = 1024;
    std::vector<float> a = random_values<float>(n * n, -2, 2, 7);
    std::vector<float> b = random_values<float>(n * n, -2, 2, 8);
    std::vector<float> c = random_values<float>(n * n, -9, 9, 9);
    device_buffer<float> da(a), db(b), dc(c);
    blas::sgemm_tiled<16><<<dim3(n / 16, n / 16), dim3(16, 16)>>>(da.data, db.data, dc.data, n);
    LAUNCHED();
    expect_product(a, b, c, dc.read(), n);
}

// c += a b, one 16 x 16 tile per warp, four warps in a block.
__global__ void tensor_product(const half *a, const half *b, float *c, int n)
{
    using namespace nvcuda::wmma;
    int row = blockIdx.y * 16;
    int column = (blockIdx.x * 4 + threadIdx.x / 32) * 16;
    fragment<matrix_a, 16, 16, 16, half, row_major> fa;
    fragment<matrix_b, 16, 16, 16, half, row_major> fb;
    fragment<accumulator, 16, 16, 16, float> fc;
    load_matrix_sync(fc, c + row * n + column, n, mem_row_major);
    for (int k = 0; k < n; k += 16) {
        load_matrix_sync(fa, a + row * n + k, n);
        load_matrix_sync(fb, b + k * n + column, n);
        mma_sync(fc, fa, fb, fc);
    }
    store_matrix_sync(c + row * n + column, fc, n, mem_row_major);
}

static std::vector<half> to_half(const std::vector<float> &values)
{
    std::vector<half> halves(values.size());
    for (std::size_t i = 0; i < values.size(); i++)
        halves[i] = __float2half(values[i]);
    return halves;
}

SAMPLE(tensor)
{
    (void)repeat;
    const int n = 512;
    std::vector<float> a = random_values<float>(n * n, -2, 2, 10);
    std::vector<float> b = random_values<float>(n * n, -2, 2, 11);
    std::vector<float> c = random_values<float>(n * n, -9, 9, 12);
    device_buffer<half> da(to_half(a)), db(to_half(b));
    device_buffer<float> dc(c);
    tensor_product<<<dim3(n / 64, n / 16), 128>>>(da.data, db.data, dc.data, n);
    LAUNCHED();
    expect_product(a, b, c, dc.read(), n);
}
