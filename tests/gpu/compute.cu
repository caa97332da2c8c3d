// Samples that keep the multiprocessor busy or waiting: atomics, divergence, fp64, spills.
#include "common.cuh"

#include <algorithm>
#include <cmath>
#include <numeric>

// Adds to a histogram that is not empty at the start.
__global__ void histogram(const unsigned char *in, unsigned *bins, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&bins[in[i]], 1u);
}

// Each block draws a number: the numbers of all launches together are 0, 1, 2, ...
__global__ void draw_tickets(unsigned *counter, unsigned *tickets, int first)
{
    if (threadIdx.x == 0)
        tickets[first + blockIdx.x] = atomicAdd(counter, 1u);
}

SAMPLE(atomics)
{
    (void)repeat;
    const int n = 1 << 22, blocks = 500;
    std::vector<unsigned char> in = random_values<unsigned char>(n, 0, 255, 13);
    std::vector<unsigned> bins = random_values<unsigned>(256, 0, 99, 14);
    device_buffer<unsigned char> din(in);
    device_buffer<unsigned> dbins(bins), counter({0u}), tickets(std::vector<unsigned>(2 * blocks));
    histogram<<<264, 256>>>(din.data, dbins.data, n);
    LAUNCHED();
    for (int launch = 0; launch < 2; launch++) {
        draw_tickets<<<blocks, 64>>>(counter.data, tickets.data, launch * blocks);
        LAUNCHED();
    }
    for (unsigned char value : in)
        bins[value]++;
    expect_equal("bins", dbins.read(), bins);
    expect_equal("counter", counter.read(), {2u * blocks});
    std::vector<unsigned> drawn = tickets.read(), order(2 * blocks);
    std::sort(drawn.begin(), drawn.begin() + blocks);
    std::sort(drawn.begin() + blocks, drawn.end());
    std::iota(order.begin(), order.end(), 0u);
    expect_equal("tickets", drawn, order);
}

// Lanes take different branches, and stay in the loop for different times.
__host__ __device__ static unsigned wander(unsigned value, unsigned lane)
{
    unsigned steps = 0;
    for (unsigned v = value; v != 1; steps++)
        v = v % 2 ? 3 * v + 1 : v / 2;
    switch (lane % 4) {
    case 0: return steps * 3 + value;
    case 1: return (value ^ steps) / 3;
    case 2: return value % (steps + 1);
    default: return steps << 4;
    }
}

__global__ void divergent(const unsigned *in, unsigned *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] += wander(in[i], threadIdx.x % 32);
}

SAMPLE(divergence)
{
    (void)repeat;
    const int n = 1 << 18;
    std::vector<unsigned> in = random_values<unsigned>(n, 1, 99999, 15);
    std::vector<unsigned> out = random_values<unsigned>(n, 0, 999, 16);
    device_buffer<unsigned> din(in), dout(out);
    divergent<<<n / 128, 128>>>(din.data, dout.data, n);
    LAUNCHED();
    for (int i = 0; i < n; i++)
        out[i] += wander(in[i], i % 32);
    expect_equal("out", dout.read(), out);
}

__global__ void fma_chain(double *x, int n, double a, double b)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    double value = x[i];
    for (int k = 0; k < 256; k++)
        value = fma(value, a, b);
    x[i] = value;
}

// Rounded, but the same on both sides: an fma has one right answer.
SAMPLE(fp64)
{
    (void)repeat;
    const int n = 1 << 17;
    const double a = 0.9990234375, b = 1.0 / 3.0;
    std::vector<double> x = random_values<double>(n, -1000, 1000, 17);
    device_buffer<double> dx(x);
    fma_chain<<<n / 128, 128>>>(dx.data, n, a, b);
    LAUNCHED();
    for (double &value : x)
        for (int k = 0; k < 256; k++)
            value = std::fma(value, a, b);
    expect_equal("x", dx.read(), x);
}

// `live`: more live values than the 32 registers that the launch bounds leave. `stack`: an array
// that is indexed at run time, and so lives in local memory in any case.
__host__ __device__ static unsigned crowd(unsigned seed, unsigned jump)
{
    unsigned live[48], stack[64];
#pragma unroll
    for (int i = 0; i < 48; i++)
        live[i] = seed * (2 * i + 1) + (seed >> (i % 31));
    for (int i = 0; i < 64; i++)
        stack[i] = seed + i * i;
    for (int round = 0; round < 8; round++) {
        unsigned at = (live[5] * jump + round) % 64;
        stack[at] ^= live[41];
#pragma unroll
        for (int i = 0; i < 48; i++)
            live[i] = live[i] * 5 + live[(i * 7 + 3) % 48] + stack[at];
    }
    unsigned sum = stack[seed % 64];
#pragma unroll
    for (int i = 0; i < 48; i++)
        sum = sum * 31 + live[i];
    return sum;
}

__global__ void __launch_bounds__(1024, 2) spill(unsigned *x, unsigned jump, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] = crowd(x[i], jump);
}

SAMPLE(spills)
{
    (void)repeat;
    const int n = 1 << 17;
    std::vector<unsigned> x = random_values<unsigned>(n, 0, 1000000, 18);
    device_buffer<unsigned> dx(x);
    spill<<<n / 1024, 1024>>>(dx.data, 29, n);
    LAUNCHED();
    for (unsigned &value : x)
        value = crowd(value, 29);
    expect_equal("x", dx.read(), x);
}
