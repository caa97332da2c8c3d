/* peer_schedule: the answer to a process that has announced a device: what it is to measure there,
 * or why it is not profiled. */
#ifndef ROOFTOP_COLLECT_RUN_PEER_SCHEDULE_H
#define ROOFTOP_COLLECT_RUN_PEER_SCHEDULE_H

#include "collect/run/run_state.h"

/* The GPU is ours: locks its clocks, writes the device into the report, sends the schedule. */
void peer_schedule_grant(struct peer *peer, uint32_t ordinal);

/* Sends only the schedule, to a process that has had it before. */
void peer_schedule_send(struct peer *peer, const struct chip_state *chip);

/* The process will not be profiled on its device. The user is told why, and the run has failed. */
void peer_schedule_refuse(struct peer *peer, const char *why);

#endif
