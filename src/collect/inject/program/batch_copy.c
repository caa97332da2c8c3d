#include "collect/inject/program/batch_copy.h"

#define CBID(name) CUPTI_DRIVER_TRACE_CBID_##name

bool batch_copy_read(struct batch_copy *batch, CUpti_CallbackId id, const CUpti_CallbackData *data)
{
    const cuMemcpyBatchAsync_v2_params *p = data->functionParams;
    const cuMemcpyBatchAsync_params *old = data->functionParams; /* differs from the stream on */
    const bool new_form =
        id == CBID(cuMemcpyBatchAsync_v2) || id == CBID(cuMemcpyBatchAsync_v2_ptsz);
    if (!new_form && id != CBID(cuMemcpyBatchAsync) && id != CBID(cuMemcpyBatchAsync_ptsz))
        return false;
    *batch = (struct batch_copy){.to = p->dsts,
                                 .from = p->srcs,
                                 .sizes = p->sizes,
                                 .count = p->count,
                                 .stream = new_form ? p->hStream : old->hStream};
    if (!batch->stream && id != CBID(cuMemcpyBatchAsync_v2) && id != CBID(cuMemcpyBatchAsync))
        batch->stream = CU_STREAM_PER_THREAD;
    return p->dsts && p->srcs && p->sizes;
}
