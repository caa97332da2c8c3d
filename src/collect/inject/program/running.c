#include "collect/inject/program/running.h"

#include <pthread.h>
#include <unistd.h>

#include "collect/inject/base/inject.h"
#include "collect/inject/base/wait_clock.h"
#include "collect/inject/program/graph_calls.h"
#include "collect/inject/program/graph_hazards.h"
#include "collect/inject/program/in_flight.h"
#include "collect/inject/program/kernel_hazards.h"
#include "collect/inject/program/launch.h"
#include "collect/inject/program/memory.h"

/* Nanoseconds: how long a stream that waits for the program, and a kernel of another context that
 * waits for other GPUs, are waited for; and one of the same context, for which another thread may
 * be about to launch what it waits for. */
enum { A_MOMENT = 100 * 1000 * 1000, A_WHILE = 2 * 1000 * 1000 * 1000 };

/* Microseconds between two questions. */
enum { SHORTEST_PAUSE = 20, LONGEST_PAUSE = 1000 };

static void note(struct inject_running *r, const struct running_stream *new)
{
    for (size_t i = 0; i < r->count; i++) {
        struct running_stream *known = &r->streams[i];
        if (known->context != new->context || known->stream != new->stream ||
            !pthread_equal(known->thread, new->thread))
            continue;
        known->waits = known->waits || new->waits;
        known->waits_for_program = known->waits_for_program || new->waits_for_program;
        return;
    }
    if (r->count < sizeof r->streams / sizeof *r->streams)
        r->streams[r->count++] = *new;
}

static bool launches_graph(CUpti_CallbackId id)
{
    return id == CUPTI_DRIVER_TRACE_CBID_cuGraphLaunch ||
           id == CUPTI_DRIVER_TRACE_CBID_cuGraphLaunch_ptsz;
}

/* Calls that make a stream wait for a value in memory or for another engine, which the thread
 * itself may bring about later. */
static bool makes_wait(CUpti_CallbackId id, const CUpti_CallbackData *data, CUstream *stream,
                       bool *own)
{
#define CBID(name) CUPTI_DRIVER_TRACE_CBID_##name
    static const struct {
        CUpti_CallbackId id;
        bool own,
            last; /* the thread's own stream is meant by 0; the stream is the last parameter */
    } calls[] = {
        {CBID(cuStreamWaitValue32), false, false},
        {CBID(cuStreamWaitValue32_ptsz), true, false},
        {CBID(cuStreamWaitValue32_v2), false, false},
        {CBID(cuStreamWaitValue32_v2_ptsz), true, false},
        {CBID(cuStreamWaitValue64), false, false},
        {CBID(cuStreamWaitValue64_ptsz), true, false},
        {CBID(cuStreamWaitValue64_v2), false, false},
        {CBID(cuStreamWaitValue64_v2_ptsz), true, false},
        {CBID(cuStreamBatchMemOp), false, false},
        {CBID(cuStreamBatchMemOp_ptsz), true, false},
        {CBID(cuStreamBatchMemOp_v2), false, false},
        {CBID(cuStreamBatchMemOp_v2_ptsz), true, false},
        {CBID(cuWaitExternalSemaphoresAsync), false, true},
        {CBID(cuWaitExternalSemaphoresAsync_ptsz), true, true},
    };
#undef CBID
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        if (calls[i].id != id)
            continue;
        const cuStreamWaitValue32_params *first = data->functionParams;
        const cuWaitExternalSemaphoresAsync_params *last = data->functionParams;
        *stream = calls[i].last ? last->stream : first->stream;
        *own = calls[i].own;
        return true;
    }
    return false;
}

void running_note(struct inject *inject, CUpti_CallbackId id, const CUpti_CallbackData *data,
                  const struct launch *launch)
{
    struct running_stream new = {.context = data->context};
    bool own = false;
    if (inject->program.capturing)
        return;
    if (makes_wait(id, data, &new.stream, &own)) {
        new.waits_for_program = true;
    } else if (launch) {
        own = launch->per_thread_stream;
        new.stream = launch->config.hStream;
        new.waits = kernel_hazard_waits_for_others(inject, data->context, launch);
    } else if (launches_graph(id)) {
        const cuGraphLaunch_params *p = data->functionParams;
        const struct graph *graph = graph_find(inject, p->hGraph);
        own = id == CUPTI_DRIVER_TRACE_CBID_cuGraphLaunch_ptsz;
        new.stream = p->hStream;
        new.waits = graph ? graph_waits_for_others(inject, graph, data->context) : false;
    } else {
        return;
    }
    if (!new.stream && own)
        new.stream = CU_STREAM_PER_THREAD;
    if (new.stream == CU_STREAM_PER_THREAD)
        new.thread = pthread_self();
    note(&inject->program.running, &new);
}

static void drop(struct inject_running *r, size_t index)
{
    r->streams[index] = r->streams[--r->count];
}

