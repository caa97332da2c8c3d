#include "collect/inject/program/box_copy.h"

#include <stddef.h>

#define CBID(name) CUPTI_DRIVER_TRACE_CBID_##name

/* The structure is the first parameter of all, the stream the second one of those that have one. */
static const struct form {
    CUpti_CallbackId id;
    bool rows, has_stream, per_thread;
} forms[] = {
    {CBID(cuMemcpy2D_v2), true, false, false},
    {CBID(cuMemcpy2D_v2_ptds), true, false, true},
    {CBID(cuMemcpy2DUnaligned_v2), true, false, false},
    {CBID(cuMemcpy2DUnaligned_v2_ptds), true, false, true},
    {CBID(cuMemcpy2DAsync_v2), true, true, false},
    {CBID(cuMemcpy2DAsync_v2_ptsz), true, true, true},
    {CBID(cuMemcpy3D_v2), false, false, false},
    {CBID(cuMemcpy3D_v2_ptds), false, false, true},
    {CBID(cuMemcpy3DAsync_v2), false, true, false},
    {CBID(cuMemcpy3DAsync_v2_ptsz), false, true, true},
};

CUDA_MEMCPY3D box_copy_of_rows(const CUDA_MEMCPY2D *p)
{
    return (CUDA_MEMCPY3D){.srcXInBytes = p->srcXInBytes,
                           .srcY = p->srcY,
                           .srcMemoryType = p->srcMemoryType,
                           .srcHost = p->srcHost,
                           .srcDevice = p->srcDevice,
                           .srcArray = p->srcArray,
                           .srcPitch = p->srcPitch,
                           .dstXInBytes = p->dstXInBytes,
                           .dstY = p->dstY,
                           .dstMemoryType = p->dstMemoryType,
                           .dstHost = p->dstHost,
                           .dstDevice = p->dstDevice,
                           .dstArray = p->dstArray,
                           .dstPitch = p->dstPitch,
                           .WidthInBytes = p->WidthInBytes,
                           .Height = p->Height,
                           .Depth = 1};
}

bool box_copy_read(CUDA_MEMCPY3D *box, CUstream *stream, CUpti_CallbackId id,
                   const CUpti_CallbackData *data)
{
    const cuMemcpy3DAsync_v2_params *p = data->functionParams;
    const struct form *form = NULL;
    for (size_t i = 0; i < sizeof forms / sizeof *forms && !form; i++)
        form = forms[i].id == id ? &forms[i] : NULL;
    if (!form || !p->pCopy)
        return false;
    *box = form->rows ? box_copy_of_rows((const void *)p->pCopy) : *p->pCopy;
    *stream = form->has_stream && p->hStream ? p->hStream
              : form->per_thread             ? CU_STREAM_PER_THREAD
                                             : NULL;
    return true;
}
