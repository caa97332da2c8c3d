/* The life of a range: OUTSIDE, BEGUN at its edge, MEASURED or LEFT_ALONE from its first work on,
 * OUTSIDE again at its end. Nothing happens at the edge itself, since NVTX ranges may open before
 * the driver is there, and a range without work leaves no trace. A range that cannot be measured
 * is abandoned with a reason, and the program goes on in it. */
#include "collect/inject/ranges/ranges.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "collect/inject/base/inject.h"
#include "collect/inject/context/contexts.h"
#include "collect/inject/filter/program_filter.h"
#include "collect/inject/host/ask_host.h"
#include "collect/inject/in_place/single_pass.h"
#include "collect/inject/nvtx/nvtx.h"
#include "collect/inject/nvtx/nvtx_state.h"
#include "collect/inject/program/call_harmless.h"
#include "collect/inject/program/functions.h"
#include "collect/inject/program/graph_calls.h"
#include "collect/inject/program/graph_hazards.h"
#include "collect/inject/program/in_flight.h"
#include "collect/inject/program/running.h"
#include "collect/inject/ranges/ranges_internal.h"
#include "collect/inject/saved/snapshot_copy.h"

static const char no_kernel[] = "no kernel was launched in it";

bool ranges_record(const struct inject *inject)
{
    const struct ranges *r = inject->modes.ranges;
    return r && r->window;
}

static void drop(struct inject *inject)
{
    struct ranges *r = inject->modes.ranges;
    free(r->window);
    r->window = NULL;
    range_record_free(r->record, inject);
    r->record = NULL;
    r->state = LEFT_ALONE;
}

void ranges_abandon(struct inject *inject, const char *reason)
{
    struct ranges *r = inject->modes.ranges;
    CUcontext previous;
    /* The range may be given up at a call of another context. */
    const bool current = inject->driver.ctx_push_current(r->context->context) == CUDA_SUCCESS;
    if (r->in_runs) {
        single_pass_end(inject, reason);
    } else {
        window_drop_call(r->window, reason);
        window_close(r->window, reason);
    }
    drop(inject);
    if (current)
        inject->driver.ctx_pop_current(&previous);
}

bool ranges_settle(struct inject *inject)
{
    struct ranges *r = inject->modes.ranges;
    CUstream stream;
    if (!range_record_unfinished(
            r->record, inject, inject->settings.replay_timeout * (uint64_t)1000000000u, &stream)) {
        inject->driver.ctx_synchronize();
        return true;
    }
    inject->stuck.context = r->context->context;
    inject->stuck.stream = stream;
    ranges_abandon(inject, "it did not end within --replay-timeout: a kernel in it may wait for "
                           "what the program does next; use --replay-mode app-range");
    return false;
}

static void ask_facts(struct inject *inject)
{
    struct ranges *r = inject->modes.ranges;
    range_record_facts(r->record, inject, (unsigned)r->context->device, r->context->id);
}

static void finish_recorded(struct inject *inject)
{
    struct ranges *r = inject->modes.ranges;
    if (!r->record->kernels)
        ranges_abandon(inject, no_kernel);
    else if (ranges_settle(inject)) {
        if (!range_record_prepare(r->record, inject)) {
            ranges_abandon(inject, "not enough memory to run it again");
        } else {
            ask_facts(inject);
            window_close(r->window, "the end of the range");
            drop(inject);
        }
    }
}

static void finish_counted(struct inject *inject)
{
    single_pass_end(inject, inject->modes.ranges->record->kernels ? NULL : no_kernel);
    drop(inject);
}

static const char captured[] = "a stream is being captured";

/* Waits for calls of other threads, and for their captures, which the end of a range would break.
 * NULL, or why they have not ended. The lock is free meanwhile. */
static const char *settle_others(struct inject *inject)
{
    do {
        if (!in_flight_wait(inject))
            return "a call of another thread may change memory during the replay";
    } while (inject->program.capturing && running_uncaptured(inject));
    return inject->program.capturing ? captured : NULL;
}

