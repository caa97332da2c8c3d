#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "call_harmless.h"
#include "functions.h"
#include "graph_calls.h"
#include "inject.h"
#include "ranges_internal.h"
#include "snapshot_copy.h"
#include "take.h"

static const char remedy[] =
    "; use --replay-mode app-range, which runs the program once for each pass, and nothing again";

/* For calls that cannot run again; named as programs write them, without "_v2" and the like. */
static void abandon_at(struct inject *inject, const CUpti_CallbackData *data)
{
    char text[256];
    snprintf(text, sizeof text, "it calls %.*s, which cannot run again%s",
             (int)strcspn(data->functionName, "_"), data->functionName, remedy);
    ranges_abandon(inject, text);
}

/* Whether all of it may be written again: memory of the context that was saved. */
static bool is_saved(const struct inject *inject, uint64_t address, size_t size)
{
    const struct region *region = memory_find(&inject->memory, address);
    return region && region->accessible && size <= region->size - (address - region->address) &&
           (region->kind == REGION_HOST || region->context == inject->ranges->context->context);
}

/* Variables of modules that were loaded in it are saved, too. */
static bool knows_modules(struct inject *inject)
{
    struct window *w = inject->ranges->window;
    if (w->generation == inject->modules.generation)
        return true;
    w->generation = inject->modules.generation;
    if (snapshot_extend(&w->context->snapshot, inject, w->context->stream))
        return true;
    ranges_abandon(inject,
                   "a module that was loaded in it has managed variables, or there is not enough "
                   "memory to save its variables; use --replay-mode app-range");
    return false;
}

/* true: it is recorded. false: the range was abandoned. */
static bool or_abandon(struct inject *inject, bool recorded)
{
    if (!recorded) {
        char text[256];
        snprintf(text, sizeof text, "%s%s", inject->ranges->record->full, remedy);
        ranges_abandon(inject, text);
    }
    return recorded;
}

/* A kernel that uses the heap needs a checkpoint from the range's beginning. */
static bool fits_treatment(struct inject *inject, enum treatment treatment)
{
    if (treatment != TREAT_HEAP || inject->ranges->window->checkpoint.size)
        return true;
    ranges_abandon(inject,
                   "a kernel in it calls malloc or free on the device, whose heap was not saved at "
                   "its beginning; use --replay-mode app-range");
    return false;
}

bool range_recorder_launch(struct inject *inject, struct launch *launch,
                           const CUpti_CallbackData *data)
{
    struct ranges *r = inject->ranges;
    struct function *function = functions_get(inject->functions, launch->f);
    if (!function) {
        if (r->state == MEASURED)
            ranges_abandon(inject, "out of memory");
        return false;
    }
    functions_resolve(function, inject);
    const enum treatment treatment = treatment_choose(inject, function, launch->mangled);
    if (r->state == BEGUN)
        ranges_begin(inject, data, treatment);
    if (r->state != MEASURED)
        return false;
    if (r->in_runs) {
        range_record_launch(r->record, inject, launch, false);
        return false;
    }
    function = functions_get(inject->functions, launch->f); /* the lock was free meanwhile */
    if (!function) {
        ranges_abandon(inject, "out of memory");
        return false;
    }
    if (!fits_treatment(inject, treatment) || !knows_modules(inject))
        return false;
    if (function->stuck || treatment_waits_for_others(launch->mangled)) {
        ranges_abandon(inject,
                       "a kernel in it waits for other GPUs or for the program, which do not run "
                       "again with it; use --replay-mode app-range");
        return false;
    }
    if (!launch_copy_arguments(launch, inject, function->is_kernel, data)) {
        ranges_abandon(inject, "the arguments of a launch could not be copied");
        return false;
    }
    r->record->writes_host = r->record->writes_host || reach_of_launch(&inject->memory, launch);
    return or_abandon(inject, range_record_launch(r->record, inject, launch, true));
}

