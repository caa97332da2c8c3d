#include "launch_match.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "mem.h"
#include "name_index.h"
#include "sequence_align.h"

enum level { LEVEL_SHAPE, LEVEL_NAME, LEVEL_FUNCTION, LEVELS };
enum side { A, B, SIDES };

struct side_state {
    const struct launch_key *keys;
    size_t count;
    uint32_t *classes[LEVELS]; /* equal numbers: the same at this level */
    size_t *match;             /* launch of the other side, or NO_LAUNCH */
    bool *anchored;            /* matched without changing places */
    size_t *open;              /* launches of the gap under way */
    uint32_t *open_classes;
    size_t open_count;
};

struct matcher {
    struct side_state sides[SIDES];
    uint32_t class_count[LEVELS];
    unsigned place_count;
    size_t *latest[SIDES]; /* by class: the last gap in which this side has it */
    size_t gap;            /* number of the gap under way, from 1 */
};

/* --- classes --- */

static uint32_t *class_at(struct matcher *m, enum level level, enum side side, size_t launch)
{
    return &m->sides[side].classes[level][launch];
}

static void class_by_text(struct matcher *m, enum level level)
{
    struct name_index texts = {0};
    for (int side = A; side < SIDES; side++)
        for (size_t i = 0; i < m->sides[side].count; i++) {
            const struct launch_key *key = &m->sides[side].keys[i];
            *class_at(m, level, (enum side)side, i) =
                (uint32_t)name_index_add(&texts, level == LEVEL_NAME ? key->name : key->function);
        }
    m->class_count[level] = (uint32_t)texts.count;
    name_index_free(&texts);
}

struct shaped {
    uint32_t name;
    const struct launch_key *key;
    uint32_t *class;
};

static int compare_shaped(const void *a, const void *b)
{
    const struct shaped *x = a, *y = b;
    if (x->name != y->name)
        return x->name < y->name ? -1 : 1;
    for (size_t i = 0; i < LAUNCH_SHAPE; i++)
        if (x->key->shape[i] != y->key->shape[i])
            return x->key->shape[i] < y->key->shape[i] ? -1 : 1;
    return 0;
}

/* Those of LEVEL_NAME are known. */
static void class_by_shape(struct matcher *m)
{
    size_t count = m->sides[A].count + m->sides[B].count, at = 0;
    struct shaped *all = mem_alloc((count + 1) * sizeof *all);
    for (int side = A; side < SIDES; side++)
        for (size_t i = 0; i < m->sides[side].count; i++)
            all[at++] = (struct shaped){*class_at(m, LEVEL_NAME, (enum side)side, i),
                                        &m->sides[side].keys[i],
                                        class_at(m, LEVEL_SHAPE, (enum side)side, i)};
    qsort(all, count, sizeof *all, compare_shaped);
    for (size_t i = 0; i < count; i++) {
        if (i && compare_shaped(&all[i - 1], &all[i]) != 0)
            m->class_count[LEVEL_SHAPE]++;
        *all[i].class = m->class_count[LEVEL_SHAPE];
    }
    m->class_count[LEVEL_SHAPE]++;
    free(all);
}

/* --- longest common subsequence --- */

static void pair(struct matcher *m, size_t a, size_t b, bool anchored)
{
    m->sides[A].match[a] = b;
    m->sides[B].match[b] = a;
    m->sides[A].anchored[a] = m->sides[B].anchored[b] = anchored;
}

static void pair_open(void *context, size_t a, size_t b)
{
    struct matcher *m = context;
    pair(m, m->sides[A].open[a], m->sides[B].open[b], true);
}

/* --- gaps between what is matched --- */

static void add_open(struct side_state *s, size_t launch)
{
    if (s->match[launch] == NO_LAUNCH)
        s->open[s->open_count++] = launch;
}

/* Aligns the gap under way and empties it. Launches of a class that the other side lacks cannot be
 * matched and are left out: what is new or gone altogether makes no search long. */
static void align_gap(struct matcher *m, enum level level)
{
    size_t left[SIDES] = {0};
    m->gap++;
    for (int side = A; side < SIDES; side++)
        for (size_t i = 0; i < m->sides[side].open_count; i++)
            m->latest[side][m->sides[side].classes[level][m->sides[side].open[i]]] = m->gap;
    for (int side = A; side < SIDES; side++) {
        struct side_state *s = &m->sides[side];
        for (size_t i = 0; i < s->open_count; i++) {
            uint32_t class = s->classes[level][s->open[i]];
            if (m->latest[A][class] != m->gap || m->latest[B][class] != m->gap)
                continue;
            s->open[left[side]] = s->open[i];
            s->open_classes[left[side]++] = class;
        }
        s->open_count = 0;
    }
    sequence_align(m->sides[A].open_classes, left[A], m->sides[B].open_classes, left[B], SIZE_MAX,
                   pair_open, m);
}

static void align_place(struct matcher *m, enum level level, unsigned place)
{
    struct side_state *a = &m->sides[A], *b = &m->sides[B];
    size_t next = 0;
    for (size_t i = 0; i < a->count; i++) {
        if (a->keys[i].place != place)
            continue;
        if (a->match[i] == NO_LAUNCH) {
            add_open(a, i);
        } else if (a->anchored[i]) {
            for (; next <= a->match[i]; next++)
                if (b->keys[next].place == place)
                    add_open(b, next);
            align_gap(m, level);
        }
    }
    for (; next < b->count; next++)
        if (b->keys[next].place == place)
            add_open(b, next);
    align_gap(m, level);
}

