/* Counters over time (PM sampling): one pass for each group of counters, in which the sampling goes
 * on over all launches of the part. The times before and behind each launch cut the samples. */
#include <stdlib.h>
#include <string.h>

#include "collect/inject/base/inject.h"
#include "collect/inject/window/window_internal.h"

/* ns; the interval that ncu begins with, too. Longer launches have longer ones. */
enum { SHORTEST_INTERVAL = 1500, MOST_SAMPLES = 1024 };

/* To decode a sample and to compute its values takes 0.1 ms, and most samples of short launches are
 * taken beside them: about 160 us for each. Up to LONGEST_FOR_MANY these are kept few, and up to
 * twice that where each launch is within one sample anyway. */
enum { BESIDE_LAUNCH = 160000, LONGEST_FOR_MANY = 6000, MOST_OF_PART = 2048 };

/* Bytes of the buffer, and most of a sample: of 27 metrics on an H200 it is 16 KB. */
enum { DEFAULT_BUFFER = 64 << 20, MOST_OF_SAMPLE = 32 << 10 };

/* Samples after which the data is read, between two launches: to read more of them at a time would
 * need more than 200 MB. More than MOST_ROOM, of a very long launch with a short interval, are
 * lost. */
enum { MOST_AT_A_TIME = 1536, MOST_ROOM = 1 << 14 };

/* A few samples, for rounding, and ns by which the sampling may begin earlier than it did before.
 */
enum { ROUNDING = 8, EARLIER = 20000 };

/* Values that the host takes of a launch; further samples are left out. */
enum { MOST_VALUES = 1000000 };

/* Samples that are kept before a launch and behind it. */
enum { MARGIN = 2 };

/* How often a launch is sampled whose samples were lost before. */
enum { MOST_TRIES = 2 };

/* A pass that is being made. item->sampling says which launches are still to be sampled. */
struct time_pass {
    struct time_sampler sampler;
    size_t group;
    uint64_t interval;
    size_t item;      /* that the next sample may belong to */
    size_t until;     /* behind the last item that has run */
    uint64_t asked;   /* just before the sampling was started... */
    uint64_t since;   /* ... and behind it */
    uint64_t lead;    /* longest time by which samples began before `since`; 0: not known */
    uint64_t covered; /* the end of the last sample */
    uint64_t most;    /* samples after which the buffer is emptied */
    size_t buffer;    /* bytes */
    bool no_memory;
};

static const Wire__TimeSampling *asked(const struct window *w)
{
    return w->context->counters.schedule->schedule->time_sampling;
}

static uint64_t longest_launch(const struct window *w)
{
    uint64_t longest = 0;
    for (size_t i = w->begin; i < w->end; i++)
        if (window_looks_inside(w->items[i]) && w->items[i]->time > longest)
            longest = w->items[i]->time;
    return longest;
}

static uint64_t choose_interval(const struct window *w)
{
    const uint64_t all = w->kernel_time + w->part_launches * (uint64_t)BESIDE_LAUNCH;
    const uint64_t longest = longest_launch(w);
    const uint64_t limit = longest < LONGEST_FOR_MANY ? 2 * LONGEST_FOR_MANY : LONGEST_FOR_MANY;
    uint64_t interval = SHORTEST_INTERVAL;
    while (longest / interval > MOST_SAMPLES || (all / interval > MOST_OF_PART && interval < limit))
        interval *= 2;
    return interval;
}

/* The end of what belongs to the launch. */
static uint64_t end_of(const struct time_pass *pass, const struct window_item *item)
{
    return item->sampled_end + MARGIN * pass->interval;
}

/* Gives the sample to the launch in whose time it lies. Samples and launches are in the same
 * order. */
