/* run_plain: runs the program of a rank that --ranks leaves out as if rooftop was not there. */
#ifndef ROOFTOP_CLI_PROFILE_RUN_PLAIN_H
#define ROOFTOP_CLI_PROFILE_RUN_PLAIN_H

#include "cli/options/options.h"

/* Whether this process is such a rank. A process without a rank is not: the processes that its
 * program starts may have ranks (rooftop mpirun ...). */
bool wants_plain_run(const struct options *options);

/* This process becomes the program. Returns only if the program cannot be started, with the exit
 * status for that. */
int run_plain(const struct options *options);

#endif
