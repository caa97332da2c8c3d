/* Decides what each call inside a recorded range becomes: an item of the record, nothing, or the
 * end of the attempt. A call that waits, and a copy to the host, are recorded at their exit,
 * because the lock must not be held while the program waits for kernels. All else is recorded at
 * its entry, before it changes anything. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect/inject/base/inject.h"
#include "collect/inject/base/own_memory.h"
#include "collect/inject/program/box_copy.h"
#include "collect/inject/program/call_harmless.h"
#include "collect/inject/program/call_sets.h"
#include "collect/inject/program/exposed.h"
#include "collect/inject/program/functions.h"
#include "collect/inject/program/graph_calls.h"
#include "collect/inject/program/graph_hazards.h"
#include "collect/inject/program/modules.h"
#include "collect/inject/program/pageable.h"
#include "collect/inject/program/reach.h"
#include "collect/inject/ranges/ranges_internal.h"
#include "collect/inject/saved/snapshot_copy.h"

static const char remedy[] = "; use --replay-mode app-range, which runs the program once for each "
                             "pass and repeats no part of it";

/* Gives the range up at a call that cannot run again. The reason names it as programs write it,
 * without "_v2" and the like. */
static void abandon_at(struct inject *inject, const CUpti_CallbackData *data)
{
    char text[256];
    snprintf(text, sizeof text, "it calls %.*s, which cannot run again%s",
             (int)strcspn(data->functionName, "_"), data->functionName, remedy);
    ranges_abandon(inject, text);
}

/* Whether all of these bytes are saved memory of the range's context, so that they may be written
 * again. */
static bool is_saved(const struct inject *inject, uint64_t address, size_t size)
{
    const struct region *region = memory_find(inject->program.memory, address);
    return region && region->accessible && !exposed_region(region) &&
           size <= region->size - (address - region->address) &&
           (region->kind == REGION_HOST ||
            region->context == inject->modes.ranges->context->context);
}

/* Saves the variables of modules that were loaded in the range. */
static bool knows_modules(struct inject *inject)
{
    struct window *w = inject->modes.ranges->window;
    if (w->generation == inject->program.modules->generation)
        return true;
    w->generation = inject->program.modules->generation;
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
        snprintf(text, sizeof text, "%s%s", inject->modes.ranges->record->full, remedy);
        ranges_abandon(inject, text);
    }
    return recorded;
}

static bool record_work(struct inject *inject, struct work *work, CUstream stream)
{
    struct ranges *r = inject->modes.ranges;
    window_foresee_work(r->window, work, stream);
    return range_record_work(r->record, work, stream);
}

/* A kernel that uses the heap needs a checkpoint from the range's beginning. */
static bool fits_hazard(struct inject *inject, enum kernel_hazard kernel_hazard)
{
    if (kernel_hazard != HAZARD_HEAP || inject->modes.ranges->window->checkpoint.size)
        return true;
    ranges_abandon(inject,
                   "a kernel in it calls malloc or free on the device, whose heap was not saved at "
                   "its beginning; use --replay-mode app-range");
    return false;
}

/* What others write is not put back, nor is what the driver does not know. Else the range is given
 * up. */
static bool may_repeat(struct inject *inject, const struct function *function,
                       const struct launch *launch)
{
    const char *why = NULL;
    if (exposed_by_launch(inject->program.memory, launch))
        why = "a kernel in it can reach memory that other processes, GPUs or engines write; use "
              "--replay-mode app-range";
    else if (pageable_by_launch(inject, function, launch))
        why = "a kernel in it is given memory that no call of the driver allocated, as of malloc() "
              "or a video decoder, which is not saved; use --replay-mode app-range";
    if (why)
        ranges_abandon(inject, why);
    return !why;
}

