/* show_trace: "rooftop run.rtrace...": prints pages of saved traces. Several traces are one: of the
 * ranks of a job, for instance. */
#ifndef ROOFTOP_CLI_COMMANDS_SHOW_TRACE_H
#define ROOFTOP_CLI_COMMANDS_SHOW_TRACE_H

#include <stdio.h>

#include "cli/options/options.h"

/* Returns the exit status: 1 also if a file is damaged. */
int show_trace(const struct options *options, FILE *pages);

/* Prints the pages that the options ask for, or those that say most. */
void print_trace(struct trace *trace, const struct options *options, FILE *pages);

#endif
