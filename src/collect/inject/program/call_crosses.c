#include "collect/inject/program/call_crosses.h"

#include "collect/inject/program/memory.h"

#define CBID(name) CUPTI_DRIVER_TRACE_CBID_##name

/* Where a call has its addresses. */
enum form {
    FORM_NONE,
    FORM_FIRST,  /* the first parameter */
    FORM_SECOND, /* the second one */
    FORM_BOTH,   /* these two */
    FORM_BOX_2D, /* a structure */
    FORM_BOX_3D,
    FORM_LIST,  /* lists of addresses */
    FORM_PEERS, /* contexts are named */
};

static const struct {
    enum form form;
    CUpti_CallbackId calls[32];
} forms[] = {
    {FORM_FIRST, {CBID(cuMemcpyHtoD_v2),      CBID(cuMemcpyHtoD_v2_ptds),
                  CBID(cuMemcpyHtoDAsync_v2), CBID(cuMemcpyHtoDAsync_v2_ptsz),
                  CBID(cuMemsetD8_v2),        CBID(cuMemsetD8_v2_ptds),
                  CBID(cuMemsetD8Async),      CBID(cuMemsetD8Async_ptsz),
                  CBID(cuMemsetD16_v2),       CBID(cuMemsetD16_v2_ptds),
                  CBID(cuMemsetD16Async),     CBID(cuMemsetD16Async_ptsz),
                  CBID(cuMemsetD32_v2),       CBID(cuMemsetD32_v2_ptds),
                  CBID(cuMemsetD32Async),     CBID(cuMemsetD32Async_ptsz),
                  CBID(cuMemsetD2D8_v2),      CBID(cuMemsetD2D8_v2_ptds),
                  CBID(cuMemsetD2D8Async),    CBID(cuMemsetD2D8Async_ptsz),
                  CBID(cuMemsetD2D16_v2),     CBID(cuMemsetD2D16_v2_ptds),
                  CBID(cuMemsetD2D16Async),   CBID(cuMemsetD2D16Async_ptsz),
                  CBID(cuMemsetD2D32_v2),     CBID(cuMemsetD2D32_v2_ptds),
                  CBID(cuMemsetD2D32Async),   CBID(cuMemsetD2D32Async_ptsz)}},
    {FORM_SECOND,
     {CBID(cuMemcpyDtoH_v2), CBID(cuMemcpyDtoH_v2_ptds), CBID(cuMemcpyDtoHAsync_v2),
      CBID(cuMemcpyDtoHAsync_v2_ptsz)}},
    {FORM_BOTH,
     {CBID(cuMemcpy), CBID(cuMemcpy_ptds), CBID(cuMemcpyAsync), CBID(cuMemcpyAsync_ptsz),
      CBID(cuMemcpyDtoD_v2), CBID(cuMemcpyDtoD_v2_ptds), CBID(cuMemcpyDtoDAsync_v2),
      CBID(cuMemcpyDtoDAsync_v2_ptsz)}},
    {FORM_BOX_2D,
     {CBID(cuMemcpy2D_v2), CBID(cuMemcpy2D_v2_ptds), CBID(cuMemcpy2DUnaligned_v2),
      CBID(cuMemcpy2DUnaligned_v2_ptds), CBID(cuMemcpy2DAsync_v2), CBID(cuMemcpy2DAsync_v2_ptsz)}},
    {FORM_BOX_3D,
     {CBID(cuMemcpy3D_v2), CBID(cuMemcpy3D_v2_ptds), CBID(cuMemcpy3DAsync_v2),
      CBID(cuMemcpy3DAsync_v2_ptsz)}},
    {FORM_LIST,
     {CBID(cuMemcpyBatchAsync), CBID(cuMemcpyBatchAsync_ptsz), CBID(cuMemcpyBatchAsync_v2),
      CBID(cuMemcpyBatchAsync_v2_ptsz)}},
    {FORM_PEERS,
     {CBID(cuMemcpyPeer), CBID(cuMemcpyPeer_ptds), CBID(cuMemcpyPeerAsync),
      CBID(cuMemcpyPeerAsync_ptsz), CBID(cuMemcpy3DPeer), CBID(cuMemcpy3DPeer_ptds),
      CBID(cuMemcpy3DPeerAsync), CBID(cuMemcpy3DPeerAsync_ptsz), CBID(cuMemcpy3DBatchAsync),
      CBID(cuMemcpy3DBatchAsync_ptsz), CBID(cuMemcpy3DBatchAsync_v2),
      CBID(cuMemcpy3DBatchAsync_v2_ptsz)}},
};

static unsigned char form_of[CUPTI_DRIVER_TRACE_CBID_SIZE];

void call_crosses_fill(void)
{
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
        for (const CUpti_CallbackId *call = forms[i].calls; *call; call++)
            form_of[*call] = (unsigned char)forms[i].form;
}

static bool is_elsewhere(const struct memory_tracker *tracker, CUcontext context, uint64_t address)
{
    const struct region *region = address ? memory_find(tracker, address) : NULL;
    return region && region->kind != REGION_HOST && region->context && region->context != context;
}

static bool crosses(const struct memory_tracker *tracker, enum form form,
                    const CUpti_CallbackData *data)
{
    const cuMemcpy_params *plain = data->functionParams; /* two words first */
    const cuMemcpy2D_v2_params *flat = data->functionParams;
    const cuMemcpy3D_v2_params *box = data->functionParams;
    const cuMemcpyBatchAsync_v2_params *list = data->functionParams;
    const CUcontext context = data->context;
    bool elsewhere = false;
    switch (form) {
    case FORM_FIRST:
        return is_elsewhere(tracker, context, plain->dst);
    case FORM_SECOND:
        return is_elsewhere(tracker, context, plain->src);
    case FORM_BOTH:
        return is_elsewhere(tracker, context, plain->dst) ||
               is_elsewhere(tracker, context, plain->src);
    case FORM_BOX_2D:
        return flat->pCopy && (is_elsewhere(tracker, context, flat->pCopy->dstDevice) ||
                               is_elsewhere(tracker, context, flat->pCopy->srcDevice));
    case FORM_BOX_3D:
        return box->pCopy && (is_elsewhere(tracker, context, box->pCopy->dstDevice) ||
                              is_elsewhere(tracker, context, box->pCopy->srcDevice));
    case FORM_LIST:
        for (size_t i = 0; !elsewhere && list->dsts && list->srcs && i < list->count; i++)
            elsewhere = is_elsewhere(tracker, context, list->dsts[i]) ||
                        is_elsewhere(tracker, context, list->srcs[i]);
        return elsewhere;
    default:
        return form == FORM_PEERS;
    }
}

void call_crosses_note(struct memory_tracker *tracker, CUpti_CallbackId id,
                       const CUpti_CallbackData *data)
{
    if (!tracker->crossed && id < CUPTI_DRIVER_TRACE_CBID_SIZE && form_of[id])
        tracker->crossed = crosses(tracker, (enum form)form_of[id], data);
}
