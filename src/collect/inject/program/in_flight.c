#include "collect/inject/program/in_flight.h"

#include "collect/inject/base/inject.h"
#include "collect/inject/base/wait_clock.h"

static const uint64_t longest_wait = (uint64_t)2 * 1000 * 1000 * 1000;

/* This thread's share of guard.in_flight. Calls may be nested. */
static __thread unsigned my_calls;

/* The exit of a call whose entry was not seen is ignored. */
void in_flight_note(struct inject *inject, bool enter)
{
    if (enter) {
        my_calls++;
        inject->guard.in_flight++;
    } else if (my_calls) {
        my_calls--;
        inject->guard.in_flight--;
        pthread_cond_broadcast(&inject->guard.landed);
    }
}

bool in_flight_wait(struct inject *inject)
{
    struct wait_clock wait_clock = wait_clock_begin();
    while (inject->guard.in_flight > my_calls)
        if (!wait_clock_wait(&wait_clock, longest_wait, &inject->guard.landed, &inject->guard.lock))
            return false;
    return true;
}
