/* peer_window: what happens while and after a process measures launches: progress, and results for
 * the report, its file and the recording. */
#ifndef ROOFTOP_PEER_WINDOW_H
#define ROOFTOP_PEER_WINDOW_H

#include "run_state.h"

/* A pass is done; the last one of a window is answered. */
void peer_pass(struct peer *peer, const Wire__Pass *pass);
void peer_window(struct peer *peer, const Wire__Window *window);

#endif
