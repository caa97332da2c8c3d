#include "collect/inject/trace/trace_buffers.h"

#include <pthread.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>

#include "collect/inject/base/guard.h"
#include "collect/inject/base/now.h"

enum { TOUCHED = 4 }; /* buffers whose memory is there from the start */

static struct {
    pthread_mutex_t lock;
    pthread_cond_t filled;
    uint8_t *memory;
    size_t count;
    uint8_t **free; /* stack */
    size_t free_count;
    struct trace_full *full; /* ring, with room for all */
    size_t first, full_count;
    uint64_t nanoseconds, refused;
    bool woken;
} buffers = {.lock = PTHREAD_MUTEX_INITIALIZER};

bool trace_buffers_open(size_t bytes)
{
    pthread_condattr_t clock;
    buffers.count = bytes / TRACE_BUFFER_BYTES < 2 ? 2 : bytes / TRACE_BUFFER_BYTES;
    void *memory = mmap(NULL, buffers.count * TRACE_BUFFER_BYTES, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    buffers.free = calloc(buffers.count, sizeof *buffers.free);
    buffers.full = calloc(buffers.count, sizeof *buffers.full);
    if (memory == MAP_FAILED || !buffers.free || !buffers.full)
        return false;
    buffers.memory = memory;
    pthread_condattr_init(&clock);
    pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
    pthread_cond_init(&buffers.filled, &clock);
    pthread_condattr_destroy(&clock);
    /* The first ones lie on top of the stack. */
    for (size_t i = buffers.count; i-- > 0;)
        buffers.free[buffers.free_count++] = buffers.memory + i * TRACE_BUFFER_BYTES;
    for (size_t i = 0;
         i < TOUCHED * (size_t)TRACE_BUFFER_BYTES && i < buffers.count * (size_t)TRACE_BUFFER_BYTES;
         i += 4096)
        buffers.memory[i] = 0;
    return true;
}

void CUPTIAPI trace_buffer_wanted(uint8_t **buffer, size_t *size, size_t *records)
{
    guard_enter(GUARD_NESTED);
    const uint64_t start = now_ns();
    pthread_mutex_lock(&buffers.lock);
    *buffer = buffers.free_count ? buffers.free[--buffers.free_count] : NULL;
    *size = *buffer ? TRACE_BUFFER_BYTES : 0;
    *records = 0;
    buffers.refused += !*buffer;
    buffers.nanoseconds += now_ns() - start;
    pthread_mutex_unlock(&buffers.lock);
    guard_leave();
}

void CUPTIAPI trace_buffer_full(CUcontext context, uint32_t stream, uint8_t *buffer, size_t size,
                                size_t valid)
{
    (void)size;
    guard_enter(GUARD_NESTED);
    const uint64_t start = now_ns();
    pthread_mutex_lock(&buffers.lock);
    if (buffer && buffers.full_count < buffers.count) {
        buffers.full[(buffers.first + buffers.full_count++) % buffers.count] =
            (struct trace_full){context, stream, buffer, valid};
        pthread_cond_signal(&buffers.filled);
    }
    buffers.nanoseconds += now_ns() - start;
    pthread_mutex_unlock(&buffers.lock);
    guard_leave();
}

bool trace_buffers_take(struct trace_full *full, unsigned milliseconds)
{
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += milliseconds / 1000;
    until.tv_nsec += (long)(milliseconds % 1000) * 1000000;
    if (until.tv_nsec >= 1000000000) {
        until.tv_sec++;
        until.tv_nsec -= 1000000000;
    }
    pthread_mutex_lock(&buffers.lock);
    while (!buffers.full_count && !buffers.woken && milliseconds)
        if (pthread_cond_timedwait(&buffers.filled, &buffers.lock, &until) != 0)
            break;
    const bool got = buffers.full_count > 0;
    if (got) {
        *full = buffers.full[buffers.first];
        buffers.first = (buffers.first + 1) % buffers.count;
        buffers.full_count--;
    }
    buffers.woken = false;
    pthread_mutex_unlock(&buffers.lock);
    return got;
}

void trace_buffers_release(uint8_t *bytes)
{
    pthread_mutex_lock(&buffers.lock);
    if (buffers.free_count < buffers.count)
        buffers.free[buffers.free_count++] = bytes;
    pthread_mutex_unlock(&buffers.lock);
}

void trace_buffers_wake(void)
{
    pthread_mutex_lock(&buffers.lock);
    buffers.woken = true;
    pthread_cond_signal(&buffers.filled);
    pthread_mutex_unlock(&buffers.lock);
}

uint64_t trace_buffers_time(void)
{
    pthread_mutex_lock(&buffers.lock);
    const uint64_t nanoseconds = buffers.nanoseconds;
    pthread_mutex_unlock(&buffers.lock);
    return nanoseconds;
}

uint64_t trace_buffers_refused(void)
{
    pthread_mutex_lock(&buffers.lock);
    const uint64_t refused = buffers.refused;
    buffers.refused = 0;
    pthread_mutex_unlock(&buffers.lock);
    return refused;
}
