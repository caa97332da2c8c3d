#include "collect/inject/program/work.h"

#include <stdlib.h>

#include "collect/inject/base/inject.h"
#include "collect/inject/program/box_copy.h"
#include "collect/inject/program/memory.h"

#define CBID(name) CUPTI_DRIVER_TRACE_CBID_##name

/* By call: bytes of an element, 0 for a copy. All forms of one kind begin with the same
 * parameters; peers: those of a copy that names both contexts; rows: those of a fill of rows. */
static const struct form {
    CUpti_CallbackId id;
    unsigned width;
    bool peers, rows, has_stream, per_thread;
} forms[] = {
#define FORMS(call, queued, width, peers, rows)                                                    \
    {CBID(call), width, peers, rows, false, false},                                                \
        {CBID(call##_ptds), width, peers, rows, false, true},                                      \
        {CBID(queued), width, peers, rows, true, false},                                           \
    {                                                                                              \
        CBID(queued##_ptsz), width, peers, rows, true, true                                        \
    }
    FORMS(cuMemsetD8_v2, cuMemsetD8Async, 1, false, false),
    FORMS(cuMemsetD16_v2, cuMemsetD16Async, 2, false, false),
    FORMS(cuMemsetD32_v2, cuMemsetD32Async, 4, false, false),
    FORMS(cuMemsetD2D8_v2, cuMemsetD2D8Async, 1, false, true),
    FORMS(cuMemsetD2D16_v2, cuMemsetD2D16Async, 2, false, true),
    FORMS(cuMemsetD2D32_v2, cuMemsetD2D32Async, 4, false, true),
    FORMS(cuMemcpyDtoD_v2, cuMemcpyDtoDAsync_v2, 0, false, false),
    FORMS(cuMemcpy, cuMemcpyAsync, 0, false, false),
    FORMS(cuMemcpyPeer, cuMemcpyPeerAsync, 0, true, false),
};

static const struct form *find_form(CUpti_CallbackId id)
{
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
        if (forms[i].id == id)
            return &forms[i];
    return NULL;
}

static CUstream stream_of(const struct form *form, const void *parameters)
{
    const cuMemcpyPeerAsync_params *peer = parameters;
    const cuMemsetD2D32Async_params *rows = parameters;
    const cuMemcpyDtoDAsync_v2_params *plain = parameters; /* fills have it at the same place */
    const CUstream stream = !form->has_stream ? NULL
                            : form->peers     ? peer->hStream
                            : form->rows      ? rows->hStream
                                              : plain->hStream;
    return stream || !form->per_thread ? stream : CU_STREAM_PER_THREAD;
}

static struct work fill_of(uint64_t to, unsigned width, unsigned value, size_t count)
{
    return (struct work){.to = to, .width = width, .value = value, .count = count, .rows = 1};
}

static struct work read_rows(const void *parameters, unsigned width)
{
    const cuMemsetD2D8_v2_params *bytes = parameters;
    const cuMemsetD2D16_v2_params *halves = parameters;
    const cuMemsetD2D32_v2_params *words = parameters;
    struct work work = fill_of(words->dstDevice, width,
                               width == 1   ? bytes->uc
                               : width == 2 ? halves->us
                                            : words->ui,
                               words->Height ? words->Width : 0);
    work.rows = words->Height;
    work.pitch = words->dstPitch;
    return work;
}

static struct work read_fill(const void *parameters, const struct form *form)
{
    const cuMemsetD8_v2_params *bytes = parameters;
    const cuMemsetD16_v2_params *halves = parameters;
    const cuMemsetD32_v2_params *words = parameters;
    if (form->rows)
        return read_rows(parameters, form->width);
    return fill_of(words->dstDevice, form->width,
                   form->width == 1   ? bytes->uc
                   : form->width == 2 ? halves->us
                                      : words->ui,
                   words->N);
}

bool work_read_fill(struct work *work, CUpti_CallbackId id, const CUpti_CallbackData *data)
{
    const struct form *form = find_form(id);
    if (!form || !form->width)
        return false;
    *work = read_fill(data->functionParams, form);
    return true;
}

static struct work read_copy(const void *parameters, bool peers)
{
    const cuMemcpyDtoD_v2_params *copy = parameters;
    const cuMemcpyPeer_params *peer = parameters;
    return peers ? (struct work){.to = peer->dstDevice,
                                 .from = peer->srcDevice,
                                 .count = peer->ByteCount}
                 : (struct work){
                       .to = copy->dstDevice, .from = copy->srcDevice, .count = copy->ByteCount};
}

/* Whether these bytes are device memory of one of the contexts. */
static bool is_known(const struct inject *inject, const CUcontext *contexts, size_t context_count,
                     uint64_t address, size_t size)
{
    bool known = false;
    for (size_t i = 0; i < context_count; i++)
        known = known || memory_is_device(inject->program.memory, contexts[i], address, size);
    return known;
}

/* Bytes from the begin of a side to the end of the last row that the copy touches; SIZE_MAX: more
 * than there can be, which the driver refuses. */
static size_t extent(const CUDA_MEMCPY3D *p, size_t x, size_t y, size_t z, size_t pitch,
                     size_t height)
{
    const size_t row = x + p->WidthInBytes, rows = y + p->Height;
    size_t before, bytes;
    pitch = pitch ? pitch : row;
    height = height ? height : rows;
    return __builtin_mul_overflow(z + p->Depth - 1, height, &before) ||
                   __builtin_add_overflow(before, rows - 1, &before) ||
                   __builtin_mul_overflow(before, pitch, &bytes) ||
                   __builtin_add_overflow(bytes, row, &bytes)
               ? SIZE_MAX
               : bytes;
}

static size_t bytes_written(const struct work *work)
{
    const CUDA_MEMCPY3D *p = &work->box;
    if (work->width)
        return (work->rows - 1) * work->pitch + work->count * work->width;
    return p->Height ? extent(p, p->dstXInBytes, p->dstY, p->dstZ, p->dstPitch, p->dstHeight)
                     : work->count;
}

static size_t bytes_read(const struct work *work)
{
    const CUDA_MEMCPY3D *p = &work->box;
    return p->Height ? extent(p, p->srcXInBytes, p->srcY, p->srcZ, p->srcPitch, p->srcHeight)
                     : work->count;
}

static bool stays(const struct work *work, const struct inject *inject, const CUcontext *contexts,
                  size_t count)
{
    if (!work->count)
        return true;
    if (work->width && work->count > SIZE_MAX / work->width)
        return false;
    return is_known(inject, contexts, count, work->to, bytes_written(work)) &&
           (work->width || is_known(inject, contexts, count, work->from, bytes_read(work)));
}

bool work_from_callback(struct work *work, const struct inject *inject, const CUcontext *contexts,
                        size_t context_count, CUpti_CallbackId id, const CUpti_CallbackData *data)
{
    CUDA_MEMCPY3D box;
    CUstream stream;
    const struct form *form = find_form(id);
    bool linear = true;
    if (form) {
        *work = form->width ? read_fill(data->functionParams, form)
                            : read_copy(data->functionParams, form->peers);
        stream = stream_of(form, data->functionParams);
    } else if (box_copy_read(&box, &stream, id, data)) {
        linear = work_from_copy(work, &box);
    } else {
        return false;
    }
    work->stream = stream;
    return linear && stays(work, inject, contexts, context_count);
}

void work_free(struct work *work)
{
    free(work->bytes);
    work->bytes = NULL;
}

void work_from_fill(struct work *work, const CUDA_MEMSET_NODE_PARAMS *p)
{
    *work = fill_of(p->dst, p->elementSize, p->value, p->height ? p->width : 0);
    work->rows = p->height;
    work->pitch = p->pitch;
}

/* Both ends have unified addresses; it does not matter whether the program says so. */
static bool is_linear(CUmemorytype type)
{
    return type == CU_MEMORYTYPE_DEVICE || type == CU_MEMORYTYPE_UNIFIED;
}

static uint64_t end_of(CUmemorytype type, CUdeviceptr device, const void *host)
{
    return is_linear(type) ? device : type == CU_MEMORYTYPE_HOST ? (uintptr_t)host : 0;
}

bool work_from_copy(struct work *work, const CUDA_MEMCPY3D *p)
{
    *work = (struct work){.to = end_of(p->dstMemoryType, p->dstDevice, p->dstHost),
                          .from = end_of(p->srcMemoryType, p->srcDevice, p->srcHost)};
    work->count = p->Height && p->Depth ? p->WidthInBytes : 0;
    if (p->Height > 1 || p->Depth > 1 || p->srcY || p->srcZ || p->dstY || p->dstZ) {
        work->box = *p;
    } else {
        work->to += work->to ? p->dstXInBytes : 0; /* an array stays 0 */
        work->from += work->from ? p->srcXInBytes : 0;
    }
    return is_linear(p->dstMemoryType) && is_linear(p->srcMemoryType);
}

size_t work_reach(const struct work *work)
{
    return work->count ? bytes_written(work) : 0;
}

size_t work_span(const struct work *work)
{
    return work->count ? bytes_read(work) : 0;
}

bool work_feeds(const struct work *work, const struct work *next)
{
    return work->count && next->count && !next->width && work->to && next->from &&
           work->to < next->from + bytes_read(next) && next->from < work->to + bytes_written(work);
}

bool work_stays(const struct work *work, const struct inject *inject, CUcontext context)
{
    return stays(work, inject, &context, 1);
}

static CUresult fill_again(const struct work *work, const struct foil_driver *driver, uint64_t to,
                           CUstream stream)
{
    switch (work->width) {
    case 1:
        return driver->memset_d8_async(to, (unsigned char)work->value, work->count, stream);
    case 2:
        return driver->memset_d16_async(to, (unsigned short)work->value, work->count, stream);
    default:
        return driver->memset_d32_async(to, work->value, work->count, stream);
    }
}

CUresult work_again(const struct work *work, struct inject *inject, CUstream stream)
{
    const struct foil_driver *driver = &inject->driver;
    CUresult result = CUDA_SUCCESS;
    if (!work->count)
        return CUDA_SUCCESS;
    if (work->box.Height)
        return driver->memcpy_3d_async(&work->box, stream);
    if (work->bytes)
        return driver->memcpy_htod_async(work->to, work->bytes, work->count, stream);
    if (work->to_host)
        return driver->memcpy_dtoh_async((void *)(uintptr_t)work->to, work->from, work->count,
                                         stream);
    if (!work->width)
        return driver->memcpy_dtod_async(work->to, work->from, work->count, stream);
    for (size_t i = 0; i < work->rows && result == CUDA_SUCCESS; i++)
        result = fill_again(work, driver, work->to + i * work->pitch, stream);
    return result;
}
