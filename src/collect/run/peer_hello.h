/* peer_hello: a process says who it is, and is told whether and how it is profiled. With the first
 * one that is profiled the host reads the machine's facts and begins the report's session. */
#ifndef ROOFTOP_COLLECT_RUN_PEER_HELLO_H
#define ROOFTOP_COLLECT_RUN_PEER_HELLO_H

#include "collect/run/run_state.h"

/* Answers the first message of a process. A process that an option excludes, or that speaks another
 * protocol, is told to leave its launches alone. */
void peer_hello(struct peer *peer, const Wire__Hello *hello);

#endif
