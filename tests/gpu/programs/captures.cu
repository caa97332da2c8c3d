// Programs that capture graphs in unusual ways: captures NAME. Prints one line that depends on all
// that was computed.
//
//   carried    the graph copies pinned memory to the GPU and back, and the processor changes what
//   it
//              reads and looks at what it wrote between launches
//   allocated  the graph allocates memory from a pool, and frees it, behind a kernel
//   pooled     memory of a pool is allocated before the capture, and used and freed in it
//   beside     a thread captures, allocates and launches graphs while another one launches kernels
//   dropped    streams are destroyed while they capture, while kernels run in another one
//   updated    an executable graph gets another graph's parameters between launches
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
#include <thread>

#include "must.h"

enum { COUNT = 1 << 18, THREADS = 256, ROUNDS = 12, KERNELS = 3 };

__global__ void step(unsigned *x, unsigned factor)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    x[i] = x[i] * factor + i;
}

static void launch(unsigned *x, unsigned factor, cudaStream_t stream)
{
    step<<<COUNT / THREADS, THREADS, 0, stream>>>(x, factor);
    MUST(cudaGetLastError());
}

static cudaStream_t new_stream()
{
    cudaStream_t stream;
    MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    return stream;
}

static unsigned *new_words(unsigned value)
{
    unsigned *x;
    MUST(cudaMalloc(&x, COUNT * sizeof *x));
    MUST(cudaMemset(x, value, COUNT * sizeof *x));
    return x;
}

static cudaGraphExec_t end_capture(cudaStream_t stream)
{
    cudaGraph_t graph;
    cudaGraphExec_t executable;
    MUST(cudaStreamEndCapture(stream, &graph));
    MUST(cudaGraphInstantiate(&executable, graph, 0));
    MUST(cudaGraphDestroy(graph));
    return executable;
}

static unsigned long long sum_words(const unsigned *words)
{
    unsigned long long sum = 0;
    for (int i = 0; i < COUNT; i++)
        sum = sum * 31 + words[i];
    return sum;
}

static unsigned long long sum_of(const unsigned *x)
{
    static unsigned words[COUNT];
    MUST(cudaDeviceSynchronize());
    MUST(cudaMemcpy(words, x, sizeof words, cudaMemcpyDeviceToHost));
    return sum_words(words);
}

static unsigned long long carried()
{
    cudaStream_t stream = new_stream();
    unsigned *x = new_words(1), *in, *out;
    unsigned long long sum = 0;
    MUST(cudaMallocHost(&in, COUNT * sizeof *in));
    MUST(cudaMallocHost(&out, COUNT * sizeof *out));
    memset(in, 0, COUNT * sizeof *in);
    memset(out, 0, COUNT * sizeof *out);
    MUST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    launch(x, 3, stream);
    MUST(cudaMemcpyAsync(x, in, COUNT * 2, cudaMemcpyHostToDevice, stream));
    launch(x, 5, stream);
    MUST(cudaMemcpyAsync(out, x, COUNT * sizeof *x, cudaMemcpyDeviceToHost, stream));
    launch(x, 7, stream);
    cudaGraphExec_t graph = end_capture(stream);
    for (int i = 0; i < ROUNDS; i++) {
        for (int k = 0; k < COUNT; k++)
            in[k] = out[k] * 3 + i;
        MUST(cudaGraphLaunch(graph, stream));
        MUST(cudaStreamSynchronize(stream));
        sum += sum_words(out);
        memset(in, 0x5a, COUNT * sizeof *in); // what comes too late finds nothing of use
    }
    return sum * 31 + sum_of(x);
}

static cudaGraphExec_t allocating_graph(cudaStream_t stream, unsigned *x,
                                        cudaStreamCaptureMode mode)
{
    unsigned *own;
    MUST(cudaStreamBeginCapture(stream, mode));
    MUST(cudaMallocAsync((void **)&own, COUNT * sizeof *own, stream));
    MUST(cudaMemcpyAsync(own, x, COUNT * sizeof *x, cudaMemcpyDeviceToDevice, stream));
    for (int k = 0; k < KERNELS; k++)
        launch(own, 3 + 2 * k, stream);
    MUST(cudaMemcpyAsync(x, own, COUNT * sizeof *x, cudaMemcpyDeviceToDevice, stream));
    launch(x, 11, stream);
    MUST(cudaFreeAsync(own, stream));
    return end_capture(stream);
}

static unsigned long long allocated()
{
    cudaStream_t stream = new_stream();
    unsigned *x = new_words(1), *y = new_words(2);
    launch(x, 3, stream);
    cudaGraphExec_t graph = allocating_graph(stream, x, cudaStreamCaptureModeGlobal);
    for (int i = 0; i < ROUNDS; i++) {
        launch(y, 3 + i, stream);
        MUST(cudaGraphLaunch(graph, stream));
    }
    return sum_of(x) * 31 + sum_of(y);
}

