#include "collect/result/time_metrics.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/base/strbuf.h"

/* A group of a launch, checked. */
struct series {
    const Wire__TimeSamples *samples;
    const struct plan_group *group;
};

/* What the value of a metric is, of the values of its samples. */
enum summary { SUMMARY_NONE, SUMMARY_SUM, SUMMARY_MEAN };

static enum summary summary_of(const char *name)
{
    const char *counter = strstr(name, "__");
    const char *dot = counter ? strchr(counter, '.') : NULL;
    if (!dot || strncmp(dot, ".pct", 4) == 0 || strncmp(dot, ".ratio", 6) == 0 ||
        strstr(name, "throughput"))
        return SUMMARY_NONE;
    return strstr(dot, ".pct") ? SUMMARY_MEAN : SUMMARY_SUM;
}

static void add_value(struct metric_list *list, const char *name, const double *values,
                      size_t count)
{
    const enum summary summary = summary_of(name);
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += isfinite(values[i]) ? values[i] : 0;
    if (summary == SUMMARY_NONE)
        metric_add_empty(list, name);
    else
        metric_add_number(list, name, summary == SUMMARY_MEAN ? sum / (double)count : sum);
}

static void add_course(struct metric_list *list, const struct series *series, size_t metric,
                       double *values)
{
    const Wire__TimeSamples *m = series->samples;
    const char *name = series->group->metrics[metric];
    if (metric_list_find(list, name))
        return;
    for (size_t i = 0; i < m->n_times; i++) {
        const double value = m->values[i * series->group->count + metric];
        values[i] = isfinite(value) ? value : 0;
    }
    add_value(list, name, values, m->n_times);
    metric_add_instances(list, m->times, values, m->n_times, false);
    metric_mark_series(list);
}

/* A metric whose only instance has a time as its id. */
static void add_time(struct metric_list *list, const char *what, size_t pass, uint64_t time,
                     double value)
{
    char name[64];
    snprintf(name, sizeof name, "profiler__%s_%zu", what, pass);
    metric_add_integer(list, name, 1);
    metric_add_instances(list, &time, &value, 1, true);
}

static char *names_of(const struct plan_group *group)
{
    struct strbuf names = {0};
    strbuf_adds(&names, "");
    for (size_t i = 0; i < group->count; i++)
        strbuf_addf(&names, "%s%s", i ? "," : "", group->metrics[i]);
    return strbuf_detach(&names);
}

/* How the passes were made: a metric with an instance for each pass. */
static void add_passes(struct metric_list *list, const struct series *series, size_t count)
{
    uint64_t *ids = mem_alloc((count + 1) * sizeof *ids);
    double *values = mem_alloc((count + 1) * sizeof *values);
    char **names = mem_alloc((count + 1) * sizeof *names);
    uint64_t interval = 0, buffer = 0;
    for (size_t i = 0; i < count; i++) {
        const Wire__TimeSamples *m = series[i].samples;
        ids[i] = i;
        names[i] = names_of(series[i].group);
        interval = m->interval > interval ? m->interval : interval;
        buffer = m->buffer > buffer ? m->buffer : buffer;
    }
    metric_add_integer(list, "profiler__pmsampler_pass_groups", count);
    metric_add_text_instances(list, ids, (const char *const *)names, count);
    metric_add_integer(list, "profiler__pmsampler_interval_time", interval);
    for (size_t i = 0; i < count; i++)
        values[i] = (double)series[i].samples->interval;
    metric_add_instances(list, ids, values, count, true);
    metric_add_integer(list, "profiler__pmsampler_buffer_size_bytes", buffer);
    for (size_t i = 0; i < count; i++)
        values[i] = (double)series[i].samples->buffer;
    metric_add_instances(list, ids, values, count, true);
    metric_add_integer(list, "profiler__pmsampler_merged_samples", 0);
    memset(values, 0, count * sizeof *values);
    metric_add_instances(list, ids, values, count, true);
    for (size_t i = 0; i < count; i++)
        free(names[i]);
    free(names);
    free(values);
    free(ids);
}

/* false: the program cannot have sampled this. */
static bool open_series(struct series *series, const struct chip_plan *plan,
                        const Wire__TimeSamples *samples)
{
    if (samples->group >= plan->sampled_count)
        return false;
    *series = (struct series){samples, &plan->sampled[samples->group]};
    return samples->n_times && samples->n_values == samples->n_times * series->group->count;
}

void time_metrics_add(struct metric_list *list, const struct result_input *input)
{
    const Wire__Result *result = input->result;
    struct series *series = mem_alloc((result->n_time_samples + 1) * sizeof *series);
    size_t count = 0;
    for (size_t i = 0; i < result->n_time_samples; i++)
        if (open_series(&series[count], input->chip_plan, result->time_samples[i]))
            count++;
    for (size_t pass = 0; pass < count; pass++) {
        const Wire__TimeSamples *m = series[pass].samples;
        double *values = mem_alloc(m->n_times * sizeof *values);
        for (size_t i = 0; i < series[pass].group->count; i++)
            add_course(list, &series[pass], i, values);
        free(values);
        add_time(list, "pmsampler_ctxsw", pass, m->times[0], 1);
        add_time(list, "timestamp_workload_start", pass, m->start, 0);
        add_time(list, "timestamp_workload_end", pass, m->end, 0);
    }
    if (count)
        add_passes(list, series, count);
    free(series);
}
