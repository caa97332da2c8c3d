#include "in_flight.h"

#include "inject.h"
#include "patience.h"

static const uint64_t longest_wait = (uint64_t)2 * 1000 * 1000 * 1000;

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
    struct patience patience = patience_begin();
    while (inject->in_flight > my_calls)
        if (!patience_wait(&patience, longest_wait, &inject->landed, &inject->lock))
            return false;
    return true;
}
