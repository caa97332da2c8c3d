/* range_edges: where the program's calls begin and end a range that is measured as one.
 *
 * With NVTX ranges to include it is such a range, from the push or start that makes it one of these
 * to its own pop or end, whatever else opens and ends meanwhile; otherwise it lasts from
 * cuProfilerStart to cuProfilerStop. cuProfilerStop ends either. While one is open no other begins:
 * what is nested belongs to the outer one.
 *
 * NVTX ranges may begin before the driver is initialised; that is noticed later, by the number. */
#ifndef ROOFTOP_INJECT_RANGE_EDGES_H
#define ROOFTOP_INJECT_RANGE_EDGES_H

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
    /* Of NVTX ranges, outside the lock, once there is somebody to tell: ended() before the range is
     * over. */
    void (*began)(void *context);
    void (*ended)(void *context);
    void *context;
};

/* false: there is one already. */
bool range_edges_begin(struct range_edges *edges, const struct range_edge *edge, const char *domain,
                       const char *name);

/* Of an NVTX range: tells, and it is over; nothing, if it is not the one that is open. */
void range_edges_end(struct range_edges *edges, const struct range_edge *edge);

/* The open one is over, whichever it is; nobody is told. */
void range_edges_cut(struct range_edges *edges);

/* The same, if it is in the stack of this thread, which ends. */
void range_edges_thread_ends(struct range_edges *edges, const void *thread);

/* The number of the open range; 0: none is open. */
uint64_t range_edges_number(struct range_edges *edges);

#endif
