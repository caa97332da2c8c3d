/* The counters of a session: one range profiler, one pass, one range for each kernel. In
 * application replay each run makes another pass, so the pass is chosen when the counters start,
 * and the host begins the ranges in the data of every pass but the first, before it is decoded.
 */
#include <stdio.h>
#include <string.h>

#include "collect/inject/base/inject.h"
#include "collect/inject/base/now.h"
#include "collect/inject/context/mps_turn.h"
#include "collect/inject/in_place/in_place_internal.h"
#include "collect/inject/program/activity.h"
#include "collect/inject/window/window_internal.h"

static struct counter_group *group_of(const struct in_place *s)
{
    return &s->context->counters.groups[0];
}

static uint32_t pass_of(const struct in_place *s)
{
    return s->in_runs ? s->context->counters.schedule->schedule->pass_index : 0;
}

/* NULL if the step went well, else a text that stays until the next step. */
static const char *step_error(struct inject *inject, struct in_place *s, const char *step,
                              CUptiResult result)
{
    if (result == CUPTI_SUCCESS)
        return NULL;
    snprintf(s->step_error, sizeof s->step_error, "%s: %s", step,
             inject_cupti_error(inject, result));
    return s->step_error;
}

static const char *start_counters(struct inject *inject, struct in_place *s)
{
    struct counters *counters = &s->context->counters;
    uint64_t since = now_ns();
    counters->user_ranges = false;
    CUptiResult result = s->in_runs
                             ? counters_begin_pass(counters, &inject->cupti, pass_of(s), s->room)
                             : counters_begin(counters, &inject->cupti, 0, s->room);
    window_spent(&s->nanoseconds[PHASE_CONFIGURE], &since);
    if (result != CUPTI_SUCCESS)
        return step_error(inject, s, "setting up the counters", result);
    result = counters_start(counters, &inject->cupti);
    window_spent(&s->nanoseconds[PHASE_START], &since);
    return step_error(inject, s, "starting the counters", result);
}

/* Loses a group that the others can do without. false: it is not optional. */
static bool lose_group(struct inject *inject, const struct in_place *s, const char *error)
{
    struct counter_group *group = group_of(s);
    if (!group->optional)
        return false;
    group->lost = true;
    if (pass_of(s) == 0)
        inject_notice(inject, false, "the GPU refuses %.*s and the counters of its group: %s",
                      (int)strcspn(group->metrics[0], "."), group->metrics[0], error);
    return true;
}

const char *in_place_start(struct inject *inject, struct in_place *s)
{
    s->counting = false;
    if (s->first_run) {
        activity_begin(inject);
        return NULL;
    }
    if (group_of(s)->lost)
        return NULL;
    if (pass_of(s) >= group_of(s)->passes)
        return "rooftop asks for a pass that its schedule does not have";
    s->has_mps_turn = mps_turn_begin(inject, s->context, false);
    const char *error = start_counters(inject, s);
    s->counting = !error;
    inject->counting = s->counting ? s->context : NULL;
    if (s->counting) {
        counter_gate_begin(&inject->gate);
        return NULL;
    }
    if (s->has_mps_turn)
        mps_turn_end(inject, s->context);
    s->has_mps_turn = false;
    return lose_group(inject, s, error) ? NULL : error;
}

/* CUPTI fills a pass that is not the first into ranges that the image must already have: the host
 * begins them. */
static const char *begin_ranges(struct inject *inject, const struct in_place *s)
{
    const struct counter_group *group = group_of(s);
    Wire__ToHost message = WIRE__TO_HOST__INIT;
    Wire__BeginRanges m = WIRE__BEGIN_RANGES__INIT;
    Wire__GroupData data = WIRE__GROUP_DATA__INIT;
    const bool shared = group->image.file >= 0;
    data.has_shared = shared;
    data.shared = group->image.size;
    data.has_image = !shared;
    if (!shared)
        data.image = (ProtobufCBinaryData){group->image.size, group->image.bytes};
    data.has_ranges = m.has_ranges = true;
    data.ranges = group->ranges;
    m.data = &data;
    m.ranges = s->ranges;
    message.begin = &m;
    Wire__ToTarget *answer =
        channel_ask_files(&inject->channel, &message, &group->image.file, shared);
    const Wire__Begun *begun = answer ? answer->begun : NULL;
    const bool good = begun && begun->good && (shared || begun->image.len == group->image.size);
    if (good && !shared)
        memcpy(group->image.bytes, begun->image.data, begun->image.len);
    if (answer)
        wire__to_target__free_unpacked(answer, NULL);
    return good ? NULL : "the ranges of its counter data could not be begun";
}

static const char *decode(struct inject *inject, struct in_place *s)
{
    struct counters *counters = &s->context->counters;
    const char *error = pass_of(s) ? begin_ranges(inject, s) : NULL;
    if (error)
        return error;
    CUptiResult result = counters_end(counters, &inject->cupti);
    if (result != CUPTI_SUCCESS)
        return step_error(inject, s, "reading the counters", result);
    return counters_have(group_of(s), &inject->cupti, s->ranges)
               ? NULL
               : "the profiler lost counters of launches that were measured together";
}

static void add_activity(void *context, uint32_t correlation, const struct activity_record *record)
{
    const struct in_place *s = context;
    for (size_t i = 0; i < s->count; i++)
        if (s->items[i]->correlation == correlation) {
            activity_fill(&s->items[i]->facts.message, record);
            return;
        }
}

const char *in_place_stop(struct inject *inject, struct in_place *s, bool ran)
{
    struct counters *counters = &s->context->counters;
    const char *error = NULL;
    bool done;
    uint64_t since = now_ns();
    if (s->first_run)
        activity_end(inject, ran ? add_activity : NULL, s);
    if (!s->counting)
        return NULL;
    s->counting = false;
    inject->counting = NULL;
    const bool closed = counter_gate_end(&inject->gate);
    CUptiResult result = counters_stop(counters, &inject->cupti, &done);
    window_spent(&s->nanoseconds[PHASE_STOP], &since);
    if (s->in_runs)
        counters->pass = (counters->pass + 1) % group_of(s)->passes;
    if (result != CUPTI_SUCCESS)
        error = step_error(inject, s, "stopping the counters", result);
    else if (!closed)
        error = "the kernel driver refused to stop the counters after a launch";
    else if (ran && s->count)
        error = decode(inject, s);
    window_spent(&s->nanoseconds[PHASE_DECODE], &since);
    return error;
}
