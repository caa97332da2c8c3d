/* inject: the one context of the injection library, and its rules.
 *
 * Rules for code that runs inside somebody's program:
 *  1. Every entry checks `inside` of its thread and returns at once if the call is our own.
 *  2. The lock is held while a launch is taken, while it runs and while a window is replayed; every
 * other driver call of the program waits for it, so that nobody sees memory between two passes.
 *  3. Nothing here ends the program, prints, or changes its environment: problems go to the host as
 * notices, and the launch runs as if we were not there.
 *  4. Allocations may fail; then the launch is not profiled. */
#ifndef ROOFTOP_INJECT_H
#define ROOFTOP_INJECT_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "channel.h"
#include "checkpoint.h"
#include "counter_gate.h"
#include "foil.h"
#include "memory.h"
#include "modules.h"
#include "watchdog.h"

struct call_stacks;
struct choice;
struct context_state;
struct function_table;
struct graph;
struct native;
struct ranges;
struct single_pass;
struct window;

struct inject {
    struct foil_driver driver;
    struct foil_cupti cupti;
    struct channel channel;
    pthread_mutex_t lock;
    unsigned in_flight;    /* calls that may change memory, between entry and exit */
    pthread_cond_t landed; /* one of them has returned */
    CUpti_SubscriberHandle subscriber;
    bool active; /* false: every callback returns at once */
    bool flush_caches;
    bool may_flush;            /* they are, or a series asks for it */
    Wire__SeriesAxis **series; /* what each launch is profiled with, too: see window_series.c */
    size_t series_count;
    size_t window_launches;  /* most in a window; 0: as many as pays */
    unsigned replay_timeout; /* seconds that a kernel may take to end; 0: any */
    struct watchdog watchdog;
    struct counter_gate gate;
    CUcontext stuck_context; /* a kernel of this context had not ended when it was given up */
    CUstream stuck_stream;
    unsigned capturing; /* streams being captured */
    bool told_of_shares, told_of_capture;
    bool told_of_graphs;   /* the series leaves out */
    bool whole_graphs;     /* are measured, and not their nodes */
    bool replaying;        /* a window is being measured */
    bool green_contexts;   /* the program made one */
    bool heap_used;        /* a kernel that can use the device's heap was launched */
    bool unknown_launched; /* one of which it is not known */
    struct checkpoint_library checkpoint;
    uint64_t launches, unasked;
    struct choice *choice;
    struct call_stacks *stacks; /* NULL: not asked for */
    struct memory_tracker memory;
    struct module_list modules;
    struct context_state *contexts;
    struct graph *graphs;  /* executable ones of the program */
    struct window *window; /* launches to be measured together, or NULL */
    struct function_table *functions;
    struct ranges *ranges;           /* results are of ranges, or NULL */
    struct single_pass *single_pass; /* of application replay with ranges: there are no windows */
    struct native *native;           /* launches that are measured where they are made, or NULL */
};

/* Set while this thread runs our own code. */
extern __thread bool inject_inside;

/* Tells the host; a fatal notice also ends profiling in this process. */
/* What comes with the end of the program is done before the handlers of exit() that others have
 * registered until now: libraries do so while they are used first, and must not be gone by then. */
void inject_end_first(void);

void inject_notice(struct inject *inject, bool fatal, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

const char *inject_driver_error(const struct inject *inject, CUresult result);
const char *inject_cupti_error(const struct inject *inject, CUptiResult result);

#endif
