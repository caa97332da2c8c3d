/* in_flight: calls of the program that may change memory, between their entry and their exit. What
 * a copy of another thread writes during a replay would be undone: a window waits for it. */
#ifndef ROOFTOP_INJECT_IN_FLIGHT_H
#define ROOFTOP_INJECT_IN_FLIGHT_H

#include <stdbool.h>

struct inject;

/* With the lock held. */
void in_flight_note(struct inject *inject, bool enter);

/* Waits until only calls of this thread are under way; the lock is free meanwhile. false: it took
 * too long. */
bool in_flight_wait(struct inject *inject);

#endif
