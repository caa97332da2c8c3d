#include "single_pass.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "activity.h"
#include "contexts.h"
#include "facts.h"
#include "functions.h"
#include "in_flight.h"
#include "inject.h"
#include "range_record.h"
#include "send_module.h"
#include "treatment.h"
#include "turn.h"

/* Seconds that a launch holds the program up. A kernel that takes longer may wait for what the
 * program does next, by no call of the driver; such a pass ends before the next one. */
enum { PATIENCE = 1 };

/* A pass with nothing in it takes 22 ms, a new range profiler 115 (H200, driver 580). */
enum { MOST_EMPTY = 5 };

struct single_pass {
    bool first_run;         /* nothing is counted, launches are watched */
    Wire__ToTarget *answer; /* to the last question about a launch */
    struct context_state *context;
    struct launch launch;
    struct range_record *record; /* of a range; NULL: it is a launch */
    struct facts facts;
    uint32_t correlation;            /* CUPTI's number of the program's call */
    bool counting;                   /* the counters run; not if the device refuses the group */
    bool pushed;                     /* a range, for the counters */
    bool turn;                       /* of an MPS client: it has the counters */
    bool late;                       /* the kernel had not ended soon after its launch */
    struct context_state *unstopped; /* its counters still run, for a kernel that was given up */
};

bool single_pass_open(struct inject *inject, bool first_run)
{
    inject->single_pass = calloc(1, sizeof *inject->single_pass);
    if (!inject->single_pass)
        return false;
    inject->single_pass->first_run = first_run;
    return true;
}

void single_pass_accept(struct inject *inject, Wire__ToTarget *answer)
{
    struct single_pass *s = inject->single_pass;
    if (s->answer)
        wire__to_target__free_unpacked(s->answer, NULL);
    s->answer = answer;
}

/* A flush that is a kernel is a range of its own, before the launch. */
static uint32_t range_of_launch(const struct inject *inject, const struct single_pass *s)
{
    return inject->flush_caches && !s->context->flush.evicts && !s->record;
}

static void fill_range(Wire__Result *result, Wire__WholeGraph *kernels,
                       const struct range_record *record)
{
    result->has_is_range = result->is_range = true;
    kernels->kernels = record->facts;
    kernels->n_kernels = record->fact_count;
    result->graph = kernels;
}

static void send_modules(struct inject *inject, struct single_pass *s)
{
    if (!s->record)
        send_module(inject, &s->facts.message);
    for (size_t i = 0; s->record && i < s->record->fact_count; i++)
        send_module(inject, s->record->facts[i]);
}

static void send(struct inject *inject, const char *error)
{
    struct single_pass *s = inject->single_pass;
    Wire__ToHost message = WIRE__TO_HOST__INIT;
    Wire__Window m = WIRE__WINDOW__INIT;
    Wire__Result result = WIRE__RESULT__INIT, *results = &result;
    Wire__GroupData data = WIRE__GROUP_DATA__INIT, *groups = &data;
    Wire__WholeGraph kernels = WIRE__WHOLE_GRAPH__INIT;
    result.has_launch = true;
    result.launch = s->launch.id;
    result.error = (char *)(uintptr_t)error;
    result.facts = s->context && s->first_run ? &s->facts.message : NULL;
    if (s->record && result.facts)
        fill_range(&result, &kernels, s->record);
    m.n_results = 1;
    m.results = &results;
    if (!error && s->context) {
        result.has_range = true;
        result.range = range_of_launch(inject, s);
    }
    if (!error && s->context && s->counting) {
        const struct counter_group *group = &s->context->counters.groups[0];
        data.has_image = data.has_ranges = true;
        data.image = (ProtobufCBinaryData){group->image.size, group->image.bytes};
        data.ranges = group->ranges;
        m.n_groups = 1;
        m.groups = &groups;
    }
    if (!error && s->first_run)
        send_modules(inject, s);
    message.window = &m;
    channel_send(&inject->channel, &message);
}

