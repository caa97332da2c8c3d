/* cpu_misfits: which of the chosen metrics mean nothing here. A superchip has no memory of a GPU, a
 * single socket no remote memory; and some metrics are of the whole machine, not of a program. */
#ifndef ROOFTOP_CPU_MACHINE_CPU_MISFITS_H
#define ROOFTOP_CPU_MACHINE_CPU_MISFITS_H

#include "cpu/machine/cpu_machine.h"
#include "cpu/values/cpu_choice.h"

/* A sentence that names them and says why; NULL: all have a meaning. Metrics of units that the
 * machine lacks are not in it. whole: all programs are counted. Free it. */
char *cpu_misfits_text(const struct cpu_machine *machine, const struct cpu_choice *choice,
                       bool whole);

#endif
