// Programs whose kernels work in ways that newer GPUs brought, or that need care when a kernel runs
// again: kernels NAME. Each prints one line that depends on all memory that it changed.
//
//   tensors   kernels copy tiles in and out by a tensor map, a parameter or in memory
//   bulk      kernels copy and add to memory in bulk
//   clusters  blocks of a cluster add to each other's shared memory
//   early     each kernel starts before the one in front of it has ended, and waits for it
//   tickets   the last block to finish adds up what the others left, and resets the counter
//   children  kernels launch kernels, which launch kernels
//   tails     kernels launch kernels that run behind them
//   textures  kernels read textures of arrays that others wrote by surfaces, with levels
//   spread    a cooperative kernel waits for all its blocks, again and again
//   heap      kernels keep lists in memory that they allocate, from launch to launch
#include <cooperative_groups.h>
#include <cstring>
#include <cuda.h>
#include <cuda_runtime.h>

#include "must.h"

namespace cg = cooperative_groups;

enum { SIDE = 512, COUNT = SIDE * SIDE, THREADS = 256, TILE = 32, ROUNDS = 16 };

static unsigned *new_words(size_t count, unsigned first)
{
    unsigned *x, *words = new unsigned[count];
    for (size_t i = 0; i < count; i++)
        words[i] = first += 2654435761u * (unsigned)i;
    MUST(cudaMalloc(&x, count * sizeof *x));
    MUST(cudaMemcpy(x, words, count * sizeof *x, cudaMemcpyHostToDevice));
    delete[] words;
    return x;
}

static unsigned long long sum_of(const unsigned *x, size_t count)
{
    unsigned *words = new unsigned[count];
    unsigned long long sum = 0;
    MUST(cudaDeviceSynchronize());
    MUST(cudaMemcpy(words, x, count * sizeof *x, cudaMemcpyDeviceToHost));
    for (size_t i = 0; i < count; i++)
        sum = sum * 31 + words[i];
    delete[] words;
    return sum;
}

// ---- copies by the tensor memory accelerator ----

#define IN_SHARED(p) ((unsigned)__cvta_generic_to_shared(p))

static __device__ void begin_barrier(unsigned long long *barrier, unsigned bytes)
{
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(IN_SHARED(barrier)) : "memory");
    asm volatile("fence.proxy.async;" ::: "memory");
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(IN_SHARED(barrier)),
                 "r"(bytes)
                 : "memory");
}

static __device__ void wait_barrier(unsigned long long *barrier)
{
    asm volatile("{\n.reg .pred p;\n"
                 "again:\n"
                 "mbarrier.try_wait.parity.shared::cta.b64 p, [%0], 0;\n"
                 "@!p bra again;\n}" ::"r"(IN_SHARED(barrier))
                 : "memory");
}

static __device__ void wait_stores()
{
    asm volatile("cp.async.bulk.commit_group;\ncp.async.bulk.wait_group 0;" ::: "memory");
}

static __device__ void turn_tile(const CUtensorMap *from, const CUtensorMap *to, unsigned factor)
{
    __shared__ alignas(128) unsigned tile[TILE * TILE];
    __shared__ alignas(8) unsigned long long barrier;
    const int x = blockIdx.x * TILE, y = blockIdx.y * TILE;
    if (threadIdx.x == 0) {
        begin_barrier(&barrier, sizeof tile);
        asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes "
                     "[%0], [%1, {%2, %3}], [%4];" ::"r"(IN_SHARED(tile)),
                     "l"(from), "r"(x), "r"(y), "r"(IN_SHARED(&barrier))
                     : "memory");
    }
    __syncthreads();
    wait_barrier(&barrier);
    for (int i = threadIdx.x; i < TILE * TILE; i += blockDim.x)
        tile[i] = tile[i] * factor + x + y;
    asm volatile("fence.proxy.async;" ::: "memory");
    __syncthreads();
    if (threadIdx.x == 0) {
        asm volatile(
            "cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [%0, {%1, %2}], [%3];" ::"l"(to),
            "r"(y), "r"(x), "r"(IN_SHARED(tile))
            : "memory");
        wait_stores();
    }
}

__global__ void turn(const __grid_constant__ CUtensorMap from,
                     const __grid_constant__ CUtensorMap to, unsigned factor)
{
    turn_tile(&from, &to, factor);
}

__global__ void turn_by(const CUtensorMap *maps, unsigned factor)
{
    turn_tile(maps, maps + 1, factor);
}