/* The program goes on and may print: the host's line must be gone by then. */
static void wait_for_host(struct inject *inject)
{
    Wire__ToHost message = WIRE__TO_HOST__INIT;
    Wire__Pass m = WIRE__PASS__INIT;
    m.has_launch = m.has_pass = m.has_passes = true;
    m.launch = inject->single_pass->launch.id;
    m.pass = m.passes = 1;
    message.pass = &m;
    Wire__ToTarget *answer = channel_ask(&inject->channel, &message);
    if (answer)
        wire__to_target__free_unpacked(answer, NULL);
}

static void finish(struct inject *inject, const char *error)
{
    struct single_pass *s = inject->single_pass;
    if (s->turn)
        turn_give(inject, s->context);
    s->turn = false;
    send(inject, error);
    wait_for_host(inject);
    launch_free(&s->launch);
    wire__to_target__free_unpacked(s->answer, NULL);
    s->answer = NULL;
}

/* The data of the passes before this one. */
static const char *fill_image(const struct single_pass *s, struct counter_group *group,
                              uint32_t pass)
{
    const Wire__Verdict *verdict = s->answer ? s->answer->verdict : NULL;
    const size_t size = group->pristine.size;
    if (pass && (!verdict || !verdict->has_image || verdict->image.len != size))
        return "the counter data of the runs before does not fit this run";
    if (!group->image.bytes && !image_open_plain(&group->image, size))
        return "out of memory";
    memcpy(group->image.bytes, pass ? verdict->image.data : group->pristine.bytes, size);
    return NULL;
}

/* A range profiler makes the passes in turn, from the one that its first config names, and a launch
 * needs them in their order: from the next pass to this one it gets there by passes with nothing in
 * them, or, where they are many, by a new range profiler. */
static CUptiResult go_to_pass(struct counters *counters, const struct foil_cupti *cupti,
                              const struct counter_group *group, uint32_t pass)
{
    CUptiResult result = CUPTI_SUCCESS;
    bool done;
    const size_t away = (pass + group->passes - counters->pass) % group->passes;
    if (!counters->object || (counters->room && away > MOST_EMPTY))
        result = counters_renew(counters, cupti);
    if (!counters->room)
        counters->pass = pass;
    if (result == CUPTI_SUCCESS)
        result = counters_configure(counters, cupti, group, CUPTI_ApplicationReplay, pass);
    counters->room = group->ranges;
    while (result == CUPTI_SUCCESS && counters->pass != pass) {
        result = counters_start(counters, cupti);
        if (result == CUPTI_SUCCESS)
            result = counters_stop(counters, cupti, &done);
        counters->pass = (counters->pass + 1) % group->passes;
        if (result == CUPTI_SUCCESS)
            result = counters_configure(counters, cupti, group, CUPTI_ApplicationReplay, pass);
    }
    return result;
}

static const char *start(struct inject *inject, struct single_pass *s)
{
    struct counters *counters = &s->context->counters;
    struct counter_group *group = &counters->groups[0];
    const uint32_t pass = counters->schedule->schedule->pass_index;
    /* Else no number of steps would get there. */
    if (pass >= group->passes)
        return "rooftop asks for a pass that its schedule does not have";
    const char *error = fill_image(s, group, pass);
    if (error)
        return error;
    CUptiResult result = go_to_pass(counters, &inject->cupti, group, pass);
    if (result == CUPTI_SUCCESS)
        result = counters_start(counters, &inject->cupti);
    return result == CUPTI_SUCCESS ? NULL : inject_cupti_error(inject, result);
}

/* Of groups that the others can do without. */
static bool lose_group(struct inject *inject, struct single_pass *s, const char *error)
{
    const struct counters *counters = &s->context->counters;
    struct counter_group *group = &counters->groups[0];
    if (!group->optional)
        return false;
    group->lost = true;
    if (counters->schedule->schedule->pass_index == 0)
        inject_notice(inject, false, "the GPU refuses %.*s and what is counted with it: %s",
                      (int)strcspn(group->metrics[0], "."), group->metrics[0], error);
    return true;
}

