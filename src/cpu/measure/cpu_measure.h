/* cpu_measure: counts the events of a plan. Groups of a unit that do not fit at the same time take
 * turns; the kernel sees to that, and what it says of the time is in the values. */
#ifndef ROOFTOP_CPU_MEASURE_CPU_MEASURE_H
#define ROOFTOP_CPU_MEASURE_CPU_MEASURE_H

#include "cpu/counts/cpu_run.h"
#include "cpu/machine/cpu_plan.h"
#include "cpu/measure/perf_calls.h"

struct cpu_measure;

/* What is counted: a program that waits to be executed, with what it will start; -1: everything. */
struct cpu_target {
    pid_t pid;
};

/* How many events fit into a group of the unit, found by opening them. For cpu_plan_make(). */
struct cpu_probe {
    const struct cpu_machine *machine;
    const struct perf_calls *calls;
};
unsigned cpu_probe_capacity(void *probe, const struct cpu_unit *unit);

/* Opens the events. round: of each unit only the group of that number; SIZE_MAX: all. What cannot
 * be counted is noted in the run, and its counts say so. NULL: nothing can be counted; the error
 * says why and what to do. */
struct cpu_measure *cpu_measure_open(const struct cpu_machine *machine, const struct cpu_plan *plan,
                                     const struct cpu_parts *parts, struct cpu_target target,
                                     size_t round, const struct perf_calls *calls,
                                     struct cpu_run *run, struct error *error);
/* How many rounds the plan has: the groups of the unit that has most. */
size_t cpu_measure_rounds(const struct cpu_plan *plan);

/* Starts everything but what waits for the program. */
void cpu_measure_start(struct cpu_measure *measure);
/* Adds a step to the run: what was counted since the last one. */
void cpu_measure_step(struct cpu_measure *measure, struct cpu_run *run);
/* Stops, adds the totals to the run and releases the measure. pin_check: note what never had a
 * counter. */
void cpu_measure_finish(struct cpu_measure *measure, struct cpu_run *run, bool pin_check);

#endif
