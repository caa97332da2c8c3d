/* trace_peer: the connections to the processes of a traced run: who may be traced is answered, and
 * what they send goes to trace_blocks.
 *
 * A program may send anything. A message that is out of order, too long, or cannot be read ends its
 * connection with an error; a bad block costs itself alone. */
#ifndef ROOFTOP_COLLECT_TRACE_RUN_TRACE_PEER_H
#define ROOFTOP_COLLECT_TRACE_RUN_TRACE_PEER_H

#include "collect/trace_run/trace_state.h"

/* A loop_handler of the listener: accepts one process. The context is the run. */
void trace_peer_accept(void *context, int fd, short events);

/* Accepts all processes that wait. */
void trace_peer_accept_waiting(struct trace_run *run);

/* Serves a connection, which it takes over. */
void trace_peer_add(struct trace_run *run, int socket);
void trace_peer_drop_all(struct trace_run *run);

#endif
