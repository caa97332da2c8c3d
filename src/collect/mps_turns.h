/* mps_turns: clients of the Multi-Process Service take turns.
 *
 * Under MPS the processes on a GPU share what counts: while one measures, the counters count what
 * the others do. So of the clients that this rooftop profiles one measures a window at a time, and
 * meanwhile launches of the others wait for their verdict. What clients do that are not profiled,
 * and launches that are still running, count all the same: the user is told once. Clients of other
 * rooftops wait for the whole GPU (gpu_locks.h). */
#ifndef ROOFTOP_MPS_TURNS_H
#define ROOFTOP_MPS_TURNS_H

#include "run_state.h"

/* Whether the device is shared over MPS, by what the driver told the process. */
bool mps_is_client(const Wire__Device *device);

/* The counters of this device are about to be enabled in the process. */
void mps_turns_begin(struct peer *peer, const Wire__Device *device);

/* The process asks to measure, or has measured: answered at once or when it is its turn. */
void mps_turns_ask(struct peer *peer, const Wire__Turn *turn);

/* Whether the launch has to wait, which then belongs to this module. */
bool mps_turns_hold(struct peer *peer, Wire__Seen *seen);

/* The process has gone. */
void mps_turns_drop(struct peer *peer);

/* Now and then: keeps who waits from giving us up. */
void mps_turns_check(struct profile *profile);

#endif
