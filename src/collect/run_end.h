/* run_end: ending the program, and what the user is told of its end. */
#ifndef ROOFTOP_RUN_END_H
#define ROOFTOP_RUN_END_H

#include "run_state.h"

/* SIGKILL follows so long after SIGTERM. */
enum { KILL_AFTER_MS = 2000 };

/* A signal for the program and for those of its children that are profiled. */
void run_signal_all(struct profile *profile, int signal_number);

/* Ends them because enough was measured. */
void run_stop(struct profile *profile);

/* The program and all connections are gone, or given up: says how it ended and, if there are no
 * results, why; the listener hears that the run is over. Once. */
void run_finish(struct profile *profile);

#endif