/* The end of the range, before the program goes on. What another thread has begun is part of it. */
static void finish(struct inject *inject)
{
    struct ranges *r = inject->modes.ranges;
    CUcontext previous;
    const char *error = r->state == MEASURED ? settle_others(inject) : NULL;
    if (error && r->state == MEASURED)
        ranges_abandon(inject, error);
    if (r->state == MEASURED &&
        inject->driver.ctx_push_current(r->context->context) != CUDA_SUCCESS) {
        ranges_abandon(inject, "the context is gone");
    } else if (r->state == MEASURED) {
        if (!r->in_runs)
            finish_recorded(inject);
        else
            finish_counted(inject);
        inject->driver.ctx_pop_current(&previous);
    }
    r->state = OUTSIDE;
}

/* Keeps the NVTX state at the beginning of the range, whatever opens in it later. */
static void keep_nvtx(struct inject *inject)
{
    struct ranges *r = inject->modes.ranges;
    const uint8_t *bytes;
    size_t length;
    r->nvtx_kept = true;
    if (inject->judging.filter->nvtx && nvtx_state_changed(&bytes, &length)) {
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
    guard_lock(&inject->guard);
    keep_nvtx(inject);
    guard_unlock(&inject->guard);
}

static void on_ended(void *context)
{
    struct inject *inject = context;
    guard_lock(&inject->guard);
    if (inject->modes.ranges->number == range_edges_number(&inject->judging.filter->edges))
        finish(inject);
    guard_unlock(&inject->guard);
}

static bool open_ranges(struct inject *inject, const Wire__Setup *setup)
{
    struct range_edges *edges = &inject->judging.filter->edges;
    if (!setup->ranges)
        return true;
    if (setup->single_pass && !single_pass_open(inject, setup->first_run))
        return false;
    inject->modes.ranges = calloc(1, sizeof *inject->modes.ranges);
    if (!inject->modes.ranges)
        return false;
    inject->modes.ranges->in_runs = setup->single_pass;
    inject->modes.ranges->leave_host = setup->leave_host;
    edges->context = inject;
    edges->began = on_began;
    edges->ended = on_ended;
    return true;
}

static const char no_end[] = "it was never closed: its thread or the program ended before "
                             "cu(da)ProfilerStop or the end of its NVTX range";

/* Notices the edges that have come since the last call. */
static void notice(struct inject *inject)
{
    struct ranges *r = inject->modes.ranges;
    const uint64_t number = range_edges_number(&inject->judging.filter->edges);
    if (number == r->number)
        return;
    if (r->state == MEASURED) /* its thread is gone */
        ranges_abandon(inject, no_end);
    if (number)
        r->number = number;
    const bool chosen =
        number && inject->judging.filter->running && inject->judging.filter->start_chosen;
    r->state = !number ? OUTSIDE : chosen ? BEGUN : LEFT_ALONE;
}

static void drop_context(struct inject *inject, CUcontext context)
{
    const struct ranges *r = inject->modes.ranges;
    if (r && r->state == MEASURED && r->context->context == context)
        ranges_abandon(inject, "its context was destroyed before its end");
}

static void finish_mode(struct inject *inject)
{
    if (inject->modes.ranges && inject->modes.ranges->state == MEASURED)
        ranges_abandon(inject, no_end);
}

/* ---- the first work of a range ---- */

/* The NVTX state at its beginning, if the host has not got it. The bytes stay until forget_nvtx().
 */
static void find_nvtx(struct inject *inject, struct asked_range *asked)
{
    const struct ranges *r = inject->modes.ranges;
    asked->nvtx = r->nvtx;
    asked->nvtx_length = r->nvtx_length;
    asked->has_nvtx =
        inject->judging.filter->nvtx &&
        (r->nvtx_kept ? r->nvtx != NULL : nvtx_state_changed(&asked->nvtx, &asked->nvtx_length));
}

static void forget_nvtx(struct ranges *r)
{
    free(r->nvtx);
    r->nvtx = NULL;
    r->nvtx_kept = false;
}

static bool ask(struct inject *inject, uint32_t context_id)
{
    struct ranges *r = inject->modes.ranges;
    struct asked_range asked = {.name = inject->judging.filter->edges.name};
    Wire__ToTarget *answer;
    find_nvtx(inject, &asked);
    const Wire__Action action = ask_host(inject, &r->call, context_id, &asked, &answer);
    if (answer && r->in_runs)
        single_pass_accept(inject, answer);
    else if (answer)
        wire__to_target__free_unpacked(answer, NULL);
    forget_nvtx(r);
    if (action == WIRE__ACTION__FINISH)
        ask_host_no_more(inject);
    return action == WIRE__ACTION__MEASURE;
}

/* false: *error says why it cannot be recorded. */
static bool begin_recording(struct inject *inject, enum kernel_hazard kernel_hazard,
                            const char **error)
{
    struct ranges *r = inject->modes.ranges;
    const bool heap = kernel_hazard == HAZARD_HEAP || kernel_hazard_heap_in_use(inject);
    const struct window_need need = {.launches = 1,
                                     .wanted = 1,
                                     .kernel_hazard = heap ? HAZARD_HEAP : HAZARD_NONE,
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

void ranges_begin(struct inject *inject, const CUpti_CallbackData *data,
                  enum kernel_hazard kernel_hazard)
{
    struct ranges *r = inject->modes.ranges;
    const char *error;
    bool landed;
    do
        landed = running_calm(inject, data->context, &error);
    while (landed && inject->program.capturing && running_uncaptured(inject));
    if (landed && inject->program.capturing) {
        landed = false;
        error = captured;
    }
    /* The lock was free meanwhile. */
    notice(inject);
    if (r->state != BEGUN)
        return;
    r->state = LEFT_ALONE;
    r->call = (struct launch){
        .id = inject->judging.launches++, .mangled = "range", .context = data->context};
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
    const bool begun = landed && r->record &&
                       (r->in_runs ? single_pass_begin(inject, &r->call, r->context, r->record)
                                   : begin_recording(inject, kernel_hazard, &error));
    if (begun) {
        r->state = MEASURED;
        return;
    }
    if (!r->in_runs || !landed || !r->record) /* else it was reported */
        ask_host_report_failure(inject, &r->call, error);
    drop(inject);
}

/* Whether the call works in another context than the range's. */
static bool is_elsewhere(const struct inject *inject, const struct range_call *call,
                         const CUpti_CallbackData *data)
{
    return data->context && data->context != inject->modes.ranges->context->context &&
           call->kind != RANGE_LEFT_OUT;
}

/* Calls after which the facts of launches can no longer be asked for. */
static bool takes_facts_away(CUpti_CallbackId id)
{
    return id == CUPTI_DRIVER_TRACE_CBID_cuModuleUnload ||
           id == CUPTI_DRIVER_TRACE_CBID_cuLibraryUnload ||
           id == CUPTI_DRIVER_TRACE_CBID_cuStreamDestroy_v2;
}

static bool is_work(const struct range_call *call)
{
    return call->kind == RANGE_FILL || call->kind == RANGE_COPY || call->kind == RANGE_COPY_2D ||
           call->kind == RANGE_COPY_3D || call->kind == RANGE_UPLOAD;
}

/* A launch outside of any range, or in one that is not measured. */
static void pass_by(struct inject *inject, const struct range_call *call, struct launch *launch,
                    const CUpti_CallbackData *data)
{
    const cuGraphLaunch_params *p = data->functionParams;
    if (launch) {
        struct function *function = functions_get(inject->program.functions, launch->f);
        if (function)
            kernel_hazard_note(inject, function, launch->mangled);
    } else if (call->kind == RANGE_GRAPH) {
        struct graph *graph = graph_find(inject, p->hGraph);
        if (graph && !graph->unread)
            graph_hazard(inject, graph);
        else
            inject->program.unknown_launched = true;
    } else {
        return;
    }
    inject->judging.unasked++;
    if (inject->judging.filter->include_count)
        inject->judging.filter->outside_launches++;
    else
        inject->judging.filter->stopped_launches++;
}

/* Whether a range that has begun can have this as its first work although a stream is being
 * captured, if it waits until no stream is. What is captured itself is no work yet. */
static bool comes_first(struct inject *inject, const struct range_call *call,
                        const struct launch *launch, const CUpti_CallbackData *data)
{
    CUstreamCaptureStatus status;
    CUstream stream = launch ? launch->config.hStream : range_call_stream(call, data);
    if (launch && !stream && launch->per_thread_stream)
        stream = CU_STREAM_PER_THREAD;
    return inject->modes.ranges->state == BEGUN &&
           (launch || call->kind == RANGE_GRAPH || is_work(call)) &&
           inject->driver.stream_is_capturing(stream, &status) == CUDA_SUCCESS &&
           status == CU_STREAM_CAPTURE_STATUS_NONE;
}

static bool enter(struct inject *inject, const struct replay_call *entered)
{
    const CUpti_CallbackId id = entered->id;
    const CUpti_CallbackData *data = entered->data;
    struct launch *launch = entered->launch;
    struct ranges *r = inject->modes.ranges;
    const struct range_call call = range_call_of(id);
    const bool launches = launch || call.kind == RANGE_GRAPH;
    notice(inject);
    if (id == CUPTI_DRIVER_TRACE_CBID_cuProfilerStop && !inject->judging.filter->ignore_calls) {
        finish(inject);
        return false;
    }
    if (id == CUPTI_DRIVER_TRACE_CBID_cuProfilerStart &&
        !range_edges_number(&inject->judging.filter->edges))
        keep_nvtx(inject);
    if (launch)
        launch->id = inject->judging.launches++;
    if (launches && inject->judging.filter->nvtx)
        nvtx_state_launch(inject->judging.launches - 1);
    if (r->state == MEASURED && inject->program.capturing && (launches || is_work(&call))) {
        if (!r->in_runs)
            ranges_abandon(inject, "a stream is captured in it; use --replay-mode app-range");
        return false;
    }
    if (r->state == MEASURED && is_elsewhere(inject, &call, data)) {
        if (launches || (!r->in_runs && call.kind != RANGE_CONTEXT_SYNC))
            ranges_abandon(inject, "it works in two contexts; a range can have only one");
        return false;
    }
    if (r->state == OUTSIDE || r->state == LEFT_ALONE ||
        (inject->program.capturing && !comes_first(inject, &call, launch, data))) {
        pass_by(inject, &call, launch, data);
        return false;
    }
    if (r->state == MEASURED && r->in_runs && takes_facts_away(id))
        ask_facts(inject);
    if (launch)
        return range_recorder_launch(inject, launch, data);
    if (call.kind == RANGE_GRAPH)
        return range_recorder_graph(inject, &call, data);
    if (r->state == BEGUN && is_work(&call))
        ranges_begin(inject, data, HAZARD_NONE);
    return r->state == MEASURED && !r->in_runs && range_recorder_call(inject, &call, data);
}

static bool measures_all(const struct inject *inject)
{
    return inject->modes.ranges;
}

static bool leave(struct inject *inject, const struct replay_call *left, bool admitted)
{
    struct ranges *r = inject->modes.ranges;
    const bool good = *(const CUresult *)left->data->functionReturnValue == CUDA_SUCCESS;
    if (!r || !r->window || (admitted && good))
        return r;
    if (admitted) {
        ranges_abandon(inject, "a call in it failed");
        return true;
    }
    const struct range_call call = range_call_of(left->id);
    if (good && (!left->data->context || left->data->context == r->context->context))
        range_recorder_after(inject, &call, left->data);
    return true;
}

const struct replay_mode ranges_mode = {.name = "ranges",
                                        .open = open_ranges,
                                        .measures_all = measures_all,
                                        .enter = enter,
                                        .exit = leave,
                                        .finish = finish_mode,
                                        .drop_context = drop_context};
