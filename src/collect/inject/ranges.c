#include "ranges.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "call_harmless.h"
#include "choice.h"
#include "contexts.h"
#include "functions.h"
#include "graph_calls.h"
#include "in_flight.h"
#include "inject.h"
#include "nvtx.h"
#include "nvtx_state.h"
#include "range_record.h"
#include "single_pass.h"
#include "snapshot_copy.h"
#include "take.h"

enum range_state {
    OUTSIDE,
    BEGUN,      /* nothing was asked for in it yet */
    MEASURED,   /* recorded, or counted */
    LEFT_ALONE, /* until its end: it is not chosen, or cannot be measured */
};

struct ranges {
    bool in_runs, leave_host;
    enum range_state state;
    uint64_t number;    /* of the edges' range that this is about */
    struct launch call; /* what the host is asked about */
    bool asking;        /* the host is being asked about it */
    struct context_state *context;
    struct window *window; /* range replay */
    struct range_record *record;
    uint8_t *nvtx; /* state at its beginning, which the host has not got; owned */
    size_t nvtx_length;
    bool nvtx_kept; /* it was looked at when the range began, changed or not */
};

static const char no_kernel[] = "no kernel was launched in it";
static const char remedy[] =
    "; use --replay-mode app-range, which runs the program once for each pass, and nothing again";

bool ranges_record(const struct inject *inject)
{
    const struct ranges *r = inject->ranges;
    return r && r->window;
}

bool ranges_launched(const struct inject *inject, CUfunction handle)
{
    return ranges_record(inject) &&
           range_record_has_function(inject->ranges->record, inject, handle);
}

const char *ranges_name(const struct inject *inject)
{
    return inject->ranges && inject->ranges->asking ? inject->choice->edges.name : NULL;
}

bool ranges_nvtx(const struct inject *inject, const uint8_t **bytes, size_t *length)
{
    const struct ranges *r = inject->ranges;
    *bytes = r->nvtx;
    *length = r->nvtx_length;
    return r->nvtx_kept ? r->nvtx != NULL : nvtx_state_changed(bytes, length);
}

static void drop(struct inject *inject)
{
    struct ranges *r = inject->ranges;
    free(r->window);
    r->window = NULL;
    range_record_free(r->record, inject);
    r->record = NULL;
    r->state = LEFT_ALONE;
}

/* It is not measured after all; the program goes on in it. */
static void abandon(struct inject *inject, const char *reason)
{
    struct ranges *r = inject->ranges;
    if (r->in_runs) {
        single_pass_end_range(inject, reason);
    } else {
        window_drop_call(r->window, reason);
        window_close(r->window, reason);
    }
    drop(inject);
}

/* For calls that cannot run again; named as programs write them, without "_v2" and the like. */
static void abandon_at(struct inject *inject, const CUpti_CallbackData *data)
{
    char text[256];
    snprintf(text, sizeof text, "it calls %.*s, which cannot run again%s",
             (int)strcspn(data->functionName, "_"), data->functionName, remedy);
    abandon(inject, text);
}

/* What the driver is at with the range is over, or is given up. */
static bool comes_to_its_end(struct inject *inject)
{
    struct ranges *r = inject->ranges;
    CUstream stream;
    if (!range_record_unfinished(r->record, inject, inject->replay_timeout * (uint64_t)1000000000u,
                                 &stream)) {
        inject->driver.ctx_synchronize();
        return true;
    }
    inject->stuck_context = r->context->context;
    inject->stuck_stream = stream;
    abandon(inject, "it has not ended in the time of --replay-timeout: a kernel in it may wait for "
                    "what the program does next; use --replay-mode app-range");
    return false;
}

static void finish_recorded(struct inject *inject)
{
    struct ranges *r = inject->ranges;
    if (!r->record->kernels)
        abandon(inject, no_kernel);
    else if (comes_to_its_end(inject)) {
        if (!range_record_prepare(r->record, inject)) {
            abandon(inject, "not enough memory to run it again");
        } else {
            window_close(r->window, "the end of the range");
            drop(inject);
        }
    }
}

