// Samples whose result depends on the order of launches: tiny20, tiny, streams, graph_capture,
// threads.
#include "common.cuh"

#include <exception>
#include <thread>

namespace tiny {

__global__ void bump(int *counters, int n)
{
    int i = threadIdx.x;
    if (i < n)
        counters[i]++;
}

static void launch(int times)
{
    const int n = 32;
    device_buffer<int> counters(std::vector<int>(n, 0));
    for (int i = 0; i < times; i++) {
        bump<<<1, n>>>(counters.data, n);
        LAUNCHED();
    }
    expect_equal("counters", counters.read(), std::vector<int>(n, times));
}

} // namespace tiny

SAMPLE(tiny20)
{
    (void)repeat;
    tiny::launch(20);
}

SAMPLE(tiny)
{
    tiny::launch(repeat > 0 ? repeat : 200);
}

// Windows that grow and shrink: memory is freed after each group.
SAMPLE(groups)
{
    static const int sizes[] = {1, 2, 7, 1, 40, 3, 100, 12, 1, 260, 30, 2};
    (void)repeat;
    for (int size : sizes)
        tiny::launch(size);
}

__global__ void scale(unsigned *x, unsigned factor, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] = x[i] * factor + 1;
}

__global__ void combine(unsigned *out, const unsigned *a, const unsigned *b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] += a[i] ^ b[i];
}

struct event {
    cudaEvent_t handle = nullptr;

    event() { CUDA(cudaEventCreateWithFlags(&handle, cudaEventDisableTiming)); }
    event(const event &) = delete;
    event &operator=(const event &) = delete;
    ~event() { cudaEventDestroy(handle); }
};

// Four streams, each with a buffer x and a buffer y. In every round all scale their x, then each
// adds its own and its left neighbour's x to its y; the left neighbour waits for that before it
// goes on.
SAMPLE(streams)
{
    (void)repeat;
    const int count = 4, rounds = 2, n = 1 << 16;
    std::vector<unsigned> x[count], y[count];
    stream streams[count];
    event scaled[count], combined[count];
    std::vector<device_buffer<unsigned> *> dx, dy;
    for (int s = 0; s < count; s++) {
        x[s] = random_values<unsigned>(n, 0, 1000000, 22 + s);
        y[s] = random_values<unsigned>(n, 0, 1000000, 26 + s);
        dx.push_back(new device_buffer<unsigned>(x[s]));
        dy.push_back(new device_buffer<unsigned>(y[s]));
    }
    for (int round = 0; round < rounds; round++) {
        for (int s = 0; s < count; s++) {
            scale<<<n / 256, 256, 0, streams[s].handle>>>(dx[s]->data, 3 + s, n);
            LAUNCHED();
            CUDA(cudaEventRecord(scaled[s].handle, streams[s].handle));
        }
        for (int s = 0; s < count; s++) {
            int left = (s + count - 1) % count;
            CUDA(cudaStreamWaitEvent(streams[s].handle, scaled[left].handle, 0));
            combine<<<n / 128, 128, 0, streams[s].handle>>>(dy[s]->data, dx[s]->data,
                                                            dx[left]->data, n);
            LAUNCHED();
            CUDA(cudaEventRecord(combined[s].handle, streams[s].handle));
        }
        for (int s = 0; s < count; s++)
            CUDA(cudaStreamWaitEvent(streams[s].handle, combined[(s + 1) % count].handle, 0));
    }
    for (int round = 0; round < rounds; round++) {
        for (int s = 0; s < count; s++)
            for (unsigned &value : x[s])
                value = value * (3 + s) + 1;
        for (int s = 0; s < count; s++)
            for (int i = 0; i < n; i++)
                y[s][i] += x[s][i] ^ x[(s + count - 1) % count][i];
    }
    for (int s = 0; s < count; s++) {
        std::vector<unsigned> actual_x = dx[s]->read(), actual_y = dy[s]->read();
        delete dx[s];
        delete dy[s];
        expect_equal("x of stream " + std::to_string(s), actual_x, x[s]);
        expect_equal("y of stream " + std::to_string(s), actual_y, y[s]);
    }
}