static const char *stop(struct inject *inject, struct single_pass *s, bool ran)
{
    bool done;
    if (!s->counting)
        return NULL;
    if (s->pushed)
        counters_pop(&s->context->counters, &inject->cupti);
    s->pushed = false;
    struct counters *counters = &s->context->counters;
    CUptiResult result = counters_stop(counters, &inject->cupti, &done);
    counters->pass = (counters->pass + 1) % counters->groups[0].passes;
    if (result == CUPTI_SUCCESS && ran)
        result = counters_end(counters, &inject->cupti);
    return result == CUPTI_SUCCESS ? NULL : inject_cupti_error(inject, result);
}

/* Between the start of the counters and the launch there is nothing but the flush: anything else
 * would warm the caches again. */
static const char *begin(struct inject *inject, struct single_pass *s)
{
    CUresult result = inject->driver.ctx_synchronize();
    if (result != CUDA_SUCCESS)
        return inject_driver_error(inject, result);
    if (s->unstopped == s->context) {
        s->counting = true;
        stop(inject, s, false);
        s->unstopped = NULL;
    }
    if (s->first_run) {
        activity_begin(inject);
        return NULL;
    }
    const bool lost = s->context->counters.groups[0].lost;
    s->turn = !lost && turn_take(inject, s->context);
    const char *error = lost ? NULL : start(inject, s);
    s->counting = !lost && !error;
    if (error && lose_group(inject, s, error))
        error = NULL;
    if (s->counting && inject->flush_caches)
        result = flush_run(&s->context->flush, inject, s->launch.config.hStream,
                           memory_is_shared(&inject->memory));
    if (s->counting && s->record) {
        inject->driver.ctx_synchronize();
        CUptiResult cupti = counters_push(&s->context->counters, &inject->cupti);
        s->pushed = cupti == CUPTI_SUCCESS;
        error = s->pushed ? NULL : inject_cupti_error(inject, cupti);
    }
    if (result == CUDA_SUCCESS && !(error && s->counting))
        return error;
    stop(inject, s, false);
    return error ? error : inject_driver_error(inject, result);
}

/* false: *error says why it cannot be measured. */
static bool prepare(struct inject *inject, struct single_pass *s, const CUpti_CallbackData *data,
                    const char **error)
{
    struct function *function = functions_get(inject->functions, s->launch.f);
    s->context = function ? contexts_get(inject, s->launch.context, data->contextUid) : NULL;
    *error = "this context cannot be profiled";
    if (!s->context)
        return false;
    /* In each run, since it also makes the driver load the kernel before the counters start. */
    functions_resolve(function, inject);
    treatment_note(inject, function, s->launch.mangled);
    facts_fill(&s->facts, inject, &s->launch, function, (unsigned)s->context->device,
               s->context->id);
    return true;
}

bool single_pass_begin(struct inject *inject, const struct launch *launch,
                       const CUpti_CallbackData *data)
{
    struct single_pass *s = inject->single_pass;
    Wire__ToTarget *answer = s->answer;
    s->answer = NULL;
    /* What another thread has under way might run a kernel in the pass. The lock is free meanwhile:
     * a launch of another thread may come first. */
    bool alone = in_flight_wait(inject);
    const char *error = "a call of another thread may run kernels during the pass";
    single_pass_accept(inject, answer);
    s->launch = *launch;
    /* CUPTI's string need not outlive the call. */
    s->launch.mangled = s->launch.name = strdup(launch->mangled);
    if (!s->launch.name)
        s->launch.mangled = "";
    s->correlation = data->correlationId;
    s->context = NULL;
    s->record = NULL;
    s->counting = false;
    if (alone && prepare(inject, s, data, &error)) {
        inject->replaying = true; /* what is loaded now is ours */
        error = begin(inject, s);
        inject->replaying = false;
    }
    if (error)
        finish(inject, error);
    return !error;
}

