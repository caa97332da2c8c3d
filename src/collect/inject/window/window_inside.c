/* Passes before those of the counters, for what happened inside the kernels of a part: at least one
 * in which warps are sampled, one in which instructions are counted, and one for each group of
 * counters over time. Each begins with the memory that the part should find, and all but the second
 * flush the caches like a pass of counters. Whatever fails here costs these values alone: the host
 * is told once, and the counters stay good. */
#include <stdlib.h>

#include "collect/inject/base/inject.h"
#include "collect/inject/base/now.h"
#include "collect/inject/window/window_internal.h"

static const char stuck_text[] = "a kernel has not ended";

/* Where nothing else is asked for. */
enum { BUFFER = 32 << 20, MOST_PASSES = 5 };

/* Windows without any sample after which no more are taken: their kernels may be too short. */
enum { MOST_WITHOUT = 3 };

static const Wire__Schedule *schedule_of(const struct window *w)
{
    return w->context->counters.schedule->schedule;
}

bool window_looks_inside(const struct window_item *item)
{
    return item->kind == ITEM_WANTED && !item->launch.counters_alone;
}

bool window_any_inside(const struct window *w)
{
    for (size_t i = w->begin; i < w->end; i++)
        if (window_looks_inside(w->items[i]))
            return true;
    return false;
}

/* NULL: the item is no kernel. */
static struct function *function_of(const struct window *w, const struct window_item *item)
{
    return item->kind == ITEM_WORK || item->context != w->context || item->graph || item->record
               ? NULL
               : functions_get(w->inject->program.functions, item->launch.f);
}

/* Counters are about to see a function that may be sampled later. */
static bool has_unsampled(const struct window *w)
{
    for (size_t i = w->begin; i < w->end; i++) {
        const struct function *function = function_of(w, w->items[i]);
        if (function && !function->sampled)
            return true;
    }
    return false;
}

static bool counts_wanted(const struct window *w)
{
    return schedule_of(w)->n_instruction_counters && !w->context->inside.counts_failed &&
           window_any_inside(w);
}

static bool samples_wanted(const struct window *w)
{
    return schedule_of(w)->sampling && !w->context->inside.samples_failed &&
           (window_any_inside(w) || has_unsampled(w));
}

unsigned window_inside_passes(struct window *w)
{
    const unsigned passes = counts_wanted(w) + samples_wanted(w) + (unsigned)window_time_passes(w);
    struct inside *inside = &w->context->inside;
    if (!passes || !window_item_is_range(w->items[w->end - 1]))
        return passes;
    if (!inside->told_whole)
        inject_notice(w->inject, false,
                      "instructions are counted, and warps and counters sampled, for kernels only: "
                      "whole graphs and ranges have none of these metrics");
    inside->told_whole = true;
    return 0;
}

static void drop_values(struct window *w, void (*drop)(struct inside_values *))
{
    for (size_t i = 0; i < w->count; i++)
        drop(&w->items[i]->inside);
}

static const char *cupti_error(struct window *w, CUptiResult result)
{
    return result == CUPTI_SUCCESS ? NULL : inject_cupti_error(w->inject, result);
}

/* The context is idle after each kernel, since CUPTI does not say which launch a count is of. */
static CUresult take_counts(struct window *w, struct window_item *item)
{
    struct instruction_counts *counts = NULL;
    CUresult result = w->inject->driver.ctx_synchronize();
    if (result != CUDA_SUCCESS || w->inside_result != CUPTI_SUCCESS)
        return result;
    if (item && window_looks_inside(item)) {
        counts = item->inside.counts = malloc(sizeof *counts);
        if (!counts) {
            w->inside_result = CUPTI_ERROR_OUT_OF_MEMORY;
            return result;
        }
        instruction_counts_init(counts);
    }
    w->inside_result = instruction_counters_take(w->context->inside.counters, &w->inject->cupti,
                                                 w->context->context, counts);
    return result;
}

