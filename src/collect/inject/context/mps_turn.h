/* mps_turn: lets processes that share a GPU use the counters one after the other. While one of them
 * has a range profiler, CUPTI refuses the others theirs, and even the question which counters there
 * are (CUPTI 13.0, CUPTI_ERROR_HARDWARE_BUSY). So a turn begins before that question, and it ends
 * with the range profiler given up. A process that is alone on its GPU, as the host tells, keeps
 * it.
 */
#ifndef ROOFTOP_COLLECT_INJECT_CONTEXT_MPS_TURN_H
#define ROOFTOP_COLLECT_INJECT_CONTEXT_MPS_TURN_H

#include <stdbool.h>

#include "wire.pb-c.h"

struct inject;
struct context_state;

/* Before counters are used, which ends what introduce.h does, and gives up the counters of other
 * contexts of the same GPU. first: the context is new, and the host does not know its GPU yet. If
 * its GPU is shared: asks the host for the turn and waits for it. true: end it with mps_turn_end().
 */
bool mps_turn_begin(struct inject *inject, const struct context_state *context, bool first);

/* Also after counters were used without a turn, if the GPU is shared since. */
void mps_turn_end(struct inject *inject, const struct context_state *context);

/* Takes note of what the host's answer to any question says of other processes. */
void mps_turn_note(struct inject *inject, const Wire__ToTarget *answer);

#endif
