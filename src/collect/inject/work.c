#include "work.h"

#include "inject.h"

#define CBID(name) CUPTI_DRIVER_TRACE_CBID_##name

/* By call: bytes of an element, 0 for a copy. All forms of one kind begin with the same
 * parameters. */
static const struct {
    CUpti_CallbackId id;
    unsigned width;
} calls[] = {
    {CBID(cuMemsetD8_v2), 1},
    {CBID(cuMemsetD8_v2_ptds), 1},
    {CBID(cuMemsetD8Async), 1},
    {CBID(cuMemsetD8Async_ptsz), 1},
    {CBID(cuMemsetD16_v2), 2},
    {CBID(cuMemsetD16_v2_ptds), 2},
    {CBID(cuMemsetD16Async), 2},
    {CBID(cuMemsetD16Async_ptsz), 2},
    {CBID(cuMemsetD32_v2), 4},
    {CBID(cuMemsetD32_v2_ptds), 4},
    {CBID(cuMemsetD32Async), 4},
    {CBID(cuMemsetD32Async_ptsz), 4},
    {CBID(cuMemcpyDtoD_v2), 0},
    {CBID(cuMemcpyDtoD_v2_ptds), 0},
    {CBID(cuMemcpyDtoDAsync_v2), 0},
    {CBID(cuMemcpyDtoDAsync_v2_ptsz), 0},
    {CBID(cuMemcpy), 0},
    {CBID(cuMemcpy_ptds), 0},
    {CBID(cuMemcpyAsync), 0},
    {CBID(cuMemcpyAsync_ptsz), 0},
};

static struct work read_fill(const void *parameters, unsigned width)
{
    const cuMemsetD8_v2_params *bytes = parameters;
    const cuMemsetD16_v2_params *halves = parameters;
    const cuMemsetD32_v2_params *words = parameters;
    switch (width) {
    case 1:
        return (struct work){bytes->dstDevice, 0, width, bytes->uc, bytes->N};
    case 2:
        return (struct work){halves->dstDevice, 0, width, halves->us, halves->N};
    default:
        return (struct work){words->dstDevice, 0, width, words->ui, words->N};
    }
}

bool work_from_callback(struct work *work, const struct inject *inject, CUcontext context,
                        CUpti_CallbackId id, const CUpti_CallbackData *data)
{
    size_t i = 0;
    const size_t count = sizeof calls / sizeof *calls;
    while (i < count && calls[i].id != id)
        i++;
    if (i == count || data->context != context)
        return false;
    const struct memory_tracker *tracker = &inject->memory;
    if (calls[i].width) {
        *work = read_fill(data->functionParams, calls[i].width);
        return work->count <= SIZE_MAX / work->width &&
               memory_is_device(tracker, context, work->to, work->count * work->width);
    }
    const cuMemcpyDtoD_v2_params *copy = data->functionParams;
    *work = (struct work){copy->dstDevice, copy->srcDevice, 0, 0, copy->ByteCount};
    return memory_is_device(tracker, context, work->to, work->count) &&
           memory_is_device(tracker, context, work->from, work->count);
}

CUresult work_again(const struct work *work, struct inject *inject, CUstream stream)
{
    const struct foil_driver *driver = &inject->driver;
    switch (work->width) {
    case 0:
        return driver->memcpy_dtod_async(work->to, work->from, work->count, stream);
    case 1:
        return driver->memset_d8_async(work->to, (unsigned char)work->value, work->count, stream);
    case 2:
        return driver->memset_d16_async(work->to, (unsigned short)work->value, work->count, stream);
    default:
        return driver->memset_d32_async(work->to, work->value, work->count, stream);
    }
}