static void finish_counted(struct inject *inject)
{
    single_pass_end_range(inject, inject->ranges->record->kernels ? NULL : no_kernel);
    drop(inject);
}

/* At its end, before the program goes on. */
static void finish(struct inject *inject)
{
    struct ranges *r = inject->ranges;
    CUcontext previous;
    /* The lock is free meanwhile: what another thread has begun is part of the range. */
    if (r->state == MEASURED && !in_flight_wait(inject) && r->state == MEASURED)
        abandon(inject, "a call of another thread may change memory during the replay");
    if (r->state == MEASURED &&
        inject->driver.ctx_push_current(r->context->context) != CUDA_SUCCESS) {
        abandon(inject, "the context is gone");
    } else if (r->state == MEASURED) {
        if (!r->in_runs)
            finish_recorded(inject);
        else
            finish_counted(inject);
        inject->driver.ctx_pop_current(&previous);
    }
    r->state = OUTSIDE;
}

/* Its state is that of now, whatever opens in it later. */
static void keep_nvtx(struct inject *inject)
{
    struct ranges *r = inject->ranges;
    const uint8_t *bytes;
    size_t length;
    r->nvtx_kept = true;
    if (inject->choice->nvtx && nvtx_state_changed(&bytes, &length)) {
        free(r->nvtx);
        r->nvtx = malloc(length + 1);
        r->nvtx_length = r->nvtx ? length : 0;
        if (r->nvtx)
            memcpy(r->nvtx, bytes, length);
    }
}

/* An NVTX range begins, on its thread. */
static void on_began(void *context)
{
    struct inject *inject = context;
    pthread_mutex_lock(&inject->lock);
    keep_nvtx(inject);
    pthread_mutex_unlock(&inject->lock);
}

static void on_ended(void *context)
{
    struct inject *inject = context;
    pthread_mutex_lock(&inject->lock);
    if (inject->ranges->number == range_edges_number(&inject->choice->edges))
        finish(inject);
    pthread_mutex_unlock(&inject->lock);
}

bool ranges_open(struct inject *inject, bool in_runs, bool leave_host)
{
    struct range_edges *edges = &inject->choice->edges;
    inject->ranges = calloc(1, sizeof *inject->ranges);
    if (!inject->ranges)
        return false;
    inject->ranges->in_runs = in_runs;
    inject->ranges->leave_host = leave_host;
    edges->context = inject;
    edges->began = on_began;
    edges->ended = on_ended;
    return true;
}

static const char no_end[] = "it was never closed: its thread or the program ended before "
                             "cu(da)ProfilerStop or the end of its NVTX range";

/* What the edges tell. */
static void notice(struct inject *inject)
{
    struct ranges *r = inject->ranges;
    const uint64_t number = range_edges_number(&inject->choice->edges);
    if (number == r->number)
        return;
    if (r->state == MEASURED) /* its thread is gone */
        abandon(inject, no_end);
    if (number)
        r->number = number;
    const bool chosen = number && inject->choice->running && inject->choice->start_chosen;
    r->state = !number ? OUTSIDE : chosen ? BEGUN : LEFT_ALONE;
}

void ranges_finish(struct inject *inject)
{
    if (inject->ranges && inject->ranges->state == MEASURED)
        abandon(inject, no_end);
}

/* ---- the first work of a range ---- */

static bool ask(struct inject *inject, uint32_t context_id)
{
    struct ranges *r = inject->ranges;
    r->asking = true;
    const Wire__Action action = take_ask(inject, &r->call, context_id);
    r->asking = false;
    free(r->nvtx);
    r->nvtx = NULL;
    r->nvtx_kept = false;
    if (action == WIRE__ACTION__FINISH) {
        inject->active = false;
        nvtx_stop();
    }
    return action == WIRE__ACTION__TAKE;
}