bool range_recorder_graph(struct inject *inject, const struct range_call *call,
                          const CUpti_CallbackData *data)
{
    struct ranges *r = inject->ranges;
    const cuGraphLaunch_params *p = data->functionParams;
    struct graph *graph = graph_find(inject, p->hGraph);
    const struct launch where = {.context = data->context,
                                 .config.hStream = p->hStream,
                                 .per_thread_stream = call->per_thread};
    const bool known = graph && !graph->unread;
    enum treatment treatment = TREAT_TOGETHER;
    if (known)
        treatment = take_graph_treatment(inject, graph);
    else
        inject->unknown_launched = true;
    if (r->state == BEGUN)
        ranges_begin(inject, data, treatment);
    if (r->state != MEASURED)
        return false;
    const struct graph_problem *problem =
        known ? take_graph_problem(inject, graph, data->context) : NULL;
    if (!r->in_runs && (!known || problem)) {
        char text[256];
        snprintf(text, sizeof text, "it launches a graph that cannot run again: %s%s",
                 problem ? problem->node : "the driver does not tell its nodes", remedy);
        ranges_abandon(inject, text);
        return false;
    }
    if (!r->in_runs && (!fits_treatment(inject, treatment) || !knows_modules(inject)))
        return false;
    if (!known) {
        r->record->kernels++;
        return false;
    }
    const bool recorded = range_record_graph(r->record, inject, graph, &where,
                                             (unsigned)r->context->device, r->context->id);
    r->record->writes_host = true;
    return !r->in_runs && or_abandon(inject, recorded);
}

/* The host waits for a copy between it and the device, unless it has a stream. */
static bool record_host_wait(struct inject *inject, const struct range_call *call, CUstream stream)
{
    return call->async || range_record_stream_sync(inject->ranges->record, stream);
}

/* Of memory that kernels or copies of the range may still be writing, the copy has to be taken when
 * they are done. */
static bool record_upload(struct inject *inject, const struct range_call *call,
                          const CUpti_CallbackData *data, CUstream stream)
{
    struct ranges *r = inject->ranges;
    const cuMemcpyHtoD_v2_params *p = data->functionParams;
    struct work work = {.to = p->dstDevice, .count = p->ByteCount};
    if (!p->ByteCount)
        return false;
    if (r->record->uploaded + p->ByteCount > RANGE_MOST_UPLOADED) {
        ranges_abandon(inject,
                       "it copies more than 1 GiB from the host; --replay-mode app-range keeps "
                       "nothing of it");
        return false;
    }
    if (!is_saved(inject, work.to, work.count)) {
        abandon_at(inject, data);
        return false;
    }
    if (r->record->writes_host && memory_is_shared_at(&inject->memory, (uintptr_t)p->srcHost)) {
        if (!ranges_settle(inject))
            return false;
        r->record->writes_host = false;
    }
    work.bytes = malloc(work.count);
    if (!work.bytes || !snapshot_copy_host(work.bytes, p->srcHost, work.count, false)) {
        work_free(&work);
        ranges_abandon(inject, "what it copies from the host could not be kept");
        return false;
    }
    return or_abandon(inject, range_record_work(r->record, &work, stream)) &&
           or_abandon(inject, record_host_wait(inject, call, stream));
}

/* At the exit of the call: it may wait for kernels, which the lock must not be held for. */
static bool record_download(struct inject *inject, const struct range_call *call,
                            const CUpti_CallbackData *data)
{
    const CUstream stream = range_call_stream(call, data);
    struct ranges *r = inject->ranges;
    const cuMemcpyDtoH_v2_params *p = data->functionParams;
    if (!p->ByteCount)
        return false;
    return or_abandon(
        inject, range_record_download(r->record, p->srcDevice, p->ByteCount,
                                      memory_is_shared_at(&inject->memory, (uintptr_t)p->dstHost),
                                      stream) &&
                    record_host_wait(inject, call, stream));
}

