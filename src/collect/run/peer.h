/* peer: the connection to one profiled process, from its beginning to its end. */
#ifndef ROOFTOP_COLLECT_RUN_PEER_H
#define ROOFTOP_COLLECT_RUN_PEER_H

#include "collect/run/run_state.h"

/* A loop_handler for the listening socket: accepts one process and watches it. context is the
 * profile. */
void peer_accept(void *profile, int fd, short events);

/* Makes the results of the process that are still queued and closes the connection. The peer is
 * freed unless the mode of the run needs it until the end. */
void peer_drop(struct peer *peer);

/* Reads on from the processes that wait since too many windows did, if there is room again. After
 * each step of the loop. */
void peer_resume(struct profile *profile);

/* Frees the peers that were kept. */
void peer_free_gone(struct profile *profile);

#endif
