/* peer_window: a process reports that it has measured: one pass, or a whole window of launches. */
#ifndef ROOFTOP_COLLECT_RUN_PEER_WINDOW_H
#define ROOFTOP_COLLECT_RUN_PEER_WINDOW_H

#include "collect/run/run_state.h"

/* A pass is done. The process waits for an answer to the last pass of a window. */
void peer_pass(struct peer *peer, const Wire__Pass *pass);

/* Takes over the window, of which the mode makes results. */
void peer_window(struct peer *peer, Wire__Window *window);

#endif