/* Pageable memory is unknown to the driver. */
static bool is_host(const struct inject *inject, uint64_t address)
{
    unsigned type = 0;
    return inject->driver.pointer_get_attribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, address) !=
               CUDA_SUCCESS ||
           type == CU_MEMORYTYPE_HOST;
}

/* Copies that do not say of what: their ends tell. */
static bool record_copy(struct inject *inject, const struct range_call *call,
                        const CUpti_CallbackData *data, CUstream stream)
{
    const cuMemcpyDtoD_v2_params *p = data->functionParams;
    const bool to = is_saved(inject, p->dstDevice, p->ByteCount),
               from = is_saved(inject, p->srcDevice, p->ByteCount);
    struct work work = {.to = p->dstDevice, .from = p->srcDevice, .count = p->ByteCount};
    if (!p->ByteCount || (from && is_host(inject, p->dstDevice)))
        return false; /* see copies_to_host() */
    if (to && from)
        return or_abandon(inject, range_record_work(inject->ranges->record, &work, stream));
    if (to && is_host(inject, p->srcDevice))
        return record_upload(inject, call, data, stream);
    abandon_at(inject, data);
    return false;
}

static CUDA_MEMCPY3D of_rows(const CUDA_MEMCPY2D *p)
{
    return (CUDA_MEMCPY3D){.srcXInBytes = p->srcXInBytes,
                           .srcY = p->srcY,
                           .srcMemoryType = p->srcMemoryType,
                           .srcDevice = p->srcDevice,
                           .srcPitch = p->srcPitch,
                           .dstXInBytes = p->dstXInBytes,
                           .dstY = p->dstY,
                           .dstMemoryType = p->dstMemoryType,
                           .dstDevice = p->dstDevice,
                           .dstPitch = p->dstPitch,
                           .WidthInBytes = p->WidthInBytes,
                           .Height = p->Height,
                           .Depth = 1};
}

/* Of device memory; from or to the host and arrays they do not run again. */
static bool record_box(struct inject *inject, const struct range_call *call,
                       const CUpti_CallbackData *data, CUstream stream)
{
    const cuMemcpy2D_v2_params *rows = data->functionParams;
    const cuMemcpy3D_v2_params *box = data->functionParams;
    const CUDA_MEMCPY3D copy = call->kind == RANGE_COPY_2D ? of_rows(rows->pCopy) : *box->pCopy;
    struct work work;
    if (!work_from_copy(&work, &copy) ||
        !work_stays(&work, inject, inject->ranges->context->context)) {
        abandon_at(inject, data);
        return false;
    }
    return or_abandon(inject, range_record_work(inject->ranges->record, &work, stream));
}

static bool copies_to_host(const struct inject *inject, const struct range_call *call,
                           const CUpti_CallbackData *data)
{
    const cuMemcpyDtoD_v2_params *p = data->functionParams;
    return call->kind == RANGE_DOWNLOAD ||
           (call->kind == RANGE_COPY && is_saved(inject, p->srcDevice, p->ByteCount) &&
            is_host(inject, p->dstDevice));
}

static bool record_fill(struct inject *inject, const CUpti_CallbackData *data, CUpti_CallbackId id,
                        CUstream stream)
{
    struct work work;
    if (!work_read_fill(&work, id, data))
        return false;
    if (work.count && !is_saved(inject, work.to, work.count * work.width)) {
        abandon_at(inject, data);
        return false;
    }
    return or_abandon(inject, range_record_work(inject->ranges->record, &work, stream));
}