// Captures a memset and three launches, and launches the graph twice.
SAMPLE(graph_capture)
{
    (void)repeat;
    const int n = 1 << 16;
    std::vector<unsigned> x = random_values<unsigned>(n, 0, 1000000, 30);
    std::vector<unsigned> y = random_values<unsigned>(n, 0, 1000000, 31);
    device_buffer<unsigned> dx(x), dy(y), zero(x);
    stream s;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    CUDA(cudaStreamBeginCapture(s.handle, cudaStreamCaptureModeGlobal));
    CUDA(cudaMemsetAsync(zero.data, 0, n * sizeof(unsigned), s.handle));
    scale<<<n / 256, 256, 0, s.handle>>>(dx.data, 3, n);
    combine<<<n / 256, 256, 0, s.handle>>>(dy.data, dx.data, zero.data, n);
    scale<<<n / 256, 256, 0, s.handle>>>(zero.data, 5, n);
    LAUNCHED();
    CUDA(cudaStreamEndCapture(s.handle, &graph));
    CUDA(cudaGraphInstantiate(&exec, graph, 0));
    for (int launch = 0; launch < 2; launch++) {
        CUDA(cudaGraphLaunch(exec, s.handle));
        for (int i = 0; i < n; i++) {
            x[i] = x[i] * 3 + 1;
            y[i] += x[i];
        }
    }
    s.wait();
    CUDA(cudaGraphExecDestroy(exec));
    CUDA(cudaGraphDestroy(graph));
    expect_equal("x", dx.read(), x);
    expect_equal("y", dy.read(), y);
    expect_equal("zero", zero.read(), std::vector<unsigned>(n, 1));
}

__global__ void left_step(unsigned *x, unsigned add)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    x[i] = x[i] * 3 + add;
}

__global__ void right_step(unsigned *x, unsigned add)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    x[i] = (x[i] ^ add) * 5;
}

typedef void (*step_kernel)(unsigned *x, unsigned add);

static const int STEPS = 4;

// What a thread does: it copies through its own stream, and leaves an exception in `failure`.
static void steps_in_thread(step_kernel kernel, const stream *s, std::vector<unsigned> *x,
                            std::exception_ptr *failure)
{
    try {
        device_buffer<unsigned> dx(*x);
        std::size_t bytes = x->size() * sizeof(unsigned);
        for (unsigned step = 0; step < STEPS; step++) {
            kernel<<<x->size() / 128, 128, 0, s->handle>>>(dx.data, step);
            LAUNCHED();
        }
        CUDA(cudaMemcpyAsync(x->data(), dx.data, bytes, cudaMemcpyDeviceToHost, s->handle));
        s->wait();
    } catch (...) {
        *failure = std::current_exception();
    }
}

SAMPLE(threads)
{
    (void)repeat;
    const int n = 1 << 16;
    std::vector<unsigned> left = random_values<unsigned>(n, 0, 1000000, 32), right = left;
    std::vector<unsigned> expected_left = left, expected_right = right;
    std::exception_ptr failure[2];
    stream streams[2];
    std::thread a(steps_in_thread, left_step, &streams[0], &left, &failure[0]);
    std::thread b(steps_in_thread, right_step, &streams[1], &right, &failure[1]);
    a.join();
    b.join();
    for (const std::exception_ptr &f : failure)
        if (f)
            std::rethrow_exception(f);
    for (unsigned step = 0; step < STEPS; step++) {
        for (unsigned &value : expected_left)
            value = value * 3 + step;
        for (unsigned &value : expected_right)
            value = (value ^ step) * 5;
    }
    expect_equal("left", left, expected_left);
    expect_equal("right", right, expected_right);
}
