/* peer_launch: a process announces a launch. The filters, which count over all processes, judge it;
 * the mode of the run may judge otherwise; the process gets the verdict. */
#ifndef ROOFTOP_COLLECT_RUN_PEER_LAUNCH_H
#define ROOFTOP_COLLECT_RUN_PEER_LAUNCH_H

#include "collect/run/run_state.h"

void peer_launch(struct peer *peer, const Wire__Seen *seen);

#endif
