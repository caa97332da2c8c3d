/* peer_messages: which function handles which message of wire.proto, and when a process may send
 * it. */
#ifndef ROOFTOP_COLLECT_RUN_PEER_MESSAGES_H
#define ROOFTOP_COLLECT_RUN_PEER_MESSAGES_H

#include "collect/run/run_state.h"

/* Handles one message, which holds one field. A message without a field that this host knows is
 * ignored, and the user is told once for each process. The caller frees the message; fields that a
 * handler took over are NULL then. false: the process may not send this message now. */
bool peer_message(struct peer *peer, Wire__ToHost *message);

#endif