static bool take_sample(void *context, const struct time_sample *sample)
{
    struct window *w = context;
    struct time_pass *pass = w->time_pass;
    if (sample->number == 1 && sample->start < pass->since &&
        pass->lead < pass->since - sample->start)
        pass->lead = pass->since - sample->start;
    pass->covered = sample->end;
    while (pass->item < pass->until &&
           (!w->items[pass->item]->sampling || end_of(pass, w->items[pass->item]) < sample->start))
        pass->item++;
    if (pass->item >= pass->until)
        return false;
    struct window_item *item = w->items[pass->item];
    if (sample->end + MARGIN * pass->interval < item->sampled_begin)
        return true;
    if (item->inside.times[pass->group].message.n_values > MOST_VALUES)
        return true;
    const double *values = time_sample_values(sample);
    if (!values)
        return false;
    if (!time_sample_list_add(&item->inside.times[pass->group], sample->start, values,
                              pass->sampler.group->n_metrics))
        pass->no_memory = true;
    return !pass->no_memory;
}

static CUptiResult open_sampler(struct window *w)
{
    struct time_pass *pass = w->time_pass;
    return time_sampler_open(&pass->sampler, &w->inject->cupti, w->context->device, asked(w)->chip,
                             asked(w)->groups[pass->group], &w->context->inside.room,
                             pass->interval, pass->buffer);
}

static void start(struct window *w)
{
    struct time_pass *pass = w->time_pass;
    pass->item = pass->until;
    pass->asked = time_sampler_now(&w->inject->cupti);
    w->inside_result = time_sampler_start(&pass->sampler);
    pass->since = time_sampler_now(&w->inject->cupti);
}

/* Where the sampling goes on until then: how many samples there may be of that time. What is
 * sampled after it need not be decoded. */
static uint64_t samples_until(const struct time_pass *pass, uint64_t time)
{
    const uint64_t lead = pass->lead ? pass->lead + EARLIER : pass->since - pass->asked;
    return (time + lead - pass->since) / pass->interval + ROUNDING;
}

/* The launches since the start have their samples, or have lost them. */
static void settle_items(struct window *w, size_t from, bool lost)
{
    struct time_pass *pass = w->time_pass;
    for (size_t i = from; i < pass->until; i++) {
        struct window_item *item = w->items[i];
        if (item->sampling && (lost || pass->covered < item->sampled_end))
            time_sample_list_free(&item->inside.times[pass->group]);
        else
            item->sampling = false;
    }
}

/* Ends the sampling and takes its samples. A sampler whose buffer was full does not start again. */
static void stop(struct window *w)
{
    struct time_pass *pass = w->time_pass;
    const size_t from = pass->item;
    const uint64_t samples = samples_until(pass, end_of(pass, w->items[pass->until - 1]));
    w->inside_result = time_sampler_stop(&pass->sampler);
    pass->covered = 0;
    if (w->inside_result == CUPTI_SUCCESS)
        w->inside_result = time_sampler_read(
            &pass->sampler, samples < MOST_ROOM ? samples : MOST_ROOM, take_sample, w);
    if (w->inside_result != CUPTI_SUCCESS)
        return;
    settle_items(w, from, pass->sampler.full);
    if (!pass->sampler.full)
        return;
    w->inside_result = time_sampler_close(&pass->sampler);
    if (w->inside_result == CUPTI_SUCCESS)
        w->inside_result = open_sampler(w);
}

/* The launch that runs next, from this item on, if it is to be sampled. */
static const struct window_item *next_sampled(const struct window *w, size_t i)
{
    while (i < w->end && w->items[i]->kind == ITEM_WORK)
        i++;
    return i < w->end && w->items[i]->sampling ? w->items[i] : NULL;
}

/* Whether there is room for the samples of the launch, which may take half as long again while it
 * is sampled. */
static bool fits(const struct time_pass *pass, uint64_t begin, const struct window_item *item)
{
    return samples_until(pass, begin + item->time * 3 / 2) <= pass->most;
}