static const char *count_instructions(struct window *w)
{
    const struct foil_cupti *cupti = &w->inject->cupti;
    struct inside *inside = &w->context->inside;
    const Wire__Schedule *schedule = schedule_of(w);
    CUptiResult result = CUPTI_ERROR_OUT_OF_MEMORY;
    inside->counters = instruction_counters_open(cupti, w->context->device, w->context->id,
                                                 schedule->instruction_counters,
                                                 schedule->n_instruction_counters, &result);
    if (inside->counters && inside->counters->context != w->context->id)
        return "CUPTI counts them in one context of a GPU only, and this is another one";
    if (inside->counters && result == CUPTI_SUCCESS)
        result = instruction_counters_start(cupti, w->context->context);
    if (result != CUPTI_SUCCESS)
        return cupti_error(w, result);
    w->inside_result = CUPTI_SUCCESS;
    w->after = take_counts;
    const char *error = window_run_part(w, false, false);
    w->after = NULL;
    result = instruction_counters_stop(cupti, w->context->context);
    result = w->inside_result != CUPTI_SUCCESS ? w->inside_result : result;
    return error ? error : cupti_error(w, result);
}

/* A pass of sampling. */
struct sampling_pass {
    unsigned period; /* a power of two; 0: CUPTI's own choice */
    size_t buffer;
    struct warp_sample_facts seen;
};

/* Records do not tell our launches apart: all have the number of the program's call in which we
 * make them. So they are taken behind each kernel. item: NULL before the first. */
static CUresult take_samples(struct window *w, struct window_item *item)
{
    struct inject *inject = w->inject;
    struct sampling_pass *pass = w->inside_pass;
    struct warp_sample_list *list = item && item->sampling ? item->inside.samples : NULL;
    const uint64_t others = pass->seen.others;
    CUresult result = inject->driver.ctx_synchronize();
    if (result == CUDA_SUCCESS && w->inside_result == CUPTI_SUCCESS)
        w->inside_result = warp_samples_take(&w->context->inside.warps, &inject->cupti,
                                             w->context->context, list, &pass->seen);
    if (list)
        list->unknown = !list->message.n_samples && pass->seen.others > others;
    return result;
}

static void note_sampled(struct window *w)
{
    for (size_t i = w->begin; i < w->end; i++) {
        struct function *function = function_of(w, w->items[i]);
        if (function)
            function->sampled = true;
    }
}

static const char *sample_once(struct window *w, struct sampling_pass *pass)
{
    const struct foil_cupti *cupti = &w->inject->cupti;
    struct warp_samples *warps = &w->context->inside.warps;
    CUcontext context = w->context->context;
    CUptiResult result = warp_samples_start(warps, cupti, context, pass->buffer, pass->period);
    if (result != CUPTI_SUCCESS)
        return cupti_error(w, result);
    pass->period = pass->period ? pass->period : warps->usual;
    pass->seen = (struct warp_sample_facts){0};
    w->inside_pass = pass;
    w->inside_result = CUPTI_SUCCESS;
    w->after = take_samples;
    const char *error = window_run_part(w, true, w->inject->settings.flush_caches);
    w->after = NULL;
    w->inside_pass = NULL;
    result = w->inside_result;
    CUptiResult stopped = warp_samples_stop(warps, cupti, context);
    if (getenv("ROOFTOP_TRACE"))
        inject_notice(w->inject, false,
                      "warps sampled each 2^%u cycles: %llu samples, %llu of other kernels, %llu "
                      "dropped%s; %s",
                      pass->period, (unsigned long long)pass->seen.all,
                      (unsigned long long)pass->seen.others, (unsigned long long)pass->seen.lost,
                      pass->seen.full ? ", the buffer was full" : "",
                      window_any_inside(w) ? window_first_wanted(w)->mangled : "nobody asks");
    if (!error && result == CUPTI_SUCCESS)
        note_sampled(w);
    return error ? error : cupti_error(w, result != CUPTI_SUCCESS ? result : stopped);
}

