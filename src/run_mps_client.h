/* run_mps_client: rooftop --mps client PROGRAM: waits for a rooftop --mps control and becomes the
 * program, which that one profiles. */
#ifndef ROOFTOP_RUN_MPS_CLIENT_H
#define ROOFTOP_RUN_MPS_CLIENT_H

#include "options.h"

bool wants_mps_client(const struct options *options);

/* Returns only if the program cannot be started: an exit status. */
int run_mps_client(const struct options *options);

#endif
