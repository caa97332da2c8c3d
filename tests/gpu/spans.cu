// Samples spans, spans_overlap, spans_graph and spans_freed: work inside ranges that are measured as
// one. Each is inside a profiler range and a pushed NVTX range "span" at once, so that either kind
// can be asked for. Kernels count on the device: what runs twice without memory being put back
// shows at the end.
#include "common.cuh"

#include <cuda_profiler_api.h>
#include <nvtx3/nvToolsExt.h>

__global__ void scale_and_count(float *x, unsigned n, float a, unsigned *count)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] = x[i] * a + 1;
    if (i == 0)
        atomicAdd(count, 1u);
}

// Keeps one block busy for about this number of cycles.
__global__ void spin(long long cycles, unsigned *count)
{
    long long begin = clock64();
    while (clock64() - begin < cycles)
        ;
    atomicAdd(count, 1u);
}

namespace
{

struct span {
    span()
    {
        CUDA(cudaProfilerStart());
        nvtxRangePushA("span");
    }
    ~span()
    {
        nvtxRangePop();
        cudaProfilerStop();
    }
};

constexpr unsigned N = 1 << 20;

// x = x * a + 1 with a = 2 on ones, modulo what floats hold exactly.
float scaled(float x, unsigned times)
{
    while (times--)
        x = x * 0.5f + 1;
    return x;
}

struct bench {
    device_buffer<float> x{std::vector<float>(N, 6.0f)}, y{std::vector<float>(N, 0.0f)};
    device_buffer<unsigned> count{std::vector<unsigned>{0}};
    stream first, second;
    unsigned launched = 0;

    void scale(cudaStream_t where)
    {
        scale_and_count<<<N / 256, 256, 0, where>>>(x.data, N, 0.5f, count.data);
        LAUNCHED();
        launched++;
    }
    void check(unsigned steps)
    {
        expect_equal<float>("x", x.read(), std::vector<float>(N, scaled(6.0f, steps)));
        expect_equal<unsigned>("count", count.read(), {launched});
    }
};

} // namespace

// Range i holds i + 2 launches on two streams, an event between them, a fill, copies in all
// directions, and what the host does with what it got.
SAMPLE(spans)
{
    bench b;
    cudaEvent_t ready;
    float *pinned = nullptr;
    unsigned steps = 0;
    const int ranges = repeat ? repeat : 3;
    CUDA(cudaEventCreateWithFlags(&ready, cudaEventDisableTiming));
    CUDA(cudaMallocHost(&pinned, N * sizeof(float)));
    for (int i = 0; i < ranges; i++) {
        std::vector<float> host(16);
        {
            span range;
            for (int j = 0; j <= i; j++, steps++)
                b.scale(b.first.handle);
            CUDA(cudaEventRecord(ready, b.first.handle));
            CUDA(cudaStreamWaitEvent(b.second.handle, ready, 0));
            CUDA(cudaMemcpyAsync(b.y.data, b.x.data, N * sizeof(float), cudaMemcpyDeviceToDevice,
                                 b.second.handle));
            CUDA(cudaMemsetAsync(b.y.data, 0, 4096, b.second.handle));
            CUDA(cudaMemcpyAsync(pinned, b.y.data, N * sizeof(float), cudaMemcpyDeviceToHost,
                                 b.second.handle));
            b.second.wait();
            if (pinned[0] != 0 || pinned[N - 1] != scaled(6.0f, steps))
                throw std::runtime_error("the copy to the host is wrong");
            pinned[1] = 7.0f + static_cast<float>(i); // the host acts on it, and sends it back
            CUDA(cudaMemcpyAsync(b.y.data, pinned, N * sizeof(float), cudaMemcpyHostToDevice,
                                 b.second.handle));
            CUDA(cudaMemcpyAsync(host.data(), b.y.data, 16 * sizeof(float), cudaMemcpyDeviceToHost,
                                 b.second.handle));
            b.second.wait();
            b.scale(b.second.handle);
            steps++;
            CUDA(cudaDeviceSynchronize());
        }
        if (host[1] != 7.0f + static_cast<float>(i) || pinned[1] != host[1])
            throw std::runtime_error("the copy from the host is wrong");
        b.scale(b.first.handle); // between ranges
        steps++;
        b.check(steps);
        if (b.y.read()[1] != host[1])
            throw std::runtime_error("what the range copied is lost");
    }
    CUDA(cudaFreeHost(pinned));
    CUDA(cudaEventDestroy(ready));
}

// Two kernels of one block each, on two streams: side by side they take half the time.
SAMPLE(spans_overlap)
{
    bench b;
    (void)repeat;
    for (int i = 0; i < 2; i++) { // the first one loads the kernel
        span range;
        spin<<<1, 1, 0, b.first.handle>>>(10000000, b.count.data);
        LAUNCHED();
        spin<<<1, 1, 0, b.second.handle>>>(10000000, b.count.data);
        LAUNCHED();
        CUDA(cudaDeviceSynchronize());
    }
    expect_equal<unsigned>("count", b.count.read(), {4});
}

// A graph among launches.
SAMPLE(spans_graph)
{
    bench b;
    cudaGraph_t graph;
    cudaGraphExec_t executable;
    (void)repeat;
    CUDA(cudaStreamBeginCapture(b.first.handle, cudaStreamCaptureModeGlobal));
    b.scale(b.first.handle);
    b.scale(b.first.handle);
    CUDA(cudaStreamEndCapture(b.first.handle, &graph));
    CUDA(cudaGraphInstantiate(&executable, graph, 0));
    {
        span range;
        b.scale(b.first.handle);
        CUDA(cudaGraphLaunch(executable, b.first.handle));
        CUDA(cudaGraphLaunch(executable, b.first.handle));
        b.first.wait();
    }
    b.launched += 2; // captured once, launched twice
    b.check(5);
    CUDA(cudaGraphExecDestroy(executable));
    CUDA(cudaGraphDestroy(graph));
}

// Memory that comes in a range, which can be run again, and memory that goes, which cannot.
SAMPLE(spans_freed)
{
    bench b;
    (void)repeat;
    float *late = nullptr;
    {
        span range;
        b.scale(b.first.handle);
        CUDA(cudaMalloc(&late, N * sizeof(float)));
        CUDA(cudaMemcpyAsync(late, b.x.data, N * sizeof(float), cudaMemcpyDeviceToDevice,
                             b.first.handle));
        scale_and_count<<<N / 256, 256, 0, b.first.handle>>>(late, N, 0.5f, b.count.data);
        LAUNCHED();
        b.launched++;
        b.first.wait();
    }
    std::vector<float> there(N);
    CUDA(cudaMemcpy(there.data(), late, N * sizeof(float), cudaMemcpyDeviceToHost));
    expect_equal<float>("late", there, std::vector<float>(N, scaled(6.0f, 2)));
    {
        span range;
        b.scale(b.first.handle);
        b.first.wait();
        CUDA(cudaFree(late));
        b.scale(b.first.handle);
        b.first.wait();
    }
    b.check(3);
}