static CUtensorMap map_of(unsigned *x)
{
    CUtensorMap map;
    const cuuint64_t size[] = {SIDE, SIDE}, pitch[] = {SIDE * sizeof *x};
    const cuuint32_t box[] = {TILE, TILE}, steps[] = {1, 1};
    MUST(cuTensorMapEncodeTiled(&map, CU_TENSOR_MAP_DATA_TYPE_UINT32, 2, x, size, pitch, box, steps,
                                CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE,
                                CU_TENSOR_MAP_L2_PROMOTION_NONE,
                                CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE));
    return map;
}

static unsigned long long run_tensors()
{
    unsigned *a = new_words(COUNT, 1), *b = new_words(COUNT, 2);
    const CUtensorMap maps[] = {map_of(b), map_of(a)};
    const dim3 grid(SIDE / TILE, SIDE / TILE);
    CUtensorMap *there;
    MUST(cudaMalloc(&there, sizeof maps));
    MUST(cudaMemcpy(there, maps, sizeof maps, cudaMemcpyHostToDevice));
    for (int i = 0; i < ROUNDS; i++) {
        turn<<<grid, THREADS>>>(maps[1], maps[0], 2 * i + 3);
        turn_by<<<grid, THREADS>>>(there, 2 * i + 5);
    }
    return sum_of(a, COUNT) + sum_of(b, COUNT);
}

__global__ void move_in_bulk(const unsigned *from, unsigned *to, unsigned *sums, unsigned factor)
{
    __shared__ alignas(128) unsigned piece[1024];
    __shared__ alignas(8) unsigned long long barrier;
    const size_t at = (size_t)blockIdx.x * 1024;
    if (threadIdx.x == 0) {
        begin_barrier(&barrier, sizeof piece);
        asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], "
                     "[%1], %2, [%3];" ::"r"(IN_SHARED(piece)),
                     "l"(from + at), "r"((unsigned)sizeof piece), "r"(IN_SHARED(&barrier))
                     : "memory");
    }
    __syncthreads();
    wait_barrier(&barrier);
    for (int i = threadIdx.x; i < 1024; i += blockDim.x)
        piece[i] = piece[i] * factor + i;
    asm volatile("fence.proxy.async;" ::: "memory");
    __syncthreads();
    if (threadIdx.x == 0) {
        asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(to + at),
                     "r"(IN_SHARED(piece)), "r"((unsigned)sizeof piece)
                     : "memory");
        asm volatile(
            "cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [%0], [%1], %2;" ::"l"(
                sums),
            "r"(IN_SHARED(piece)), "r"((unsigned)sizeof piece)
            : "memory");
        wait_stores();
    }
}

static unsigned long long run_bulk()
{
    unsigned *a = new_words(COUNT, 3), *b = new_words(COUNT, 4), *sums = new_words(1024, 5);
    for (int i = 0; i < ROUNDS; i++) {
        move_in_bulk<<<COUNT / 1024, THREADS>>>(a, b, sums, 2 * i + 3);
        move_in_bulk<<<COUNT / 1024, THREADS>>>(b, a, sums, 2 * i + 5);
    }
    return sum_of(a, COUNT) + sum_of(b, COUNT) + sum_of(sums, 1024);
}

// ---- blocks that work together ----

__global__ void __cluster_dims__(4) count_in_cluster(const unsigned *x, unsigned *counts)
{
    __shared__ unsigned bins[THREADS];
    const cg::cluster_group cluster = cg::this_cluster();
    bins[threadIdx.x] = 0;
    cluster.sync();
    const unsigned word = x[blockIdx.x * THREADS + threadIdx.x];
    atomicAdd(cluster.map_shared_rank(bins, word % 4) + word / 4 % THREADS, 1u);
    cluster.sync();
    atomicAdd(&counts[cluster.block_rank() * THREADS + threadIdx.x], bins[threadIdx.x]);
}

__global__ void stir(unsigned *x, const unsigned *counts)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    x[i] = x[i] * 5 + counts[i % (4 * THREADS)] + i;
}

static unsigned long long run_clusters()
{
    unsigned *x = new_words(COUNT, 6), *counts = new_words(4 * THREADS, 7);
    for (int i = 0; i < ROUNDS; i++) {
        count_in_cluster<<<COUNT / THREADS, THREADS>>>(x, counts);
        stir<<<COUNT / THREADS, THREADS>>>(x, counts);
    }
    return sum_of(x, COUNT) + sum_of(counts, 4 * THREADS);
}

__global__ void follow(unsigned *x, const unsigned *before, unsigned factor)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    cudaTriggerProgrammaticLaunchCompletion();
    unsigned own = i;
    for (unsigned k = 0; k < factor; k++)
        own = own * 1664525u + 1013904223u;
    cudaGridDependencySynchronize();
    x[i] = x[i] * factor + own + before[COUNT - 1 - i];
}

