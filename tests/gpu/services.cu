// Kernels that call the driver on the device: malloc and free (heap, heap_limit), printf (printf).
#include "common.cuh"

#include <cstdio>

struct node {
    node *next;
    int value;
};

enum { LISTS = 64, NODES = 8, FAILURES = 2, COUNT = 1, SUM = 0 };

__device__ node *heads[LISTS];

// Each thread puts nodes before its list.
__global__ void build(int first, unsigned *totals)
{
    for (int i = 0; i < NODES; i++) {
        node *made = static_cast<node *>(malloc(sizeof(node)));
        if (!made) {
            atomicAdd(&totals[FAILURES], 1u);
            return;
        }
        made->value = first + static_cast<int>(threadIdx.x) + i;
        made->next = heads[threadIdx.x];
        heads[threadIdx.x] = made;
    }
}

// Takes the lists apart; a node that is freed twice ends the context.
__global__ void tear(unsigned *totals)
{
    while (node *taken = heads[threadIdx.x]) {
        heads[threadIdx.x] = taken->next;
        atomicAdd(&totals[SUM], static_cast<unsigned>(taken->value));
        atomicAdd(&totals[COUNT], 1u);
        free(taken);
    }
}

SAMPLE(heap)
{
    (void)repeat;
    // 'b' builds, 't' takes all apart: 11 launches, so often that blocks are used again.
    const char order[] = "btbtbtbtbbt";
    device_buffer<unsigned> totals(std::vector<unsigned>(3, 0));
    unsigned sum = 0, count = 0;
    int first = 0;
    for (const char *step = order; *step; step++) {
        if (*step == 't') {
            tear<<<1, LISTS>>>(totals.data);
            LAUNCHED();
            continue;
        }
        build<<<1, LISTS>>>(first, totals.data);
        LAUNCHED();
        for (int list = 0; list < LISTS; list++)
            for (int i = 0; i < NODES; i++)
                sum += static_cast<unsigned>(first + list + i);
        count += LISTS * NODES;
        first += 100;
    }
    expect_equal<unsigned>("totals", totals.read(), {sum, count, 0});
}

__global__ void take_and_return(unsigned *times, std::size_t bytes)
{
    if (void *taken = malloc(bytes)) {
        atomicAdd(times, 1u);
        free(taken);
    }
}

__global__ void add_one(unsigned *times)
{
    atomicAdd(times, 1u);
}

// The heap can be made larger until the first kernel that uses it, and so after a launch of
// another.
SAMPLE(heap_limit)
{
    (void)repeat;
    device_buffer<unsigned> times(std::vector<unsigned>(1, 0));
    add_one<<<1, 32>>>(times.data);
    LAUNCHED();
    CUDA(cudaDeviceSynchronize());
    CUDA(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 64 << 20));
    take_and_return<<<1, 1>>>(times.data, 32 << 20);
    LAUNCHED();
    expect_equal<unsigned>("times", times.read(), {33});
}

__global__ void talk(int line, unsigned *lines)
{
    if (threadIdx.x == 0)
        printf("line %d of the device\n", line);
    atomicAdd(lines, 1u);
}

SAMPLE(printf)
{
    (void)repeat;
    const unsigned threads = 32, launches = 3;
    device_buffer<unsigned> lines(std::vector<unsigned>(1, 0));
    for (unsigned i = 0; i < launches; i++) {
        talk<<<1, threads>>>(static_cast<int>(i), lines.data);
        LAUNCHED();
    }
    expect_equal<unsigned>("lines", lines.read(), {threads * launches});
}
