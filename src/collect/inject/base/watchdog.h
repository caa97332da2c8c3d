/* watchdog: a thread that acts when something does not come to an end. The thread that should act
 * is then caught in a call of the driver.
 *
 * If a kernel does not end in a replay, the watchdog reports it and writes the final content of
 * pinned memory, since the kernel may be waiting for a value there (window_passes.c). If it does
 * not end in the program's own run, the context is left alone from then on. */
#ifndef ROOFTOP_COLLECT_INJECT_BASE_WATCHDOG_H
#define ROOFTOP_COLLECT_INJECT_BASE_WATCHDOG_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "collect/inject/base/wait_clock.h"

struct watchdog {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool started, armed, barking;
    uint64_t limit;
    struct wait_clock wait_clock;
    void (*bark)(void *context);
    void *context;
};

#define WATCHDOG_INIT                                                                              \
    {                                                                                              \
        .lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER                     \
    }

/* Has bark(context) called once, on the watchdog's thread, after this number of nanoseconds
 * of wait_clock.h, unless the watchdog is disarmed before. Arming again, also from bark(), begins
 * anew. If no thread can be started, bark() is never called. */
void watchdog_arm(struct watchdog *watchdog, uint64_t nanoseconds, void (*bark)(void *context),
                  void *context);

/* Disarms, and returns when bark() is not running and will not be called. Not from bark(). */
void watchdog_disarm(struct watchdog *watchdog);

/* In a child of fork(), which does not have the thread. */
void watchdog_forked(struct watchdog *watchdog);

#endif