/* false: *error says why it cannot be recorded. */
static bool begin_recording(struct inject *inject, enum treatment treatment, const char **error)
{
    struct ranges *r = inject->ranges;
    const bool heap = treatment == TREAT_HEAP || treatment_heap_in_use(inject);
    const struct window_need need = {.launches = 1,
                                     .wanted = 1,
                                     .treatment = heap ? TREAT_HEAP : TREAT_TOGETHER,
                                     .shares = !r->leave_host,
                                     .alone = true};
    r->window = calloc(1, sizeof *r->window);
    *error = "out of memory";
    if (!r->window || !window_open(r->window, inject, r->context, &need, error))
        return false;
    *error = r->window->uncounted;
    if (!*error && window_add_range(r->window, &r->call, r->record))
        return true;
    *error = *error ? *error : "out of memory";
    window_close(r->window, *error);
    return false;
}

/* Sets the state: MEASURED, or LEFT_ALONE. */
static void begin(struct inject *inject, const CUpti_CallbackData *data, enum treatment treatment)
{
    struct ranges *r = inject->ranges;
    const char *error = "a call of another thread may change memory during the replay";
    const bool landed = in_flight_wait(inject);
    /* The lock was free meanwhile. */
    notice(inject);
    if (r->state != BEGUN)
        return;
    r->state = LEFT_ALONE;
    r->call =
        (struct launch){.id = inject->launches++, .mangled = "range", .context = data->context};
    if (!ask(inject, data->contextUid))
        return;
    r->context = contexts_get(inject, data->context, data->contextUid);
    r->record = r->context ? range_record_new() : NULL;
    if (!r->context)
        error = "this context cannot be profiled";
    else if (!r->record)
        error = "out of memory";
    else
        r->context->counters.user_ranges = true;
    const bool begun =
        landed && r->record &&
        (r->in_runs ? single_pass_begin_range(inject, &r->call, r->context, r->record)
                    : begin_recording(inject, treatment, &error));
    if (begun) {
        r->state = MEASURED;
        return;
    }
    if (!r->in_runs || !landed || !r->record) /* else it was reported */
        take_report_failure(inject, &r->call, error);
    drop(inject);
}

/* ---- what is in it ---- */

/* Whether all of it may be written again: memory of the context that was saved. */
static bool is_saved(const struct inject *inject, uint64_t address, size_t size)
{
    const struct region *region = memory_find(&inject->memory, address);
    return region && region->accessible && size <= region->size - (address - region->address) &&
           (region->kind == REGION_HOST || region->context == inject->ranges->context->context);
}

static bool knows_modules(struct inject *inject)
{
    struct window *w = inject->ranges->window;
    if (w->generation == inject->modules.generation)
        return true;
    w->generation = inject->modules.generation;
    return snapshot_extend(&w->context->snapshot, inject, w->context->stream);
}

/* true: it is recorded. false: the range was abandoned. */
static bool or_abandon(struct inject *inject, bool recorded)
{
    if (!recorded) {
        char text[256];
        snprintf(text, sizeof text, "%s%s", inject->ranges->record->full, remedy);
        abandon(inject, text);
    }
    return recorded;
}

/* A kernel that uses the heap needs a checkpoint from the range's beginning. */
static bool fits_treatment(struct inject *inject, enum treatment treatment)
{
    if (treatment != TREAT_HEAP || inject->ranges->window->checkpoint.size)
        return true;
    abandon(inject,
            "a kernel in it calls malloc or free on the device, whose heap was not saved at "
            "its beginning; use --replay-mode app-range");
    return false;
}

