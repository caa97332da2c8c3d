/* trace_gaps: the times in which a GPU was idle between two works, and why.
 *
 * The thread that submitted the work behind the gap tells the cause: what it did in the gap, until
 * that work was submitted. The part of the gap in which most time was spent decides. */
#ifndef ROOFTOP_REPORT_TRACE_TRACE_GAPS_H
#define ROOFTOP_REPORT_TRACE_TRACE_GAPS_H

#include <stddef.h>
#include <stdint.h>

#include "report/trace/trace_index.h"
#include "report/trace/trace_threads.h"

enum gap_cause {
    GAP_WAITED,    /* the host waited for the GPU, and had submitted nothing further */
    GAP_ALLOCATED, /* the host allocated or released memory */
    GAP_LOADED,    /* the host loaded code */
    GAP_CALL,      /* the host was in another call, which is no launch */
    GAP_HOST,      /* the host was in no CUDA call */
    GAP_LAUNCHES,  /* the host launched, but slower than the GPU worked: launch bound */
    GAP_QUEUED,    /* the work was submitted before the gap, and waited for others or its turn */
    GAP_UNKNOWN,   /* the trace does not have the call */
    GAP_CAUSES
};

/* For people: "host waits for the GPU". */
extern const char *const gap_cause_texts[GAP_CAUSES];

struct trace_gap {
    uint64_t start, end;
    uint32_t before, after; /* works of the index */
    uint32_t call;          /* in which most of the gap was spent, or TRACE_NONE */
    uint32_t range;         /* innermost NVTX range of the thread then, or TRACE_NONE */
    uint16_t gpu;
    uint8_t cause;
};

struct trace_gaps {
    struct trace_gap *gaps; /* by GPU, then by start */
    size_t count, capacity;
};

void trace_gaps_make(struct trace_gaps *gaps, const struct trace_index *index,
                     const struct trace_threads *threads);
void trace_gaps_free(struct trace_gaps *gaps);

/* Fills in call, range and cause; the work after the gap, and its start and end, must be known.
 * Also for the time in which one stream had nothing to do. */
void trace_gap_explain(struct trace_gap *gap, const struct trace_index *index,
                       const struct trace_threads *threads);

/* What a call is for, by its name: GAP_WAITED, GAP_ALLOCATED, GAP_LOADED, GAP_LAUNCHES or
 * GAP_CALL. */
enum gap_cause trace_call_purpose(const char *name);

#endif
