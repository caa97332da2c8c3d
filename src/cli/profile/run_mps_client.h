/* run_mps_client: "rooftop --mps client PROGRAM". It waits for a rooftop --mps control and becomes
 * the program, which the control profiles. */
#ifndef ROOFTOP_CLI_PROFILE_RUN_MPS_CLIENT_H
#define ROOFTOP_CLI_PROFILE_RUN_MPS_CLIENT_H

#include "cli/options/options.h"

/* Whether the options say that this process is a client with a program. */
bool wants_mps_client(const struct options *options);

/* Returns only if no control comes or the program cannot be started, with the exit status for that.
 */
int run_mps_client(const struct options *options);

#endif
