/* trace_collectives: ranks of a parallel job that meet in kernels of NCCL or NVSHMEM, and who waits
 * there for whom.
 *
 * Such a kernel ends on no rank before all ranks have begun it. So the time from a rank's start to
 * that of the last one is time that it waits. The n-th launch of a kernel on one rank meets the
 * n-th on the others; kernels that ranks launch a different number of times cannot be matched, and
 * are counted.
 *
 * Clocks of different machines differ. As all ranks end a collective together, the median distance
 * of the ends from those of the first rank tells how far a clock is off. Ranks of one machine share
 * its clock. */
#ifndef ROOFTOP_REPORT_TRACE_TRACE_COLLECTIVES_H
#define ROOFTOP_REPORT_TRACE_TRACE_COLLECTIVES_H

#include <stddef.h>
#include <stdint.h>

#include "report/trace/trace.h"

struct trace_rank {
    uint32_t process; /* of the trace */
    const char *host; /* "" if it is not known */
    double offset;    /* of its clock, ns */
    double computed;  /* time of its other kernels */
    double met;       /* time of collective kernels that were matched */
    double waited;    /* of that, until the last rank had come */
};

struct trace_meeting {
    uint64_t name; /* of the kernel, a string of the trace */
    size_t count, ranks;
    double time, waited; /* sums over all ranks */
    size_t last;         /* the rank that came last most often, among `ranks` of the whole */
    size_t last_count;
    size_t waits; /* the rank that waited longest in all */
    double waits_time;
};

struct trace_collectives {
    struct trace_rank *ranks; /* processes with kernels, by rank */
    size_t rank_count;
    struct trace_meeting *meetings; /* by the time that was waited, the longest first */
    size_t meeting_count, meeting_capacity;
    size_t unmatched; /* kernels */
};

void trace_collectives_make(struct trace_collectives *c, struct trace *trace);
void trace_collectives_free(struct trace_collectives *c);

#endif
