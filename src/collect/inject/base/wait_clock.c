#include "collect/inject/base/wait_clock.h"

#include "collect/inject/base/now.h"

enum { SECOND = 1000 * 1000 * 1000 };

struct wait_clock wait_clock_begin(void)
{
    return (struct wait_clock){.asked = now_ns()};
}

uint64_t wait_clock_spent_at(struct wait_clock *wait_clock, uint64_t now)
{
    const uint64_t since = now - wait_clock->asked;
    wait_clock->asked = now;
    wait_clock->spent += since < WAIT_CLOCK_STEP ? since : WAIT_CLOCK_STEP;
    return wait_clock->spent;
}

uint64_t wait_clock_spent(struct wait_clock *wait_clock)
{
    return wait_clock_spent_at(wait_clock, now_ns());
}

bool wait_clock_wait(struct wait_clock *wait_clock, uint64_t limit, pthread_cond_t *condition,
                     pthread_mutex_t *lock)
{
    const uint64_t spent = wait_clock_spent(wait_clock);
    if (spent >= limit)
        return false;
    const uint64_t left = limit - spent;
    const uint64_t end = wait_clock->asked + (left < WAIT_CLOCK_STEP ? left : WAIT_CLOCK_STEP);
    const struct timespec until = {(time_t)(end / SECOND), (long)(end % SECOND)};
    pthread_cond_clockwait(condition, lock, CLOCK_MONOTONIC, &until);
    return true;
}
