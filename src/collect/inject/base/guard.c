#include "collect/inject/base/guard.h"

#include <time.h>

/* How often this thread has entered and not left. */
static __thread unsigned depth;

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

void guard_lock(struct guard *guard)
{
    pthread_mutex_lock(&guard->lock);
}

void guard_unlock(struct guard *guard)
{
    pthread_mutex_unlock(&guard->lock);
}

bool guard_lock_for(struct guard *guard, unsigned seconds)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += seconds;
    return pthread_mutex_timedlock(&guard->lock, &until) == 0;
}
