#include "patience.h"

#include "now.h"

enum { SECOND = 1000 * 1000 * 1000 };

struct patience patience_begin(void)
{
    return (struct patience){.asked = now_ns()};
}

uint64_t patience_spent_at(struct patience *patience, uint64_t now)
{
    const uint64_t since = now - patience->asked;
    patience->asked = now;
    patience->spent += since < PATIENCE_STEP ? since : PATIENCE_STEP;
    return patience->spent;
}

uint64_t patience_spent(struct patience *patience)
{
    return patience_spent_at(patience, now_ns());
}

bool patience_wait(struct patience *patience, uint64_t limit, pthread_cond_t *condition,
                   pthread_mutex_t *lock)
{
    const uint64_t spent = patience_spent(patience);
    if (spent >= limit)
        return false;
    const uint64_t left = limit - spent;
    const uint64_t end = patience->asked + (left < PATIENCE_STEP ? left : PATIENCE_STEP);
    const struct timespec until = {(time_t)(end / SECOND), (long)(end % SECOND)};
    pthread_cond_clockwait(condition, lock, CLOCK_MONOTONIC, &until);
    return true;
}