bool range_recorder_launch(struct inject *inject, struct launch *launch,
                           const CUpti_CallbackData *data)
{
    struct ranges *r = inject->modes.ranges;
    struct function *function = functions_get(inject->program.functions, launch->f);
    if (!function) {
        if (r->state == MEASURED)
            ranges_abandon(inject, "out of memory");
        return false;
    }
    functions_resolve(function, inject);
    const enum kernel_hazard kernel_hazard =
        kernel_hazard_choose(inject, function, launch->mangled);
    if (r->state == BEGUN)
        ranges_begin(inject, data, kernel_hazard);
    if (r->state != MEASURED)
        return false;
    if (r->in_runs) {
        range_record_launch(r->record, inject, launch, false);
        return false;
    }
    function =
        functions_get(inject->program.functions, launch->f); /* the lock was free meanwhile */
    if (!function) {
        ranges_abandon(inject, "out of memory");
        return false;
    }
    if (!fits_hazard(inject, kernel_hazard) || !knows_modules(inject))
        return false;
    if (function->stuck || kernel_hazard_waits_for_others(inject, launch->context, launch)) {
        ranges_abandon(inject,
                       "a kernel in it waits for other GPUs or for the program, which do not run "
                       "again with it; use --replay-mode app-range");
        return false;
    }
    if (!launch_copy_arguments(launch, inject, function->is_kernel, data)) {
        ranges_abandon(inject, "the arguments of a launch could not be copied");
        return false;
    }
    if (!may_repeat(inject, function, launch)) {
        launch_free(launch);
        return false;
    }
    r->record->writes_host =
        r->record->writes_host || reach_of_launch(inject->program.memory, launch);
    window_foresee_launch(r->window, launch);
    return or_abandon(inject, range_record_launch(r->record, inject, launch, true));
}

bool range_recorder_graph(struct inject *inject, const struct range_call *call,
                          const CUpti_CallbackData *data)
{
    struct ranges *r = inject->modes.ranges;
    const cuGraphLaunch_params *p = data->functionParams;
    struct graph *graph = graph_find(inject, p->hGraph);
    const struct launch where = {.context = data->context,
                                 .config.hStream = p->hStream,
                                 .per_thread_stream = call->per_thread};
    const bool known = graph && !graph->unread;
    enum kernel_hazard kernel_hazard = HAZARD_NONE;
    if (known)
        kernel_hazard = graph_hazard(inject, graph);
    else
        inject->program.unknown_launched = true;
    if (r->state == BEGUN)
        ranges_begin(inject, data, kernel_hazard);
    if (r->state != MEASURED)
        return false;
    const struct graph_problem *problem =
        known ? graph_find_problem(inject, graph, data->context, true) : NULL;
    if (!r->in_runs && (!known || problem)) {
        char text[256];
        snprintf(text, sizeof text, "it launches a graph that cannot run again: %s%s",
                 problem ? problem->node : "the driver does not list its nodes", remedy);
        ranges_abandon(inject, text);
        return false;
    }
    if (!r->in_runs && (!fits_hazard(inject, kernel_hazard) || !knows_modules(inject)))
        return false;
    if (!known) {
        r->record->kernels++;
        return false;
    }
    for (size_t i = 0; !r->in_runs && i < graph->count; i++) {
        const struct graph_node *node = &graph->nodes[i];
        const struct function *node_function =
            graph_node_is_kernel(node) ? graph_node_function(inject, node) : NULL;
        if (node_function && !may_repeat(inject, node_function, &node->launch))
            return false;
    }
    if (!r->in_runs)
        window_foresee_graph(r->window, graph, range_call_stream(call, data));
    const bool recorded = range_record_graph(r->record, inject, graph, &where,
                                             (unsigned)r->context->device, r->context->id);
    r->record->writes_host = true;
    return !r->in_runs && or_abandon(inject, recorded);
}

/* A copy between host and device that has no stream makes the host wait. */
static bool record_host_wait(struct inject *inject, const struct range_call *call, CUstream stream)
{
    return call->async || range_record_stream_sync(inject->modes.ranges->record, stream);
}

/* Kernels or copies of the range may still be writing the host memory that is copied. Then its
 * bytes can be kept only when they are done. */
static bool record_upload(struct inject *inject, const struct range_call *call,
                          const CUpti_CallbackData *data, CUstream stream)
{
    struct ranges *r = inject->modes.ranges;
    const cuMemcpyHtoD_v2_params *p = data->functionParams;
    struct work work = {.to = p->dstDevice, .count = p->ByteCount};
    if (!p->ByteCount)
        return false;
    if (r->record->uploaded + p->ByteCount > RANGE_MOST_UPLOADED) {
        ranges_abandon(
            inject,
            "it copies more than 1 GiB from the host; --replay-mode app-range does not keep it");
        return false;
    }
    if (!is_saved(inject, work.to, work.count)) {
        abandon_at(inject, data);
        return false;
    }
    if (r->record->writes_host &&
        memory_is_shared_at(inject->program.memory, (uintptr_t)p->srcHost)) {
        if (!ranges_settle(inject))
            return false;
        r->record->writes_host = false;
    }
    work.held = work.count;
    work.bytes = malloc(work.count);
    if (!work.bytes || !own_memory_copy(work.bytes, p->srcHost, work.count, false)) {
        work_free(&work);
        ranges_abandon(inject, "what it copies from the host could not be kept");
        return false;
    }
    return or_abandon(inject, record_work(inject, &work, stream)) &&
           or_abandon(inject, record_host_wait(inject, call, stream));
}

