/* contexts: what profiling needs in each CUDA context: the counters with their schedule, a stream
 * of our own, the cache flush and the snapshot buffers. Set up at the first launch that is taken in
 * the context. */
#ifndef ROOFTOP_INJECT_CONTEXTS_H
#define ROOFTOP_INJECT_CONTEXTS_H

#include <stdbool.h>
#include <stdint.h>

#include "counters.h"
#include "flush.h"
#include "snapshot.h"

struct inject;

/* Most launches in one window, where the user names no number, and in any case. */
enum { WINDOW_LAUNCHES = 256, MOST_WINDOW_LAUNCHES = 4096 };

struct context_state {
    struct context_state *next;
    CUcontext context;
    uint32_t id;
    CUdevice device;
    bool ready;
    bool mps;               /* other processes share its GPU over the Multi-Process Service */
    size_t window_launches; /* most that the counter data has room for */
    CUstream stream;
    struct flush flush;
    struct counters counters;
    struct snapshot snapshot;
    bool measured;     /* a window, whatever came of it */
    bool heap_started; /* see checkpoint_start_heap() */
};

/* The state of the context, set up. NULL: nothing can be profiled in it; the host knows why. The
 * context is current. */
struct context_state *contexts_get(struct inject *inject, CUcontext context, uint32_t id);

/* The context is about to go. */
void contexts_drop(struct inject *inject, CUcontext context);

/* In a child of fork(): closes the files that are open for contexts. */
void contexts_forked(struct inject *inject);

/* Gives back the snapshot buffers of all contexts. */
void contexts_release_buffers(struct inject *inject);

#endif
