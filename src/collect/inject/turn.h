/* turn: clients of the Multi-Process Service use the counters one after the other. As long as one
 * of them has a range profiler, the others are refused theirs, and even the question which counters
 * there are (CUPTI 13.0, CUPTI_ERROR_HARDWARE_BUSY): so the turn begins before that question and
 * ends without a range profiler. */
#ifndef ROOFTOP_INJECT_TURN_H
#define ROOFTOP_INJECT_TURN_H

#include <stdbool.h>

struct inject;
struct context_state;

/* Waits for it, where the context is one of a client. true: it has to be given back. */
bool turn_take(struct inject *inject, const struct context_state *context);

void turn_give(struct inject *inject, struct context_state *context);

#endif
