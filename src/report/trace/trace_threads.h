/* trace_threads: the threads of the traced processes, each with its calls, NVTX ranges and
 * operations of the JIT compiler in the order of time. */
#ifndef ROOFTOP_REPORT_TRACE_TRACE_THREADS_H
#define ROOFTOP_REPORT_TRACE_TRACE_THREADS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "report/trace/trace.h"

struct trace_thread {
    uint32_t process;
    uint64_t thread;  /* the system's number */
    const char *name; /* that the program gave it; "" if none */
    uint32_t *calls;  /* rows of TRACE_API by start, without those inside of another one */
    size_t call_count, call_capacity;
    uint32_t *ranges; /* rows of TRACE_RANGE by start, the outer before the inner */
    size_t range_count, range_capacity;
    uint32_t *jits; /* rows of TRACE_JIT by start */
    size_t jit_count, jit_capacity;
};

struct trace_threads {
    struct trace_thread *threads;
    size_t count, capacity;
};

void trace_threads_make(struct trace_threads *threads, struct trace *trace);
void trace_threads_free(struct trace_threads *threads);

/* The thread; NULL: it is not in the trace. */
const struct trace_thread *trace_threads_find(const struct trace_threads *threads, uint32_t process,
                                              uint64_t thread);

/* The first of the thread's calls that ends after `time`; call_count if none does. */
size_t trace_thread_call_at(const struct trace_thread *thread, struct trace *trace, uint64_t time);

/* The innermost range that is open in the thread at `time`; UINT32_MAX: none. */
uint32_t trace_thread_range_at(const struct trace_thread *thread, struct trace *trace,
                               uint64_t time);

#endif
