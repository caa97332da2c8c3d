/* peer_window: what happens while and after a process measures launches: progress, and results for
 * the report, its file and the recording. */
#ifndef ROOFTOP_PEER_WINDOW_H
#define ROOFTOP_PEER_WINDOW_H

#include "run_state.h"

/* A pass is done; the last one of a window is answered. */
void peer_pass(struct peer *peer, const Wire__Pass *pass);

/* Takes over the window. Its results are made by peer_window_work() while there is nothing else to
 * do, so that the program goes on measuring meanwhile. */
void peer_window(struct peer *peer, Wire__Window *window);

/* Where the time of a window went, for those who work on rooftop: ROOFTOP_TRACE=1. */
void peer_window_trace(struct profile *profile, const Wire__Window *window);

/* The same as peer_window(), for what was not just measured. */
void peer_window_queue(struct peer *peer, Wire__Window *window);

/* For loop_idle(): when the next result may be made, and making it. context is the profile. */
int peer_window_wait(void *context);
void peer_window_work(void *context);

/* Makes all results of this process that wait. */
void peer_window_finish(const struct peer *peer);

#endif
