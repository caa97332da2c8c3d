/* cpu_turns: how groups of events shared the counters in a run. */
#ifndef ROOFTOP_CPU_VALUES_CPU_TURNS_H
#define ROOFTOP_CPU_VALUES_CPU_TURNS_H

#include "cpu/counts/cpu_run.h"
#include "report/base/strbuf.h"

/* Appends "Counted in turns: core 3 groups, each at least 33 % of the time; scf ...", or that
 * somebody else counts if a single group had to wait. Appends nothing if everything was counted all
 * of the time. */
void cpu_turns_text(struct strbuf *out, const struct cpu_run *run);

#endif
