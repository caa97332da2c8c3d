/* inside_schedule: what a schedule asks for inside of kernels: counters of instructions, and
 * sampled warps. */
#ifndef ROOFTOP_COLLECT_RUN_INSIDE_SCHEDULE_H
#define ROOFTOP_COLLECT_RUN_INSIDE_SCHEDULE_H

#include "collect/plan/plan.h"
#include "collect/run/profile.h"
#include "wire.pb-c.h"

/* Fills a schedule with what the plan needs; inside_schedule_drop() frees what it adds. `sampling`
 * must stay until then. */
void inside_schedule_fill(Wire__Schedule *schedule, Wire__Sampling *sampling,
                          const struct chip_plan *plan, const struct sampling_settings *settings);
void inside_schedule_drop(Wire__Schedule *schedule);

#endif
