/* cpu_parts: the parts of units that the options name: sockets, root ports, links. */
#ifndef ROOFTOP_CLI_CPU_CPU_PARTS_H
#define ROOFTOP_CLI_CPU_CPU_PARTS_H

#include "cli/cpu/cpu_options.h"
#include "cpu/machine/cpu_plan.h"

/* The caller frees parts->sockets. false: one is not there; says on standard error what was
 * inferred. */
bool cpu_parts_read(struct cpu_parts *parts, const struct cpu_options *options,
                    const struct cpu_machine *machine, struct error *error);

#endif
