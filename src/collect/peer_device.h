/* peer_device: what happens when a process announces a device: its chip gets a plan, once for each
 * chip; once the GPU is ours (gpu_wait.h) its clocks are locked and the process gets its schedule.
 */
#ifndef ROOFTOP_PEER_DEVICE_H
#define ROOFTOP_PEER_DEVICE_H

#include "run_state.h"

/* Takes over the message. */
void peer_device(struct peer *peer, Wire__Device *device);

/* The GPU is ours, or the process will not be profiled. */
void peer_device_ready(struct peer *peer, uint32_t ordinal);
void peer_device_refuse(struct peer *peer, const char *why);

/* Frees the chips and their plans. */
void peer_device_free_chips(struct profile *profile);

#endif