static bool record_launch(struct inject *inject, struct launch *launch,
                          const CUpti_CallbackData *data)
{
    struct ranges *r = inject->ranges;
    struct function *function = functions_get(inject->functions, launch->f);
    if (!function) {
        if (r->state == MEASURED)
            abandon(inject, "out of memory");
        return false;
    }
    functions_resolve(function, inject);
    const enum treatment treatment = treatment_choose(inject, function, launch->mangled);
    if (r->state == BEGUN)
        begin(inject, data, treatment);
    if (r->state != MEASURED)
        return false;
    const unsigned device = (unsigned)r->context->device;
    if (r->in_runs) {
        range_record_launch(r->record, inject, launch, function, device, r->context->id, false);
        return false;
    }
    if (!fits_treatment(inject, treatment))
        return false;
    if (function->stuck || treatment_waits_for_others(launch->mangled)) {
        abandon(inject, "a kernel in it waits for other GPUs or for the program, which do not run "
                        "again with it; --replay-mode app-range runs nothing again");
        return false;
    }
    if (!knows_modules(inject)) {
        abandon(inject,
                "a module that was loaded in it has managed variables, or not enough memory "
                "to save its variables");
        return false;
    }
    if (!launch_copy_arguments(launch, inject, function->is_kernel, data)) {
        abandon(inject, "the arguments of a launch could not be copied");
        return false;
    }
    r->record->writes_host = r->record->writes_host || reach_of_launch(&inject->memory, launch);
    return or_abandon(inject, range_record_launch(r->record, inject, launch, function, device,
                                                  r->context->id, true));
}

