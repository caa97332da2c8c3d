// Sound in a box: a program as people write them, for --auto. wave [STEPS]. Prints what the
// receivers heard.
//
// One of its kernels, absorb, goes through the field along the wrong axis: that is what a profiler
// should find.
#include <cstdio>
#include <cstdlib>

#include <cuda_runtime.h>

#include "must.h"

constexpr int NX = 384, NY = 384, NZ = 256, BORDER = 20, RECEIVERS = 256;

__device__ __host__ constexpr size_t at(int x, int y, int z)
{
    return ((size_t)z * NY + y) * NX + x;
}

// The pressure after a time step, from those of the last two: fourth order in space, second in
// time.
__global__ void advance(float *next, const float *now, const float *speed)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 2 || x >= NX - 2 || y < 2 || y >= NY - 2)
        return;
    for (int z = 2; z < NZ - 2; z++) {
        const size_t i = at(x, y, z);
        float around = -7.5f * now[i];
        around += 4.f / 3 *
                  (now[i - 1] + now[i + 1] + now[i - NX] + now[i + NX] + now[i - NX * NY] +
                   now[i + NX * NY]);
        around -= 1.f / 12 *
                  (now[i - 2] + now[i + 2] + now[i - 2 * NX] + now[i + 2 * NX] +
                   now[i - 2 * NX * NY] + now[i + 2 * NX * NY]);
        next[i] = 2 * now[i] - next[i] + speed[i] * around;
    }
}

// Near the walls the sound fades.
__global__ void absorb(float *field)
{
    const int z = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    for (int x = 0; x < NX; x++) {
        const int wall = min(min(min(x, NX - 1 - x), min(y, NY - 1 - y)), min(z, NZ - 1 - z));
        if (wall < BORDER) {
            const float far = (BORDER - wall) * 0.015f;
            field[at(x, y, z)] *= expf(-far * far);
        }
    }
}

__global__ void excite(float *field, int step)
{
    const float t = (step - 60) * 0.08f;
    field[at(NX / 2, NY / 2, NZ / 2)] += (1 - 2 * t * t) * expf(-t * t);
}

__global__ void listen(const float *field, float *heard, int step)
{
    heard[(size_t)step * RECEIVERS + threadIdx.x] =
        field[at(BORDER + threadIdx.x, NY / 3, BORDER + 4)];
}

__global__ void energy(const float *field, double *sums)
{
    double own = 0;
    for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < (size_t)NX * NY * NZ;
         i += (size_t)gridDim.x * blockDim.x)
        own += (double)field[i] * field[i];
    sums[blockIdx.x * blockDim.x + threadIdx.x] += own;
}

int main(int argc, char **argv)
{
    const int steps = argc > 1 ? atoi(argv[1]) : 1500;
    constexpr int checks = 64 * 256;
    const size_t bytes = sizeof(float) * NX * NY * NZ;
    float *field[2], *speed, *heard;
    double *sums;
    MUST(cudaMalloc(&speed, bytes));
    MUST(cudaMalloc(&heard, sizeof(float) * RECEIVERS * steps));
    MUST(cudaMalloc(&sums, sizeof(double) * checks));
    MUST(cudaMemset(sums, 0, sizeof(double) * checks));
    for (float *&one : field) {
        MUST(cudaMalloc(&one, bytes));
        MUST(cudaMemset(one, 0, bytes));
    }
    float *layers = (float *)malloc(bytes);
    for (size_t i = 0; i < bytes / sizeof(float); i++)
        layers[i] = 0.1f + 0.05f * (float)(i / ((size_t)NX * NY) / 32 % 4);
    MUST(cudaMemcpy(speed, layers, bytes, cudaMemcpyHostToDevice));
    for (int step = 0; step < steps; step++) {
        float *now = field[step % 2], *next = field[(step + 1) % 2];
        advance<<<dim3(NX / 32, NY / 8), dim3(32, 8)>>>(next, now, speed);
        absorb<<<dim3(NZ / 256, NY), 256>>>(next);
        absorb<<<dim3(NZ / 256, NY), 256>>>(now);
        excite<<<1, 1>>>(next, step);
        listen<<<1, RECEIVERS>>>(next, heard, step);
        if (step % 10 == 9)
            energy<<<64, 256>>>(next, sums);
        MUST(cudaGetLastError());
    }
    float *trace = (float *)malloc(sizeof(float) * RECEIVERS * steps);
    static double parts[checks];
    double loud = 0, total = 0;
    MUST(cudaMemcpy(trace, heard, sizeof(float) * RECEIVERS * steps, cudaMemcpyDeviceToHost));
    MUST(cudaMemcpy(parts, sums, sizeof parts, cudaMemcpyDeviceToHost));
    for (size_t i = 0; i < (size_t)RECEIVERS * steps; i++)
        loud += (double)trace[i] * trace[i];
    for (double part : parts)
        total += part;
    printf("wave %d %.12g %.12g\n", steps, loud, total);
}
