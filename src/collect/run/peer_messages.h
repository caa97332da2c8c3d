/* peer_messages: which function handles which message of wire.proto, and when a process may send
 * it. message_limits.h has the limits of what is in it. */
#ifndef ROOFTOP_COLLECT_RUN_PEER_MESSAGES_H
#define ROOFTOP_COLLECT_RUN_PEER_MESSAGES_H

#include "collect/run/run_state.h"

/* Handles one message of `length` bytes, which holds one field. A message without a field that this
 * host knows is ignored, and the user is told once for each process. The caller frees the message;
 * fields that a handler took over are NULL then. false: the process may not send this message now,
 * or not with these values; *error continues a sentence about the process ("sent the message Hello
 * a second time"). Nothing was changed then. */
bool peer_message(struct peer *peer, Wire__ToHost *message, size_t length, struct error *error);

#endif
