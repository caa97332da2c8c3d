/* perf_fault: why events could not be opened, and what to do about it. */
#ifndef ROOFTOP_CPU_MEASURE_PERF_FAULT_H
#define ROOFTOP_CPU_MEASURE_PERF_FAULT_H

#include "cpu/counts/cpu_run.h"
#include "cpu/machine/cpu_machine.h"

enum { PERF_MOST_FAULTS = 64 };

struct perf_faults {
    bool whole; /* all programs are counted, not one */
    struct perf_fault {
        const struct cpu_device *device;
        int number; /* errno */
        size_t count;
    } list[PERF_MOST_FAULTS];
    size_t count;
};

void perf_faults_add(struct perf_faults *faults, const struct cpu_device *device, int number);

/* Notes each kind of fault in the run, once. */
void perf_faults_note(const struct perf_faults *faults, const struct cpu_machine *machine,
                      struct cpu_run *run);

/* Stores the error for the case that nothing could be opened. */
void perf_faults_error(const struct perf_faults *faults, const struct cpu_machine *machine,
                       struct error *error);

#endif
