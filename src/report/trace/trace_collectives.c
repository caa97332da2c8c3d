#include "report/trace/trace_collectives.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/names/collective_kernels.h"
#include "report/names/demangle.h"

/* A collective kernel on a rank. */
struct met {
    const char *name;
    uint64_t string; /* number of the name */
    size_t rank;
    uint64_t start, end;
};

struct maker {
    struct trace_collectives *c;
    struct trace *trace;
    size_t *rank_of; /* by process; SIZE_MAX: none */
    struct met *met; /* by name, rank and start */
    size_t count, capacity;
};

/* Launches of one kernel: those of each rank lie together. */
struct kernel {
    const struct met *first;
    size_t *from, *counts; /* by rank */
    size_t ranks;          /* that have any */
    size_t each;           /* launches of each of these; 0: they differ */
};

static int by_rank(const void *a, const void *b, void *context)
{
    struct trace *trace = context;
    const struct trace_rank *x = a, *y = b;
    const int rx = trace_process(trace, x->process)->rank,
              ry = trace_process(trace, y->process)->rank;
    return rx != ry ? (rx > ry) - (rx < ry) : (x->process > y->process) - (x->process < y->process);
}

static int by_name(const void *a, const void *b)
{
    const struct met *x = a, *y = b;
    const int order = strcmp(x->name, y->name);
    if (order)
        return order;
    if (x->rank != y->rank)
        return x->rank < y->rank ? -1 : 1;
    return (x->start > y->start) - (x->start < y->start);
}

static int by_wait(const void *a, const void *b)
{
    const struct trace_meeting *x = a, *y = b;
    if (x->waited != y->waited)
        return x->waited > y->waited ? -1 : 1;
    return (x->name > y->name) - (x->name < y->name);
}

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* --- ranks ------------------------------------------------------------------------------------ */

/* The host of the file that the process is of. */
static const char *host_of(struct trace *trace, const struct trace_process *process)
{
    const uint32_t *of = trace_processes(trace, TRACE_FACT);
    const uint64_t *what = trace_column(trace, TRACE_FACT, FACT_WHAT);
    for (size_t i = 0; i < trace_count(trace, TRACE_FACT); i++)
        if (what[i] == FACT_HOST && trace_process(trace, of[i])->source == process->source)
            return trace_text(trace, TRACE_FACT, i);
    return "";
}

static void find_ranks(struct maker *m)
{
    struct trace_collectives *c = m->c;
    const size_t processes = trace_process_count(m->trace);
    const uint32_t *of = trace_processes(m->trace, TRACE_KERNEL);
    bool *has = mem_alloc(processes + 1);
    for (size_t i = 0; i < trace_count(m->trace, TRACE_KERNEL); i++)
        has[of[i]] = true;
    c->ranks = mem_alloc((processes + 1) * sizeof *c->ranks);
    m->rank_of = mem_alloc((processes + 1) * sizeof *m->rank_of);
    for (size_t i = 0; i < processes; i++) {
        m->rank_of[i] = SIZE_MAX;
        if (has[i])
            c->ranks[c->rank_count++] = (struct trace_rank){
                .process = (uint32_t)i, .host = host_of(m->trace, trace_process(m->trace, i))};
    }
    if (c->rank_count)
        qsort_r(c->ranks, c->rank_count, sizeof *c->ranks, by_rank, m->trace);
    for (size_t i = 0; i < c->rank_count; i++)
        m->rank_of[c->ranks[i].process] = i;
    free(has);
}

static bool is_collective(const char *mangled)
{
    char *full = demangle_full(mangled), *function = demangle_function(full);
    const bool is = kernel_is_collective(function);
    free(full);
    free(function);
    return is;
}

static void sort_kernels(struct maker *m)
{
    enum { UNKNOWN, OTHER, COLLECTIVE };
    struct trace *trace = m->trace;
    const uint64_t *start = trace_column(trace, TRACE_KERNEL, SPAN_START);
    const uint64_t *end = trace_column(trace, TRACE_KERNEL, SPAN_END);
    const uint64_t *name = trace_column(trace, TRACE_KERNEL, KERNEL_NAME);
    const uint32_t *of = trace_processes(trace, TRACE_KERNEL);
    const size_t strings = trace_string_count(trace);
    unsigned char *kinds = mem_alloc(strings + 1);
    for (size_t i = 0; i < trace_count(trace, TRACE_KERNEL); i++) {
        unsigned char *kind = &kinds[name[i] < strings ? name[i] : strings];
        const char *text = trace_string(trace, name[i]);
        if (!trace_span_is_good(start[i], end[i]))
            continue;
        if (*kind == UNKNOWN)
            *kind = is_collective(text) ? COLLECTIVE : OTHER;
        if (*kind == OTHER) {
            m->c->ranks[m->rank_of[of[i]]].computed += (double)(end[i] - start[i]);
            continue;
        }
        mem_grow(&m->met, m->count, &m->capacity, sizeof *m->met);
        m->met[m->count++] = (struct met){text, name[i], m->rank_of[of[i]], start[i], end[i]};
    }
    free(kinds);
    if (m->count)
        qsort(m->met, m->count, sizeof *m->met, by_name);
}

