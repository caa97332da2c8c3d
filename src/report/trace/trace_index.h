/* trace_index: what belongs together in a trace: the work of each GPU in the order of its start,
 * streams, and the call that launched a kernel.
 *
 * An index is of the records that the trace had when it was made. Works are kernels, copies, fills,
 * decompressions and graphs that were traced as one. Those whose times cannot be believed are
 * counted only. */
#ifndef ROOFTOP_REPORT_TRACE_TRACE_INDEX_H
#define ROOFTOP_REPORT_TRACE_TRACE_INDEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "report/trace/trace.h"

struct trace_gpu {
    unsigned source;
    uint64_t address; /* PCI; 0: not known */
    uint32_t number;  /* the ordinal in the first process that used it */
    const char *name; /* "" if no process told it */
    uint64_t sms;
};

struct trace_stream {
    uint32_t gpu;     /* among the index's */
    uint32_t process; /* of the trace */
    uint64_t context, stream;
};

struct trace_work {
    uint64_t start, end;
    uint32_t row;    /* among the records of its kind */
    uint32_t stream; /* among the index's */
    uint16_t gpu;
    uint8_t kind; /* TRACE_KERNEL, TRACE_COPY, TRACE_FILL, TRACE_DECOMPRESSION, TRACE_GRAPH or
                     TRACE_DEVICE_GRAPH */
};

struct trace_index {
    struct trace *trace;
    uint64_t start, end; /* of the whole trace; both 0 if nothing has a time */
    struct trace_gpu *gpus;
    size_t gpu_count, gpu_capacity;
    struct trace_stream *streams;
    size_t stream_count, stream_capacity;
    struct trace_work *works; /* by start */
    size_t work_count, work_capacity;
    size_t bad;      /* works whose times cannot be believed */
    uint32_t *calls; /* private: calls by process and correlation, row + 1 */
    size_t call_slots;
};

struct trace_index *trace_index_new(struct trace *trace);
void trace_index_free(struct trace_index *index);

#define TRACE_NONE UINT32_MAX

/* The row of the call with this correlation, of the runtime if both it and the driver have one.
 * TRACE_NONE: the trace has none. */
uint32_t trace_index_call(const struct trace_index *index, uint32_t process, uint64_t correlation);

/* Which GPU a device of a process is. TRACE_NONE: one without works. */
uint32_t trace_index_gpu(const struct trace_index *index, uint32_t process, uint32_t device);

/* The correlation of a work, 0 if it has none, and the process that it is of. */
uint64_t trace_work_correlation(const struct trace_index *index, const struct trace_work *work);
uint32_t trace_work_process(const struct trace_index *index, const struct trace_work *work);

/* The first of the works that starts at `time` or later; work_count if there is none. */
size_t trace_index_from(const struct trace_index *index, uint64_t time);

#endif
