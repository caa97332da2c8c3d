/* callbacks: receives the program's driver calls, modules and contexts from CUPTI, takes the lock,
 * and hands them to the replay modes (replay_modes.h), to admit.h and to call_rules.h. A call that
 * concerns none of them only waits while a replay is under way. */
#ifndef ROOFTOP_COLLECT_INJECT_ENTRY_CALLBACKS_H
#define ROOFTOP_COLLECT_INJECT_ENTRY_CALLBACKS_H

#include <stdbool.h>

#include <cupti.h>

struct inject;

/* Subscribes to CUPTI's callbacks, which get `inject`. Once. */
CUptiResult callbacks_install(struct inject *inject);

/* The program ends: measures what is still open. Returns false if nothing may be sent to the host
 * any more, since exit() was called inside of our own code (by a handler of a signal), or another
 * thread has not given the lock up in two minutes. */
bool callbacks_finish(struct inject *inject);

#endif
