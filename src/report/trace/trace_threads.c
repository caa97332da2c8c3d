#include "report/trace/trace_threads.h"

#include <stdlib.h>

#include "report/base/mem.h"

struct ordered {
    uint64_t start, end;
    uint32_t row, thread;
};

static uint32_t find(struct trace_threads *threads, uint32_t process, uint64_t thread,
                     uint32_t before)
{
    for (size_t i = 0; i < threads->count; i++) {
        const size_t at = (i + before) % threads->count;
        if (threads->threads[at].process == process && threads->threads[at].thread == thread)
            return (uint32_t)at;
    }
    mem_grow(&threads->threads, threads->count, &threads->capacity, sizeof *threads->threads);
    threads->threads[threads->count] =
        (struct trace_thread){.process = process, .thread = thread, .name = ""};
    return (uint32_t)threads->count++;
}

static int by_place(const void *a, const void *b)
{
    const struct ordered *first = a, *second = b;
    if (first->thread != second->thread)
        return first->thread < second->thread ? -1 : 1;
    if (first->start != second->start)
        return first->start < second->start ? -1 : 1;
    if (first->end != second->end) /* the outer one first */
        return first->end > second->end ? -1 : 1;
    return (first->row > second->row) - (first->row < second->row);
}

/* The rows of a kind with times, by thread and start; free() them. */
static struct ordered *order(struct trace_threads *threads, struct trace *trace,
                             enum trace_kind kind, size_t field, size_t *kept)
{
    const size_t count = trace_count(trace, kind);
    const uint64_t *start = trace_column(trace, kind, SPAN_START);
    const uint64_t *end = trace_column(trace, kind, SPAN_END);
    const uint64_t *thread = trace_column(trace, kind, field);
    const uint32_t *process = trace_processes(trace, kind);
    struct ordered *rows = mem_alloc((count + 1) * sizeof *rows);
    uint32_t before = 0;
    bool sorted = true;
    *kept = 0;
    for (size_t i = 0; i < count; i++) {
        if (!trace_span_is_good(start[i], end[i]))
            continue;
        before = find(threads, process[i], thread[i], before);
        rows[*kept] = (struct ordered){start[i], end[i], (uint32_t)i, before};
        sorted = sorted && (!*kept || by_place(&rows[*kept - 1], &rows[*kept]) < 0);
        ++*kept;
    }
    if (!sorted)
        qsort(rows, *kept, sizeof *rows, by_place);
    return rows;
}

static void add_calls(struct trace_threads *threads, struct trace *trace)
{
    size_t count;
    struct ordered *rows = order(threads, trace, TRACE_API, API_THREAD, &count);
    uint64_t end = 0;
    for (size_t i = 0; i < count; i++) {
        struct trace_thread *thread = &threads->threads[rows[i].thread];
        if (thread->call_count && rows[i].start < end)
            continue; /* inside of the one before */
        mem_grow(&thread->calls, thread->call_count, &thread->call_capacity, sizeof *thread->calls);
        thread->calls[thread->call_count++] = rows[i].row;
        end = rows[i].end;
    }
    free(rows);
}

static void add_ranges(struct trace_threads *threads, struct trace *trace)
{
    size_t count;
    struct ordered *rows = order(threads, trace, TRACE_RANGE, RANGE_THREAD, &count);
    for (size_t i = 0; i < count; i++) {
        struct trace_thread *thread = &threads->threads[rows[i].thread];
        mem_grow(&thread->ranges, thread->range_count, &thread->range_capacity,
                 sizeof *thread->ranges);
        thread->ranges[thread->range_count++] = rows[i].row;
    }
    free(rows);
}

static void add_jits(struct trace_threads *threads, struct trace *trace)
{
    size_t count;
    struct ordered *rows = order(threads, trace, TRACE_JIT, JIT_THREAD, &count);
    for (size_t i = 0; i < count; i++) {
        struct trace_thread *thread = &threads->threads[rows[i].thread];
        mem_grow(&thread->jits, thread->jit_count, &thread->jit_capacity, sizeof *thread->jits);
        thread->jits[thread->jit_count++] = rows[i].row;
    }
    free(rows);
}

static void name_threads(struct trace_threads *threads, struct trace *trace)
{
    const uint64_t *ids = trace_column(trace, TRACE_THREAD, THREAD_ID);
    const uint32_t *processes = trace_processes(trace, TRACE_THREAD);
    for (size_t i = 0; i < trace_count(trace, TRACE_THREAD); i++)
        for (size_t j = 0; j < threads->count; j++)
            if (threads->threads[j].process == processes[i] && threads->threads[j].thread == ids[i])
                threads->threads[j].name = trace_text(trace, TRACE_THREAD, i);
}

void trace_threads_make(struct trace_threads *threads, struct trace *trace)
{
    *threads = (struct trace_threads){0};
    add_calls(threads, trace);
    add_ranges(threads, trace);
    add_jits(threads, trace);
    name_threads(threads, trace);
}

void trace_threads_free(struct trace_threads *threads)
{
    for (size_t i = 0; i < threads->count; i++) {
        free(threads->threads[i].calls);
        free(threads->threads[i].ranges);
        free(threads->threads[i].jits);
    }
    free(threads->threads);
    *threads = (struct trace_threads){0};
}

const struct trace_thread *trace_threads_find(const struct trace_threads *threads, uint32_t process,
                                              uint64_t thread)
{
    for (size_t i = 0; i < threads->count; i++)
        if (threads->threads[i].process == process && threads->threads[i].thread == thread)
            return &threads->threads[i];
    return NULL;
}

size_t trace_thread_call_at(const struct trace_thread *thread, struct trace *trace, uint64_t time)
{
    const uint64_t *end = trace_column(trace, TRACE_API, SPAN_END);
    size_t low = 0, high = thread->call_count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (end[thread->calls[middle]] <= time)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Ranges nest: the last one that began before and is still open is the innermost. The search goes
 * back over the ranges that have ended; those of a parent that is open are few. */
uint32_t trace_thread_range_at(const struct trace_thread *thread, struct trace *trace,
                               uint64_t time)
{
    enum { FURTHEST = 4096 };
    const uint64_t *start = trace_column(trace, TRACE_RANGE, SPAN_START);
    const uint64_t *end = trace_column(trace, TRACE_RANGE, SPAN_END);
    size_t low = 0, high = thread->range_count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (start[thread->ranges[middle]] <= time)
            low = middle + 1;
        else
            high = middle;
    }
    for (size_t i = low, looked = 0; i-- > 0 && looked < FURTHEST; looked++)
        if (end[thread->ranges[i]] > time)
            return thread->ranges[i];
    return UINT32_MAX;
}
