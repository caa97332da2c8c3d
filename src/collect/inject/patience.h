/* patience: how long something has been waited for, while this process ran. Where it was stopped
 * (by ^Z, a debugger, a machine that sleeps or one that gives it no processor), so was mostly what
 * it waits for: of the time between two questions at most PATIENCE_STEP counts. So ask at least as
 * often as that. Nanoseconds; clock: CLOCK_MONOTONIC. */
#ifndef ROOFTOP_INJECT_PATIENCE_H
#define ROOFTOP_INJECT_PATIENCE_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

enum { PATIENCE_STEP = 100 * 1000 * 1000 };

struct patience {
    uint64_t asked, spent;
};

struct patience patience_begin(void);
uint64_t patience_spent(struct patience *patience);

/* The same at a given time. */
uint64_t patience_spent_at(struct patience *patience, uint64_t now);

/* Waits for the condition, which may also come for nothing, for no longer than what is left of
 * `limit`, nor than a step. false: nothing is left. */
bool patience_wait(struct patience *patience, uint64_t limit, pthread_cond_t *condition,
                   pthread_mutex_t *lock);

#endif
