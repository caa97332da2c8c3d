// Programs that give work to streams in ways that newer versions of CUDA brought, or that need
// care: queues NAME. Each prints one line that depends on all memory that it changed.
//
//   batch      copies in batches between kernels, from and to memory of all kinds
//   attached   managed memory that belongs to streams, while the processor writes other such memory
//   discarded  managed memory that is discarded and fetched before kernels fill it again
//   functions  the processor's own functions stand in streams, and change what kernels read next
//   loop       a graph whose body runs until a kernel says that it is enough
//   branch     a graph whose kernels choose which of two bodies runs
//   launched   a kernel launches a graph
//   kept       a stream keeps memory in the cache, and forgets it
//   orders     streams of two priorities wait for each other's events
//   blocks     kernels on the host's memory, all of which is registered, mapped or plain
//   values     streams write and wait for values in memory
#include <cstring>
#include <cuda.h>
#include <cuda_runtime.h>
#include <thread>

#include "must.h"

enum { COUNT = 1 << 18, THREADS = 256, ROUNDS = 12, BYTES = COUNT * 4 };

__global__ void step(unsigned *x, unsigned factor)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    x[i] = x[i] * factor + i;
}

__global__ void mix(unsigned *x, const unsigned *y)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    x[i] = x[i] * 3 + y[COUNT - 1 - i];
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

static unsigned *filled(unsigned *x, unsigned first)
{
    unsigned *words = new unsigned[COUNT];
    for (int i = 0; i < COUNT; i++)
        words[i] = first += 2654435761u * i;
    MUST(cudaMemcpy(x, words, BYTES, cudaMemcpyDefault));
    MUST(cudaDeviceSynchronize());
    delete[] words;
    return x;
}

static unsigned *new_words(unsigned first)
{
    unsigned *x;
    MUST(cudaMalloc(&x, BYTES));
    return filled(x, first);
}

static unsigned *new_pinned(unsigned first)
{
    unsigned *x;
    MUST(cudaMallocHost(&x, BYTES));
    return filled(x, first);
}

static unsigned *new_managed(unsigned first)
{
    unsigned *x;
    MUST(cudaMallocManaged(&x, BYTES));
    return filled(x, first);
}

static unsigned long long sum_of(const unsigned *x)
{
    unsigned *words = new unsigned[COUNT];
    unsigned long long sum = 0;
    MUST(cudaDeviceSynchronize());
    MUST(cudaMemcpy(words, x, BYTES, cudaMemcpyDefault));
    for (int i = 0; i < COUNT; i++)
        sum = sum * 31 + words[i];
    delete[] words;
    return sum;
}

static unsigned long long run_batch()
{
    enum { COPIES = 4 };
    unsigned *a = new_words(1), *b = new_words(2), *pinned = new_pinned(3),
             *managed = new_managed(4);
    const cudaStream_t stream = new_stream();
    size_t half = BYTES / 2, sizes[COPIES] = {half, half, half, half}, of_attributes = 0;
    cudaMemcpyAttributes attributes = {};
    attributes.srcAccessOrder = cudaMemcpySrcAccessOrderStream;
    for (int i = 0; i < ROUNDS; i++) {
        launch(a, 2 * i + 3, stream);
        launch(managed, 5, stream);
        const void *from[COPIES] = {a, pinned, managed, a + COUNT / 2};
        void *to[COPIES] = {pinned + COUNT / 2, b, b + COUNT / 2, managed};
        MUST(cudaMemcpyBatchAsync(to, from, sizes, COPIES, &attributes, &of_attributes, 1, stream));
        launch(b, 7, stream);
        mix<<<COUNT / THREADS, THREADS, 0, stream>>>(a, b);
        MUST(cudaStreamSynchronize(stream));
        pinned[i] += i;
    }
    return sum_of(a) + 3 * sum_of(b) + 5 * sum_of(pinned) + 7 * sum_of(managed);
}