/* --- launches that changed places --- */

struct left_over {
    uint32_t class;
    unsigned place;
    size_t launch;
};

static int compare_left(const void *a, const void *b)
{
    const struct left_over *x = a, *y = b;
    if (x->class != y->class)
        return x->class < y->class ? -1 : 1;
    if (x->place != y->place)
        return x->place < y->place ? -1 : 1;
    return (x->launch > y->launch) - (x->launch < y->launch);
}

static struct left_over *left_overs(const struct side_state *s, enum level level, bool by_place,
                                    size_t *count)
{
    struct left_over *list = mem_alloc((s->count + 1) * sizeof *list);
    *count = 0;
    for (size_t i = 0; i < s->count; i++)
        if (s->match[i] == NO_LAUNCH)
            list[(*count)++] =
                (struct left_over){s->classes[level][i], by_place ? s->keys[i].place : 0, i};
    if (*count)
        qsort(list, *count, sizeof *list, compare_left);
    return list;
}

static void match_by_occurrence(struct matcher *m, enum level level, bool by_place)
{
    size_t counts[SIDES], i = 0, j = 0;
    struct left_over *a = left_overs(&m->sides[A], level, by_place, &counts[A]);
    struct left_over *b = left_overs(&m->sides[B], level, by_place, &counts[B]);
    while (i < counts[A] && j < counts[B]) {
        if (a[i].class == b[j].class && a[i].place == b[j].place) {
            pair(m, a[i].launch, b[j].launch, false);
            i++, j++;
        } else if (a[i].class < b[j].class ||
                   (a[i].class == b[j].class && a[i].place < b[j].place)) {
            i++;
        } else {
            j++;
        }
    }
    free(a);
    free(b);
}

/* --- all together --- */

static void matcher_init(struct matcher *m)
{
    uint32_t most_classes = 0;
    for (int side = A; side < SIDES; side++) {
        struct side_state *s = &m->sides[side];
        for (int level = 0; level < LEVELS; level++)
            s->classes[level] = mem_alloc((s->count + 1) * sizeof *s->classes[level]);
        s->match = mem_alloc((s->count + 1) * sizeof *s->match);
        s->anchored = mem_alloc((s->count + 1) * sizeof *s->anchored);
        s->open = mem_alloc((s->count + 1) * sizeof *s->open);
        s->open_classes = mem_alloc((s->count + 1) * sizeof *s->open_classes);
        for (size_t i = 0; i < s->count; i++) {
            s->match[i] = NO_LAUNCH;
            if (s->keys[i].place >= m->place_count)
                m->place_count = s->keys[i].place + 1;
        }
    }
    class_by_text(m, LEVEL_NAME);
    class_by_text(m, LEVEL_FUNCTION);
    class_by_shape(m);
    for (int level = 0; level < LEVELS; level++)
        if (m->class_count[level] > most_classes)
            most_classes = m->class_count[level];
    for (int side = A; side < SIDES; side++)
        m->latest[side] = mem_alloc((most_classes + 1) * sizeof *m->latest[side]);
}

static void matcher_free(struct matcher *m)
{
    for (int side = A; side < SIDES; side++) {
        struct side_state *s = &m->sides[side];
        for (int level = 0; level < LEVELS; level++)
            free(s->classes[level]);
        free(s->match);
        free(s->anchored);
        free(s->open);
        free(s->open_classes);
        free(m->latest[side]);
    }
}

static struct launch_pair *list_pairs(const struct matcher *m, size_t *count)
{
    const struct side_state *a = &m->sides[A], *b = &m->sides[B];
    struct launch_pair *pairs = mem_alloc((a->count + b->count + 1) * sizeof *pairs);
    size_t next = 0;
    *count = 0;
    for (size_t i = 0; i < a->count; i++) {
        for (; a->anchored[i] && next < a->match[i]; next++)
            if (b->match[next] == NO_LAUNCH)
                pairs[(*count)++] = (struct launch_pair){NO_LAUNCH, next};
        pairs[(*count)++] = (struct launch_pair){i, a->match[i]};
    }
    for (; next < b->count; next++)
        if (b->match[next] == NO_LAUNCH)
            pairs[(*count)++] = (struct launch_pair){NO_LAUNCH, next};
    return pairs;
}

struct launch_pair *launch_match(const struct launch_key *a, size_t a_count,
                                 const struct launch_key *b, size_t b_count, size_t *pair_count)
{
    struct matcher m = {.sides = {{.keys = a, .count = a_count}, {.keys = b, .count = b_count}}};
    matcher_init(&m);
    for (int level = 0; level < LEVELS; level++) {
        for (unsigned place = 0; place < m.place_count; place++)
            align_place(&m, (enum level)level, place);
        if (level == LEVEL_FUNCTION)
            continue;
        match_by_occurrence(&m, (enum level)level, true);
        match_by_occurrence(&m, (enum level)level, false);
    }
    struct launch_pair *pairs = list_pairs(&m, pair_count);
    matcher_free(&m);
    return pairs;
}
