/* peer_device: a process announces a device. The device's chip gets a plan (chips.h) and the GPU is
 * waited for (gpu_wait.h); the answer is peer_schedule.h's. */
#ifndef ROOFTOP_COLLECT_RUN_PEER_DEVICE_H
#define ROOFTOP_COLLECT_RUN_PEER_DEVICE_H

#include "collect/run/run_state.h"

/* Takes over the message. Each context of a device asks; only the first one waits. A device that
 * makes no sense, or whose chip cannot be planned, is refused. */
void peer_device_announce(struct peer *peer, Wire__Device *device);

#endif
