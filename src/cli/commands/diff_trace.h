/* diff_trace: "rooftop diff A.rtrace B.rtrace". It prints what changed from one trace to the other.
 */
#ifndef ROOFTOP_CLI_COMMANDS_DIFF_TRACE_H
#define ROOFTOP_CLI_COMMANDS_DIFF_TRACE_H

#include <stdio.h>

#include "cli/options/options.h"

/* Whether the two files that are compared are traces. */
bool diff_is_of_traces(const struct options *options);

/* As diff_reports(), also its exit status. */
int diff_traces(const struct options *options, FILE *pages);

#endif
