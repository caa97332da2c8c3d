#include "report/rules/kernel_causes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/rules/causes.h"

static void put(struct kernel_causes *causes, const struct kernel_finding *finding)
{
    mem_grow(&causes->places, causes->pool_count, &causes->place_capacity, sizeof *causes->places);
    mem_grow(&causes->pool, causes->pool_count, &causes->pool_capacity, sizeof *causes->pool);
    causes->places[causes->pool_count] =
        finding->place ? *finding->place : (struct finding_place){0};
    causes->pool[causes->pool_count++] = finding->what;
}

/* What counts of a finding: nothing of an estimate for a part of the kernel. */
static double credible(const struct kernel_finding *finding)
{
    return finding->estimates && !finding->what.local ? finding->credible : 0;
}

/* Fills in what the cause saves: what its root does, or the most that a symptom does. */
static void take_saving(struct cause *cause, const struct kernel_finding *from)
{
    if (cause->saving >= credible(from))
        return;
    cause->saving = credible(from);
    cause->duration = from->what.duration;
    cause->launches = from->what.launches;
    cause->result = from->what.result;
}

/* The same of an estimate for a part of the kernel. */
static void take_partial(struct cause *cause, const struct kernel_finding *from)
{
    const struct opportunity *what = &from->what;
    if (!from->estimates || !what->local || what->unranked || cause->saving >= what->saving)
        return;
    cause->saving = what->saving;
    cause->duration = what->duration;
    cause->launches = what->launches;
    cause->result = what->result;
    cause->partial = true;
}

/* Puts the root, and then what it explains, into the pool. */
static void add_cause(struct kernel_causes *causes, const struct rule_library *library,
                      const struct kernel_finding *findings, size_t count, const size_t *roots,
                      size_t root)
{
    const struct opportunity *what = &findings[root].what;
    struct cause cause = {.name = cause_name(library, what->rule, what->title, what->rule_name),
                          .kernel = what->kernel,
                          .count = 1};
    size_t first = causes->pool_count;
    put(causes, &findings[root]);
    take_saving(&cause, &findings[root]);
    bool known = cause.saving > 0;
    for (size_t i = 0; i < count; i++) {
        if (i == root || roots[i] != root)
            continue;
        if (!known)
            take_saving(&cause, &findings[i]);
        cause.count++;
        put(causes, &findings[i]);
    }
    if (!(cause.saving > 0)) {
        for (size_t i = 0; i < count; i++)
            if (roots[i] == root)
                take_partial(&cause, &findings[i]);
    }
    if (!(cause.saving > 0)) {
        causes->pool_count = first;
        return;
    }
    causes->partial += cause.partial;
    cause.speedup = 100 * cause.saving / cause.duration;
    mem_grow(&causes->items, causes->count, &causes->capacity, sizeof *causes->items);
    causes->items[causes->count++] = cause;
}

void kernel_causes_add(struct kernel_causes *causes, const struct rule_library *library,
                       const struct kernel_finding *findings, size_t count, double duration,
                       double all)
{
    struct cause_finding *seen = mem_alloc((count + 1) * sizeof *seen);
    size_t *roots = mem_alloc((count + 1) * sizeof *roots), first = causes->count;
    double left = 1;
    size_t whole = 0;
    for (size_t i = 0; i < count; i++)
        seen[i] = (struct cause_finding){findings[i].what.rule, findings[i].what.title,
                                         findings[i].estimates ? findings[i].what.speedup : NAN,
                                         findings[i].what.local};
    causes_find(library, seen, count, roots);
    for (size_t i = 0; i < count; i++)
        if (roots[i] == i)
            add_cause(causes, library, findings, count, roots, i);
    for (size_t i = first; i < causes->count; i++)
        causes->items[i].share = all > 0 ? causes->items[i].saving / all : 0;
    for (size_t i = first; i < causes->count && duration > 0; i++) {
        if (causes->items[i].partial)
            continue;
        left *= 1 - fmin(1, causes->items[i].saving / duration);
        whole++;
    }
    causes->overlap = causes->overlap || whole > 1;
    causes->saving += duration * (1 - left);
    free(seen);
    free(roots);
}

void kernel_causes_add_together(struct kernel_causes *causes, const struct opportunity *what)
{
    struct cause cause = {.name = *what->title ? what->title : what->rule_name,
                          .kernel = what->kernel,
                          .count = 1,
                          .saving = what->saving,
                          .duration = what->duration,
                          .speedup = what->speedup,
                          .share = what->share,
                          .launches = what->launches,
                          .result = what->result};
    if (what->local || !(what->saving > 0))
        return;
    put(causes, &(struct kernel_finding){.what = *what});
    mem_grow(&causes->items, causes->count, &causes->capacity, sizeof *causes->items);
    causes->items[causes->count++] = cause;
}

static int compare(const void *a, const void *b)
{
    const struct cause *x = a, *y = b;
    if (x->partial != y->partial)
        return x->partial - y->partial;
    if (x->saving != y->saving)
        return x->saving > y->saving ? -1 : 1;
    int order = strcmp(x->kernel ? x->kernel : "", y->kernel ? y->kernel : "");
    return order ? order : strcmp(x->name, y->name);
}

void kernel_causes_rank(struct kernel_causes *causes)
{
    size_t at = 0;
    for (size_t i = 0; i < causes->count; i++) {
        struct cause *cause = &causes->items[i];
        cause->findings = &causes->pool[at];
        for (size_t j = 0; j < cause->count && !cause->place; j++)
            if (causes->places[at + j].function)
                cause->place = &causes->places[at + j];
        at += cause->count;
    }
    if (causes->count)
        qsort(causes->items, causes->count, sizeof *causes->items, compare);
}

void kernel_causes_clear(struct kernel_causes *causes)
{
    causes->count = causes->partial = causes->pool_count = 0;
    causes->saving = 0;
    causes->overlap = false;
}

void kernel_causes_free(struct kernel_causes *causes)
{
    free(causes->items);
    free(causes->pool);
    free(causes->places);
    *causes = (struct kernel_causes){0};
}
