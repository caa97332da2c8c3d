/* contexts: what profiling needs in each CUDA context: the counters with their schedule, a stream
 * of our own, the cache flush and the buffers of the snapshot. A context is set up at its first
 * launch that is measured, and freed when it goes. */
#ifndef ROOFTOP_COLLECT_INJECT_CONTEXT_CONTEXTS_H
#define ROOFTOP_COLLECT_INJECT_CONTEXT_CONTEXTS_H

#include <stdbool.h>
#include <stdint.h>

#include "collect/inject/base/counters.h"
#include "collect/inject/base/flush.h"
#include "collect/inject/samples/inside.h"
#include "collect/inject/saved/shadow.h"
#include "collect/inject/saved/snapshot.h"

struct inject;

/* Most launches in one window, where the user names no number, and in any case. */
enum { WINDOW_LAUNCHES = 256, MOST_WINDOW_LAUNCHES = 4096 };

struct context_state {
    struct context_state *next;
    CUcontext context;
    uint32_t id;
    CUdevice device;
    bool ready;
    bool again;             /* not set up for now: its next launch tries again */
    bool mps;               /* other processes share its GPU over the Multi-Process Service */
    size_t window_launches; /* most that the counter data has room for */
    CUstream stream;
    struct flush flush;
    struct counters counters;
    struct snapshot snapshot;
    struct shadows shadows;
    struct inside inside;
    bool measured;        /* a window, whatever came of it */
    unsigned idle;        /* windows in a row that saved its memory and had no launch of it */
    unsigned apart;       /* so many windows more it has for itself */
    uint64_t last_window; /* nanoseconds that it took to measure */
    bool heap_started;    /* see checkpoint_start_heap() */
};

/* The state of the context, which must be current; sets it up if that was not done yet. Owned by
 * the list. NULL: nothing can be measured in the context; the host knows why. */
struct context_state *contexts_get(struct inject *inject, CUcontext context, uint32_t id);

/* Whether contexts_get() would have to set it up. */
bool contexts_is_new(const struct inject *inject, CUcontext context);

/* The context is about to go. */
void contexts_drop(struct inject *inject, CUcontext context);

/* In a child of fork(): closes the files that are open for contexts. */
void contexts_forked(struct inject *inject);

/* Gives up the counters of all contexts, but for those that run in a session in place, whose end
 * gives them up. */
void contexts_release_counters(struct inject *inject);

/* A GPU's counters belong to one context: while another one has a range profiler, CUPTI refuses
 * everything (CUPTI 13.0, CUPTI_ERROR_HARDWARE_BUSY). Gives up those of the other contexts of this
 * one's GPU, but for a session in place. */
void contexts_release_beside(struct inject *inject, const struct context_state *context);

/* Gives back the snapshot buffers of all contexts. */
void contexts_release_buffers(struct inject *inject);

#endif
