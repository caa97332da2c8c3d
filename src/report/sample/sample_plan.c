#include "report/sample/sample_plan.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "report/base/mem.h"

/* How many places there are, and how many launches belong to one: more than a step of most training
 * loops. */
enum { PLACES = 6, PLACE_LAUNCHES = 512 };

/* What is measured always differs a little, and other values differ where times do not. */
#define LEAST_SPREAD 0.02
/* Strata whose durations spread more get a third launch at once. */
#define WIDE_SPREAD 0.05
/* Places are spread over the run by the golden ratio: each new one lies in the largest gap. */
#define GOLDEN 0.6180339887498949

struct planner {
    const struct strata *strata;
    struct sample_plan *plan;
    size_t most;
    size_t *picked;  /* by stratum: how many */
    bool *taken;     /* by launch */
    uint32_t *order; /* strata, by their time */
    double variance; /* of the total */
    uint64_t random;
    struct heap {
        double gain;
        uint32_t stratum;
    } * heap;
    size_t heap_count;
};

/* splitmix64 */
static uint64_t next_random(struct planner *p)
{
    uint64_t x = p->random += 0x9e3779b97f4a7c15u;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

static double spread_of(const struct stratum *s)
{
    return fmax(s->deviation, LEAST_SPREAD * s->mean);
}

/* The variance that a stratum with n picks adds to the total. Without any, nothing is known. */
static double variance_of(const struct stratum *s, size_t n)
{
    const double each = (double)s->count * spread_of(s);
    return n ? each * each / (double)n : s->total * s->total;
}

static double gain_of(const struct planner *p, uint32_t stratum)
{
    const struct stratum *s = &p->strata->list[stratum];
    const size_t n = p->picked[stratum];
    return n < s->count ? variance_of(s, n) - variance_of(s, n + 1) : -1;
}

/* The first launch of the stratum, from `at` of its launches on, that is not taken and lies before
 * `end` of the run; SIZE_MAX: there is none. */
static size_t next_free(const struct planner *p, const struct stratum *s, size_t at, double end)
{
    const uint32_t *launches = p->strata->launches + s->first;
    while (at < s->count && launches[at] < end && p->taken[launches[at]])
        at++;
    return at < s->count && launches[at] < end ? at : SIZE_MAX;
}

static size_t first_from(const struct planner *p, const struct stratum *s, double place)
{
    const uint32_t *launches = p->strata->launches + s->first;
    size_t low = 0, high = s->count;
    while (low < high) {
        const size_t middle = (low + high) / 2;
        if (launches[middle] < place)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* A random launch of the place; if it has none, one that lies in the stratum where the place lies
 * in the program. part: the place, from 0 to 1. */
static uint32_t choose(struct planner *p, const struct stratum *s, double part)
{
    const double place = part * (double)p->strata->launch_count, end = place + PLACE_LAUNCHES;
    const size_t from = first_from(p, s, place), behind = first_from(p, s, end);
    size_t at = SIZE_MAX;
    if (behind > from)
        at = next_free(p, s, from + next_random(p) % (behind - from), end);
    if (at == SIZE_MAX)
        at = next_free(p, s, from, end);
    if (at == SIZE_MAX)
        at = next_free(p, s, (size_t)(part * (double)s->count), INFINITY);
    if (at == SIZE_MAX)
        at = next_free(p, s, 0, INFINITY);
    return p->strata->launches[s->first + at];
}

static void pick(struct planner *p, uint32_t stratum)
{
    const struct stratum *s = &p->strata->list[stratum];
    struct sample_plan *plan = p->plan;
    const size_t n = p->picked[stratum];
    double whole;
    if (n >= s->count || plan->count >= p->most)
        return;
    const double part = modf(0.5 + (double)(n % PLACES) * GOLDEN, &whole);
    const uint32_t launch = choose(p, s, part);
    mem_grow(&plan->picks, plan->count, &plan->capacity, sizeof *plan->picks);
    plan->picks[plan->count++] = (struct sample_pick){launch, stratum};
    p->taken[launch] = true;
    p->variance += variance_of(s, n + 1) - variance_of(s, n);
    p->picked[stratum]++;
}

static int by_total(const void *a, const void *b, void *context)
{
    const struct strata *strata = context;
    const double x = strata->list[*(const uint32_t *)a].total,
                 y = strata->list[*(const uint32_t *)b].total;
    if (x != y)
        return x > y ? -1 : 1;
    return *(const uint32_t *)a < *(const uint32_t *)b ? -1 : 1;
}

/* One of each stratum, the second ones, the third ones, as far as the time is to be covered. */
static void pick_first(struct planner *p, double cover)
{
    double covered = 0;
    size_t count = 0;
    while (count < p->strata->count && covered < cover * p->strata->total) {
        covered += p->strata->list[p->order[count]].total;
        pick(p, p->order[count++]);
    }
    p->plan->first = p->plan->count;
    for (size_t i = 0; i < count; i++)
        pick(p, p->order[i]);
    for (size_t i = 0; i < count; i++)
        if (p->strata->list[p->order[i]].deviation >
            WIDE_SPREAD * p->strata->list[p->order[i]].mean)
            pick(p, p->order[i]);
}

static void sink(struct planner *p, size_t at)
{
    for (size_t child; (child = 2 * at + 1) < p->heap_count; at = child) {
        if (child + 1 < p->heap_count && p->heap[child + 1].gain > p->heap[child].gain)
            child++;
        if (p->heap[at].gain >= p->heap[child].gain)
            return;
        const struct heap swap = p->heap[at];
        p->heap[at] = p->heap[child];
        p->heap[child] = swap;
    }
}

static void pick_widest(struct planner *p, double precision)
{
    const double enough = precision * p->strata->total;
    p->heap_count = p->strata->count;
    for (size_t i = 0; i < p->heap_count; i++)
        p->heap[i] = (struct heap){gain_of(p, (uint32_t)i), (uint32_t)i};
    for (size_t i = p->heap_count / 2; i-- > 0;)
        sink(p, i);
    while (p->heap_count && p->heap[0].gain > 0 && p->plan->count < p->most &&
           p->variance > enough * enough) {
        const uint32_t stratum = p->heap[0].stratum;
        pick(p, stratum);
        p->heap[0].gain = gain_of(p, stratum);
        sink(p, 0);
    }
}

void sample_plan_make(struct sample_plan *plan, const struct strata *strata,
                      const struct sample_limits *limits)
{
    struct planner p = {.strata = strata,
                        .plan = plan,
                        .most = limits->most,
                        .picked = mem_alloc((strata->count + 1) * sizeof *p.picked),
                        .taken = mem_alloc(strata->launch_count + 1),
                        .order = mem_alloc((strata->count + 1) * sizeof *p.order),
                        .heap = mem_alloc((strata->count + 1) * sizeof *p.heap)};
    for (size_t i = 0; i < strata->count; i++) {
        p.order[i] = (uint32_t)i;
        p.variance += variance_of(&strata->list[i], 0);
    }
    if (strata->count)
        qsort_r(p.order, strata->count, sizeof *p.order, by_total, (void *)(uintptr_t)strata);
    pick_first(&p, limits->cover);
    pick_widest(&p, limits->precision);
    plan->error = strata->total > 0 ? sqrt(fmax(p.variance, 0)) / strata->total : 0;
    free(p.picked);
    free(p.taken);
    free(p.order);
    free(p.heap);
}

void sample_plan_free(struct sample_plan *plan)
{
    free(plan->picks);
    *plan = (struct sample_plan){0};
}
