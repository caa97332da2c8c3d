/* results: sends the results of launches, graphs and ranges to the host: facts, counter data and
 * the code of their kernels, or the reason why one could not be measured. All replay modes use it.
 *
 * A message has one batch: results that share their counter data. Nothing is kept: all that the
 * structures point to is the caller's and must stay until the call returns. */
#ifndef ROOFTOP_COLLECT_INJECT_HOST_RESULTS_H
#define ROOFTOP_COLLECT_INJECT_HOST_RESULTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "wire.pb-c.h"

struct counters;
struct inject;
struct inside;

/* Where the time of a batch went, for ROOFTOP_TRACE. */
enum phase {
    PHASE_SAVE,
    PHASE_RESTORE,
    PHASE_CONFIGURE,
    PHASE_START,
    PHASE_RUN,
    PHASE_STOP,
    PHASE_DECODE,
    PHASE_OPEN,    /* the program's own run, with its calls */
    PHASE_SETTLE,  /* until it has ended, and CUPTI has told its times */
    PHASE_SAMPLES, /* passes in which warps are sampled, */
    PHASE_COUNTS,  /* instructions are counted, */
    PHASE_TIMES,   /* and counters are sampled */
    PHASE_SEARCH,  /* of memory for pointers; in "save" as well */
    PHASE_COUNT
};

/* One result. */
struct result_item {
    enum { RESULT_KERNEL, RESULT_GRAPH, RESULT_RANGE } kind;
    uint64_t launch;       /* the number that the host was asked about */
    uint32_t range;        /* of the counter data */
    Wire__Facts *facts;    /* of the kernel or the call; NULL: the host has them */
    Wire__Facts **kernels; /* of a graph or a range: the kernels that it launched */
    size_t kernel_count;
    bool device_launch;              /* of a graph: device code may launch it, too */
    Wire__InstructionCounts *counts; /* or NULL */
    Wire__WarpSamples *samples;      /* or NULL */
    Wire__TimeSamples **times;       /* of each group of counters that was sampled */
    size_t time_count;
    const char *time_alone; /* why only its time was measured, or NULL */
};

struct result_batch {
    const char *error;               /* instead of values, or NULL */
    const char *variant;             /* of a series: what was measured, or NULL */
    bool uncounted;                  /* they ran once and have no counters */
    bool beside;                     /* launches of other contexts between these follow */
    bool more;                       /* other results of the same window follow */
    uint64_t bytes_saved;            /* of memory, for the replay */
    const uint64_t *nanoseconds;     /* PHASE_COUNT of them, or NULL */
    const char *ended_by;            /* what ended the window or the session, or NULL */
    const struct counters *counters; /* whose counter data goes along; NULL: none does */
    const struct inside *inside;     /* what counts and samples are of; NULL: there are none */
    bool one_pass;                   /* the data is of one pass, however many its groups have */
};

/* Sends a batch, and before it the modules of its kernels, if there is no error. Returns false
 * if there is no memory, and then nothing was sent; a single result is always sent. */
bool results_send(struct inject *inject, const struct result_batch *batch,
                  const struct result_item *items, size_t count);

/* A pass of `passes` is over. launch: the first that is measured; launches: how many are. After the
 * last one this waits for the host: the program goes on and may print, and the host's progress line
 * must be gone by then. */
void results_tell_pass(struct inject *inject, uint64_t launch, unsigned pass, unsigned passes,
                       size_t launches);

#endif
