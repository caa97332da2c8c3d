#include "collect/inject/base/watchdog.h"

#include <signal.h>

#include "collect/inject/base/guard.h"
#include "collect/inject/base/own_thread.h"

static void *watch(void *argument)
{
    struct watchdog *dog = argument;
    own_thread_note();
    guard_enter(GUARD_NESTED);
    pthread_mutex_lock(&dog->lock);
    for (;;) {
        if (!dog->armed) {
            pthread_cond_wait(&dog->changed, &dog->lock);
        } else if (!wait_clock_wait(&dog->wait_clock, dog->limit, &dog->changed, &dog->lock)) {
            dog->armed = false;
            dog->barking = true;
            pthread_mutex_unlock(&dog->lock);
            dog->bark(dog->context);
            pthread_mutex_lock(&dog->lock);
            dog->barking = false;
            pthread_cond_broadcast(&dog->changed);
        }
    }
    return NULL;
}

/* Signals are for the program's own threads, so this one blocks them all. */
static bool start(struct watchdog *dog)
{
    sigset_t all, before;
    pthread_t thread;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool good = pthread_create(&thread, NULL, watch, dog) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (good)
        pthread_detach(thread);
    return good;
}

void watchdog_arm(struct watchdog *dog, uint64_t nanoseconds, void (*bark)(void *context),
                  void *context)
{
    pthread_mutex_lock(&dog->lock);
    dog->started = dog->started || start(dog);
    dog->armed = true;
    dog->limit = nanoseconds;
    dog->wait_clock = wait_clock_begin();
    dog->bark = bark;
    dog->context = context;
    pthread_cond_broadcast(&dog->changed);
    pthread_mutex_unlock(&dog->lock);
}

void watchdog_disarm(struct watchdog *dog)
{
    pthread_mutex_lock(&dog->lock);
    dog->armed = false;
    while (dog->barking)
        pthread_cond_wait(&dog->changed, &dog->lock);
    dog->armed = false; /* bark() may have armed again */
    pthread_mutex_unlock(&dog->lock);
}

void watchdog_forked(struct watchdog *dog)
{
    *dog = (struct watchdog)WATCHDOG_INIT;
}