/* Behind each launch. The sampling goes on over launches until the buffer would be full, something
 * runs that is not sampled, or caches are flushed: a flush takes 0.8 ms, and its samples take
 * longer to decode than it takes to stop and to start (2 ms). It is read while it stands: to decode
 * a sample takes fifty times as long as its interval. */
static CUresult note_end(struct window *w, struct window_item *item)
{
    struct time_pass *pass = w->time_pass;
    CUresult result = w->inject->driver.ctx_synchronize();
    const uint64_t now = time_sampler_now(&w->inject->cupti);
    if (result != CUDA_SUCCESS || !item)
        return result;
    item->sampled_end = now;
    while (w->items[pass->until++] != item)
        ;
    const struct window_item *next = next_sampled(w, pass->until);
    if (pass->sampler.started &&
        (!next || w->inject->settings.flush_caches || !fits(pass, now + BESIDE_LAUNCH, next)))
        stop(w);
    return w->inside_result == CUPTI_SUCCESS ? result : CUDA_ERROR_UNKNOWN;
}

/* The caches have been flushed for this launch. Before the first launch after the profiler was
 * enabled 12 ms pass, in which the buffer would run full. */
static CUresult note_begin(struct window *w, struct window_item *item)
{
    struct time_pass *pass = w->time_pass;
    CUresult result = w->inject->driver.ctx_synchronize();
    const uint64_t now = time_sampler_now(&w->inject->cupti);
    if (pass->sampler.started && !fits(pass, now, item))
        stop(w);
    if (item->sampling && w->inside_result == CUPTI_SUCCESS && !pass->sampler.started)
        start(w);
    item->sampled_begin = time_sampler_now(&w->inject->cupti);
    return w->inside_result == CUPTI_SUCCESS ? result : CUDA_ERROR_UNKNOWN;
}

/* Whether a counter stands still while no kernel runs. */
static bool tells_work(const char *metric)
{
    static const char *const units[] = {"sm__", "smsp__", "tpc__", "l1tex__"};
    const char *counter = strstr(metric, "__");
    while (counter && counter > metric && counter[-1] != '.')
        counter--;
    for (size_t i = 0; counter && i < sizeof units / sizeof *units; i++)
        if (strncmp(counter, units[i], strlen(units[i])) == 0)
            return true;
    return false;
}

static bool works(const Wire__Group *group, const double *values)
{
    for (size_t i = 0; i < group->n_metrics; i++)
        if (tells_work(group->metrics[i]) && values[i] > 0)
            return true;
    return false;
}

/* The kernel ran from the first sample with work to the last one; where no counter tells, between
 * the times before and behind the launch. */
static void finish_list(const struct window *w, const struct window_item *item,
                        const struct time_pass *pass)
{
    const Wire__Group *group = asked(w)->groups[pass->group];
    Wire__TimeSamples *m = &item->inside.times[pass->group].message;
    m->has_group = m->has_interval = m->has_buffer = m->has_start = m->has_end = true;
    m->buffer = pass->buffer;
    m->group = (uint32_t)pass->group;
    m->interval = pass->interval;
    m->start = item->sampled_begin;
    m->end = item->sampled_end;
    bool found = false;
    for (size_t i = 0; i < m->n_times; i++) {
        if (!works(group, m->values + i * group->n_metrics))
            continue;
        if (!found)
            m->start = m->times[i];
        m->end = m->times[i] + pass->interval;
        found = true;
    }
}

/* false: no memory. */
static bool make_lists(struct window *w, size_t groups)
{
    for (size_t i = w->begin; i < w->end; i++) {
        struct inside_values *inside = &w->items[i]->inside;
        if (!window_looks_inside(w->items[i]))
            continue;
        inside->times = calloc(groups, sizeof *inside->times);
        inside->time_messages = calloc(groups, sizeof(Wire__TimeSamples *));
        if (!inside->times || !inside->time_messages)
            return false;
        inside->time_count = groups;
        for (size_t j = 0; j < groups; j++) {
            time_sample_list_init(&inside->times[j]);
            inside->time_messages[j] = &inside->times[j].message;
        }
    }
    return true;
}

