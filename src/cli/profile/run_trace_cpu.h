/* run_trace_cpu: counts what the CPU does while a program is traced, and adds it to the trace. */
#ifndef ROOFTOP_CLI_PROFILE_RUN_TRACE_CPU_H
#define ROOFTOP_CLI_PROFILE_RUN_TRACE_CPU_H

#include "collect/os/loop.h"
#include "collect/trace_run/trace_run.h"

struct run_trace_cpu;

/* Opens the counters of these groups of metrics (see cpu_choice.h), of the whole machine. NULL:
 * they cannot be counted; see error. */
struct run_trace_cpu *run_trace_cpu_open(const char *groups, struct error *error);

/* Counts from now on; a step is added to the trace ten times a second. */
void run_trace_cpu_start(struct run_trace_cpu *cpu, struct trace_run *run, struct loop *loop);

/* Adds the last step; before trace_run_finish(). */
void run_trace_cpu_stop(struct run_trace_cpu *cpu);

/* What should be known of the counts: note i, or NULL behind the last. */
const char *run_trace_cpu_note(const struct run_trace_cpu *cpu, size_t i);
void run_trace_cpu_free(struct run_trace_cpu *cpu); /* NULL is fine */

#endif
