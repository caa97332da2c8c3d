/* mps_turns: processes that share a GPU take turns, as CUPTI gives the counters to one at a time.
 *
 * A process that is alone on its GPU keeps its counters between windows, since new ones cost much.
 * When another one comes, the first is told with its next verdict, or when a thread of it asks, and
 * gives them up after each window from then on. The other waits for that, but not for ever: the
 * first may be in a kernel that waits for the other.
 *
 * Under MPS the processes on a GPU share what the counters count: while one process measures, the
 * counters count what the others do. So only one of the clients that this rooftop profiles measures
 * a window at a time, and launches of the others wait for their verdict meanwhile. Clients that are
 * not profiled, and launches that still run, are counted all the same; the user is told once.
 * Clients of other rooftops wait for the whole GPU (gpu_locks.h). */
#ifndef ROOFTOP_COLLECT_RUN_MPS_TURNS_H
#define ROOFTOP_COLLECT_RUN_MPS_TURNS_H

#include "collect/run/run_state.h"

/* Whether the device is shared over MPS, as the driver told the process. */
bool mps_is_client(const Wire__Device *device);

/* The counters of this device are about to be enabled in the process. */
void mps_turns_begin(struct peer *peer, const Wire__Device *device);

/* Whether another process that is profiled uses a GPU of this one. */
bool mps_turns_shared(const struct peer *peer);

/* The process asks to measure, or has measured. It is answered at once or when it is its turn. */
void mps_turns_ask(struct peer *peer, const Wire__Turn *turn);

/* Whether the launch has to wait. true: the message belongs to this module now. */
bool mps_turns_hold(struct peer *peer, Wire__Seen *seen);

/* The process has gone; if it was measuring, the next one does. */
void mps_turns_drop(struct peer *peer);

/* To be called now and then: tells processes that wait that we are still there. */
void mps_turns_check(struct profile *profile);

#endif
