/* run_launch: "rooftop --mode launch PROGRAM". It waits for a rooftop --mode attach and becomes the
 * program, which the other one profiles. */
#ifndef ROOFTOP_CLI_PROFILE_RUN_LAUNCH_H
#define ROOFTOP_CLI_PROFILE_RUN_LAUNCH_H

#include "cli/options/options.h"

/* Returns only if nobody can come or the program cannot be started, with the exit status for that.
 */
int run_launch(const struct options *options);

#endif
