/* mps_turn: lets clients of the Multi-Process Service use the counters one after the other. While
 * one client has a range profiler, CUPTI refuses the others theirs, and even the question which
 * counters there are (CUPTI 13.0, CUPTI_ERROR_HARDWARE_BUSY). So a turn begins before that
 * question, and it ends with the range profiler given up. */
#ifndef ROOFTOP_COLLECT_INJECT_CONTEXT_MPS_TURN_H
#define ROOFTOP_COLLECT_INJECT_CONTEXT_MPS_TURN_H

#include <stdbool.h>

struct inject;
struct context_state;

/* If the context is a client's: asks the host for the turn and waits for it. true: end it with
 * mps_turn_end(). */
bool mps_turn_begin(struct inject *inject, const struct context_state *context);

void mps_turn_end(struct inject *inject, struct context_state *context);

#endif