static bool record_graph(struct inject *inject, const struct range_call *call,
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
        begin(inject, data, treatment);
    if (r->state != MEASURED)
        return false;
    const struct graph_problem *problem =
        known ? take_graph_problem(inject, graph, data->context) : NULL;
    if (!r->in_runs && (!known || problem)) {
        char text[256];
        snprintf(text, sizeof text, "it launches a graph that cannot run again: %s%s",
                 problem ? problem->node : "the driver does not tell its nodes", remedy);
        abandon(inject, text);
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
        abandon(inject, "it copies more than 1 GiB from the host; --replay-mode app-range keeps "
                        "nothing of it");
        return false;
    }
    if (!is_saved(inject, work.to, work.count)) {
        abandon_at(inject, data);
        return false;
    }
    if (r->record->writes_host && memory_is_shared_at(&inject->memory, (uintptr_t)p->srcHost)) {
        if (!comes_to_its_end(inject))
            return false;
        r->record->writes_host = false;
    }
    work.bytes = malloc(work.count);
    if (!work.bytes || !snapshot_copy_host(work.bytes, p->srcHost, work.count, false)) {
        work_free(&work);
        abandon(inject, "what it copies from the host could not be kept");
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
        abandon(inject, "it allocates memory, of which there is not enough beside what was saved; "
                        "--replay-mode app-range saves nothing");
}

/* In the context of the range, or of no context at all. */
static bool is_elsewhere(const struct inject *inject, const struct range_call *call,
                         const CUpti_CallbackData *data)
{
    return data->context && data->context != inject->ranges->context->context &&
           call->kind != RANGE_LEFT_OUT;
}

static bool record(struct inject *inject, CUpti_CallbackId id, const struct range_call *call,
                   const CUpti_CallbackData *data)
{
    struct ranges *r = inject->ranges;
    const CUstream stream = range_call_stream(call, data);
    const cuGraphLaunch_params *graph = data->functionParams;
    switch (call->kind) {
    case RANGE_LEFT_OUT:
        if (call_disturbs(inject, id, data))
            abandon_at(inject, data);
        return false;
    case RANGE_FILL:
        return record_fill(inject, data, id, stream);
    case RANGE_COPY:
        return record_copy(inject, call, data, stream);
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
    case RANGE_CONTEXT_SYNC: /* once they have succeeded: ranges_exit() */
        return false;
    default:
        abandon_at(inject, data);
        return false;
    }
}

static bool is_work(const struct range_call *call)
{
    return call->kind == RANGE_FILL || call->kind == RANGE_COPY || call->kind == RANGE_UPLOAD;
}

/* A launch outside of any range, or in one that is not measured. */
static void pass_by(struct inject *inject, const struct range_call *call, struct launch *launch,
                    const CUpti_CallbackData *data)
{
    const cuGraphLaunch_params *p = data->functionParams;
    if (launch) {
        struct function *function = functions_get(inject->functions, launch->f);
        if (function)
            treatment_note(inject, function, launch->mangled);
    } else if (call->kind == RANGE_GRAPH) {
        struct graph *graph = graph_find(inject, p->hGraph);
        if (graph && !graph->unread)
            take_graph_treatment(inject, graph);
        else
            inject->unknown_launched = true;
    } else {
        return;
    }
    inject->unasked++;
    if (inject->choice->include_count)
        inject->choice->outside_launches++;
    else
        inject->choice->stopped_launches++;
}

bool ranges_enter(struct inject *inject, CUpti_CallbackId id, const CUpti_CallbackData *data,
                  struct launch *launch)
{
    struct ranges *r = inject->ranges;
    const struct range_call call = launch ? (struct range_call){.id = id} : range_call_of(id);
    const bool launches = launch || call.kind == RANGE_GRAPH;
    notice(inject);
    if (id == CUPTI_DRIVER_TRACE_CBID_cuProfilerStop && !inject->choice->ignore_calls) {
        finish(inject);
        return false;
    }
    if (id == CUPTI_DRIVER_TRACE_CBID_cuProfilerStart &&
        !range_edges_number(&inject->choice->edges))
        keep_nvtx(inject);
    if (launch)
        launch->id = inject->launches++;
    if (launches && inject->choice->nvtx)
        nvtx_state_launch(inject->launches - 1);
    if (r->state == MEASURED && inject->capturing && (launches || is_work(&call))) {
        if (!r->in_runs)
            abandon(inject, "a stream is captured in it; use --replay-mode app-range");
        return false;
    }
    if (r->state == MEASURED && is_elsewhere(inject, &call, data)) {
        if (launches || call.kind != RANGE_CONTEXT_SYNC)
            abandon(inject, "it works in two contexts; a range is of one");
        return false;
    }
    if (r->state == OUTSIDE || r->state == LEFT_ALONE || inject->capturing) {
        pass_by(inject, &call, launch, data);
        return false;
    }
    if (launch)
        return record_launch(inject, launch, data);
    if (call.kind == RANGE_GRAPH)
        return record_graph(inject, &call, data);
    if (r->state == BEGUN && is_work(&call))
        begin(inject, data, TREAT_TOGETHER);
    return r->state == MEASURED && !r->in_runs && record(inject, id, &call, data);
}

/* Memory that came in the range: its final content is the program's as well. */
static void save_allocated(struct inject *inject, const struct range_call *call,
                           const CUpti_CallbackData *data)
{
    struct ranges *r = inject->ranges;
    const cuMemAlloc_v2_params *p = data->functionParams; /* all begin with where the address is */
    const struct region *region = memory_find(&inject->memory, *p->dptr);
    /* A stream makes its memory when it comes to it. */
    if (call->async && !comes_to_its_end(inject))
        return;
    if (region && !(r->leave_host && region->kind == REGION_HOST) &&
        !snapshot_add(&r->context->snapshot, inject, r->context->stream, region))
        abandon(inject, "memory that was allocated in it could not be saved");
}

void ranges_exit(struct inject *inject, CUpti_CallbackId id, const CUpti_CallbackData *data,
                 bool entered)
{
    struct ranges *r = inject->ranges;
    const bool good = *(const CUresult *)data->functionReturnValue == CUDA_SUCCESS;
    if (!r->window || (entered && good))
        return;
    if (entered) {
        abandon(inject, "a call in it failed");
        return;
    }
    const struct range_call call = range_call_of(id);
    const cuEventSynchronize_params *event = data->functionParams;
    if (!good || (data->context && data->context != r->context->context))
        return;
    if (call.kind == RANGE_STREAM_SYNC)
        or_abandon(inject, range_record_stream_sync(r->record, range_call_stream(&call, data)));
    else if (call.kind == RANGE_EVENT_SYNC)
        or_abandon(inject, range_record_event_sync(r->record, event->hEvent));
    else if (call.kind == RANGE_CONTEXT_SYNC)
        or_abandon(inject, range_record_context_sync(r->record));
    else if (call.kind == RANGE_ALLOCATES)
        save_allocated(inject, &call, data);
    else if (copies_to_host(inject, &call, data))
        record_download(inject, &call, data);
}
