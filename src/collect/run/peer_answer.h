/* peer_answer: what the host says to a profiled process. Failures are not reported here: a process
 * whose connection breaks is noticed when its socket is read. */
#ifndef ROOFTOP_COLLECT_RUN_PEER_ANSWER_H
#define ROOFTOP_COLLECT_RUN_PEER_ANSWER_H

#include "collect/run/run_state.h"

/* Sends one message. It blocks for at most the time that peer_accept() has set for the socket. */
void peer_answer(struct peer *peer, const Wire__ToTarget *message);

/* Tells a process that its answer takes longer, if *alive is some time ago; it would give us up
 * otherwise. *alive: when it was last told, as run_now() gives it; it is kept up to date here. */
void peer_keep_waiting(struct peer *peer, double *alive);

#endif
