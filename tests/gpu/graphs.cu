// Samples of graphs that are built node by node: graph_built, graph_host.
#include "common.cuh"

#include <atomic>

namespace graphs
{

__global__ void step(unsigned *x, unsigned factor, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] = x[i] * factor + 1;
}

__global__ void add(unsigned *out, const unsigned *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] += a[i];
}

const int n = 1 << 16;

struct built {
    cudaGraph_t graph = nullptr;
    cudaGraphExec_t exec = nullptr;

    built()
    {
        CUDA(cudaGraphCreate(&graph, 0));
    }
    built(const built &) = delete;
    built &operator=(const built &) = delete;
    ~built()
    {
        if (exec)
            cudaGraphExecDestroy(exec);
        cudaGraphDestroy(graph);
    }

    cudaGraphNode_t kernel(const cudaKernelNodeParams &params, cudaGraphNode_t after = nullptr)
    {
        cudaGraphNode_t node;
        CUDA(
            cudaGraphAddKernelNode(&node, graph, after ? &after : nullptr, after ? 1 : 0, &params));
        return node;
    }

    void launch(cudaStream_t stream)
    {
        if (!exec)
            CUDA(cudaGraphInstantiate(&exec, graph, 0));
        CUDA(cudaGraphLaunch(exec, stream));
    }
};

static cudaKernelNodeParams params_of(void *function, void **arguments)
{
    cudaKernelNodeParams params = {};
    params.func = function;
    params.gridDim = dim3(n / 256);
    params.blockDim = dim3(256);
    params.kernelParams = arguments;
    return params;
}

} // namespace graphs

// A child graph of two kernels between a kernel that was added last and a copy, a fill of two rows,
// and another kernel. Launched, then with another factor, then with a kernel switched off: 4 + 4
// + 3.
SAMPLE(graph_built)
{
    using namespace graphs;
    (void)repeat;
    std::vector<unsigned> x = random_values<unsigned>(n, 0, 1000000, 40), y(n, 5), z(n, 9);
    device_buffer<unsigned> dx(x), dy(y), dz(z);
    stream s;
    unsigned factor = 3, other = 7;
    int count = n;
    void *arguments[] = {&dx.data, &factor, &count}, *changed[] = {&dx.data, &other, &count};
    void *sum[] = {&dz.data, &dy.data, &count};
    built outer, inner;
    cudaGraphNode_t child, copy, fill;
    cudaGraphNode_t inside = inner.kernel(params_of((void *)step, arguments));
    inner.kernel(params_of((void *)step, arguments), inside);
    CUDA(cudaGraphAddChildGraphNode(&child, outer.graph, nullptr, 0, inner.graph));
    CUDA(cudaGraphAddMemcpyNode1D(&copy, outer.graph, &child, 1, dy.data, dx.data,
                                  n * sizeof(unsigned), cudaMemcpyDeviceToDevice));
    cudaMemsetParams rows = {};
    rows.dst = dz.data;
    rows.pitch = 4096;
    rows.value = 2;
    rows.elementSize = 4;
    rows.width = 64;
    rows.height = 2;
    CUDA(cudaGraphAddMemsetNode(&fill, outer.graph, &copy, 1, &rows));
    cudaGraphNode_t last = outer.kernel(params_of((void *)add, sum), fill);
    cudaGraphNode_t first = outer.kernel(params_of((void *)step, arguments));
#if CUDART_VERSION >= 13000
    CUDA(cudaGraphAddDependencies(outer.graph, &first, &child, nullptr, 1));
#else
    CUDA(cudaGraphAddDependencies(outer.graph, &first, &child, 1));
#endif
    for (int round = 0; round < 3; round++) {
        if (round == 1) {
            cudaKernelNodeParams params = params_of((void *)step, changed);
            CUDA(cudaGraphExecKernelNodeSetParams(outer.exec, first, &params));
        } else if (round == 2) {
            CUDA(cudaGraphNodeSetEnabled(outer.exec, last, 0));
        }
        outer.launch(s.handle);
        for (int i = 0; i < n; i++) {
            x[i] = x[i] * (round ? other : factor) + 1;
            x[i] = (x[i] * factor + 1) * factor + 1;
            y[i] = x[i];
            if (i < 64 || (i >= 1024 && i < 1088))
                z[i] = 2;
            if (round < 2)
                z[i] += y[i];
        }
    }
    s.wait();
    expect_equal("x", dx.read(), x);
    expect_equal("y", dy.read(), y);
    expect_equal("z", dz.read(), z);
}

static std::atomic<int> host_calls;

static void CUDART_CB on_host(void *)
{
    host_calls++;
}

// A kernel and a function of the host, launched twice; one launch outside of the graph.
SAMPLE(graph_host)
{
    using namespace graphs;
    (void)repeat;
    std::vector<unsigned> x(n, 1);
    device_buffer<unsigned> dx(x);
    stream s;
    unsigned factor = 3;
    int count = n;
    void *arguments[] = {&dx.data, &factor, &count};
    built graph;
    cudaGraphNode_t host, kernel = graph.kernel(params_of((void *)step, arguments));
    cudaHostNodeParams call = {};
    call.fn = on_host;
    CUDA(cudaGraphAddHostNode(&host, graph.graph, &kernel, 1, &call));
    const int before = host_calls;
    graph.launch(s.handle);
    graph.launch(s.handle);
    s.wait();
    step<<<n / 256, 256>>>(dx.data, factor, n);
    LAUNCHED();
    expect_equal("x", dx.read(), std::vector<unsigned>(n, 40));
    expect_equal("calls", std::vector<int>{host_calls - before}, std::vector<int>{2});
}
