/* mps_control: rooftop --mps control: profiles processes that other rooftops started with --mps
 * client or primary-client, and its own program, if it has one.
 *
 * Their first message is answered when all are there: with --mps-num-clients so many, with
 * --mps-timeout those that came in this time; with both it is an error if fewer came, and without
 * the former if none did. When the primary client has ended, no launch of the others is measured
 * any more. */
#ifndef ROOFTOP_MPS_CONTROL_H
#define ROOFTOP_MPS_CONTROL_H

#include "run_state.h"

struct mps_control;

/* choice: see choice.h. Nothing is done unless the settings ask for it. */
bool mps_control_start(struct profile *profile, const char *choice, struct error *error);
void mps_control_stop(struct profile *profile);

/* Whether the process has to wait for others; the message then belongs to this module. */
bool mps_control_hold(struct peer *peer, Wire__Hello *hello);
void mps_control_drop(struct peer *peer);

/* The primary client was there, and has gone. */
bool mps_control_is_over(const struct profile *profile);

/* To be called now and then. true: more clients are waited for. */
bool mps_control_waits(struct profile *profile);

#endif
