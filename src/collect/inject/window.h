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
 * A window stays open over launches, fills, copies and calls that neither see nor change device
 * memory (callbacks.c); anything else closes it first. Launches that the filters left out are
 * launched too and have no results. Where the program's own code shares memory with kernels it may
 * change that memory between two launches without a call: windows are then of one launch.
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
#include "treatment.h"
#include "work.h"

enum phase {
    PHASE_SAVE,
    PHASE_RESTORE,
    PHASE_CONFIGURE,
    PHASE_START,
    PHASE_RUN,
    PHASE_STOP,
    PHASE_DECODE,
    PHASE_COUNT
};

/* What the program asked for. */
struct window_item {
    enum window_item_kind { ITEM_WANTED, ITEM_OTHER, ITEM_WORK } kind;
    struct work work;     /* of ITEM_WORK */
    struct launch launch; /* of the others */
    struct facts facts;   /* of ITEM_WANTED, and the next two */
    uint32_t correlation; /* CUPTI's number of the program's own call */
    uint32_t range;       /* of the counter data */
    bool warms;           /* a launch that each pass runs once before it measures */
};

struct window {
    struct inject *inject;
    struct context_state *context;
    struct window_item **items; /* in the program's order */
    size_t count, capacity;
    size_t wanted, launches;            /* of these: to be measured, and all kernels */
    size_t most;                        /* launches that it may hold */
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
    volatile bool stuck; /* a replay did not come to its end in time */
};

/* false: *error says why nothing can be measured; the program's launch just runs. */
bool window_open(struct window *window, struct inject *inject, struct context_state *context,
                 const struct launch *first, enum treatment treatment, const char **error);

/* NULL if a launch, its arguments copied, can still join, else why not; wanted: to be measured. */
const char *window_refuses(struct window *window, const struct context_state *context,
                           const struct launch *launch, enum treatment treatment, bool wanted);

/* Takes over a launch whose arguments are copied; function of one that is wanted, or NULL. false:
 * no memory. */
bool window_add(struct window *window, const struct launch *launch, const struct function *function,
                uint32_t correlation);
bool window_add_work(struct window *window, const struct work *work);

/* The program's own call of what was added last failed: a wanted launch is reported; it is taken
 * out. */
void window_drop_last(struct window *window, const char *reason);

/* Measures and sends; the window is empty afterwards. why: what ended it. */
void window_close(struct window *window, const char *why);

#endif
