#include "report/trace/trace_gaps.h"

#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"

const char *const gap_cause_texts[GAP_CAUSES] = {
    [GAP_WAITED] = "host waits for the GPU",
    [GAP_ALLOCATED] = "host allocates memory",
    [GAP_LOADED] = "host loads code",
    [GAP_CALL] = "host is in another call",
    [GAP_HOST] = "host is in no CUDA call",
    [GAP_LAUNCHES] = "launch bound",
    [GAP_QUEUED] = "submitted, waits on the GPU",
    [GAP_UNKNOWN] = "not known",
};

struct making {
    struct trace_gaps *gaps;
    const struct trace_index *index;
    const struct trace_threads *threads;
    uint8_t *purposes; /* of calls, by string; GAP_CAUSES: not looked at yet */
};

static bool has(const char *name, const char *const *words)
{
    for (; *words; words++)
        if (strstr(name, *words))
            return true;
    return false;
}

/* Runtime and driver have the same words in their names. Copies without Async wait until they are
 * done. */
enum gap_cause trace_call_purpose(const char *name)
{
    static const char *const launches[] = {"LaunchKernel", "LaunchCooperative", "GraphLaunch",
                                           "cuLaunch",     "cudaLaunch",        NULL};
    static const char *const loads[] = {
        "ModuleLoad",        "LibraryLoad",       "GetModule",
        "LinkComplete",      "ModuleGetFunction", "KernelGetFunction",
        "FuncGetAttributes", "LibraryGetKernel",  NULL};
    static const char *const memory[] = {
        "Malloc",     "MemAlloc",     "Free",           "MemCreate", "MemMap", "MemUnmap",
        "MemRelease", "HostRegister", "HostUnregister", "HostAlloc", NULL};
    static const char *const copies[] = {"Memcpy", "Memset", NULL};
    if (strstr(name, "Synchronize"))
        return GAP_WAITED;
    if (has(name, launches))
        return GAP_LAUNCHES;
    if (has(name, loads))
        return GAP_LOADED;
    if (has(name, copies))
        return strstr(name, "Async") || strstr(name, "Memset") ? GAP_LAUNCHES : GAP_WAITED;
    return has(name, memory) ? GAP_ALLOCATED : GAP_CALL;
}

static enum gap_cause purpose(const struct making *m, uint32_t call)
{
    const uint64_t name = trace_column(m->index->trace, TRACE_API, API_NAME)[call];
    if (m->purposes[name] == GAP_CAUSES)
        m->purposes[name] = (uint8_t)trace_call_purpose(trace_string(m->index->trace, name));
    return (enum gap_cause)m->purposes[name];
}

static uint64_t common(uint64_t a, uint64_t b, uint64_t c, uint64_t d)
{
    const uint64_t start = a > c ? a : c, end = b < d ? b : d;
    return end > start ? end - start : 0;
}

/* How long the thread was busy with each kind of thing in the gap, and the longest call. */
static void look_at_thread(const struct making *m, const struct trace_thread *thread,
                           struct trace_gap *gap, uint64_t until, uint64_t spent[GAP_CAUSES])
{
    enum { MOST_CALLS = 100000 };
    struct trace *trace = m->index->trace;
    const uint64_t *start = trace_column(trace, TRACE_API, SPAN_START);
    const uint64_t *end = trace_column(trace, TRACE_API, SPAN_END);
    uint64_t in_calls = 0, longest = 0;
    size_t i = trace_thread_call_at(thread, trace, gap->start);
    for (size_t looked = 0; i < thread->call_count && looked < MOST_CALLS; i++, looked++) {
        const uint32_t call = thread->calls[i];
        if (start[call] >= until)
            break;
        const uint64_t part = common(start[call], end[call], gap->start, until);
        spent[purpose(m, call)] += part;
        in_calls += part;
        if (part > longest) {
            longest = part;
            gap->call = call;
        }
    }
    spent[GAP_HOST] = until - gap->start > in_calls ? until - gap->start - in_calls : 0;
}

