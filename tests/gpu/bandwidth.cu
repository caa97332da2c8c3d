// Samples that are bound by memory: vector_add, inplace, transpose_conflict.
#include "common.cuh"

__global__ void vector_add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}

SAMPLE(vector_add)
{
    (void)repeat;
    const int n = 1 << 24;
    std::vector<float> a = random_values<float>(n, -1000, 1000, 1);
    std::vector<float> b = random_values<float>(n, -1000, 1000, 2);
    device_buffer<float> da(a), db(b), dc(std::vector<float>(n, -1.0f));
    vector_add<<<(n + 255) / 256, 256>>>(da.data, db.data, dc.data, n);
    LAUNCHED();
    for (int i = 0; i < n; i++)
        a[i] += b[i];
    expect_equal("sum", dc.read(), a);
}

// Each launch reads what the one before left: a second run of any of them gives another result.
__global__ void inplace(float *x, int n, float a, float b)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] = x[i] * a + b;
}

SAMPLE(inplace)
{
    (void)repeat;
    const int n = 1 << 22;
    const float steps[3][2] = {{2.0f, 1.0f}, {3.0f, -5.0f}, {0.5f, 7.0f}};
    std::vector<float> x = random_values<float>(n, -1000, 1000, 3);
    device_buffer<float> dx(x);
    for (const auto &step : steps) {
        inplace<<<n / 256, 256>>>(dx.data, n, step[0], step[1]);
        LAUNCHED();
        for (float &value : x)
            value = value * step[0] + step[1];
    }
    expect_equal("x", dx.read(), x);
}

// The tile has no padding: every column read hits one bank 32 times.
__global__ void transpose_conflict(const float *in, float *out, int n)
{
    __shared__ float tile[32][32];
    int x = blockIdx.x * 32 + threadIdx.x;
    int y = blockIdx.y * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8)
        tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * n + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x;
    y = blockIdx.x * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8)
        out[(y + j) * n + x] = tile[threadIdx.x][threadIdx.y + j];
}

SAMPLE(transpose_conflict)
{
    (void)repeat;
    const int n = 4096;
    std::vector<float> in = random_values<float>(n * n, -1000000, 1000000, 4);
    device_buffer<float> din(in), dout(std::vector<float>(n * n, 0.0f));
    transpose_conflict<<<dim3(n / 32, n / 32), dim3(32, 8)>>>(din.data, dout.data, n);
    LAUNCHED();
    std::vector<float> expected(n * n);
    for (int row = 0; row < n; row++)
        for (int column = 0; column < n; column++)
            expected[column * n + row] = in[row * n + column];
    expect_equal("out", dout.read(), expected);
}
