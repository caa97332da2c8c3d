#include "in_flight.h"

#include <time.h>

#include "inject.h"

/* Seconds. */
enum { LONGEST_WAIT = 2 };

/* Of this thread in inject->in_flight: calls may be nested. */
static __thread unsigned my_calls;

/* A call whose entry was not seen has an exit alone. */
void in_flight_note(struct inject *inject, bool enter)
{
    if (enter) {
        my_calls++;
        inject->in_flight++;
    } else if (my_calls) {
        my_calls--;
        inject->in_flight--;
        pthread_cond_broadcast(&inject->landed);
    }
}

bool in_flight_wait(struct inject *inject)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += LONGEST_WAIT;
    while (inject->in_flight > my_calls)
        if (pthread_cond_timedwait(&inject->landed, &inject->lock, &until) != 0)
            return false;
    return true;
}
