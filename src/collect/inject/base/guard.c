#include "collect/inject/base/guard.h"

#include <time.h>

/* How often this thread has entered and not left. */
static __thread unsigned depth;
static __thread bool holds;

bool guard_enter(enum guard_way way)
{
    if (depth && way == GUARD_CALL)
        return false;
    depth++;
    return true;
}

void guard_leave(void)
{
    depth--;
}

bool guard_inside(void)
{
    return depth > 0;
}

bool guard_is_needed(void)
{
    return depth > 0 || holds;
}

void guard_lock(struct guard *guard)
{
    pthread_mutex_lock(&guard->lock);
    holds = true;
}

void guard_unlock(struct guard *guard)
{
    pthread_mutex_unlock(&guard->lock);
    holds = false;
}

bool guard_try_lock(struct guard *guard)
{
    const bool got = pthread_mutex_trylock(&guard->lock) == 0;
    holds = holds || got;
    return got;
}

bool guard_lock_for(struct guard *guard, unsigned seconds)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += seconds;
    const bool got = pthread_mutex_timedlock(&guard->lock, &until) == 0;
    holds = holds || got;
    return got;
}
