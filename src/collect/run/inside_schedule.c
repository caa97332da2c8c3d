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

void inside_schedule_fill(Wire__Schedule *schedule, Wire__Sampling *sampling,
                          const struct chip_plan *plan, const struct sampling_settings *settings)
{
    size_t room = 0;
    for (size_t i = 0; i < plan->inside_count; i++) {
        const struct instruction_metric *metric = instruction_metric_find(plan->inside[i]);
        for (size_t j = 0; metric && j < MOST_INSTRUCTION_COUNTERS && metric->counters[j].name; j++)
            add_counter(schedule, &room, metric->counters[j].name);
        if (section_metric_kind(plan->inside[i]) == SECTION_METRIC_WARP_SAMPLING)
            ask_sampling(schedule, sampling, settings);
    }
}

void inside_schedule_drop(Wire__Schedule *schedule)
{
    free(schedule->instruction_counters);
}
