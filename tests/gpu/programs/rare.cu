// What the stage trace runs for records that few programs make, with a known answer: a module of PTX is loaded three
// times, so it is compiled unless the cache has it; the GPU is busy for two seconds, in which clocks and power are
// told; and a graph launches another one on the GPU ten times.
#include <cuda.h>
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>

#define CHECK(call)                                                                                \
    do {                                                                                           \
        const int e = (int)(call);                                                                 \
        if (e != 0) {                                                                              \
            printf("%s: error %d\n", #call, e);                                                    \
            exit(1);                                                                               \
        }                                                                                          \
    } while (0)

static const char ptx[] = ".version 7.0\n"
                          ".target sm_75\n"
                          ".address_size 64\n"
                          ".visible .entry from_ptx(.param .u64 to)\n"
                          "{\n"
                          "  .reg .u64 %rd<3>;\n"
                          "  .reg .u32 %r<2>;\n"
                          "  ld.param.u64 %rd1, [to];\n"
                          "  cvta.to.global.u64 %rd2, %rd1;\n"
                          "  atom.global.add.u32 %r1, [%rd2], 1;\n"
                          "  ret;\n"
                          "}\n";

enum { MODULES = 3, GRAPHS = 10, SPINS = 200 };

__global__ void child_work(unsigned *count)
{
    atomicAdd(count, 1000);
}

__global__ void launcher(cudaGraphExec_t child)
{
    cudaGraphLaunch(child, cudaStreamGraphFireAndForget);
}

__global__ void spin(long long nanoseconds)
{
    long long start, now;
    asm volatile("mov.u64 %0, %globaltimer;" : "=l"(start));
    do
        asm volatile("mov.u64 %0, %globaltimer;" : "=l"(now));
    while (now - start < nanoseconds);
}

static void load_modules(unsigned *count)
{
    for (int i = 0; i < MODULES; i++) {
        CUmodule module;
        CUfunction function;
        void *params[] = {&count};
        CHECK(cuModuleLoadData(&module, ptx));
        CHECK(cuModuleGetFunction(&function, module, "from_ptx"));
        CHECK(cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, NULL, params, NULL));
        CHECK(cudaDeviceSynchronize());
        CHECK(cuModuleUnload(module));
    }
}

static void launch_graphs(unsigned *count)
{
    cudaStream_t stream;
    cudaGraph_t graph, outer;
    cudaGraphExec_t child, parent;
    CHECK(cudaStreamCreate(&stream));
    CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    child_work<<<1, 1, 0, stream>>>(count);
    CHECK(cudaStreamEndCapture(stream, &graph));
    CHECK(cudaGraphInstantiate(&child, graph, cudaGraphInstantiateFlagDeviceLaunch));
    CHECK(cudaGraphUpload(child, stream));
    CHECK(cudaStreamSynchronize(stream));
    CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    launcher<<<1, 1, 0, stream>>>(child);
    CHECK(cudaStreamEndCapture(stream, &outer));
    CHECK(cudaGraphInstantiate(&parent, outer, 0));
    for (int i = 0; i < GRAPHS; i++) {
        CHECK(cudaGraphLaunch(parent, stream));
        CHECK(cudaStreamSynchronize(stream));
    }
}

int main()
{
    unsigned *count, got = 0;
    CHECK(cudaMalloc(&count, sizeof *count));
    CHECK(cudaMemset(count, 0, sizeof *count));
    load_modules(count);
    for (int i = 0; i < SPINS; i++) {
        spin<<<1, 1>>>(10000000);
        CHECK(cudaDeviceSynchronize());
    }
    launch_graphs(count);
    CHECK(cudaMemcpy(&got, count, sizeof got, cudaMemcpyDeviceToHost));
    printf("rare %s, %u\n", got == MODULES + 1000 * GRAPHS ? "right" : "WRONG", got);
    return got != MODULES + 1000 * GRAPHS;
}
