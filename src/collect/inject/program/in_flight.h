/* in_flight: counts the program's calls that may change memory and are between their entry and
 * their exit. What such a call of another thread writes during a replay would be undone, so a
 * window waits until it is over. */
#ifndef ROOFTOP_COLLECT_INJECT_PROGRAM_IN_FLIGHT_H
#define ROOFTOP_COLLECT_INJECT_PROGRAM_IN_FLIGHT_H

#include <stdbool.h>

struct inject;

/* At the entry and at the exit of such a call, with guard.lock held. */
void in_flight_note(struct inject *inject, bool enter);

/* Waits until only calls of this thread are under way, at most two seconds. The lock is free
 * meanwhile: look up again what was looked up before. false: it took too long. */
bool in_flight_wait(struct inject *inject);

#endif
