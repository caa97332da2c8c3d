/* app_chance: what the files of mode chance share. app_chance.c has memory, kernels and what is
 * done with them once; app_chance_more.c what stays from step to step, and what few programs do;
 * app_chance_rare.c calls that very few make. */
#ifndef FAKEGPU_APP_CHANCE_H
#define FAKEGPU_APP_CHANCE_H

#include <stdint.h>

#include "app.h"

enum { SIDES = 2, ARRAYS = 6, MOST_WORDS = 9000, MOST_KEPT = 2, STREAMS = 3 };

enum chance_kind {
    DEVICE,
    POOL,
    PINNED,
    REGISTERED,
    MANAGED,
    MAPPED,
    FAR_POOL,
    HOST_POOL,
    TWICE,
    KINDS
};

/* A context; both may be of one device. */
extern struct chance_side {
    CUcontext context;
    int device;
    CUdeviceptr variable;
    CUgreenCtx green; /* or NULL */
} chance_sides[SIDES];

extern CUlibrary chance_library;
extern CUkernel chance_step_kernel, chance_count_kernel;

/* What a seed may have besides: each costs the others something. */
extern struct chance_traits {
    bool peers;   /* kernels of each context may use memory of the other one */
    bool exports; /* arrays are handed out to other processes */
    bool greens;  /* each side has a stream of a green context */
    bool loose;   /* kernels use memory of malloc() */
    bool ranges;  /* the profiler is stopped and started */
    bool managed; /* kernels use a managed variable */
    bool heap;    /* kernels use the heap of malloc() on the device */
    bool imports; /* kernels use memory of another process */
    bool slow;    /* a copy of the second device goes on by itself */
} chance_traits;

struct chance_array {
    enum chance_kind kind;
    int side;
    CUdeviceptr x;
    CUdeviceptr again; /* where it is mapped a second time, or 0 */
    void *host;        /* NULL: the host cannot reach it */
    unsigned words;
    size_t mapped;
    CUmemGenericAllocationHandle handle;
};

/* An executable graph that stays: step(to), a child graph with count(from), a fill and a copy. */
struct chance_kept {
    CUgraph graph;
    CUgraphExec executable; /* NULL: there is none */
    CUgraphNode first;
    const struct chance_array *to, *from;
};

/* What one thread has. */
struct chance_walk {
    uint64_t state, sum;
    struct chance_array arrays[ARRAYS];
    CUstream streams[SIDES][STREAMS];
    CUdeviceptr cells[SIDES];
    struct chance_kept kept[MOST_KEPT];
    CUevent events[SIDES];
    CUarray boards[SIDES];
    CUsurfObject surfaces[SIDES];
    unsigned *loose;
    CUmodule heap; /* in the first side's context */
    CUdeviceptr blocks;
    bool built; /* they are allocated */
    CUdeviceptr lent, imported;
    unsigned *carried; /* what a slow copy writes, in pinned memory */
    unsigned moved;
};

unsigned chance_below(struct chance_walk *w, unsigned limit);
/* Makes the array's context current; any of the two, for calls whose stream tells the context. */
void chance_enter(const struct chance_array *a);
void chance_enter_any(struct chance_walk *w);
/* A stream of the array's context. */
CUstream chance_stream(struct chance_walk *w, const struct chance_array *a);
size_t chance_bytes(const struct chance_array *a);
void chance_fold(struct chance_walk *w, const unsigned *words, unsigned count);

void chance_launch(CUkernel kernel, unsigned blocks, unsigned threads, CUstream stream,
                   void **params);
void chance_step(const struct chance_array *a, CUstream stream);
void chance_count(const struct chance_array *a, CUstream stream);

/* app_chance_more.c: memory that is handed out, all of which but its first word others write; what
 * a walk has for these steps; a step with two arrays of one side; before an array goes. */
void chance_mail_open(void);
void chance_mail_close(void);
void chance_more_begin(struct chance_walk *w);
void chance_more(struct chance_walk *w, const struct chance_array *to,
                 const struct chance_array *from, CUstream stream);
void chance_more_drop(struct chance_walk *w, const struct chance_array *a);
void chance_more_end(struct chance_walk *w);

/* app_chance_rare.c: the same. */
void chance_rare_begin(struct chance_walk *w);
void chance_rare(struct chance_walk *w, const struct chance_array *to,
                 const struct chance_array *from, CUstream stream);
void chance_rare_end(struct chance_walk *w);

#endif
