/* peer_device: what happens when a process announces a device: its chip gets a plan, once for each
 * chip, its clocks are locked, and the process gets its schedule. */
#ifndef ROOFTOP_PEER_DEVICE_H
#define ROOFTOP_PEER_DEVICE_H

#include "run_state.h"

/* Takes over the message. */
void peer_device(struct peer *peer, Wire__Device *device);

/* Frees the chips and their plans. */
void peer_device_free_chips(struct profile *profile);

#endif
