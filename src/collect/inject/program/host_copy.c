#include "collect/inject/program/host_copy.h"

#include <stdlib.h>

#include "collect/inject/base/inject.h"
#include "collect/inject/base/own_memory.h"
#include "collect/inject/program/box_copy.h"
#include "collect/inject/program/memory.h"
#include "collect/inject/program/work.h"

#define CBID(name) CUPTI_DRIVER_TRACE_CBID_##name

/* All begin with destination, source and size; then comes the stream, if there is one. */
static const struct form {
    CUpti_CallbackId id;
    enum direction { TO_HOST, FROM_HOST, ANYWHERE } direction;
    bool has_stream, per_thread;
} forms[] = {
    {CBID(cuMemcpyDtoH_v2), TO_HOST, false, false},
    {CBID(cuMemcpyDtoH_v2_ptds), TO_HOST, false, true},
    {CBID(cuMemcpyDtoHAsync_v2), TO_HOST, true, false},
    {CBID(cuMemcpyDtoHAsync_v2_ptsz), TO_HOST, true, true},
    {CBID(cuMemcpyHtoD_v2), FROM_HOST, false, false},
    {CBID(cuMemcpyHtoD_v2_ptds), FROM_HOST, false, true},
    {CBID(cuMemcpyHtoDAsync_v2), FROM_HOST, true, false},
    {CBID(cuMemcpyHtoDAsync_v2_ptsz), FROM_HOST, true, true},
    {CBID(cuMemcpy), ANYWHERE, false, false},
    {CBID(cuMemcpy_ptds), ANYWHERE, false, true},
    {CBID(cuMemcpyAsync), ANYWHERE, true, false},
    {CBID(cuMemcpyAsync_ptsz), ANYWHERE, true, true},
};

/* An address that the driver does not know belongs to the program's own memory. */
static bool is_host(const struct inject *inject, uint64_t address)
{
    CUmemorytype type = CU_MEMORYTYPE_HOST;
    return inject->driver.pointer_get_attribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, address) !=
               CUDA_SUCCESS ||
           type == CU_MEMORYTYPE_HOST;
}

/* false: both sides are of one kind. */
static bool choose(struct host_copy *copy, uint64_t to, bool to_host, uint64_t from, bool from_host)
{
    copy->out = to_host;
    copy->device = to_host ? from : to;
    copy->host = to_host ? to : from;
    return to_host != from_host;
}

static bool read_linear(struct host_copy *copy, const struct inject *inject,
                        const struct form *form, const CUpti_CallbackData *data)
{
    const cuMemcpyAsync_params *p = data->functionParams;
    *copy = (struct host_copy){.named = form->direction != ANYWHERE,
                               .device_span = p->ByteCount,
                               .host_span = p->ByteCount,
                               .size = p->ByteCount};
    copy->stream = form->has_stream && p->hStream ? p->hStream
                   : form->per_thread             ? CU_STREAM_PER_THREAD
                                                  : NULL;
    return copy->named
               ? choose(copy, p->dst, form->direction == TO_HOST, p->src,
                        form->direction == FROM_HOST)
               : choose(copy, p->dst, is_host(inject, p->dst), p->src, is_host(inject, p->src));
}

static bool is_side_host(const struct inject *inject, CUmemorytype type, CUdeviceptr unified)
{
    return type == CU_MEMORYTYPE_HOST ||
           (type == CU_MEMORYTYPE_UNIFIED && is_host(inject, unified));
}

static bool read_box(struct host_copy *copy, const struct inject *inject, const CUDA_MEMCPY3D *p)
{
    struct work work;
    if (p->srcMemoryType == CU_MEMORYTYPE_ARRAY || p->dstMemoryType == CU_MEMORYTYPE_ARRAY)
        return false;
    work_from_copy(&work, p);
    if (__builtin_mul_overflow(p->WidthInBytes, p->Height, &copy->size) ||
        __builtin_mul_overflow(copy->size, p->Depth, &copy->size))
        return false;
    if (!work.count || !choose(copy, work.to, is_side_host(inject, p->dstMemoryType, p->dstDevice),
                               work.from, is_side_host(inject, p->srcMemoryType, p->srcDevice)))
        return false;
    copy->named = p->srcMemoryType != CU_MEMORYTYPE_UNIFIED;
    copy->box = work.box;
    copy->device_span = copy->out ? work_span(&work) : work_reach(&work);
    copy->host_span = copy->out ? work_reach(&work) : work_span(&work);
    return true;
}

bool host_copy_read(struct host_copy *copy, const struct inject *inject, CUpti_CallbackId id,
                    const CUpti_CallbackData *data)
{
    CUDA_MEMCPY3D box;
    *copy = (struct host_copy){0};
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
        if (forms[i].id == id)
            return read_linear(copy, inject, &forms[i], data);
    return box_copy_read(&box, &copy->stream, id, data) && read_box(copy, inject, &box);
}

bool host_copy_looks(const struct host_copy *copy, const struct inject *inject, CUcontext context,
                     bool apart)
{
    const struct memory_tracker *memory = inject->program.memory;
    return copy->out &&
           (memory_is_device(memory, context, copy->device, copy->device_span) ||
            (apart && copy->named && memory_is_pinned(memory, copy->device, copy->device_span)));
}

/* Row by row, without what lies between. */
static bool hold_rows(const struct host_copy *copy, struct work *work)
{
    const CUDA_MEMCPY3D *p = &copy->box;
    const size_t width = p->WidthInBytes;
    const size_t pitch = p->srcPitch ? p->srcPitch : p->srcXInBytes + width;
    const size_t height = p->srcHeight ? p->srcHeight : p->srcY + p->Height;
    uint8_t *to = work->bytes;
    for (size_t z = 0; z < p->Depth; z++)
        for (size_t y = 0; y < p->Height; y++, to += width) {
            const size_t at = ((p->srcZ + z) * height + p->srcY + y) * pitch + p->srcXInBytes;
            if (!own_memory_copy(to, (const void *)(uintptr_t)(copy->host + at), width, false))
                return false;
        }
    work->box = *p;
    work->box.srcMemoryType = CU_MEMORYTYPE_HOST;
    work->box.srcHost = work->bytes;
    work->box.srcXInBytes = work->box.srcY = work->box.srcZ = 0;
    work->box.srcPitch = width;
    work->box.srcHeight = p->Height;
    work->count = width;
    return true;
}

bool host_copy_hold(const struct host_copy *copy, struct work *work, const struct inject *inject,
                    CUcontext context, size_t most)
{
    if (copy->out || copy->size > most ||
        !memory_is_device(inject->program.memory, context, copy->device, copy->device_span))
        return false;
    *work = (struct work){.to = copy->device,
                          .count = copy->size,
                          .held = copy->size,
                          .bytes = malloc(copy->size + 1),
                          .stream = copy->stream};
    const void *from = (const void *)(uintptr_t)copy->host;
    if (work->bytes && (copy->box.Height ? hold_rows(copy, work)
                                         : own_memory_copy(work->bytes, from, copy->size, false)))
        return true;
    work_free(work);
    return false;
}
