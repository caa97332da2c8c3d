/* show_trace: "rooftop run.rtrace...": prints pages of saved traces. Several traces are one: of the
 * ranks of a job, for instance. */
#ifndef ROOFTOP_CLI_COMMANDS_SHOW_TRACE_H
#define ROOFTOP_CLI_COMMANDS_SHOW_TRACE_H

#include <stdio.h>

#include "cli/options/options.h"

/* Returns the exit status: 1 also if a file is damaged. */
int show_trace(const struct options *options, FILE *pages);

/* Whether --export asks for JSON that Perfetto reads: it is the word "chrome", or a name that ends
 * in .json. */
bool trace_exports_chrome(const char *export_path);

/* Writes that. beside: the name of a trace, for --export chrome. Returns the exit status; what is
 * wrong goes to standard error. */
int export_trace_chrome(struct trace *trace, const struct options *options, const char *beside);

/* Prints the pages that the options ask for, or those that say most. */
void print_trace(struct trace *trace, const struct options *options, FILE *pages);

#endif
