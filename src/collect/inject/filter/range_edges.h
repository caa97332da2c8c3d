/* range_edges: where the program's calls begin and end a range that is measured as one.
 *
 * If the filter includes NVTX ranges, the measured range is such a range: it begins with the push
 * or start that makes it fit the filter and ends with its own pop or end, whatever opens and ends
 * meanwhile. Otherwise it lasts from cuProfilerStart to cuProfilerStop. cuProfilerStop ends both
 * kinds. While one is open no other begins: nested ranges belong to the outer one.
 *
 * NVTX ranges may begin before the driver is initialised. Whoever measures notices that later, by
 * the number of the open range. Functions may be called from any thread. */
#ifndef ROOFTOP_COLLECT_INJECT_FILTER_RANGE_EDGES_H
#define ROOFTOP_COLLECT_INJECT_FILTER_RANGE_EDGES_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

enum { RANGE_NAME = 256 };

/* Which one: by its number if it was started, else by its place in a thread's stack. */
struct range_edge {
    enum { EDGE_PROFILER, EDGE_PUSHED, EDGE_STARTED } kind;
    uint64_t started;
    const void *thread;
    uint32_t domain;
    int level;
};

struct range_edges {
    bool wanted; /* results are of ranges */
    pthread_mutex_t lock;
    bool open;
    struct range_edge edge; /* of the open one */
    uint64_t number;        /* ranges that have begun */
    char name[RANGE_NAME];  /* of the last: "domain@name", "" if it has none */
    /* Called for NVTX ranges without the lock: began() after the range has begun, ended() before
     * it is over. NULL until somebody listens. */
    void (*began)(void *context);
    void (*ended)(void *context);
    void *context;
};

/* false: another range is open. */
bool range_edges_begin(struct range_edges *edges, const struct range_edge *edge, const char *domain,
                       const char *name);

/* The end of an NVTX range: if it is the one that is open, calls ended() and closes it. */
void range_edges_end(struct range_edges *edges, const struct range_edge *edge);

/* Closes the open range, whichever it is, without calling ended(). */
void range_edges_cut(struct range_edges *edges);

/* The same if the range is in the stack of this thread, which ends. */
void range_edges_thread_ends(struct range_edges *edges, const void *thread);

/* The number of the open range; 0: none is open. */
uint64_t range_edges_number(struct range_edges *edges);

#endif
