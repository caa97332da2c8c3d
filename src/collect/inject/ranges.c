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
#include "ranges_internal.h"
#include "single_pass.h"
#include "snapshot_copy.h"
#include "take.h"

static const char no_kernel[] = "no kernel was launched in it";

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

void ranges_abandon(struct inject *inject, const char *reason)
{
    struct ranges *r = inject->ranges;
    CUcontext previous;
    /* The call at which it is given up may be of another context. */
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
    struct ranges *r = inject->ranges;
    CUstream stream;
    if (!range_record_unfinished(r->record, inject, inject->replay_timeout * (uint64_t)1000000000u,
                                 &stream)) {
        inject->driver.ctx_synchronize();
        return true;
    }
    inject->stuck_context = r->context->context;
    inject->stuck_stream = stream;
    ranges_abandon(inject,
                   "it has not ended in the time of --replay-timeout: a kernel in it may wait for "
                   "what the program does next; use --replay-mode app-range");
    return false;
}

static void ask_facts(struct inject *inject)
{
    struct ranges *r = inject->ranges;
    range_record_facts(r->record, inject, (unsigned)r->context->device, r->context->id);
}

static void finish_recorded(struct inject *inject)
{
    struct ranges *r = inject->ranges;
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
    single_pass_end(inject, inject->ranges->record->kernels ? NULL : no_kernel);
    drop(inject);
}

/* At its end, before the program goes on. */
static void finish(struct inject *inject)
{
    struct ranges *r = inject->ranges;
    CUcontext previous;
    /* The lock is free meanwhile: what another thread has begun is part of the range. */
    if (r->state == MEASURED && !in_flight_wait(inject) && r->state == MEASURED)
        ranges_abandon(inject, "a call of another thread may change memory during the replay");
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
        ranges_abandon(inject, no_end);
    if (number)
        r->number = number;
    const bool chosen = number && inject->choice->running && inject->choice->start_chosen;
    r->state = !number ? OUTSIDE : chosen ? BEGUN : LEFT_ALONE;
}

void ranges_drop_context(struct inject *inject, CUcontext context)
{
    const struct ranges *r = inject->ranges;
    if (r && r->state == MEASURED && r->context->context == context)
        ranges_abandon(inject, "its context was destroyed in it");
}

void ranges_finish(struct inject *inject)
{
    if (inject->ranges && inject->ranges->state == MEASURED)
        ranges_abandon(inject, no_end);
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

void ranges_begin(struct inject *inject, const CUpti_CallbackData *data, enum treatment treatment)
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
    const bool begun = landed && r->record &&
                       (r->in_runs ? single_pass_begin(inject, &r->call, r->context, r->record)
                                   : begin_recording(inject, treatment, &error));
    if (begun) {
        r->state = MEASURED;
        return;
    }
    if (!r->in_runs || !landed || !r->record) /* else it was reported */
        take_report_failure(inject, &r->call, error);
    drop(inject);
}

/* In the context of the range, or of no context at all. */
static bool is_elsewhere(const struct inject *inject, const struct range_call *call,
                         const CUpti_CallbackData *data)
{
    return data->context && data->context != inject->ranges->context->context &&
           call->kind != RANGE_LEFT_OUT;
}

/* Later nobody could tell what launches were like. */
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
    const struct range_call call = range_call_of(id);
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
            ranges_abandon(inject, "a stream is captured in it; use --replay-mode app-range");
        return false;
    }
    if (r->state == MEASURED && is_elsewhere(inject, &call, data)) {
        if (launches || (!r->in_runs && call.kind != RANGE_CONTEXT_SYNC))
            ranges_abandon(inject, "it works in two contexts; a range is of one");
        return false;
    }
    if (r->state == OUTSIDE || r->state == LEFT_ALONE || inject->capturing) {
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
        ranges_begin(inject, data, TREAT_TOGETHER);
    return r->state == MEASURED && !r->in_runs && range_recorder_call(inject, &call, data);
}

void ranges_exit(struct inject *inject, CUpti_CallbackId id, const CUpti_CallbackData *data,
                 bool entered)
{
    struct ranges *r = inject->ranges;
    const bool good = *(const CUresult *)data->functionReturnValue == CUDA_SUCCESS;
    if (!r->window || (entered && good))
        return;
    if (entered) {
        ranges_abandon(inject, "a call in it failed");
        return;
    }
    const struct range_call call = range_call_of(id);
    if (good && (!data->context || data->context == r->context->context))
        range_recorder_after(inject, &call, data);
}