static void add_activity(void *context, uint32_t correlation, const struct activity_record *record)
{
    struct single_pass *s = context;
    Wire__Facts *facts = &s->facts.message;
    if (s->record)
        range_record_note(s->record, record);
    if (correlation != s->correlation)
        return;
    facts->has_shared_config = facts->has_registers = true;
    facts->shared_config = record->shared_config;
    facts->registers = record->registers;
}

/* limit: seconds, 0: any. */
static bool ends_in_time(const struct inject *inject, const struct single_pass *s, unsigned limit)
{
    const struct launch *launch = &s->launch;
    CUstream stream = launch->per_thread_stream && !launch->config.hStream ? CU_STREAM_PER_THREAD
                                                                           : launch->config.hStream;
    struct timespec since, now;
    clock_gettime(CLOCK_MONOTONIC, &since);
    while (inject->driver.stream_query(stream) == CUDA_ERROR_NOT_READY) {
        clock_gettime(CLOCK_MONOTONIC, &now);
        if (limit && now.tv_sec - since.tv_sec > (time_t)limit)
            return false;
        usleep(20);
    }
    return true;
}

static void complete(struct inject *inject, CUresult result)
{
    struct single_pass *s = inject->single_pass;
    inject->replaying = true;
    CUresult finished = inject->driver.ctx_synchronize();
    result = result != CUDA_SUCCESS ? result : finished;
    const char *error = stop(inject, s, result == CUDA_SUCCESS);
    if (result != CUDA_SUCCESS)
        error = inject_driver_error(inject, result);
    if (s->first_run && s->record)
        range_record_facts(s->record, inject, (unsigned)s->context->device, s->context->id);
    if (s->first_run)
        activity_end(inject, add_activity, s);
    inject->replaying = false;
    finish(inject, error);
}

void single_pass_end(struct inject *inject, CUresult result)
{
    struct single_pass *s = inject->single_pass;
    s->late = result == CUDA_SUCCESS && !ends_in_time(inject, s, PATIENCE);
    if (s->late)
        wait_for_host(inject);
    else
        complete(inject, result);
}

bool single_pass_begin_range(struct inject *inject, const struct launch *call,
                             struct context_state *context, struct range_record *record)
{
    struct single_pass *s = inject->single_pass;
    s->launch = *call;
    s->launch.name = NULL; /* its name stays */
    s->correlation = 0;
    s->context = context;
    s->record = record;
    s->counting = false;
    facts_of_call(&s->facts, inject, &s->launch, (unsigned)context->device, context->id);
    inject->replaying = true;
    const char *error = begin(inject, s);
    inject->replaying = false;
    if (error)
        finish(inject, error);
    return !error;
}

void single_pass_end_range(struct inject *inject, const char *reason)
{
    struct single_pass *s = inject->single_pass;
    if (!reason) {
        complete(inject, CUDA_SUCCESS);
        return;
    }
    inject->replaying = true;
    stop(inject, s, false);
    if (s->first_run)
        activity_end(inject, NULL, NULL);
    inject->replaying = false;
    finish(inject, reason);
}

void single_pass_settle(struct inject *inject)
{
    struct single_pass *s = inject->single_pass;
    CUcontext previous;
    if (!s || !s->late)
        return;
    s->late = false;
    if (inject->driver.ctx_push_current(s->context->context) != CUDA_SUCCESS) {
        finish(inject, "the context is gone");
        return;
    }
    if (ends_in_time(inject, s, inject->replay_timeout)) {
        complete(inject, CUDA_SUCCESS);
    } else {
        s->unstopped = s->counting ? s->context : NULL;
        if (s->first_run)
            activity_end(inject, NULL, NULL);
        finish(inject, "it has not ended in the time of --replay-timeout: it may wait for what the "
                       "program does next; leave it out with -k");
    }
    inject->driver.ctx_pop_current(&previous);
}