static unsigned long long run_early()
{
    unsigned *x[] = {new_words(COUNT, 8), new_words(COUNT, 9), new_words(COUNT, 10)};
    cudaStream_t stream;
    cudaLaunchAttribute attribute = {};
    cudaLaunchConfig_t config = {};
    MUST(cudaStreamCreate(&stream));
    attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    attribute.val.programmaticStreamSerializationAllowed = 1;
    config.gridDim = COUNT / THREADS;
    config.blockDim = THREADS;
    config.stream = stream;
    config.attrs = &attribute;
    config.numAttrs = 1;
    for (int i = 0; i < 2 * ROUNDS; i++)
        MUST(cudaLaunchKernelEx(&config, follow, x[i % 3], (const unsigned *)x[(i + 2) % 3],
                                2u * i + 3));
    MUST(cudaStreamSynchronize(stream));
    return sum_of(x[0], COUNT) + sum_of(x[1], COUNT) + sum_of(x[2], COUNT);
}

static __device__ unsigned tickets;

__global__ void reduce(const unsigned *x, unsigned *parts, unsigned *total)
{
    __shared__ bool last;
    unsigned sum = x[blockIdx.x * THREADS + threadIdx.x];
    for (int i = 16; i; i /= 2)
        sum += __shfl_xor_sync(~0u, sum, i);
    if (threadIdx.x % 32 == 0)
        atomicAdd(&parts[blockIdx.x], sum);
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0)
        last = atomicInc(&tickets, gridDim.x - 1) == gridDim.x - 1;
    __syncthreads();
    if (last && threadIdx.x == 0)
        for (unsigned i = 0; i < gridDim.x; i++)
            *total = *total * 3 + *(volatile unsigned *)&parts[i];
}

static unsigned long long run_tickets()
{
    unsigned *x = new_words(COUNT, 11), *parts = new_words(COUNT / THREADS, 12),
             *total = new_words(1, 13);
    for (int i = 0; i < ROUNDS; i++) {
        reduce<<<COUNT / THREADS, THREADS>>>(x, parts, total);
        stir<<<COUNT / THREADS, THREADS>>>(x, parts);
    }
    unsigned left;
    MUST(cudaMemcpyFromSymbol(&left, tickets, sizeof left));
    return sum_of(x, COUNT) + sum_of(parts, COUNT / THREADS) + sum_of(total, 1) + left;
}

__global__ void spread(unsigned *x, unsigned rounds)
{
    const cg::grid_group grid = cg::this_grid();
    for (unsigned round = 0; round < rounds; round++) {
        for (unsigned i = grid.thread_rank(); i < COUNT / 2; i += grid.size())
            x[i + (round % 2 ? 0 : COUNT / 2)] +=
                3 * x[(i * 7 + round) % (COUNT / 2) + (round % 2 ? COUNT / 2 : 0)];
        grid.sync();
    }
}

static unsigned long long run_spread()
{
    unsigned *x = new_words(COUNT, 14), rounds;
    void *arguments[] = {&x, &rounds};
    for (int i = 0; i < ROUNDS; i++) {
        rounds = i % 5 + 1;
        MUST(cudaLaunchCooperativeKernel((void *)spread, dim3(64), dim3(THREADS), arguments, 0,
                                         nullptr));
    }
    return sum_of(x, COUNT);
}

// ---- kernels that launch kernels ----

__global__ void grandchild(unsigned *x, unsigned factor)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    x[i] = x[i] * factor + i;
}

__global__ void child(unsigned *x, unsigned factor)
{
    if (threadIdx.x == 0)
        grandchild<<<COUNT / 4 / THREADS, THREADS>>>(x + blockIdx.x * (COUNT / 4),
                                                     factor + blockIdx.x);
}

__global__ void parent(unsigned *x, unsigned factor)
{
    if (threadIdx.x == 0)
        child<<<4, 32>>>(x, factor);
}

__global__ void tail(unsigned *x, unsigned left)
{
    x[left * 1000 + threadIdx.x] += left + 1;
    if (threadIdx.x == 0 && left)
        tail<<<1, THREADS, 0, cudaStreamTailLaunch>>>(x, left - 1);
    if (threadIdx.x == 0)
        grandchild<<<4, THREADS, 0, cudaStreamFireAndForget>>>(x + COUNT / 2, 3);
}

static unsigned long long run_children()
{
    unsigned *x = new_words(COUNT, 15);
    for (int i = 0; i < ROUNDS; i++) {
        parent<<<1, 32>>>(x, 2 * i + 3);
        grandchild<<<COUNT / THREADS, THREADS>>>(x, 5);
    }
    return sum_of(x, COUNT);
}

