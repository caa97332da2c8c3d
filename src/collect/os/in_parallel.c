#include "collect/os/in_parallel.h"

#include <pthread.h>
#include <signal.h>
#include <stdbool.h>

/* Fewer pieces for each do not pay for a thread. */
enum { MOST_THREADS = 16, LEAST_EACH = 4 };

struct work {
    void (*act)(void *context, size_t index);
    void *context;
    size_t count, next;
};

static void *work_on(void *context)
{
    struct work *work = context;
    size_t index;
    while ((index = __atomic_fetch_add(&work->next, 1, __ATOMIC_RELAXED)) < work->count)
        work->act(work->context, index);
    return NULL;
}

void in_parallel(unsigned threads, size_t count, void (*act)(void *context, size_t index),
                 void *context)
{
    struct work work = {act, context, count, 0};
    pthread_t started[MOST_THREADS];
    sigset_t all, before;
    size_t running = 0;
    bool more = true;
    /* Signals are for the thread that waits for them. */
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    while (more && running + 1 < threads && running < MOST_THREADS &&
           (running + 2) * LEAST_EACH <= count) {
        more = pthread_create(&started[running], NULL, work_on, &work) == 0;
        running += more;
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    work_on(&work);
    while (running)
        pthread_join(started[--running], NULL);
}
