/* watchdog: a thread that notices when a replay does not come to an end, since the thread that
 * replays is then caught in the driver. */
#ifndef ROOFTOP_INJECT_WATCHDOG_H
#define ROOFTOP_INJECT_WATCHDOG_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "patience.h"

struct watchdog {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool started, armed, barking;
    uint64_t limit;
    struct patience patience;
    void (*bark)(void *context);
    void *context;
};

#define WATCHDOG_INIT                                                                              \
    {                                                                                              \
        .lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER                     \
    }

/* Unless it is disarmed before, bark(context) is called once, on the watchdog's thread, after so
 * many nanoseconds of patience.h. Without a thread (there is none to be had) it never is. */
void watchdog_arm(struct watchdog *watchdog, uint64_t nanoseconds, void (*bark)(void *context),
                  void *context);

/* Returns when bark() is not running and will not be called. */
void watchdog_disarm(struct watchdog *watchdog);

/* In a child of fork(), which has no thread. */
void watchdog_forked(struct watchdog *watchdog);

#endif
