/* cpu_list_page: rooftop cpu --list: units, events, groups and metrics, and what of them this
 * machine has. */
#ifndef ROOFTOP_CPU_PAGES_CPU_LIST_PAGE_H
#define ROOFTOP_CPU_PAGES_CPU_LIST_PAGE_H

#include <stdio.h>

#include "cpu/machine/cpu_machine.h"
#include "report/page_parts/page_options.h"

void cpu_list_print(const struct cpu_machine *machine, enum page_format format, FILE *out);

/* Returns what is missing here for these metrics and what to do, or NULL; free() it. */
char *cpu_missing_text(const struct cpu_machine *machine);

#endif
