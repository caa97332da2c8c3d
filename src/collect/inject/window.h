/* window: launches that are measured together, since starting and stopping the counters costs far
 * more than a launch.
 *
 *   window_open()   the context is idle; memory is saved
 *   window_add()    a launch is copied; the program's own call then runs it, unprofiled
 *   window_add_work() the same for a fill or copy between launches
 *   window_close()  what the program's run changed is found; for each pass memory is put back and
 *                   everything runs again in the program's order, each measured launch after a
 *                   cache flush; then memory gets the content that the program's own run gave it.
 *                   The results go to the host.
 *
 * A window stays open over launches, fills, copies, calls that neither see nor change device memory
 * (call_harmless.h), those that look at what the program's own run left (call_looks.h) and those
 * that ask for memory (call_allocates.h); anything else closes it first. Launches that the filters
 * left out are launched too and have no results. The launch of a graph brings its nodes: the
 * program's call runs the graph, the replay its nodes, one after the other. If they are more than
 * the counters have room for, they are measured part by part: what lies before a part runs without
 * counters. Where the program's own code shares memory with kernels it may change that memory
 * between two launches without a call: windows are then of one launch.
 *
 * If anything fails on the way, memory is set right without counters, so that the program goes on
 * as if nothing had happened; the host gets the reason. */
#ifndef ROOFTOP_INJECT_WINDOW_H
#define ROOFTOP_INJECT_WINDOW_H

#include <stdbool.h>

#include "checkpoint.h"
#include "contexts.h"
#include "facts.h"
#include "launch.h"
#include "range_record.h"
#include "treatment.h"
#include "whole_graph.h"
#include "work.h"

enum phase {
    PHASE_SAVE,
    PHASE_RESTORE,
    PHASE_CONFIGURE,
    PHASE_START,
    PHASE_RUN,
    PHASE_STOP,
    PHASE_DECODE,
    PHASE_OPEN,   /* the program's own run, with its calls */
    PHASE_SETTLE, /* until it has ended, and CUPTI has told its times */
    PHASE_COUNT
};

/* What the program asked for. */
struct window_item {
    enum window_item_kind { ITEM_WANTED, ITEM_OTHER, ITEM_WORK } kind;
    struct work work;            /* of ITEM_WORK */
    struct launch launch;        /* of the others */
    struct whole_graph *graph;   /* or NULL: it is a kernel */
    struct range_record *record; /* not owned; or NULL: it is no range */
    struct facts facts;          /* of ITEM_WANTED, and the next three */
    uint32_t correlation;        /* CUPTI's number of the program's own call */
    uint32_t range;              /* of the counter data */
    bool timed;                  /* its time in the program's own run is known */
    bool warms;                  /* a launch that each pass runs once before it measures */
};

/* What a call of the program brings into a window. */
struct window_need {
    size_t launches, wanted;
    enum treatment treatment; /* the most careful of its launches' */
    bool shares;              /* they can reach memory of the program's own code */
    bool alone;               /* nothing else may be in the window */
};

struct window {
    struct inject *inject;
    struct context_state *context;
    struct window_item **items; /* in the program's order */
    size_t count, capacity;
    size_t wanted, launches;            /* of these: to be measured, and all kernels */
    size_t call;                        /* the first item of the program's last call */
    size_t begin, end;                  /* items that are measured now, see next_part() */
    size_t part_launches, part_wanted;  /* among these */
    size_t most;                        /* launches that it may hold */
    size_t upload_room;                 /* bytes that copies from the host may still hold */
    size_t others;                      /* since the last one that is to be measured */
    enum treatment treatment;           /* of all its launches */
    const char *uncounted;              /* why they are not measured and only ran once, or NULL */
    struct cupti_checkpoint checkpoint; /* if one was saved */
    uint64_t generation;                /* of the modules when memory was saved */
    uint64_t opened;                    /* CLOCK_MONOTONIC, nanoseconds */
    bool counting;                      /* between start and stop of the counters */
    size_t timed;                       /* launches whose time in the program's own run is known */
    uint64_t kernel_time;               /* of these together, nanoseconds */
    size_t warm; /* launches that each pass runs once before it measures them */
    uint64_t nanoseconds[PHASE_COUNT];
    const char *ended_by;
    const char *failure;     /* of push or pop around a range, or NULL */
    char step_error[96];     /* what a step of the counters said */
    volatile bool stuck;     /* a replay did not come to its end in time */
    const char *combination; /* of a series: what is measured now, or NULL */
    bool sent;               /* its results are the host's already */
};

/* false: *error says why nothing can be measured; the program's launch just runs. */
bool window_open(struct window *window, struct inject *inject, struct context_state *context,
                 const struct window_need *need, const char **error);

/* NULL if a call can still join, else why not. */
const char *window_refuses(struct window *window, const struct context_state *context,
                           const struct window_need *need);

/* Whether it may go on over a call that looks at what the program's own run left (call_looks.h):
 * not if it is large or old enough to be measured, and not if it is the first, whose results
 * should come soon. waits: the call must not have to wait for that run. */
bool window_lets_look(const struct window *window, bool waits);

/* Whether it may go on over a call that asks for so much device memory. */
bool window_lets_allocate(const struct window *window, size_t size);

/* What is added from here on is of one call of the program. */
void window_begin_call(struct window *window);

/* Takes over a launch whose arguments are copied; function of one that is wanted, or NULL. false:
 * no memory. */
bool window_add(struct window *window, const struct launch *launch, const struct function *function,
                uint32_t correlation);
/* A graph that is measured as one; its launch has no arguments. */
bool window_add_graph(struct window *window, const struct launch *launch, const struct graph *graph,
                      uint32_t correlation);
bool window_add_work(struct window *window, const struct work *work);
/* A range that is measured as one, alone in its window; what it holds may still come. */
bool window_add_range(struct window *window, const struct launch *launch,
                      struct range_record *record);

/* The program's last call failed: its wanted launches are reported; all it added is taken out. */
void window_drop_call(struct window *window, const char *reason);

/* Measures and sends; the window is empty afterwards. why: what ended it. */
void window_close(struct window *window, const char *why);

#endif
