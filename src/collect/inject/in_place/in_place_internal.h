/* in_place_internal: what the files of in_place.h share.
 *
 *   in_place          what joins a session, and when it ends
 *   in_place_session  its counters
 *   in_place_results  what the host hears */
#ifndef ROOFTOP_COLLECT_INJECT_IN_PLACE_IN_PLACE_INTERNAL_H
#define ROOFTOP_COLLECT_INJECT_IN_PLACE_IN_PLACE_INTERNAL_H

#include "collect/inject/base/watchdog.h"
#include "collect/inject/context/contexts.h"
#include "collect/inject/in_place/in_place.h"
#include "collect/inject/program/facts.h"
#include "collect/inject/window/window.h"

/* Launches that are watched together, at most. */
enum { MOST_WATCHED = 4096 };

/* Streams of a session, at most. */
enum { MOST_PLACES = 32 };

struct in_place_item {
    struct launch launch; /* without arguments */
    struct facts facts;
    uint32_t correlation;   /* CUPTI's number of the call */
    uint32_t range;         /* of the counter data */
    size_t place;           /* from 1; 0: its launch has not returned */
    const char *time_alone; /* why it is only watched, though the host asked for more; or NULL */
};

/* A stream that launches went to; thread: whose it is, if each thread has its own. */
struct in_place_place {
    CUstream stream;
    pid_t thread;
    CUevent event; /* behind the last launch */
};

struct in_place {
    bool in_runs, first_run;
    bool large;  /* a session was full: the next ones have more room */
    size_t left; /* launches that the run has still to measure; 0: not known */
    struct watchdog idle;

    /* The open session. */
    struct context_state *context; /* NULL: there is none */
    struct in_place_item **items;
    size_t count, capacity, most;
    uint32_t ranges, room; /* kernels that ran, and that there is room for */
    uint32_t others;       /* that are not measured, one behind the other */
    struct in_place_place places[MOST_PLACES];
    size_t place_count;
    enum in_place_pending { PENDING_NONE, PENDING_WANTED, PENDING_OTHER } pending;
    CUstream pending_stream;
    const char *pending_name; /* of its kernel, during the call */
    bool pending_per_thread;
    bool counting;         /* the counters run; not if the device refuses the group */
    bool has_mps_turn;     /* of an MPS client: it has the counters */
    bool waited;           /* in vain for its launches to end */
    bool ran_on;           /* one, in a pause of the program */
    uint64_t opened, last; /* CLOCK_MONOTONIC, nanoseconds; last: a call of the program */
    uint64_t nanoseconds[PHASE_COUNT];
    const char *ended_by;
    char step_error[96]; /* what a step of the counters said */
};

/* in_place_session */

/* NULL, or why nothing can be measured. */
const char *in_place_start(struct inject *inject, struct in_place *in_place);
/* The context is idle. ran: all that was launched did. */
const char *in_place_stop(struct inject *inject, struct in_place *in_place, bool ran);

/* in_place_results */

/* error: instead of values, or NULL. */
void in_place_send(struct inject *inject, struct in_place *in_place,
                   struct in_place_item *const *items, size_t count, const char *error);
/* The facts of a launch at its entry, for what is sent later. NULL: no memory. */
struct in_place_item *in_place_item_new(struct inject *inject, const struct context_state *context,
                                        const struct launch *launch, struct function *function);
void in_place_item_free(struct in_place_item *item);

#endif