static unsigned long long run_tails()
{
    unsigned *x = new_words(COUNT, 16);
    for (int i = 0; i < ROUNDS; i++) {
        tail<<<1, THREADS>>>(x, i % 4 + 1);
        grandchild<<<COUNT / THREADS, THREADS>>>(x, 7);
    }
    return sum_of(x, COUNT);
}

// ---- arrays ----

__global__ void to_surface(const unsigned *x, cudaSurfaceObject_t surface)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    surf2Dwrite(x[i], surface, i % SIDE * 4, i / SIDE);
}

__global__ void halve(cudaTextureObject_t from, cudaSurfaceObject_t to, int side)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x, x = i % side, y = i / side;
    if (y >= side)
        return;
    unsigned sum = 0;
    for (int k = 0; k < 4; k++)
        sum += tex2DLod<unsigned>(from, 2 * x + k % 2, 2 * y + k / 2, 0);
    surf2Dwrite(sum, to, x * 4, y);
}

__global__ void from_texture(unsigned *x, cudaTextureObject_t texture)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    x[i] = x[i] * 3 + tex2DLod<unsigned>(texture, i % (SIDE / 4), i / (SIDE / 4) % (SIDE / 4), 0);
}

static unsigned long long run_textures()
{
    unsigned *x = new_words(COUNT, 17);
    cudaMipmappedArray_t levels;
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<unsigned>();
    MUST(cudaMallocMipmappedArray(&levels, &format, make_cudaExtent(SIDE, SIDE, 0), 3,
                                  cudaArraySurfaceLoadStore));
    cudaSurfaceObject_t surfaces[3];
    cudaTextureObject_t textures[3];
    for (int level = 0; level < 3; level++) {
        cudaResourceDesc resource = {};
        cudaTextureDesc texture = {};
        resource.resType = cudaResourceTypeArray;
        MUST(cudaGetMipmappedArrayLevel(&resource.res.array.array, levels, level));
        MUST(cudaCreateSurfaceObject(&surfaces[level], &resource));
        MUST(cudaCreateTextureObject(&textures[level], &resource, &texture, nullptr));
    }
    for (int i = 0; i < ROUNDS; i++) {
        to_surface<<<COUNT / THREADS, THREADS>>>(x, surfaces[0]);
        halve<<<COUNT / 4 / THREADS, THREADS>>>(textures[0], surfaces[1], SIDE / 2);
        halve<<<COUNT / 16 / THREADS, THREADS>>>(textures[1], surfaces[2], SIDE / 4);
        from_texture<<<COUNT / THREADS, THREADS>>>(x, textures[2]);
    }
    return sum_of(x, COUNT);
}

// ---- memory of kernels ----

struct node {
    node *next;
    unsigned value;
};

static __device__ node *lists[THREADS];

__global__ void grow(unsigned value)
{
    node *n = (node *)malloc(sizeof *n);
    n->value = value * 31 + threadIdx.x;
    n->next = lists[threadIdx.x];
    lists[threadIdx.x] = n;
}

__global__ void shrink(unsigned *x)
{
    unsigned sum = x[threadIdx.x];
    for (const node *n = lists[threadIdx.x]; n; n = n->next)
        sum = sum * 7 + n->value;
    x[threadIdx.x] = sum;
    if (node *n = lists[threadIdx.x]) {
        lists[threadIdx.x] = n->next;
        free(n);
    }
}

static unsigned long long run_heap()
{
    unsigned *x = new_words(THREADS, 18);
    for (int i = 0; i < ROUNDS; i++) {
        grow<<<1, THREADS>>>(2 * i);
        grow<<<1, THREADS>>>(2 * i + 1);
        shrink<<<1, THREADS>>>(x);
    }
    return sum_of(x, THREADS);
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        unsigned long long (*run)();
    } programs[] = {{"tensors", run_tensors},   {"bulk", run_bulk},
                    {"clusters", run_clusters}, {"early", run_early},
                    {"tickets", run_tickets},   {"children", run_children},
                    {"tails", run_tails},       {"textures", run_textures},
                    {"spread", run_spread},     {"heap", run_heap}};
    for (const auto &program : programs)
        if (argc == 2 && !strcmp(argv[1], program.name)) {
            MUST(cudaFree(nullptr));
            printf("%s %016llx\n", program.name, program.run());
            return 0;
        }
    fprintf(
        stderr,
        "usage: kernels tensors|bulk|clusters|early|tickets|children|tails|textures|spread|heap\n");
    return 2;
}