/* --- meetings --------------------------------------------------------------------------------- */

/* The launches from `at` on that are of one kernel. Returns the end of them. */
static size_t take_kernel(const struct maker *m, size_t at, struct kernel *k)
{
    const size_t ranks = m->c->rank_count;
    *k = (struct kernel){.first = &m->met[at],
                         .from = mem_alloc((ranks + 1) * sizeof *k->from),
                         .counts = mem_alloc((ranks + 1) * sizeof *k->counts)};
    size_t end = at;
    for (; end < m->count && strcmp(m->met[end].name, k->first->name) == 0; end++) {
        const size_t rank = m->met[end].rank;
        if (!k->counts[rank]++) {
            k->from[rank] = end;
            k->ranks++;
        }
    }
    k->each = k->ranks > 1 ? k->counts[k->first->rank] : 0;
    for (size_t i = 0; i < ranks; i++)
        if (k->counts[i] && k->counts[i] != k->each)
            k->each = 0;
    return end;
}

static void free_kernel(struct kernel *k)
{
    free(k->from);
    free(k->counts);
}

/* How far clocks are off, from the ends of what all ranks share with the first one. */
static void find_offset(const struct maker *m, size_t rank)
{
    double *distances = mem_alloc((m->count + 1) * sizeof *distances);
    size_t count = 0, at = 0;
    while (at < m->count) {
        struct kernel k;
        const size_t end = take_kernel(m, at, &k);
        for (size_t i = 0; k.each && k.counts[0] && k.counts[rank] && i < k.each; i++)
            distances[count++] =
                (double)m->met[k.from[rank] + i].end - (double)m->met[k.from[0] + i].end;
        free_kernel(&k);
        at = end;
    }
    if (count) {
        qsort(distances, count, sizeof *distances, by_value);
        m->c->ranks[rank].offset = distances[count / 2];
    }
    free(distances);
}

static double start_of(const struct maker *m, const struct met *met)
{
    return (double)met->start - m->c->ranks[met->rank].offset;
}

/* One launch of the kernel on all its ranks. */
static void meet(struct maker *m, const struct kernel *k, size_t number,
                 struct trace_meeting *meeting, size_t *lasts, double *waits)
{
    size_t last = SIZE_MAX;
    double latest = 0;
    for (size_t i = 0; i < m->c->rank_count; i++) {
        const struct met *met = &m->met[k->from[i] + number];
        if (k->counts[i] && (last == SIZE_MAX || start_of(m, met) > latest)) {
            latest = start_of(m, met);
            last = i;
        }
    }
    lasts[last]++;
    for (size_t i = 0; i < m->c->rank_count; i++) {
        const struct met *met = &m->met[k->from[i] + number];
        if (!k->counts[i])
            continue;
        const double time = (double)(met->end - met->start), late = latest - start_of(m, met);
        const double waited = late < time ? late : time;
        m->c->ranks[i].met += time;
        m->c->ranks[i].waited += waited;
        meeting->time += time;
        meeting->waited += waited;
        waits[i] += waited;
    }
}

static void add_meeting(struct maker *m, const struct kernel *k)
{
    struct trace_collectives *c = m->c;
    struct trace_meeting meeting = {k->first->string, k->each, k->ranks, 0, 0, 0, 0, 0, 0};
    size_t *lasts = mem_alloc((c->rank_count + 1) * sizeof *lasts);
    double *waits = mem_alloc((c->rank_count + 1) * sizeof *waits);
    for (size_t i = 0; i < k->each; i++)
        meet(m, k, i, &meeting, lasts, waits);
    for (size_t i = 0; i < c->rank_count; i++) {
        if (lasts[i] > meeting.last_count) {
            meeting.last = i;
            meeting.last_count = lasts[i];
        }
        if (waits[i] > meeting.waits_time) {
            meeting.waits = i;
            meeting.waits_time = waits[i];
        }
    }
    mem_grow(&c->meetings, c->meeting_count, &c->meeting_capacity, sizeof *c->meetings);
    c->meetings[c->meeting_count++] = meeting;
    free(lasts);
    free(waits);
}

void trace_collectives_make(struct trace_collectives *c, struct trace *trace)
{
    struct maker m = {.c = c, .trace = trace};
    *c = (struct trace_collectives){0};
    find_ranks(&m);
    sort_kernels(&m);
    for (size_t i = 1; i < c->rank_count; i++)
        if (strcmp(c->ranks[i].host, c->ranks[0].host) != 0)
            find_offset(&m, i);
    for (size_t at = 0; at < m.count;) {
        struct kernel k;
        const size_t end = take_kernel(&m, at, &k);
        if (k.each)
            add_meeting(&m, &k);
        else
            c->unmatched += end - at;
        free_kernel(&k);
        at = end;
    }
    if (c->meeting_count)
        qsort(c->meetings, c->meeting_count, sizeof *c->meetings, by_wait);
    free(m.met);
    free(m.rank_of);
}

void trace_collectives_free(struct trace_collectives *c)
{
    free(c->ranks);
    free(c->meetings);
    *c = (struct trace_collectives){0};
}
