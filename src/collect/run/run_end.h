/* run_end: ends the program, and tells the user how the run ended. */
#ifndef ROOFTOP_COLLECT_RUN_RUN_END_H
#define ROOFTOP_COLLECT_RUN_RUN_END_H

#include "collect/run/run_state.h"

/* SIGKILL follows SIGTERM after this time. */
enum { KILL_AFTER_MS = 2000 };

/* Sends a signal to the program and to those of its children that are profiled. */
void run_signal_all(struct profile *profile, int signal_number);

/* Ends them because enough was measured. Their exit status then says nothing. */
void run_stop(struct profile *profile);

/* To be called when the program and all connections are gone, or given up. Tells the user how the
 * program ended and, if there are no results, why; tells the listener that the run is over. Does
 * nothing when it is called again. */
void run_finish(struct profile *profile);

#endif