static void explain(const struct making *m, struct trace_gap *gap)
{
    struct trace *trace = m->index->trace;
    const struct trace_work *after = &m->index->works[gap->after];
    const uint32_t call = trace_index_call(m->index, trace_work_process(m->index, after),
                                           trace_work_correlation(m->index, after));
    uint64_t spent[GAP_CAUSES] = {0};
    gap->cause = GAP_UNKNOWN;
    gap->call = gap->range = TRACE_NONE;
    if (call == TRACE_NONE)
        return;
    const struct trace_thread *thread =
        trace_threads_find(m->threads, trace_processes(trace, TRACE_API)[call],
                           trace_column(trace, TRACE_API, API_THREAD)[call]);
    /* A launch is submitted within its call; a copy that waits ends with it. */
    const uint64_t submitted = trace_column(trace, TRACE_API, SPAN_END)[call];
    const uint64_t until = submitted < gap->end ? submitted : gap->end;
    if (!thread || until <= gap->start) {
        gap->cause = thread ? GAP_QUEUED : GAP_UNKNOWN;
        return;
    }
    look_at_thread(m, thread, gap, until, spent);
    spent[GAP_QUEUED] = gap->end - until;
    /* What passes between a launch's call and its kernel is a part of launching. */
    if (spent[GAP_LAUNCHES]) {
        spent[GAP_LAUNCHES] += spent[GAP_QUEUED];
        spent[GAP_QUEUED] = 0;
    }
    for (unsigned i = 0; i < GAP_CAUSES; i++)
        if (spent[i] > spent[gap->cause])
            gap->cause = (uint8_t)i;
    if (gap->cause == GAP_HOST)
        gap->call = TRACE_NONE;
    gap->range = trace_thread_range_at(thread, trace, gap->start + (until - gap->start) / 2);
}

static void add_gap(const struct making *m, uint32_t before, uint32_t after, uint64_t start)
{
    struct trace_gaps *gaps = m->gaps;
    const struct trace_work *work = &m->index->works[after];
    mem_grow(&gaps->gaps, gaps->count, &gaps->capacity, sizeof *gaps->gaps);
    struct trace_gap *gap = &gaps->gaps[gaps->count++];
    *gap = (struct trace_gap){
        .start = start, .end = work->start, .before = before, .after = after, .gpu = work->gpu};
    explain(m, gap);
}

static struct making begin(struct trace_gaps *gaps, const struct trace_index *index,
                           const struct trace_threads *threads)
{
    const size_t strings = trace_string_count(index->trace);
    struct making m = {gaps, index, threads, mem_alloc(strings)};
    memset(m.purposes, GAP_CAUSES, strings);
    return m;
}

void trace_gap_explain(struct trace_gap *gap, const struct trace_index *index,
                       const struct trace_threads *threads)
{
    struct making m = begin(NULL, index, threads);
    explain(&m, gap);
    free(m.purposes);
}

void trace_gaps_make(struct trace_gaps *gaps, const struct trace_index *index,
                     const struct trace_threads *threads)
{
    *gaps = (struct trace_gaps){0};
    struct making m = begin(gaps, index, threads);
    for (size_t gpu = 0; gpu < index->gpu_count; gpu++) {
        uint64_t end = 0;
        uint32_t last = TRACE_NONE;
        for (size_t i = 0; i < index->work_count; i++) {
            const struct trace_work *work = &index->works[i];
            if (work->gpu != gpu)
                continue;
            if (last != TRACE_NONE && work->start > end)
                add_gap(&m, last, (uint32_t)i, end);
            if (work->end > end || last == TRACE_NONE) {
                end = work->end;
                last = (uint32_t)i;
            }
        }
    }
    free(m.purposes);
}

void trace_gaps_free(struct trace_gaps *gaps)
{
    free(gaps->gaps);
    *gaps = (struct trace_gaps){0};
}
