/* run_plain: a rank that --ranks leaves out: the program runs as if rooftop was not there. */
#ifndef ROOFTOP_RUN_PLAIN_H
#define ROOFTOP_RUN_PLAIN_H

#include "options.h"

/* Whether this process is such a rank. Without a rank of its own it is not: then the processes of
 * the program may have ranks (rooftop mpirun ...). */
bool wants_plain_run(const struct options *options);

/* Becomes the program. Returns only if it cannot be started: an exit status. */
int run_plain(const struct options *options);

#endif