static unsigned long long run_attached()
{
    unsigned *x[2], *own;
    const cudaStream_t streams[] = {new_stream(), new_stream()};
    for (int k = 0; k < 2; k++) {
        MUST(cudaMallocManaged(&x[k], BYTES, cudaMemAttachHost));
        MUST(cudaStreamAttachMemAsync(streams[k], x[k], 0, cudaMemAttachSingle));
        MUST(cudaStreamSynchronize(streams[k]));
        for (int i = 0; i < COUNT; i++)
            x[k][i] = i * (k + 2);
    }
    MUST(cudaMallocManaged(&own, BYTES, cudaMemAttachHost));
    memset(own, 1, BYTES);
    for (int i = 0; i < ROUNDS; i++) {
        for (int k = 0; k < 2; k++) {
            launch(x[k], 2 * i + 3, streams[k]);
            launch(x[k], 2 * i + 5, streams[k]);
        }
        for (int n = 0; n < COUNT; n++)
            own[n] = own[n] * 3 + n;
        MUST(cudaStreamSynchronize(streams[0]));
        x[0][i] += own[i];
        MUST(cudaStreamSynchronize(streams[1]));
    }
    return sum_of(x[0]) + 3 * sum_of(x[1]) + 5 * sum_of(own);
}

static unsigned long long run_discarded()
{
    unsigned *x = new_managed(5), *y = new_words(6);
    const cudaStream_t stream = new_stream();
    void *addresses[] = {x};
    size_t size = BYTES, of_location = 0;
    cudaMemLocation location = {};
    location.type = cudaMemLocationTypeDevice;
    for (int i = 0; i < ROUNDS; i++) {
        launch(x, 2 * i + 3, stream);
        mix<<<COUNT / THREADS, THREADS, 0, stream>>>(y, x);
        MUST(cudaMemDiscardAndPrefetchBatchAsync(addresses, &size, 1, &location, &of_location, 1, 0,
                                                 stream));
        MUST(cudaMemsetAsync(x, i, BYTES, stream));
        launch(x, 9, stream);
    }
    MUST(cudaStreamSynchronize(stream));
    return sum_of(x) + 3 * sum_of(y);
}

struct change {
    unsigned *words, round;
};

static void CUDART_CB change_words(void *data)
{
    const change *c = (change *)data;
    for (int i = 0; i < COUNT; i += 64)
        c->words[i] = c->words[i] * 5 + c->round;
}

static unsigned long long run_functions()
{
    unsigned *x = new_words(7), *pinned = new_pinned(8);
    const cudaStream_t stream = new_stream();
    change changes[ROUNDS];
    for (unsigned i = 0; i < ROUNDS; i++) {
        changes[i] = {pinned, i};
        launch(x, 2 * i + 3, stream);
        MUST(cudaLaunchHostFunc(stream, change_words, &changes[i]));
        mix<<<COUNT / THREADS, THREADS, 0, stream>>>(x, pinned);
        launch(pinned, 3, stream);
    }
    MUST(cudaStreamSynchronize(stream));
    return sum_of(x) + 3 * sum_of(pinned);
}

__global__ void decide(unsigned *x, unsigned *left, cudaGraphConditionalHandle handle,
                       unsigned reset)
{
    x[*left % COUNT] += *left;
    const unsigned now = *left ? *left - 1 : reset;
    *left = now;
    cudaGraphSetConditional(handle, reset == ~0u ? *left % 2 : now != 0);
}

static void add_kernel(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *behind,
                       void *function, unsigned blocks, unsigned threads, void **arguments)
{
    cudaKernelNodeParams parameters = {};
    parameters.func = function;
    parameters.gridDim = dim3(blocks);
    parameters.blockDim = dim3(threads);
    parameters.kernelParams = arguments;
    MUST(cudaGraphAddKernelNode(node, graph, behind, behind ? 1 : 0, &parameters));
}

