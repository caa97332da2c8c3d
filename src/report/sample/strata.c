#include "report/sample/strata.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "report/base/mem.h"

/* Splitting ends when the standard deviation of a part, times its launches, is below this share of
 * the program's time; when it is below this part of the mean; or when halves are not better. */
#define LEAST_EFFECT 0.0005
#define LEAST_SPREAD 0.03
#define LEAST_GAIN 0.75

enum { MOST_PARTS = 12 }; /* of a group */

struct member {
    uint32_t group, launch;
    double duration;
};

/* Members that may become one stratum. */
struct part {
    size_t from, to;
};

static int by_group(const void *a, const void *b)
{
    const struct member *x = a, *y = b;
    if (x->group != y->group)
        return x->group < y->group ? -1 : 1;
    if (x->duration != y->duration)
        return x->duration < y->duration ? -1 : 1;
    return (x->launch > y->launch) - (x->launch < y->launch);
}

static int by_number(const void *a, const void *b)
{
    const uint32_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

static void measure(const struct member *members, struct part part, double *mean, double *deviation)
{
    const double count = (double)(part.to - part.from);
    double sum = 0, squares = 0;
    for (size_t i = part.from; i < part.to; i++)
        sum += members[i].duration;
    *mean = sum / count;
    for (size_t i = part.from; i < part.to; i++) {
        const double off = members[i].duration - *mean;
        squares += off * off;
    }
    *deviation = sqrt(squares / count);
}

/* Where the two halves together have the least sum of squares. Members are sorted by duration. */
static size_t best_cut(const struct member *members, struct part part, double mean)
{
    const size_t count = part.to - part.from;
    double left = 0, best = -1;
    size_t at = part.from + 1;
    /* Both halves have the same sum of distances from the mean, but for the sign. */
    for (size_t i = 1; i < count; i++) {
        left += members[part.from + i - 1].duration - mean;
        const double explained = left * left / (double)i + left * left / (double)(count - i);
        if (explained > best) {
            best = explained;
            at = part.from + i;
        }
    }
    return at;
}

/* Whether to split the part, and where. */
static bool splits(const struct member *members, struct part part, double whole, size_t *cut)
{
    double mean, deviation, means[2], deviations[2];
    const double count = (double)(part.to - part.from);
    if (part.to - part.from < 2)
        return false;
    measure(members, part, &mean, &deviation);
    if (deviation * count <= LEAST_EFFECT * whole || deviation <= LEAST_SPREAD * mean)
        return false;
    *cut = best_cut(members, part, mean);
    measure(members, (struct part){part.from, *cut}, &means[0], &deviations[0]);
    measure(members, (struct part){*cut, part.to}, &means[1], &deviations[1]);
    return (double)(*cut - part.from) * deviations[0] + (double)(part.to - *cut) * deviations[1] <
           LEAST_GAIN * count * deviation;
}

static void add_stratum(struct strata *strata, const struct member *members, struct part part)
{
    struct stratum *s;
    mem_grow(&strata->list, strata->count, &strata->capacity, sizeof *strata->list);
    s = &strata->list[strata->count++];
    *s = (struct stratum){
        .group = members[part.from].group, .first = part.from, .count = part.to - part.from};
    measure(members, part, &s->mean, &s->deviation);
    s->total = s->mean * (double)s->count;
    for (size_t i = part.from; i < part.to; i++)
        strata->launches[i] = members[i].launch;
    qsort(strata->launches + s->first, s->count, sizeof *strata->launches, by_number);
}

/* Splits the largest effect first, so that the limit of parts leaves the best ones. */
static void add_group(struct strata *strata, const struct member *members, struct part group)
{
    struct part parts[MOST_PARTS] = {group};
    size_t count = 1, done = 0;
    while (done < count) {
        size_t cut;
        if (count < MOST_PARTS && splits(members, parts[done], strata->total, &cut)) {
            parts[count++] = (struct part){cut, parts[done].to};
            parts[done].to = cut;
        } else {
            done++;
        }
    }
    for (size_t i = 0; i < count; i++)
        add_stratum(strata, members, parts[i]);
}

void strata_make(struct strata *strata, const uint32_t *groups, const double *durations,
                 size_t count)
{
    struct member *members = mem_alloc((count + 1) * sizeof *members);
    strata->launches = mem_alloc((count + 1) * sizeof *strata->launches);
    strata->launch_count = count;
    for (size_t i = 0; i < count; i++) {
        members[i] = (struct member){groups[i], (uint32_t)i, durations[i]};
        strata->total += durations[i];
    }
    if (count)
        qsort(members, count, sizeof *members, by_group);
    for (size_t from = 0, to; from < count; from = to) {
        for (to = from + 1; to < count && members[to].group == members[from].group;)
            to++;
        add_group(strata, members, (struct part){from, to});
    }
    free(members);
}

void strata_free(struct strata *strata)
{
    free(strata->list);
    free(strata->launches);
    *strata = (struct strata){0};
}
