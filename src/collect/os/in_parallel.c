#include "collect/os/in_parallel.h"

#include <pthread.h>
#include <stdbool.h>

#include "collect/os/quiet_thread.h"

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
    size_t running = 0;
    bool more = true;
    while (more && running + 1 < threads && running < MOST_THREADS &&
           (running + 2) * LEAST_EACH <= count) {
        more = quiet_thread_start(&started[running], work_on, &work);
        running += more;
    }
    work_on(&work);
    while (running)
        pthread_join(started[--running], NULL);
}
