/* run_trace: "rooftop trace program": runs the program, records what it does, and prints pages
 * about it or writes the trace to a file. */
#ifndef ROOFTOP_CLI_PROFILE_RUN_TRACE_H
#define ROOFTOP_CLI_PROFILE_RUN_TRACE_H

#include <stdio.h>

#include "cli/options/options.h"
#include "report/trace/trace.h"

/* Returns the exit status. */
int run_trace(struct options *options, FILE *pages, FILE *messages);

/* Runs the program and records only its work on GPUs. Returns the trace, which the caller frees, or
 * NULL if nothing was started. *status: what rooftop would exit with. */
struct trace *run_trace_kernels(const struct options *options, FILE *messages, int *status);

#endif
