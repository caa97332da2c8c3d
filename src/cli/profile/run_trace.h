/* run_trace: "rooftop trace program": runs the program, records what it does, and prints pages
 * about it or writes the trace to a file. */
#ifndef ROOFTOP_CLI_PROFILE_RUN_TRACE_H
#define ROOFTOP_CLI_PROFILE_RUN_TRACE_H

#include <stdio.h>

#include "cli/options/options.h"

/* Returns the exit status. */
int run_trace(struct options *options, FILE *pages, FILE *messages);

#endif
