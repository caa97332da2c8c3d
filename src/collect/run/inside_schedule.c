#include "collect/run/inside_schedule.h"

#include <stdlib.h>
#include <string.h>

#include "collect/metrics/instruction_metrics.h"
#include "report/base/mem.h"
#include "report/section/section_metrics.h"

static void add_counter(Wire__Schedule *schedule, size_t *room, const char *name)
{
    for (size_t i = 0; i < schedule->n_instruction_counters; i++)
        if (strcmp(schedule->instruction_counters[i], name) == 0)
            return;
    mem_grow(&schedule->instruction_counters, schedule->n_instruction_counters, room,
             sizeof *schedule->instruction_counters);
    schedule->instruction_counters[schedule->n_instruction_counters++] = (char *)(uintptr_t)name;
}

static void ask_sampling(Wire__Schedule *schedule, Wire__Sampling *sampling,
                         const struct sampling_settings *settings)
{
    wire__sampling__init(sampling);
    sampling->has_interval = settings->has_interval;
    sampling->interval = settings->interval;
    sampling->has_passes = sampling->has_buffer = true;
    sampling->passes = settings->passes;
    sampling->buffer = settings->buffer;
    schedule->sampling = sampling;
}

/* CUPTI gets its own names. */
static Wire__Group *make_group(const struct plan_group *from)
{
    Wire__Group *group = mem_alloc(sizeof *group);
    wire__group__init(group);
    group->has_config = group->has_passes = true;
    group->config = (ProtobufCBinaryData){from->image_size, from->image};
    group->passes = from->passes;
    group->metrics = mem_alloc((from->count + 1) * sizeof *group->metrics);
    for (; group->n_metrics < from->count; group->n_metrics++)
        group->metrics[group->n_metrics] =
            (char *)(uintptr_t)sampled_metric_name(from->metrics[group->n_metrics]);
    return group;
}

static void ask_times(Wire__Schedule *schedule, Wire__TimeSampling *sampling,
                      const struct chip_plan *plan, const char *chip,
                      const struct time_sampling_settings *settings)
{
    wire__time_sampling__init(sampling);
    sampling->has_interval = settings->interval > 0;
    sampling->interval = settings->interval;
    sampling->has_buffer = settings->buffer > 0;
    sampling->buffer = settings->buffer;
    sampling->chip = (char *)(uintptr_t)chip;
    sampling->groups = mem_alloc((plan->sampled_count + 1) * sizeof *sampling->groups);
    while (sampling->n_groups < plan->sampled_count &&
           (!settings->passes || sampling->n_groups < settings->passes)) {
        sampling->groups[sampling->n_groups] = make_group(&plan->sampled[sampling->n_groups]);
        sampling->n_groups++;
    }
    schedule->time_sampling = sampling;
}

void inside_schedule_fill(Wire__Schedule *schedule, struct inside_schedule *parts,
                          const struct chip_plan *plan, const char *chip,
                          const struct profile_settings *settings)
{
    size_t room = 0;
    for (size_t i = 0; i < plan->inside_count; i++) {
        const struct instruction_metric *metric = instruction_metric_find(plan->inside[i]);
        for (size_t j = 0; metric && j < MOST_INSTRUCTION_COUNTERS && metric->counters[j].name; j++)
            add_counter(schedule, &room, metric->counters[j].name);
        if (section_metric_kind(plan->inside[i]) == SECTION_METRIC_WARP_SAMPLING)
            ask_sampling(schedule, &parts->sampling, &settings->sampling);
    }
    if (plan->sampled_count)
        ask_times(schedule, &parts->times, plan, chip, &settings->time_sampling);
}

void inside_schedule_drop(Wire__Schedule *schedule)
{
    Wire__TimeSampling *times = schedule->time_sampling;
    free(schedule->instruction_counters);
    for (size_t i = 0; times && i < times->n_groups; i++) {
        free(times->groups[i]->metrics);
        free(times->groups[i]);
    }
    if (times)
        free(times->groups);
}