void running_forget(struct inject *inject, CUstream stream)
{
    struct inject_running *r = &inject->program.running;
    for (size_t i = r->count; i-- > 0;)
        if (r->streams[i].stream == stream)
            drop(r, i);
    if (inject->stuck.stream == stream)
        inject->stuck.context = NULL;
}

void running_drop_context(struct inject *inject, CUcontext context)
{
    struct inject_running *r = &inject->program.running;
    for (size_t i = r->count; i-- > 0;)
        if (r->streams[i].context == context)
            drop(r, i);
    if (inject->stuck.context == context)
        inject->stuck.context = NULL;
}

/* A context that cannot be made current is gone. */
static bool has_ended(const struct inject *inject, CUcontext current,
                      const struct running_stream *running)
{
    const struct foil_driver *driver = &inject->driver;
    CUcontext previous;
    const bool other = running->context != current;
    if (other && driver->ctx_push_current(running->context) != CUDA_SUCCESS)
        return true;
    const bool ended = driver->stream_query(running->stream) != CUDA_ERROR_NOT_READY;
    if (other)
        driver->ctx_pop_current(&previous);
    return ended;
}

/* The handle of a thread's own stream means another stream in another thread. */
static bool matters(const struct inject *inject, CUcontext context,
                    const struct running_stream *running)
{
    return (running->stream != CU_STREAM_PER_THREAD ||
            pthread_equal(running->thread, pthread_self())) &&
           (running->context == context ||
            memory_meets(inject->program.memory, context, running->context));
}

/* Forgets what has ended. Returns one that has not, if there is one that was given up then that, or
 * NULL. */
static struct running_stream *unfinished(struct inject *inject, CUcontext context, bool beside)
{
    struct inject_running *r = &inject->program.running;
    struct running_stream *left = NULL;
    for (size_t i = 0; i < r->count;) {
        const bool asked = (beside || r->streams[i].context == context) &&
                           matters(inject, context, &r->streams[i]);
        if (asked && has_ended(inject, context, &r->streams[i])) {
            drop(r, i);
            continue;
        }
        if (asked && (!left || !left->given_up))
            left = &r->streams[i];
        i++;
    }
    return left;
}

static uint64_t limit_of(const struct inject *inject, CUcontext context,
                         const struct running_stream *running)
{
    if (running->given_up)
        return 0;
    if (running->waits_for_program || (running->waits && running->context != context))
        return A_MOMENT;
    if (running->waits && memory_has_others(inject->program.memory, context))
        return A_WHILE;
    return inject->settings.replay_timeout ? inject->settings.replay_timeout * (uint64_t)1000000000u
                                           : UINT64_MAX;
}

/* The lock is free meanwhile. */
static void pause_for(struct inject *inject, useconds_t *pause)
{
    guard_unlock(&inject->guard);
    usleep(*pause);
    guard_lock(&inject->guard);
    *pause = *pause < LONGEST_PAUSE ? 2 * *pause : *pause;
}

bool running_uncaptured(struct inject *inject)
{
    struct wait_clock wait_clock = wait_clock_begin();
    useconds_t pause = SHORTEST_PAUSE;
    while (inject->program.capturing) {
        if (wait_clock_spent(&wait_clock) >= A_WHILE)
            return false;
        pause_for(inject, &pause);
    }
    return true;
}

/* beside: also for other contexts. *unlocked: whether the lock was free meanwhile. */
static bool wait_for_end(struct inject *inject, CUcontext context, bool beside, bool *unlocked)
{
    struct wait_clock wait_clock = wait_clock_begin();
    useconds_t pause = SHORTEST_PAUSE;
    struct running_stream *running;
    *unlocked = false;
    /* A question would break a capture. */
    while (!inject->program.capturing && (running = unfinished(inject, context, beside))) {
        if (wait_clock_spent(&wait_clock) >= limit_of(inject, context, running)) {
            running->given_up = true;
            return false;
        }
        *unlocked = true;
        pause_for(inject, &pause);
    }
    return true;
}

const char running_not_ended[] = "a kernel that was launched before has not ended";

static bool calm(struct inject *inject, CUcontext context, bool beside, const char **error)
{
    bool unlocked = true;
    while (unlocked) {
        *error = "a call of another thread may change memory during the replay";
        if (!in_flight_wait(inject))
            return false;
        *error = running_not_ended;
        if (!wait_for_end(inject, context, beside, &unlocked))
            return false;
    }
    return true;
}

bool running_calm(struct inject *inject, CUcontext context, const char **error)
{
    return calm(inject, context, true, error);
}

bool running_own_calm(struct inject *inject, CUcontext context, const char **error)
{
    return calm(inject, context, false, error);
}

bool running_none(const struct inject *inject, CUcontext context)
{
    const struct inject_running *r = &inject->program.running;
    for (size_t i = 0; i < r->count; i++)
        if (r->streams[i].context == context && !has_ended(inject, NULL, &r->streams[i]))
            return false;
    return true;
}
