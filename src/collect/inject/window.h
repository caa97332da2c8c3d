/* window: launches that are measured together, since starting and stopping the counters costs far
 * more than a launch.
 *
 *   window_open()   the context is idle; memory is saved
 *   window_add()    a launch is copied; the program's own call then runs it, unprofiled
 *   window_close()  for each pass: the launches run once to warm up if they are short, memory is
 * put back, then they run again to be measured, each after a cache flush; the last pass leaves
 * memory as the program expects it. The results go to the host.
 *
 * A window stays open over launches and calls that neither see nor change device memory
 * (callbacks.c); anything else closes it first. Where the program's own code shares memory with
 * kernels it may change that memory between two launches without a call: windows are then of one
 * launch.
 *
 * If anything fails on the way, memory is put back and the launches run once more without counters,
 * so that the program goes on as if nothing had happened; the host gets the reason. */
#ifndef ROOFTOP_INJECT_WINDOW_H
#define ROOFTOP_INJECT_WINDOW_H

#include <stdbool.h>

#include "checkpoint.h"
#include "contexts.h"
#include "facts.h"
#include "launch.h"
#include "treatment.h"

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

struct window {
    struct inject *inject;
    struct context_state *context;
    struct launch launches[WINDOW_LAUNCHES];
    struct facts facts[WINDOW_LAUNCHES];
    uint32_t correlations[WINDOW_LAUNCHES]; /* CUPTI's numbers of the program's own calls */
    size_t count, most;
    enum treatment treatment;           /* of all its launches */
    const char *uncounted;              /* why they are not measured and only ran once, or NULL */
    struct cupti_checkpoint checkpoint; /* if one was saved */
    uint64_t generation;                /* of the modules when memory was saved */
    uint64_t opened;                    /* CLOCK_MONOTONIC, nanoseconds */
    bool counting;                      /* between start and stop of the counters */
    size_t timed;                       /* launches whose time in the program's own run is known */
    uint64_t kernel_time;               /* of these together, nanoseconds */
    bool warm; /* each pass runs all launches once before it measures them */
    uint64_t nanoseconds[PHASE_COUNT];
};

/* false: *error says why nothing can be measured; the program's launch just runs. */
bool window_open(struct window *window, struct inject *inject, struct context_state *context,
                 enum treatment treatment, const char **error);

/* Whether a launch in this context can still join. */
bool window_takes(const struct window *window, const struct context_state *context,
                  enum treatment treatment);

/* Takes over a launch whose arguments are copied. */
void window_add(struct window *window, const struct launch *launch, const struct function *function,
                uint32_t correlation);

/* The program's own call of the last launch failed: it is reported and taken out. */
void window_drop_last(struct window *window, const char *reason);

/* Measures and sends; the window is empty afterwards. */
void window_close(struct window *window);

#endif
