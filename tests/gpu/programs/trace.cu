// What the stage trace runs, with a known answer:
//   trace empty N      N empty launches; prints microseconds a launch (best of five loops)
//   trace steady N     N kernels of the same length
//   trace known        copies, fills, a gap, two streams, a graph, managed memory
//   trace threads T N  T threads, each with a stream and N launches
#include <cuda_runtime.h>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>
#include <unistd.h>
#include <vector>

#define CHECK(call)                                                                                \
    do {                                                                                           \
        cudaError_t e = (call);                                                                    \
        if (e != cudaSuccess) {                                                                    \
            printf("%s: %s\n", #call, cudaGetErrorString(e));                                      \
            exit(1);                                                                               \
        }                                                                                          \
    } while (0)

__global__ void empty() {}

// Runs for about this many nanoseconds.
__global__ void spin(long long nanoseconds)
{
    long long start, now;
    asm volatile("mov.u64 %0, %globaltimer;" : "=l"(start));
    do
        asm volatile("mov.u64 %0, %globaltimer;" : "=l"(now));
    while (now - start < nanoseconds);
}

__global__ void add_one(float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] += 1;
}

static double now_us()
{
    using namespace std::chrono;
    return duration<double, std::micro>(steady_clock::now().time_since_epoch()).count();
}

static int run_empty(int count)
{
    double best = 1e9;
    empty<<<1, 32>>>();
    CHECK(cudaDeviceSynchronize());
    for (int loop = 0; loop < 5; loop++) {
        const double start = now_us();
        for (int i = 0; i < count; i++)
            empty<<<1, 32>>>();
        CHECK(cudaDeviceSynchronize());
        const double each = (now_us() - start) / count;
        best = each < best ? each : best;
    }
    printf("empty %.3f us\n", best);
    return 0;
}

static int run_steady(int count)
{
    const int n = 16 << 20;
    float *x;
    CHECK(cudaMalloc(&x, n * sizeof *x));
    CHECK(cudaMemset(x, 0, n * sizeof *x));
    for (int i = 0; i < count; i++)
        add_one<<<(n + 255) / 256, 256>>>(x, n);
    CHECK(cudaDeviceSynchronize());
    printf("steady done\n");
    return 0;
}

static int run_known()
{
    const size_t bytes = 64 << 20;
    const int n = (int)(bytes / sizeof(float));
    float *device, *other, *pinned, *managed, *pageable = (float *)malloc(bytes);
    cudaStream_t a, b;
    CHECK(cudaMalloc(&device, bytes));
    CHECK(cudaMalloc(&other, bytes));
    CHECK(cudaMallocHost(&pinned, bytes));
    CHECK(cudaMallocManaged(&managed, bytes));
    CHECK(cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking));
    CHECK(cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking));
    memset(pageable, 0, bytes);
    memset(pinned, 0, bytes);
    for (int i = 0; i < 3; i++)
        CHECK(cudaMemcpy(device, pageable, bytes, cudaMemcpyHostToDevice));
    for (int i = 0; i < 5; i++)
        CHECK(cudaMemcpyAsync(device, pinned, bytes, cudaMemcpyHostToDevice, a));
    for (int i = 0; i < 7; i++)
        CHECK(cudaMemcpyAsync(other, device, bytes, cudaMemcpyDeviceToDevice, a));
    CHECK(cudaMemsetAsync(device, 0, bytes, a));
    CHECK(cudaStreamSynchronize(a));
    // A gap of 50 ms in which the host sleeps.
    spin<<<1, 1, 0, a>>>(1000000);
    CHECK(cudaStreamSynchronize(a));
    usleep(50000);
    spin<<<1, 1, 0, a>>>(1000000);
    CHECK(cudaStreamSynchronize(a));
    // 10 ms on two streams at once.
    spin<<<1, 1, 0, a>>>(10000000);
    spin<<<1, 1, 0, b>>>(10000000);
    CHECK(cudaDeviceSynchronize());
    // A graph of 10 kernels, launched 20 times.
    cudaGraph_t graph;
    cudaGraphExec_t executable;
    CHECK(cudaStreamBeginCapture(a, cudaStreamCaptureModeGlobal));
    for (int i = 0; i < 10; i++)
        add_one<<<(n + 255) / 256, 256, 0, a>>>(device, n);
    CHECK(cudaStreamEndCapture(a, &graph));
    CHECK(cudaGraphInstantiate(&executable, graph, 0));
    for (int i = 0; i < 20; i++)
        CHECK(cudaGraphLaunch(executable, a));
    CHECK(cudaStreamSynchronize(a));
    // Managed memory: written by the host, then by the device, then read by the host.
    for (int i = 0; i < n; i++)
        managed[i] = 1;
    add_one<<<(n + 255) / 256, 256, 0, a>>>(managed, n);
    CHECK(cudaStreamSynchronize(a));
    CHECK(cudaMemcpyAsync(pinned, device, bytes, cudaMemcpyDeviceToHost, a));
    CHECK(cudaStreamSynchronize(a));
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += managed[i] != 2 || pinned[i] != 200;
    printf("known %s\n", wrong ? "WRONG" : "right");
    return wrong != 0;
}

static int run_threads(int threads, int launches)
{
    std::vector<std::thread> all;
    for (int t = 0; t < threads; t++)
        all.emplace_back([launches] {
            cudaStream_t stream;
            CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
            for (int i = 0; i < launches; i++)
                empty<<<1, 32, 0, stream>>>();
            CHECK(cudaStreamSynchronize(stream));
        });
    for (auto &thread : all)
        thread.join();
    printf("threads done\n");
    return 0;
}

int main(int argc, char **argv)
{
    const char *mode = argc > 1 ? argv[1] : "known";
    if (strcmp(mode, "empty") == 0)
        return run_empty(argc > 2 ? atoi(argv[2]) : 100000);
    if (strcmp(mode, "threads") == 0)
        return run_threads(argc > 2 ? atoi(argv[2]) : 32, argc > 3 ? atoi(argv[3]) : 1000);
    if (strcmp(mode, "steady") == 0)
        return run_steady(argc > 2 ? atoi(argv[2]) : 20000);
    return run_known();
}
