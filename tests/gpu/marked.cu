// Sample marked: launches inside NVTX ranges of every kind (pushed, started, in a domain, with
// colour, category, payload and registered text), the last two in a profiler range.
#include "common.cuh"

#include <cuda_profiler_api.h>
#include <nvtx3/nvToolsExt.h>

__global__ void add_one(int *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] += 1;
}

static void launch(int *x, int n)
{
    add_one<<<(n + 127) / 128, 128>>>(x, n);
    LAUNCHED();
}

SAMPLE(marked)
{
    (void)repeat;
    const int n = 1 << 16;
    std::vector<int> x = random_ints(n, 0, 1000, 21);
    device_buffer<int> dx(x);
    nvtxDomainHandle_t domain = nvtxDomainCreateA("rooftop.samples");
    nvtxDomainNameCategoryA(domain, 7, "updates");
    nvtxEventAttributes_t event = {};
    event.version = NVTX_VERSION;
    event.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
    event.colorType = NVTX_COLOR_ARGB;
    event.color = 0xff3366cc;
    event.category = 7;
    event.payloadType = NVTX_PAYLOAD_TYPE_DOUBLE;
    event.payload.dValue = 2.5;
    event.messageType = NVTX_MESSAGE_TYPE_REGISTERED;
    event.message.registered = nvtxDomainRegisterStringA(domain, "step \"one\", of 2");

    launch(dx.data, n);
    nvtxRangePushA("outer");
    nvtxRangePushA("inner");
    launch(dx.data, n);
    nvtxRangePop();
    nvtxRangeId_t started = nvtxRangeStartA("started");
    nvtxDomainRangePushEx(domain, &event);
    CUDA(cudaProfilerStart());
    launch(dx.data, n);
    launch(dx.data, n);
    CUDA(cudaDeviceSynchronize());
    CUDA(cudaProfilerStop());
    nvtxDomainRangePop(domain);
    nvtxRangeEnd(started);
    nvtxRangePop();
    for (int &value : x)
        value += 4;
    expect_equal("x", dx.read(), x);
}