/* Gives each launch that the next pass samples an empty list. */
static bool empty_lists(struct window *w)
{
    for (size_t i = w->begin; i < w->end; i++) {
        struct window_item *item = w->items[i];
        if (!item->sampling)
            continue;
        if (item->inside.samples)
            warp_sample_list_free(item->inside.samples);
        else if (!(item->inside.samples = malloc(sizeof *item->inside.samples)))
            return false;
        warp_sample_list_init(item->inside.samples);
    }
    return true;
}

/* Whether a launch like this one had no samples at the usual period. */
static bool is_too_short(const struct window *w, const struct window_item *item)
{
    const struct function *function = item->time ? function_of(w, item) : NULL;
    return function && item->time <= function->too_short;
}

static void note_too_short(const struct window *w, const struct window_item *item)
{
    struct function *function = function_of(w, item);
    if (function && function->too_short < item->time)
        function->too_short = item->time;
}

/* Chooses what the first pass samples. Returns whether that is anything. */
static bool choose_sampled(struct window *w, bool short_ones)
{
    bool any = false;
    for (size_t i = w->begin; i < w->end; i++) {
        struct window_item *item = w->items[i];
        item->sampling = window_looks_inside(item) && (short_ones || !is_too_short(w, item));
        any = any || item->sampling;
    }
    return any;
}

/* Notes in the lists of a pass how they were made. From then on only launches without samples are
 * sampled. Returns whether there are any. */
static bool keep_lists(struct window *w, const struct sampling_pass *pass, unsigned passes)
{
    bool left = false;
    for (size_t i = w->begin; i < w->end; i++) {
        struct window_item *item = w->items[i];
        if (!item->sampling) {
            item->sampling = window_looks_inside(item) && !item->inside.samples;
            left = left || item->sampling;
            continue;
        }
        Wire__WarpSamples *m = &item->inside.samples->message;
        m->has_interval = m->has_passes = m->has_dropped = true;
        m->interval = pass->period - SHORTEST_PERIOD;
        m->passes = passes;
        m->dropped = pass->seen.lost;
        item->sampling = !m->n_samples && !item->inside.samples->unknown;
        if (item->sampling && pass->period == w->context->inside.warps.usual)
            note_too_short(w, item);
        left = left || item->sampling;
    }
    return left;
}

static bool has_samples(const struct window *w)
{
    for (size_t i = w->begin; i < w->end; i++)
        if (w->items[i]->inside.samples && w->items[i]->inside.samples->message.n_samples)
            return true;
    return false;
}

/* Launches of which CUPTI has samples and does not say where have no values. Returns whether there
 * are any. */
static bool drop_unknown(struct window *w)
{
    bool any = false;
    for (size_t i = w->begin; i < w->end; i++) {
        struct inside_values *values = &w->items[i]->inside;
        if (!values->samples || !values->samples->unknown)
            continue;
        inside_values_drop_samples(values);
        any = true;
    }
    return any;
}

/* Whether the pass that just ended has some. */
static bool pass_has_samples(const struct window *w)
{
    for (size_t i = w->begin; i < w->end; i++)
        if (w->items[i]->sampling && w->items[i]->inside.samples->message.n_samples)
            return true;
    return false;
}

/* Where no warp was seen at all, the launches get no values: zero would look like a measurement.
 * Returns why no more windows are to be tried, or NULL. */
static const char *judge_samples(struct window *w, bool lost)
{
    struct inside *inside = &w->context->inside;
    const bool unknown = drop_unknown(w);
    if (has_samples(w)) {
        inside->without_samples = 0;
        return NULL;
    }
    drop_values(w, inside_values_drop_samples);
    if (++inside->without_samples < MOST_WITHOUT)
        return NULL;
    return lost      ? "CUPTI lost all samples"
           : unknown ? "counters saw these kernels before they were sampled, and CUPTI has no "
                       "records then"
                     : "CUPTI hands over none";
}

