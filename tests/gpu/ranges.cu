// Samples ranges and profiled: launches inside NVTX ranges of many forms, in two threads, and
// inside profiler ranges. Launch N has N blocks, by which the launches that a filter chose are
// known again.
#include "common.cuh"

#include <cuda_profiler_api.h>
#include <nvtx3/nvToolsExt.h>
#include <thread>

__global__ void add_blocks(unsigned *sum)
{
    if (threadIdx.x == 0)
        atomicAdd(sum, 1u);
}

namespace
{

// The numbers of all launches add up on the device.
class ledger
{
  public:
    ledger() : sum(std::vector<unsigned>{0})
    {
    }
    void launch(unsigned number)
    {
        add_blocks<<<number, 32>>>(sum.data);
        LAUNCHED();
        CUDA(cudaDeviceSynchronize());
        wanted += number;
    }
    void launch_in(const char *name, unsigned number)
    {
        nvtxRangePushA(name);
        launch(number);
        nvtxRangePop();
    }
    void check()
    {
        expect_equal<unsigned>("sum", sum.read(), {wanted});
    }

  private:
    device_buffer<unsigned> sum;
    unsigned wanted = 0;
};

nvtxEventAttributes_t event_of(const char *name)
{
    nvtxEventAttributes_t event = {};
    event.version = NVTX_VERSION;
    event.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
    event.messageType = NVTX_MESSAGE_TYPE_ASCII;
    event.message.ascii = name;
    return event;
}

} // namespace

SAMPLE(ranges)
{
    (void)repeat;
    ledger l;
    nvtxDomainHandle_t solver = nvtxDomainCreateA("solver");
    nvtxEventAttributes_t smooth = event_of(nullptr), sweep = event_of("sweep");
    smooth.messageType = NVTX_MESSAGE_TYPE_REGISTERED;
    smooth.message.registered = nvtxDomainRegisterStringA(solver, "smooth");
    nvtxRangePushW(L"wide");
    l.launch(1);
    nvtxRangePop();
    l.launch_in("setup", 2);
    for (unsigned i = 0; i < 3; i++) {
        nvtxRangePushA("iteration");
        l.launch_in("inner", 10 + i);
        nvtxDomainRangePushEx(solver, &smooth);
        l.launch(20 + i);
        nvtxDomainRangePop(solver);
        nvtxRangePop();
    }
    nvtxRangeId_t tail = nvtxRangeStartA("tail");
    l.launch(30);
    nvtxRangeId_t other = nvtxRangeStartA("other");
    l.launch(31);
    nvtxRangeEnd(tail);
    nvtxRangeId_t started = nvtxDomainRangeStartEx(solver, &sweep);
    l.launch(32);
    nvtxDomainRangeEnd(solver, started);
    nvtxRangeEnd(other);
    nvtxRangePushA("A");
    l.launch(40);
    nvtxRangePushA("X");
    l.launch_in("B", 41);
    nvtxRangePop();
    l.launch_in("B", 42);
    l.launch_in("a/b", 43);
    l.launch_in("A[i]", 44);
    std::thread worker([&l] {
        l.launch(50);
        l.launch_in("worker", 51);
    });
    worker.join();
    nvtxRangePop();
    l.launch(52);
    l.check();
}

SAMPLE(profiled)
{
    (void)repeat;
    ledger l;
    l.launch_in("A", 1);
    CUDA(cudaProfilerStart());
    l.launch_in("A", 2);
    nvtxRangePushA("A"); // nothing is launched in it, but it counts
    nvtxRangePop();
    l.launch_in("A", 3);
    l.launch_in("B", 4);
    CUDA(cudaProfilerStop());
    l.launch_in("A", 5);
    CUDA(cudaProfilerStart());
    l.launch_in("A", 6);
    nvtxRangePushA("A");
    l.launch_in("A", 7);
    l.launch(8);
    nvtxRangePop();
    l.launch(9);
    CUDA(cudaProfilerStop());
    l.launch_in("A", 10);
    l.check();
}
