/* peer_launch: what happens when a process announces a launch: the filters, which count over all
 * processes, judge it. */
#ifndef ROOFTOP_PEER_LAUNCH_H
#define ROOFTOP_PEER_LAUNCH_H

#include "run_state.h"

void peer_launch(struct peer *peer, const Wire__Seen *seen);

#endif
