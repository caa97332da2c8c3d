/* window: launches that are measured together.
 *
 *   window_open()   the context is idle; memory is saved
 *   window_add()    a launch is copied; the program's own call then runs it, unprofiled
 *   window_close()  for each pass: memory is put back, caches are flushed, the launches run again under the counters;
 *                   the last pass leaves memory as the program expects it. The results go to the host.
 *
 * If anything fails on the way, memory is put back and the launches run once more without counters, so that the program
 * goes on as if nothing had happened; the host gets the reason. */
#ifndef ROOFTOP_INJECT_WINDOW_H
#define ROOFTOP_INJECT_WINDOW_H

#include <stdbool.h>

#include "contexts.h"
#include "facts.h"
#include "launch.h"

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
    size_t count;
    uint64_t nanoseconds[PHASE_COUNT];
};

/* false: *error says why nothing can be measured; the program's launch just runs. */
bool window_open(struct window *window, struct inject *inject, struct context_state *context,
                 const char **error);

/* Takes over a launch whose arguments are copied. */
void window_add(struct window *window, const struct launch *launch,
                const struct function *function);

/* `correlation`: CUPTI's number of the program's own call. */
void window_close(struct window *window, uint32_t correlation);

/* Without measuring: the program's own launch failed. */
void window_abandon(struct window *window, const char *reason);

#endif
