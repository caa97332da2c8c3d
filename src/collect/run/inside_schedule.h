/* inside_schedule: what a schedule asks for inside of kernels: counters of instructions, sampled
 * warps, and counters over time. */
#ifndef ROOFTOP_COLLECT_RUN_INSIDE_SCHEDULE_H
#define ROOFTOP_COLLECT_RUN_INSIDE_SCHEDULE_H

#include "collect/plan/plan.h"
#include "collect/run/profile.h"
#include "wire.pb-c.h"

/* Messages that a schedule may get. */
struct inside_schedule {
    Wire__Sampling sampling;
    Wire__TimeSampling times;
};

/* Fills a schedule with what the plan needs; inside_schedule_drop() frees what it adds. The parts
 * and the chip's name must stay until then. */
void inside_schedule_fill(Wire__Schedule *schedule, struct inside_schedule *parts,
                          const struct chip_plan *plan, const char *chip,
                          const struct profile_settings *settings);
void inside_schedule_drop(Wire__Schedule *schedule);

#endif