static unsigned long long pooled()
{
    cudaStream_t stream = new_stream();
    unsigned *x = new_words(1);
    for (int i = 0; i < ROUNDS / 3; i++) {
        unsigned *own;
        MUST(cudaMallocAsync((void **)&own, COUNT * sizeof *own, stream));
        MUST(cudaMemsetAsync(own, i, COUNT * sizeof *own, stream));
        launch(own, 3 + i, stream);
        MUST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
        launch(own, 5, stream);
        MUST(cudaMemcpyAsync(x, own, COUNT * 2, cudaMemcpyDeviceToDevice, stream));
        launch(x, 7, stream);
        cudaGraphExec_t graph = end_capture(stream);
        for (int k = 0; k < KERNELS; k++)
            MUST(cudaGraphLaunch(graph, stream));
        MUST(cudaFreeAsync(own, stream));
    }
    return sum_of(x);
}

static unsigned long long beside()
{
    unsigned *x = new_words(1), *y = new_words(2);
    cudaStream_t here = new_stream(), there = new_stream();
    cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed;
    MUST(cudaThreadExchangeStreamCaptureMode(
        &mode)); // the other thread's captures forbid us nothing
    std::thread other([=] {
        for (int i = 0; i < ROUNDS * 4; i++) {
            cudaGraphExec_t graph = allocating_graph(there, y, cudaStreamCaptureModeGlobal);
            MUST(cudaGraphLaunch(graph, there));
            MUST(cudaStreamSynchronize(there));
            MUST(cudaGraphExecDestroy(graph));
        }
    });
    for (int i = 0; i < ROUNDS * 4; i++) {
        unsigned *own;
        MUST(cudaMallocAsync((void **)&own, COUNT * sizeof *own, here));
        MUST(cudaMemcpyAsync(own, x, COUNT * sizeof *x, cudaMemcpyDeviceToDevice, here));
        launch(own, 3 + i, here);
        MUST(cudaMemcpyAsync(x, own, COUNT * sizeof *x, cudaMemcpyDeviceToDevice, here));
        MUST(cudaFreeAsync(own, here));
        launch(x, 5, here);
    }
    other.join();
    return sum_of(x) * 31 + sum_of(y);
}

static unsigned long long dropped()
{
    unsigned *x = new_words(1), *y = new_words(2);
    cudaStream_t stream = new_stream();
    for (int i = 0; i < ROUNDS; i++) {
        cudaStream_t gone = new_stream();
        launch(x, 3 + i, stream);
        MUST(cudaStreamBeginCapture(gone, cudaStreamCaptureModeRelaxed));
        launch(y, 5, gone);
        launch(x, 5, stream);
        cudaStreamDestroy(gone); // refused or not, nothing of it ever runs
        launch(x, 7, stream);
    }
    return sum_of(x) * 31 + sum_of(y);
}

static cudaGraph_t plain_graph(cudaStream_t stream, unsigned *x, unsigned factor)
{
    cudaGraph_t graph;
    MUST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    for (int k = 0; k < KERNELS; k++)
        launch(x, factor + 2 * k, stream);
    MUST(cudaStreamEndCapture(stream, &graph));
    return graph;
}

static unsigned long long updated()
{
    unsigned *x = new_words(1), *y = new_words(2);
    cudaStream_t stream = new_stream();
    cudaGraphExec_t executable;
    cudaGraph_t graph = plain_graph(stream, x, 3);
    MUST(cudaGraphInstantiate(&executable, graph, 0));
    for (int i = 0; i < ROUNDS; i++) {
        cudaGraphExecUpdateResultInfo result;
        MUST(cudaGraphLaunch(executable, stream));
        graph = plain_graph(stream, i % 2 ? x : y, 5 + i);
        MUST(cudaGraphExecUpdate(executable, graph, &result));
        MUST(cudaGraphLaunch(executable, stream));
    }
    return sum_of(x) * 31 + sum_of(y);
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        unsigned long long (*run)();
    } all[] = {{"carried", carried}, {"allocated", allocated}, {"pooled", pooled},
               {"beside", beside},   {"dropped", dropped},     {"updated", updated}};
    for (const auto &one : all)
        if (argc > 1 && strcmp(argv[1], one.name) == 0) {
            printf("%s %llu\n", one.name, one.run());
            return 0;
        }
    fprintf(stderr, "usage: captures carried|allocated|pooled|beside|dropped|updated\n");
    return 2;
}
