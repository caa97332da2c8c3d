/* peer: the connection to one profiled process. Messages are those of wire.proto; each goes to the
 * file that knows what it means. */
#ifndef ROOFTOP_PEER_H
#define ROOFTOP_PEER_H

#include "run_state.h"

/* A loop_handler for the listening socket; context is the profile. */
void peer_accept(void *profile, int fd, short events);

/* Answers the first message of a process. */
void peer_hello(struct peer *peer, const Wire__Hello *hello);

void peer_answer(struct peer *peer, const Wire__ToTarget *message);

/* Closes the connection and frees the peer, unless application replay still needs it. */
void peer_drop(struct peer *peer);

/* Frees everything but devices that a chip still needs. */
void peer_free(struct peer *peer);

#endif
