#include "collect/inject/entry/stream_context.h"

#include <stddef.h>

#include "collect/inject/base/inject.h"
#include "collect/inject/program/green_context.h"

#define CBID(name) CUPTI_DRIVER_TRACE_CBID_##name
#define CALL(name, member)                                                                         \
    {                                                                                              \
        CBID(name), offsetof(name##_params, member)                                                \
    }
#define BOTH(name, member) CALL(name, member), CALL(name##_ptsz, member)

/* Where the parameters have the stream. */
static const struct {
    CUpti_CallbackId id;
    size_t offset;
} calls[] = {
    BOTH(cuLaunchKernel, hStream),        BOTH(cuLaunchCooperativeKernel, hStream),
    CALL(cuGraphLaunch, hStream),         CALL(cuGraphLaunch_ptsz, hStream),
    BOTH(cuMemsetD8Async, hStream),       BOTH(cuMemsetD16Async, hStream),
    BOTH(cuMemsetD32Async, hStream),      BOTH(cuMemsetD2D8Async, hStream),
    BOTH(cuMemsetD2D16Async, hStream),    BOTH(cuMemsetD2D32Async, hStream),
    BOTH(cuMemcpyAsync, hStream),         BOTH(cuMemcpyHtoDAsync_v2, hStream),
    BOTH(cuMemcpyDtoHAsync_v2, hStream),  BOTH(cuMemcpyDtoDAsync_v2, hStream),
    BOTH(cuMemcpy2DAsync_v2, hStream),    BOTH(cuMemcpy3DAsync_v2, hStream),
    BOTH(cuMemcpyBatchAsync, hStream),    BOTH(cuMemcpyBatchAsync_v2, hStream),
    BOTH(cuMemAllocAsync, hStream),       BOTH(cuMemAllocFromPoolAsync, hStream),
    BOTH(cuMemFreeAsync, hStream),        BOTH(cuStreamWaitValue32, stream),
    BOTH(cuStreamWaitValue32_v2, stream), BOTH(cuStreamWaitValue64, stream),
    BOTH(cuStreamWaitValue64_v2, stream), BOTH(cuStreamBatchMemOp, stream),
    BOTH(cuStreamBatchMemOp_v2, stream),  BOTH(cuWaitExternalSemaphoresAsync, stream),
};

/* By call: its place in the table and 1, or 0. Every call of the program is looked up. */
static unsigned char place_of[CUPTI_DRIVER_TRACE_CBID_SIZE];

void stream_context_fill(void)
{
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
        place_of[calls[i].id] = (unsigned char)(i + 1);
}

static CUstream stream_of(CUpti_CallbackId id, const CUpti_CallbackData *data)
{
    const cuLaunchKernelEx_params *extended = data->functionParams;
    if (id == CBID(cuLaunchKernelEx) || id == CBID(cuLaunchKernelEx_ptsz))
        return extended->config ? extended->config->hStream : NULL;
    if (id >= CUPTI_DRIVER_TRACE_CBID_SIZE || !place_of[id])
        return NULL;
    const char *parameters = data->functionParams;
    return *(const CUstream *)(parameters + calls[place_of[id] - 1].offset);
}

/* Where work of the stream runs, which is of this context. NULL: not known. */
static CUcontext work_context(const struct inject *inject, CUstream stream, CUcontext context)
{
    CUgreenCtx green = NULL;
    if (!inject->program.green.any || !inject->driver.stream_get_green_ctx)
        return context;
    if (inject->driver.stream_get_green_ctx(stream, &green) != CUDA_SUCCESS)
        return NULL;
    if (!green)
        return context;
    const CUcontext primary = green_context_primary(inject, (CUcontext)green);
    return primary == (CUcontext)green ? NULL : primary;
}

const CUpti_CallbackData *stream_context_enter(struct stream_context *s, struct inject *inject,
                                               CUpti_CallbackId id, const CUpti_CallbackData *data)
{
    const CUstream stream = stream_of(id, data);
    CUcontext context = NULL;
    uint32_t uid;
    s->entered = false;
    /* The streams that every context has are those of the current one. */
    if (!stream || stream == CU_STREAM_LEGACY || stream == CU_STREAM_PER_THREAD ||
        inject->driver.stream_get_ctx(stream, &context) != CUDA_SUCCESS)
        return data;
    context = work_context(inject, stream, context);
    if (!context || context == data->context ||
        inject->cupti.get_context_id(context, &uid) != CUPTI_SUCCESS ||
        inject->driver.ctx_push_current(context) != CUDA_SUCCESS)
        return data;
    s->entered = true;
    s->data = *data;
    s->data.context = context;
    s->data.contextUid = uid;
    return &s->data;
}

void stream_context_leave(struct stream_context *s, struct inject *inject)
{
    CUcontext context;
    if (s->entered)
        inject->driver.ctx_pop_current(&context);
}