static const char *cupti_error(struct window *w, CUptiResult result)
{
    return result == CUPTI_SUCCESS ? NULL : inject_cupti_error(w->inject, result);
}

/* One pass. */
static const char *sample_once(struct window *w, struct time_pass *pass)
{
    CUptiResult result = open_sampler(w);
    if (result != CUPTI_SUCCESS)
        return cupti_error(w, result);
    pass->item = pass->until = w->begin;
    w->before = note_begin;
    w->after = note_end;
    const char *error = window_run_part(w, true, w->inject->settings.flush_caches);
    w->before = NULL;
    w->after = NULL;
    if (w->inside_result != CUPTI_SUCCESS)
        error = cupti_error(w, w->inside_result);
    result = time_sampler_stop(&pass->sampler);
    const CUptiResult closed = time_sampler_close(&pass->sampler);
    if (error || pass->no_memory)
        return error ? error : "out of memory";
    return cupti_error(w, result != CUPTI_SUCCESS ? result : closed);
}

static bool any_left(const struct window *w)
{
    bool left = false;
    for (size_t i = w->begin; i < w->end; i++)
        left = left || w->items[i]->sampling;
    return left;
}

/* Samples all launches with one group, and those whose samples were lost once more. */
static const char *sample_group(struct window *w, struct time_pass *pass)
{
    const char *error = NULL;
    for (size_t i = w->begin; i < w->end; i++)
        w->items[i]->sampling = window_looks_inside(w->items[i]);
    w->time_pass = pass;
    w->inside_result = CUPTI_SUCCESS;
    for (int tries = 0; tries < MOST_TRIES && any_left(w) && !error; tries++)
        error = w->stuck ? "a kernel has not ended" : sample_once(w, pass);
    w->time_pass = NULL;
    if (error)
        return error;
    for (size_t i = w->begin; i < w->end; i++)
        if (window_looks_inside(w->items[i]))
            finish_list(w, w->items[i], pass);
    if (any_left(w))
        inject_notice(
            w->inject, false,
            "the buffer of PM sampling was full, and samples of %s or of launches after it "
            "are lost: use --pm-sampling-buffer-size or a longer "
            "--pm-sampling-interval",
            window_first_wanted(w)->mangled);
    return NULL;
}

size_t window_time_passes(const struct window *w)
{
    const bool wanted = asked(w) && !w->context->inside.times_failed && window_any_inside(w);
    return wanted ? asked(w)->n_groups : 0;
}

const char *window_sample_times(struct window *w, unsigned *pass, unsigned passes)
{
    const size_t groups = window_time_passes(w), first = *pass;
    const size_t buffer = asked(w)->has_buffer ? asked(w)->buffer : DEFAULT_BUFFER;
    const uint64_t interval = asked(w)->has_interval ? asked(w)->interval : choose_interval(w);
    const char *error = NULL;
    if (!groups)
        return NULL;
    if (!time_sampler_exists(&w->inject->cupti))
        error = "this CUPTI has no PM sampling";
    else if (!make_lists(w, groups))
        error = "out of memory";
    /* The range profiler has the same hardware. */
    if (!error)
        window_release_counters(w);
    for (size_t i = 0; i < groups && !error; i++) {
        struct time_pass time_pass = {.group = i,
                                      .interval = interval,
                                      .buffer = buffer,
                                      .most = buffer / MOST_OF_SAMPLE < MOST_AT_A_TIME
                                                  ? buffer / MOST_OF_SAMPLE
                                                  : MOST_AT_A_TIME};
        error = sample_group(w, &time_pass);
        if (!error)
            window_tell_pass(w, ++*pass, passes);
    }
    for (; error && *pass < first + groups;)
        window_tell_pass(w, ++*pass, passes);
    return error;
}