static unsigned long long run_conditional(cudaGraphConditionalNodeType type)
{
    unsigned *x = new_words(9), *left = new_words(10), factor = 3, reset = 4;
    cudaGraph_t graph;
    cudaGraphExec_t executable;
    cudaGraphNode_t first, node, inside;
    cudaGraphConditionalHandle handle;
    const cudaStream_t stream = new_stream();
    cudaGraphNodeParams parameters = {};
    MUST(cudaMemset(left, 0, 4));
    MUST(cudaGraphCreate(&graph, 0));
    MUST(cudaGraphConditionalHandleCreate(&handle, graph, 1, cudaGraphCondAssignDefault));
    void *deciding[] = {&x, &left, &handle, &reset}, *stepping[] = {&x, &factor};
    add_kernel(&first, graph, nullptr, (void *)decide, 1, 1, deciding);
    parameters.type = cudaGraphNodeTypeConditional;
    parameters.conditional.handle = handle;
    parameters.conditional.type = type;
    parameters.conditional.size = type == cudaGraphCondTypeIf ? 2 : 1;
    MUST(cudaGraphAddNode(&node, graph, &first, nullptr, 1, &parameters));
    const cudaGraph_t *bodies = parameters.conditional.phGraph_out;
    add_kernel(&inside, bodies[0], nullptr, (void *)step, COUNT / THREADS, THREADS, stepping);
    if (type == cudaGraphCondTypeWhile)
        add_kernel(&inside, bodies[0], &inside, (void *)decide, 1, 1, deciding);
    factor = 7;
    if (type == cudaGraphCondTypeIf)
        add_kernel(&inside, bodies[1], nullptr, (void *)step, COUNT / THREADS, THREADS, stepping);
    MUST(cudaGraphInstantiate(&executable, graph, 0));
    for (int i = 0; i < ROUNDS; i++) {
        launch(x, 2 * i + 3, stream);
        MUST(cudaGraphLaunch(executable, stream));
        launch(x, 2 * i + 5, stream);
    }
    MUST(cudaStreamSynchronize(stream));
    return sum_of(x) + 3 * sum_of(left);
}

static unsigned long long run_loop()
{
    return run_conditional(cudaGraphCondTypeWhile);
}

static unsigned long long run_branch()
{
    return run_conditional(cudaGraphCondTypeIf);
}

__global__ void start(cudaGraphExec_t graph, unsigned *x, unsigned round)
{
    x[round] += round;
    cudaGraphLaunch(graph, round % 2 ? cudaStreamGraphTailLaunch : cudaStreamGraphFireAndForget);
}

static unsigned long long run_launched()
{
    unsigned *x = new_words(11), *y = new_words(12), factor = 3;
    cudaGraph_t graph, outer;
    cudaGraphExec_t executable, executable_outer;
    cudaGraphNode_t node;
    const cudaStream_t stream = new_stream();
    void *stepping[] = {&x, &factor};
    MUST(cudaGraphCreate(&graph, 0));
    add_kernel(&node, graph, nullptr, (void *)step, COUNT / THREADS, THREADS, stepping);
    MUST(cudaGraphInstantiate(&executable, graph, cudaGraphInstantiateFlagDeviceLaunch));
    MUST(cudaGraphUpload(executable, stream));
    for (unsigned i = 0; i < ROUNDS; i++) {
        void *starting[] = {&executable, &y, &i};
        MUST(cudaGraphCreate(&outer, 0)); // only kernels of graphs may launch one
        add_kernel(&node, outer, nullptr, (void *)start, 1, 1, starting);
        MUST(cudaGraphInstantiate(&executable_outer, outer, 0));
        launch(x, 2 * i + 5, stream);
        MUST(cudaGraphLaunch(executable_outer, stream));
        launch(y, 2 * i + 3, stream);
        MUST(cudaStreamSynchronize(stream));
        MUST(cudaGraphExecDestroy(executable_outer));
        MUST(cudaGraphDestroy(outer));
    }
    return sum_of(x) + 3 * sum_of(y);
}

static unsigned long long run_kept()
{
    unsigned *x = new_words(13), *y = new_words(14);
    const cudaStream_t stream = new_stream();
    cudaStreamAttrValue value = {};
    MUST(cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, BYTES));
    for (int i = 0; i < ROUNDS; i++) {
        value.accessPolicyWindow.base_ptr = i % 2 ? x : y;
        value.accessPolicyWindow.num_bytes = BYTES;
        value.accessPolicyWindow.hitRatio = 0.5f;
        value.accessPolicyWindow.hitProp = cudaAccessPropertyPersisting;
        value.accessPolicyWindow.missProp = cudaAccessPropertyStreaming;
        MUST(cudaStreamSetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &value));
        launch(x, 2 * i + 3, stream);
        mix<<<COUNT / THREADS, THREADS, 0, stream>>>(y, x);
        if (i % 4 == 3)
            MUST(cudaCtxResetPersistingL2Cache());
    }
    MUST(cudaStreamSynchronize(stream));
    return sum_of(x) + 3 * sum_of(y);
}

