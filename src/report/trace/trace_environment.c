#include "report/trace/trace_environment.h"

#include <stdlib.h>

#include "report/base/mem.h"

static const struct trace_environment_info infos[ENVIRONMENT_WHATS] = {
    [ENVIRONMENT_SM_CLOCK] = {"SM clock (MHz)", 1, true},
    [ENVIRONMENT_MEMORY_CLOCK] = {"memory clock (MHz)", 1, true},
    [ENVIRONMENT_LINK_GENERATION] = {"PCIe generation", 1, false},
    [ENVIRONMENT_LINK_WIDTH] = {"PCIe lanes", 1, false},
    [ENVIRONMENT_THROTTLE] = {"clocks are lowered", 1, true},
    [ENVIRONMENT_TEMPERATURE] = {"temperature (C)", 1, true},
    [ENVIRONMENT_POWER] = {"power (W)", 1e-3, true},
    [ENVIRONMENT_POWER_LIMIT] = {"power limit (W)", 1e-3, false},
    [ENVIRONMENT_FAN] = {"fan (%)", 1, true},
};

/* More than this only a damaged trace has. */
enum { MOST_SERIES = 4096 };

/* CUpti_EnvironmentClocksThrottleReason. */
enum { REASON_IDLE = 0, REASON_UNSUPPORTED = 30, REASON_UNKNOWN = 31 };

const struct trace_environment_info *trace_environment_info(enum environment_what what)
{
    return &infos[what];
}

double trace_environment_value(enum environment_what what, uint64_t number)
{
    return what == ENVIRONMENT_THROTTLE ? trace_throttles(number)
                                        : (double)number * infos[what].scale;
}

bool trace_throttles(uint64_t reasons)
{
    return (reasons & ~(1ull << REASON_IDLE | 1ull << REASON_UNSUPPORTED)) != 0;
}

const char *trace_throttle_word(unsigned bit)
{
    static const char *const words[] = {"the GPU is idle", "limits that the user set",
                                        "the power limit", "hardware: heat or power"};
    return bit < sizeof words / sizeof *words ? words[bit]
           : bit == REASON_UNSUPPORTED        ? "this GPU does not tell"
           : bit == REASON_UNKNOWN            ? "another reason"
                                              : NULL;
}

static bool is_of(const struct trace_series *s, const struct trace_series *other)
{
    return s->gpu == other->gpu && s->what == other->what && s->process == other->process &&
           s->device == other->device;
}

/* NULL: there are too many. */
static struct trace_series *find(struct trace_environment *environment,
                                 const struct trace_series *wanted)
{
    for (size_t i = environment->count; i-- > 0;)
        if (is_of(&environment->series[i], wanted))
            return &environment->series[i];
    if (environment->count == MOST_SERIES)
        return NULL;
    mem_grow(&environment->series, environment->count, &environment->capacity,
             sizeof *environment->series);
    environment->series[environment->count] = *wanted;
    return &environment->series[environment->count++];
}

static int by_time(const void *a, const void *b)
{
    const struct trace_sample *first = a, *second = b;
    return (first->start > second->start) - (first->start < second->start);
}

static int by_gpu(const void *a, const void *b)
{
    const struct trace_series *x = a, *y = b;
    const uint32_t left[] = {x->gpu, x->process, x->device, (uint32_t)x->what},
                   right[] = {y->gpu, y->process, y->device, (uint32_t)y->what};
    for (size_t i = 0; i < sizeof left / sizeof *left; i++)
        if (left[i] != right[i])
            return left[i] < right[i] ? -1 : 1;
    return 0;
}

static void end_samples(struct trace_series *s, uint64_t end)
{
    qsort(s->samples, s->count, sizeof *s->samples, by_time);
    for (size_t i = 0; i + 1 < s->count; i++)
        s->samples[i].end = s->samples[i + 1].start;
    struct trace_sample *last = &s->samples[s->count - 1];
    last->end = s->count > 1 ? last->start + (last[-1].end - last[-1].start) : end;
    last->end = last->end < last->start ? last->start : last->end;
}

void trace_environment_make(struct trace_environment *environment, const struct trace_index *index)
{
    struct trace *trace = index->trace;
    const uint64_t *time = trace_column(trace, TRACE_ENVIRONMENT, ENVIRONMENT_TIME),
                   *device = trace_column(trace, TRACE_ENVIRONMENT, ENVIRONMENT_DEVICE),
                   *what = trace_column(trace, TRACE_ENVIRONMENT, ENVIRONMENT_WHAT),
                   *number = trace_column(trace, TRACE_ENVIRONMENT, ENVIRONMENT_VALUE);
    const uint32_t *process = trace_processes(trace, TRACE_ENVIRONMENT);
    *environment = (struct trace_environment){0};
    for (size_t i = 0; i < trace_count(trace, TRACE_ENVIRONMENT); i++) {
        if (what[i] >= ENVIRONMENT_WHATS || !time[i])
            continue;
        struct trace_series wanted = {.gpu =
                                          trace_index_gpu(index, process[i], (uint32_t)device[i]),
                                      .what = (enum environment_what)what[i]};
        if (wanted.gpu == TRACE_NONE) {
            wanted.process = process[i];
            wanted.device = (uint32_t)device[i];
        }
        struct trace_series *s = find(environment, &wanted);
        if (!s)
            continue;
        mem_grow(&s->samples, s->count, &s->capacity, sizeof *s->samples);
        s->samples[s->count++] = (struct trace_sample){time[i], time[i], number[i]};
    }
    for (size_t i = 0; i < environment->count; i++)
        end_samples(&environment->series[i], index->end);
    if (environment->count)
        qsort(environment->series, environment->count, sizeof *environment->series, by_gpu);
}

void trace_environment_free(struct trace_environment *environment)
{
    for (size_t i = 0; i < environment->count; i++)
        free(environment->series[i].samples);
    free(environment->series);
    *environment = (struct trace_environment){0};
}
