/* Application replay of ranges. Each range has a session of the counters and counter data of its
 * own, which travels: the host sends what earlier runs counted with its verdict, this run adds one
 * pass, and the data goes back. The first run counts nothing. It watches the launches by activity
 * records, because records change kernels and so must not be on while something is counted. */
#include "collect/inject/in_place/single_pass.h"

#include <stdlib.h>
#include <string.h>

#include "collect/inject/base/inject.h"
#include "collect/inject/context/contexts.h"
#include "collect/inject/context/mps_turn.h"
#include "collect/inject/host/results.h"
#include "collect/inject/program/activity.h"
#include "collect/inject/program/facts.h"
#include "collect/inject/window/range_record.h"

struct single_pass {
    bool first_run;         /* nothing is counted, launches are watched */
    Wire__ToTarget *answer; /* to the last question about a range */
    struct context_state *context;
    struct launch call; /* where it began */
    struct range_record *record;
    struct facts facts;
    bool counting;     /* the counters run; not if the device refuses the group */
    bool pushed;       /* a range, for the counters */
    bool has_mps_turn; /* of an MPS client: it has the counters */
};

bool single_pass_open(struct inject *inject, bool first_run)
{
    inject->modes.single_pass = calloc(1, sizeof *inject->modes.single_pass);
    if (!inject->modes.single_pass)
        return false;
    inject->modes.single_pass->first_run = first_run;
    return true;
}

void single_pass_accept(struct inject *inject, Wire__ToTarget *answer)
{
    struct single_pass *s = inject->modes.single_pass;
    if (s->answer)
        wire__to_target__free_unpacked(s->answer, NULL);
    s->answer = answer;
}

/* The first run sends the facts. */
static void send(struct inject *inject, const char *error)
{
    struct single_pass *s = inject->modes.single_pass;
    const struct result_batch batch = {.error = error,
                                       .counters =
                                           !error && s->counting ? &s->context->counters : NULL,
                                       .one_pass = true};
    struct result_item item = {.launch = s->call.id}; /* flushes are no ranges: it is the first */
    if (s->first_run) {
        item.kind = RESULT_RANGE;
        item.facts = &s->facts.message;
        item.kernels = s->record->facts;
        item.kernel_count = s->record->fact_count;
    }
    results_send(inject, &batch, &item, 1);
}

static void finish(struct inject *inject, const char *error)
{
    struct single_pass *s = inject->modes.single_pass;
    inject->counting = NULL;
    if (s->has_mps_turn || inject->shares_gpu)
        mps_turn_end(inject, s->context);
    s->has_mps_turn = false;
    send(inject, error);
    results_tell_pass(inject, s->call.id, 1, 1, 0);
    if (s->answer)
        wire__to_target__free_unpacked(s->answer, NULL);
    s->answer = NULL;
}

/* Puts the data of the earlier passes into the group's image. */
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
    /* No run could make such a pass. */
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

/* Loses a group that the others can do without. false: it is not optional. */
static bool lose_group(struct inject *inject, struct single_pass *s, const char *error)
{
    const struct counters *counters = &s->context->counters;
    struct counter_group *group = &counters->groups[0];
    if (!group->optional)
        return false;
    group->lost = true;
    if (counters->schedule->schedule->pass_index == 0)
        inject_notice(inject, false, "the GPU refuses %.*s and the counters of its group: %s",
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

/* Only the flush may come between the start of the counters and the launch: anything else would
 * warm the caches again. */
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
    s->has_mps_turn = !lost && mps_turn_begin(inject, s->context, false);
    const char *error = lost ? NULL : start(inject, s);
    s->counting = !lost && !error;
    inject->counting = s->counting ? s->context : NULL;
    if (error && lose_group(inject, s, error))
        error = NULL;
    if (s->counting && inject->settings.flush_caches)
        result = flush_run(&s->context->flush, inject, s->call.config.hStream,
                           memory_is_shared(inject->program.memory));
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
    struct single_pass *s = inject->modes.single_pass;
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
    struct single_pass *s = inject->modes.single_pass;
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
    struct single_pass *s = inject->modes.single_pass;
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
