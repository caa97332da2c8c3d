/* native_internal: what the files of native.h share: native.c for what joins a session, and when it
 * ends; native_session.c for its counters; native_results.c for what the host hears of it. */
#ifndef ROOFTOP_INJECT_NATIVE_INTERNAL_H
#define ROOFTOP_INJECT_NATIVE_INTERNAL_H

#include "contexts.h"
#include "facts.h"
#include "native.h"
#include "watchdog.h"
#include "window.h"

/* Streams of a session, at most. */
enum { MOST_PLACES = 32 };

struct native_item {
    struct launch launch; /* without arguments */
    struct facts facts;
    uint32_t correlation; /* CUPTI's number of the call */
    uint32_t range;       /* of the counter data */
    size_t place;         /* from 1; 0: its launch has not returned */
};

/* A stream that launches went to; thread: whose it is, if each thread has its own. */
struct native_place {
    CUstream stream;
    pid_t thread;
    CUevent event; /* behind the last launch */
};

struct native {
    bool in_runs, first_run;
    bool large;  /* a session was full: the next ones have more room */
    size_t left; /* launches that the run has still to measure; 0: not known */
    struct watchdog idle;

    /* The open session. */
    struct context_state *context; /* NULL: there is none */
    struct native_item **items;
    size_t count, capacity, most;
    uint32_t ranges, room; /* kernels that ran, and that there is room for */
    uint32_t others;       /* that are not measured, one behind the other */
    struct native_place places[MOST_PLACES];
    size_t place_count;
    enum native_pending { PENDING_NONE, PENDING_WANTED, PENDING_OTHER } pending;
    CUstream pending_stream;
    const char *pending_name; /* of its kernel, during the call */
    bool pending_per_thread;
    bool counting;         /* the counters run; not if the device refuses the group */
    bool turn;             /* of an MPS client: it has the counters */
    bool waited;           /* in vain for its launches to end */
    bool ran_on;           /* one, in a pause of the program */
    uint64_t opened, last; /* CLOCK_MONOTONIC, nanoseconds; last: a call of the program */
    uint64_t nanoseconds[PHASE_COUNT];
    const char *ended_by;
    char step_error[96]; /* what a step of the counters said */
};

/* native_session */

/* NULL, or why nothing can be measured. */
const char *native_start(struct inject *inject, struct native *native);
/* The context is idle. ran: all that was launched did. */
const char *native_stop(struct inject *inject, struct native *native, bool ran);

/* native_results */

/* error: instead of values, or NULL. */
void native_send(struct inject *inject, struct native *native, struct native_item *const *items,
                 size_t count, const char *error);
void native_item_free(struct native_item *item);

#endif
