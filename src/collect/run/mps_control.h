/* mps_control: rooftop --mps control profiles processes that other rooftops start with --mps client
 * or primary-client, and its own program, if it has one.
 *
 * The first message of each process is answered when all clients are there. --mps-num-clients says
 * how many these are; with --mps-timeout they are the clients that came within this time. It is an
 * error if fewer came than --mps-num-clients says, or if no client came. When the primary client
 * has ended, no launch of the others is measured any more. */
#ifndef ROOFTOP_COLLECT_RUN_MPS_CONTROL_H
#define ROOFTOP_COLLECT_RUN_MPS_CONTROL_H

#include "collect/run/run_state.h"

struct mps_control;

/* Opens the meeting place, if the settings ask for it. program_filter: see program_filter_text.h.
 * false: see error. */
bool mps_control_start(struct profile *profile, const char *program_filter, struct error *error);
void mps_control_stop(struct profile *profile);

/* Whether the process has to wait for others. true: the message belongs to this module now. */
bool mps_control_hold(struct peer *peer, Wire__Hello *hello);

/* The process has gone. */
void mps_control_drop(struct peer *peer);

/* The primary client was there, and has gone. */
bool mps_control_is_over(const struct profile *profile);

enum mps_wait {
    MPS_GOES_ON, /* nobody is waited for */
    MPS_WAITS,
    MPS_GAVE_UP, /* not enough clients came, and the user was told: no process is profiled */
};

/* To be called now and then. */
enum mps_wait mps_control_check(struct profile *profile);

#endif
