#include "single_pass.h"

#include <stdlib.h>
#include <string.h>

#include "activity.h"
#include "contexts.h"
#include "facts.h"
#include "inject.h"
#include "range_record.h"
#include "send_module.h"
#include "turn.h"

struct single_pass {
    bool first_run;         /* nothing is counted, launches are watched */
    Wire__ToTarget *answer; /* to the last question about a range */
    struct context_state *context;
    struct launch call; /* where it began */
    struct range_record *record;
    struct facts facts;
    bool counting; /* the counters run; not if the device refuses the group */
    bool pushed;   /* a range, for the counters */
    bool turn;     /* of an MPS client: it has the counters */
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
    for (size_t i = 0; i < s->record->fact_count; i++)
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
    result.launch = s->call.id;
    result.error = (char *)(uintptr_t)error;
    result.facts = s->first_run ? &s->facts.message : NULL;
    if (result.facts)
        fill_range(&result, &kernels, s->record);
    m.n_results = 1;
    m.results = &results;
    result.has_range = true; /* flushes are none: it is the first */
    if (!error && s->counting) {
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
    m.launch = inject->single_pass->call.id;
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
    if (s->answer)
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
    CUptiResult result = counters_go_to_pass(counters, &inject->cupti, group, pass, group->ranges);
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
        result = flush_run(&s->context->flush, inject, s->call.config.hStream,
                           memory_is_shared(&inject->memory));
    if (s->counting) {
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

static void add_activity(void *context, uint32_t correlation, const struct activity_record *record)
{
    const struct single_pass *s = context;
    (void)correlation;
    range_record_note(s->record, record);
}

static void complete(struct inject *inject)
{
    struct single_pass *s = inject->single_pass;
    inject->replaying = true;
    CUresult result = inject->driver.ctx_synchronize();
    const char *error = stop(inject, s, result == CUDA_SUCCESS);
    if (result != CUDA_SUCCESS)
        error = inject_driver_error(inject, result);
    if (s->first_run)
        range_record_facts(s->record, inject, (unsigned)s->context->device, s->context->id);
    if (s->first_run)
        activity_end(inject, add_activity, s);
    inject->replaying = false;
    finish(inject, error);
}

bool single_pass_begin(struct inject *inject, const struct launch *call,
                       struct context_state *context, struct range_record *record)
{
    struct single_pass *s = inject->single_pass;
    s->call = *call;
    s->context = context;
    s->record = record;
    s->counting = false;
    facts_of_call(&s->facts, inject, &s->call, (unsigned)context->device, context->id);
    inject->replaying = true;
    const char *error = begin(inject, s);
    inject->replaying = false;
    if (error)
        finish(inject, error);
    return !error;
}

void single_pass_end(struct inject *inject, const char *reason)
{
    struct single_pass *s = inject->single_pass;
    if (!reason) {
        complete(inject);
        return;
    }
    inject->replaying = true;
    stop(inject, s, false);
    if (s->first_run)
        activity_end(inject, NULL, NULL);
    inject->replaying = false;
    finish(inject, reason);
}
