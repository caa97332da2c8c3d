/* wait_clock: how long something has been waited for, counting only time in which this process
 * ran. While a process is stopped (by ^Z, a debugger, or a machine that sleeps or gives it no
 * processor), what it waits for mostly stands still, too. So of the time between two questions at
 * most WAIT_CLOCK_STEP counts; ask at least that often. Times are nanoseconds of CLOCK_MONOTONIC.
 */
#ifndef ROOFTOP_COLLECT_INJECT_BASE_WAIT_CLOCK_H
#define ROOFTOP_COLLECT_INJECT_BASE_WAIT_CLOCK_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

enum { WAIT_CLOCK_STEP = 100 * 1000 * 1000 };

struct wait_clock {
    uint64_t asked, spent;
};

struct wait_clock wait_clock_begin(void);
uint64_t wait_clock_spent(struct wait_clock *wait_clock);

/* The same at a given time, for tests. */
uint64_t wait_clock_spent_at(struct wait_clock *wait_clock, uint64_t now);

/* Waits for the condition with the lock held, at most for a step and at most for what is left of
 * `limit`. It may return without the condition, so call it in a loop. false: nothing of the limit
 * is left. */
bool wait_clock_wait(struct wait_clock *wait_clock, uint64_t limit, pthread_cond_t *condition,
                     pthread_mutex_t *lock);

#endif