static unsigned long long run_orders()
{
    unsigned *x = new_words(15), *y = new_words(16);
    cudaStream_t high, low;
    cudaEvent_t done[2];
    int least, greatest;
    MUST(cudaDeviceGetStreamPriorityRange(&least, &greatest));
    MUST(cudaStreamCreateWithPriority(&high, cudaStreamNonBlocking, greatest));
    MUST(cudaStreamCreateWithPriority(&low, cudaStreamNonBlocking, least));
    for (cudaEvent_t &event : done)
        MUST(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
    for (int i = 0; i < ROUNDS; i++) {
        launch(x, 2 * i + 3, low);
        MUST(cudaEventRecord(done[0], low));
        launch(y, 5, high);
        MUST(cudaStreamWaitEvent(high, done[0]));
        mix<<<COUNT / THREADS, THREADS, 0, high>>>(y, x);
        MUST(cudaEventRecord(done[1], high));
        MUST(cudaStreamWaitEvent(low, done[1]));
        mix<<<COUNT / THREADS, THREADS, 0, low>>>(x, y);
        if (i % 3 == 2)
            MUST(cudaMemcpyAsync(y, x, BYTES / 2, cudaMemcpyDeviceToDevice, low));
        if (i % 3 == 2)
            MUST(cudaStreamSynchronize(low));
    }
    return sum_of(x) + 3 * sum_of(y);
}

static unsigned long long run_blocks()
{
    unsigned *kinds[4], *x = new_words(17);
    kinds[0] = (unsigned *)malloc(BYTES);
    MUST(cudaHostRegister(filled(kinds[0], 18), BYTES, cudaHostRegisterMapped));
    MUST(cudaHostAlloc(&kinds[1], BYTES, cudaHostAllocWriteCombined | cudaHostAllocMapped));
    MUST(cudaHostAlloc(&kinds[2], BYTES, cudaHostAllocPortable));
    kinds[3] = new_managed(19);
    filled(kinds[1], 20);
    filled(kinds[2], 21);
    for (int i = 0; i < ROUNDS; i++) {
        launch(kinds[i % 4], 2 * i + 3, nullptr);
        mix<<<COUNT / THREADS, THREADS>>>(x, kinds[i % 4]);
        mix<<<COUNT / THREADS, THREADS>>>(kinds[(i + 1) % 4], x);
        if (i % 4 == 3) {
            MUST(cudaDeviceSynchronize());
            kinds[2][i] += kinds[0][i];
            kinds[3][i] += kinds[2][i + 1];
        }
    }
    unsigned long long sum = sum_of(x);
    for (const unsigned *kind : kinds)
        sum = sum * 3 + sum_of(kind);
    return sum;
}

static unsigned long long run_values()
{
    unsigned *x = new_words(22), *y = new_words(23), *flag = new_words(24);
    const cudaStream_t writer = new_stream(), reader = new_stream();
    MUST(cudaMemset(flag, 0, BYTES));
    for (int i = 0; i < ROUNDS; i++) {
        launch(x, 2 * i + 3, writer);
        MUST(cuStreamWriteValue32(writer, (CUdeviceptr)flag, i + 1, 0));
        MUST(cuStreamWaitValue32(reader, (CUdeviceptr)flag, i + 1, CU_STREAM_WAIT_VALUE_GEQ));
        mix<<<COUNT / THREADS, THREADS, 0, reader>>>(y, x);
        MUST(cuStreamWriteValue32(reader, (CUdeviceptr)(flag + 1), i + 1, 0));
        MUST(cuStreamWaitValue32(writer, (CUdeviceptr)(flag + 1), i + 1, CU_STREAM_WAIT_VALUE_GEQ));
    }
    return sum_of(x) + 3 * sum_of(y) + 5 * sum_of(flag);
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        unsigned long long (*run)();
    } programs[] = {
        {"batch", run_batch},         {"attached", run_attached}, {"discarded", run_discarded},
        {"functions", run_functions}, {"loop", run_loop},         {"branch", run_branch},
        {"launched", run_launched},   {"kept", run_kept},         {"orders", run_orders},
        {"blocks", run_blocks},       {"values", run_values}};
    for (const auto &program : programs)
        if (argc == 2 && !strcmp(argv[1], program.name)) {
            MUST(cudaFree(nullptr));
            printf("%s %016llx\n", program.name, program.run());
            return 0;
        }
    fprintf(stderr,
            "usage: queues "
            "batch|attached|discarded|functions|loop|branch|launched|kept|orders|blocks|values\n");
    return 2;
}