/* At the exit of the call: the call may wait for kernels, and the lock must not be held for that.
 */
static bool record_download(struct inject *inject, const struct range_call *call,
                            const CUpti_CallbackData *data)
{
    const CUstream stream = range_call_stream(call, data);
    struct ranges *r = inject->modes.ranges;
    const cuMemcpyDtoH_v2_params *p = data->functionParams;
    if (!p->ByteCount)
        return false;
    return or_abandon(inject, range_record_download(r->record, p->srcDevice, p->ByteCount,
                                                    memory_is_shared_at(inject->program.memory,
                                                                        (uintptr_t)p->dstHost),
                                                    stream) &&
                                  record_host_wait(inject, call, stream));
}

/* The driver does not know pageable memory. */
static bool is_host(const struct inject *inject, uint64_t address)
{
    unsigned type = 0;
    return inject->driver.pointer_get_attribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, address) !=
               CUDA_SUCCESS ||
           type == CU_MEMORYTYPE_HOST;
}

/* Copies whose call does not say between what: their addresses tell. */
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
        return or_abandon(inject, record_work(inject, &work, stream));
    if (to && is_host(inject, p->srcDevice))
        return record_upload(inject, call, data, stream);
    abandon_at(inject, data);
    return false;
}

/* Copies with rows inside device memory. Those from or to the host or arrays cannot run again. */
static bool record_box(struct inject *inject, const struct range_call *call,
                       const CUpti_CallbackData *data, CUstream stream)
{
    const cuMemcpy2D_v2_params *rows = data->functionParams;
    const cuMemcpy3D_v2_params *box = data->functionParams;
    const CUDA_MEMCPY3D copy =
        call->kind == RANGE_COPY_2D ? box_copy_of_rows(rows->pCopy) : *box->pCopy;
    struct work work;
    if (!work_from_copy(&work, &copy) ||
        !work_stays(&work, inject, inject->modes.ranges->context->context)) {
        abandon_at(inject, data);
        return false;
    }
    return or_abandon(inject, record_work(inject, &work, stream));
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
    if (work.count && !is_saved(inject, work.to, work_reach(&work))) {
        abandon_at(inject, data);
        return false;
    }
    return or_abandon(inject, record_work(inject, &work, stream));
}

/* The copy of memory takes room that the program would have had. */
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
                       "there is not enough memory for its allocations beside the saved memory; "
                       "--replay-mode app-range saves nothing");
}

/* Sets something of a function that the range has launched. */
static bool disturbs(struct inject *inject, CUpti_CallbackId id, const CUpti_CallbackData *data)
{
    CUfunction function = call_sets(id, data);
    return function && range_record_has_function(inject->modes.ranges->record, inject, function) &&
           call_sets_anew(inject, id, data);
}

bool range_recorder_call(struct inject *inject, const struct range_call *call,
                         const CUpti_CallbackData *data)
{
    struct ranges *r = inject->modes.ranges;
    const CUstream stream = range_call_stream(call, data);
    const cuGraphLaunch_params *graph = data->functionParams;
    switch (call->kind) {
    case RANGE_LEFT_OUT:
        if (disturbs(inject, call->id, data))
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

/* Saves memory that was allocated in the range: its final content is the program's, too. */
static void save_allocated(struct inject *inject, const struct range_call *call,
                           const CUpti_CallbackData *data)
{
    struct ranges *r = inject->modes.ranges;
    const cuMemAlloc_v2_params *p = data->functionParams; /* all begin with where the address is */
    const struct region *region = memory_find(inject->program.memory, *p->dptr);
    /* A stream allocates its memory when it comes to the call. */
    if (call->async && !ranges_settle(inject))
        return;
    if (region && !(r->leave_host && region->kind == REGION_HOST) &&
        !snapshot_add(&r->context->snapshot, inject, r->context->stream, region))
        ranges_abandon(inject, "memory that was allocated in it could not be saved");
}

void range_recorder_after(struct inject *inject, const struct range_call *call,
                          const CUpti_CallbackData *data)
{
    struct range_record *record = inject->modes.ranges->record;
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