/* The first pass has the period that was asked for, or CUPTI's. While samples are lost, the next
 * one has twice the period; if that has none, some are better. Launches that were too short for it
 * are sampled once more at the shortest period, and launches like them from then on at that period
 * only. */
static const char *sample_warps(struct window *w)
{
    const Wire__Sampling *asked = schedule_of(w)->sampling;
    const unsigned most = asked->passes ? asked->passes : MOST_PASSES;
    /* While the range profiler exists nothing is sampled. */
    window_release_counters(w);
    struct sampling_pass pass = {.buffer = asked->buffer ? asked->buffer : BUFFER};
    pass.period = asked->has_interval ? SHORTEST_PERIOD + asked->interval : 0;
    if (!window_any_inside(w))
        return sample_once(w, &pass);
    if (!choose_sampled(w, asked->has_interval || most == 1)) {
        choose_sampled(w, true);
        pass.period = SHORTEST_PERIOD;
    }
    bool again = false, lost = false, settled = false;
    unsigned lossy = 0; /* the longest period at which some were lost, and some not */
    for (unsigned passes = 1;; passes++) {
        const char *error = empty_lists(w) ? sample_once(w, &pass) : "out of memory";
        if (error)
            return error;
        const bool missing = pass.seen.lost || pass.seen.full;
        lost = lost || missing;
        if (missing && !settled && passes < most && pass.period < LONGEST_PERIOD) {
            lossy = pass_has_samples(w) ? pass.period : lossy;
            pass.period++;
            again = true;
            continue;
        }
        if (again && lossy && !settled && !pass_has_samples(w)) {
            pass.period = lossy;
            settled = true;
            continue;
        }
        if (again && has_samples(w))
            inject_notice(w->inject, false,
                          "warp samples of %s were lost: sampled again, at last each 2^%u cycles%s",
                          window_first_wanted(w)->mangled, pass.period,
                          missing ? ", where some are still lost" : "");
        again = false;
        if (!keep_lists(w, &pass, passes) || asked->has_interval || passes >= most ||
            pass.period == SHORTEST_PERIOD)
            return judge_samples(w, lost);
        pass.period = SHORTEST_PERIOD;
        lossy = 0;
        settled = false;
    }
}

static void give_up(struct window *w, bool *failed, void (*drop)(struct inside_values *),
                    const char *what, const char *error)
{
    *failed = true;
    drop_values(w, drop);
    inject_notice(w->inject, false, "%s: %s; the counters are not affected", what, error);
}

/* Warps are sampled first: once CUPTI has patched a kernel to count its instructions, it samples no
 * warps at all, unless it has done so before. */
void window_measure_inside(struct window *w, unsigned *pass, unsigned passes)
{
    struct inside *inside = &w->context->inside;
    const bool counts = counts_wanted(w), samples = samples_wanted(w);
    uint64_t since = now_ns();
    const char *error = NULL;
    drop_values(w, inside_values_free);
    if (samples) {
        error = sample_warps(w);
        if (error)
            give_up(w, &inside->samples_failed, inside_values_drop_samples, "warps are not sampled",
                    error);
        window_spent(&w->nanoseconds[PHASE_SAMPLES], &since);
        window_tell_pass(w, ++*pass, passes);
    }
    if (counts) {
        error = w->stuck ? stuck_text : count_instructions(w);
        if (error)
            give_up(w, &inside->counts_failed, inside_values_drop_counts,
                    "instructions are not counted", error);
        window_spent(&w->nanoseconds[PHASE_COUNTS], &since);
        window_tell_pass(w, ++*pass, passes);
    }
    if (window_time_passes(w)) {
        error = window_sample_times(w, pass, passes);
        if (error)
            give_up(w, &inside->times_failed, inside_values_drop_times, "counters are not sampled",
                    error);
        window_spent(&w->nanoseconds[PHASE_TIMES], &since);
    }
}