/* What is saved takes memory that the program would have had. */
static void make_room(struct inject *inject, const struct range_call *call,
                      const CUpti_CallbackData *data)
{
    enum { SLACK = 64 << 20, ROW = 512 }; /* ROW: that pitched allocations add at most */
    const cuMemAlloc_v2_params *plain = data->functionParams;
    const cuMemAllocPitch_v2_params *pitched = data->functionParams;
    const size_t wanted = call->id == CUPTI_DRIVER_TRACE_CBID_cuMemAllocPitch_v2
                              ? pitched->Height * (pitched->WidthInBytes + ROW)
                              : plain->bytesize;
    size_t free_bytes = 0, total = 0;
    if (inject->driver.mem_get_info(&free_bytes, &total) == CUDA_SUCCESS && wanted < total &&
        free_bytes < wanted + SLACK)
        ranges_abandon(inject,
                       "it allocates memory, of which there is not enough beside what was saved; "
                       "--replay-mode app-range saves nothing");
}

bool range_recorder_call(struct inject *inject, const struct range_call *call,
                         const CUpti_CallbackData *data)
{
    struct ranges *r = inject->ranges;
    const CUstream stream = range_call_stream(call, data);
    const cuGraphLaunch_params *graph = data->functionParams;
    switch (call->kind) {
    case RANGE_LEFT_OUT:
        if (call_disturbs(inject, call->id, data))
            abandon_at(inject, data);
        return false;
    case RANGE_FILL:
        return record_fill(inject, data, call->id, stream);
    case RANGE_COPY:
        return record_copy(inject, call, data, stream);
    case RANGE_COPY_2D:
    case RANGE_COPY_3D:
        return record_box(inject, call, data, stream);
    case RANGE_UPLOAD:
        return record_upload(inject, call, data, stream);
    case RANGE_GRAPH_CHANGES: /* all begin with the executable */
        if (range_record_has_graph(r->record, graph->hGraph))
            abandon_at(inject, data);
        return false;
    case RANGE_ALLOCATES:
        make_room(inject, call, data);
        return false;
    case RANGE_EVENT_RECORD: {
        const cuEventRecord_params *p = data->functionParams;
        return or_abandon(inject, range_record_event(r->record, p->hEvent, stream));
    }
    case RANGE_STREAM_WAIT: {
        const cuStreamWaitEvent_params *p = data->functionParams;
        const size_t before = r->record->count;
        return or_abandon(inject, range_record_wait(r->record, p->hEvent, stream)) &&
               r->record->count > before;
    }
    case RANGE_DOWNLOAD:
    case RANGE_STREAM_SYNC:
    case RANGE_EVENT_SYNC:
    case RANGE_CONTEXT_SYNC: /* once they have succeeded */
        return false;
    default:
        abandon_at(inject, data);
        return false;
    }
}

/* Memory that came in the range: its final content is the program's as well. */
static void save_allocated(struct inject *inject, const struct range_call *call,
                           const CUpti_CallbackData *data)
{
    struct ranges *r = inject->ranges;
    const cuMemAlloc_v2_params *p = data->functionParams; /* all begin with where the address is */
    const struct region *region = memory_find(&inject->memory, *p->dptr);
    /* A stream makes its memory when it comes to it. */
    if (call->async && !ranges_settle(inject))
        return;
    if (region && !(r->leave_host && region->kind == REGION_HOST) &&
        !snapshot_add(&r->context->snapshot, inject, r->context->stream, region))
        ranges_abandon(inject, "memory that was allocated in it could not be saved");
}

void range_recorder_after(struct inject *inject, const struct range_call *call,
                          const CUpti_CallbackData *data)
{
    struct range_record *record = inject->ranges->record;
    const cuEventSynchronize_params *event = data->functionParams;
    if (call->kind == RANGE_STREAM_SYNC)
        or_abandon(inject, range_record_stream_sync(record, range_call_stream(call, data)));
    else if (call->kind == RANGE_EVENT_SYNC)
        or_abandon(inject, range_record_event_sync(record, event->hEvent));
    else if (call->kind == RANGE_CONTEXT_SYNC)
        or_abandon(inject, range_record_context_sync(record));
    else if (call->kind == RANGE_ALLOCATES)
        save_allocated(inject, call, data);
    else if (copies_to_host(inject, call, data))
        record_download(inject, call, data);
}
