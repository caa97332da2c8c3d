#include "report/compare/launch_match.h"

#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/base/name_index.h"
#include "report/base/sequence_align.h"
#include "report/base/step_sort.h"

enum level { LEVEL_SHAPE, LEVEL_NAME, LEVEL_FUNCTION, LEVELS };
enum side { A, B, SIDES };

struct side_state {
    const struct launch_key *keys;
    size_t count;
    uint32_t *classes[LEVELS]; /* equal numbers: the same at this level */
    size_t *match;             /* the partner in the other report, or NO_LAUNCH */
    bool *anchored;            /* matched in its place, not by occurrence */
    size_t *open;              /* launches of the current gap */
    uint32_t *open_classes;
    size_t open_count;
};

/* A launch with the number of its name, for sorting by shape. */
struct shaped {
    uint32_t name;
    const struct launch_key *key;
    uint32_t *class;
};

/* A launch that is not matched in its place. */
struct left_over {
    uint32_t class;
    unsigned place;
    size_t launch;
};

struct launch_matching {
    struct side_state sides[SIDES];
    unsigned place_count;
    size_t phase;                  /* index of the current phase */
    size_t at;                     /* the next launch to look at */
    struct name_index texts;       /* of a level */
    struct shaped *shapes;         /* launches of both sides */
    uint32_t shape_count;          /* number of classes */
    struct step_sort sorts[SIDES]; /* shapes need only the first */
    unsigned place;                /* the current place */
    size_t next;                   /* the next launch of B in this place that is in no gap yet */
    size_t *latest[SIDES];         /* by class: the last gap in which this side has it */
    size_t gap;                    /* number of the current gap, from 1 */
    struct sequence_alignment alignment; /* of this gap */
    bool aligns;
    struct left_over *left[SIDES];
    size_t left_count[SIDES];
};

/* A part of the work, which is done in steps. */
struct phase {
    bool (*step)(struct launch_matching *m, const struct phase *phase); /* true: it is done */
    enum level level;
    bool by_place;
};

enum { AT_ONCE = 256 }; /* launches per step */

/* --- classes --- */

static size_t total(const struct launch_matching *m)
{
    return m->sides[A].count + m->sides[B].count;
}

/* Returns a launch; those of A come first, then those of B. */
static const struct launch_key *key_at(const struct launch_matching *m, size_t at)
{
    const struct side_state *a = &m->sides[A];
    return at < a->count ? &a->keys[at] : &m->sides[B].keys[at - a->count];
}

static uint32_t *class_at(struct launch_matching *m, enum level level, size_t at)
{
    const struct side_state *a = &m->sides[A];
    return at < a->count ? &a->classes[level][at] : &m->sides[B].classes[level][at - a->count];
}

static bool class_by_text(struct launch_matching *m, const struct phase *phase)
{
    const enum level level = phase->level;
    for (int i = 0; i < AT_ONCE && m->at < total(m); i++, m->at++) {
        const struct launch_key *key = key_at(m, m->at);
        *class_at(m, level, m->at) =
            (uint32_t)name_index_add(&m->texts, level == LEVEL_NAME ? key->name : key->function);
    }
    if (m->at < total(m))
        return false;
    name_index_free(&m->texts);
    return true;
}

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

/* Sorts launches by name and shape. The classes of LEVEL_NAME are known. */
static bool sort_shapes(struct launch_matching *m, const struct phase *phase)
{
    if (m->shapes)
        return step_sort_step(&m->sorts[A]);
    m->shapes = mem_alloc((total(m) + 1) * sizeof *m->shapes);
    for (size_t i = 0; i < total(m); i++)
        m->shapes[i] = (struct shaped){*class_at(m, LEVEL_NAME, i), key_at(m, i),
                                       class_at(m, phase->level, i)};
    step_sort_begin(&m->sorts[A], m->shapes, total(m), sizeof *m->shapes, compare_shaped);
    return false;
}

static bool class_by_shape(struct launch_matching *m, const struct phase *phase)
{
    (void)phase;
    for (int i = 0; i < AT_ONCE && m->at < total(m); i++, m->at++) {
        const struct shaped *shape = &m->shapes[m->at];
        m->shape_count += !m->at || compare_shaped(shape - 1, shape) != 0;
        *shape->class = m->shape_count - 1;
    }
    return m->at == total(m);
}

/* --- longest common subsequence --- */

static void pair(struct launch_matching *m, size_t a, size_t b, bool anchored)
{
    m->sides[A].match[a] = b;
    m->sides[B].match[b] = a;
    m->sides[A].anchored[a] = m->sides[B].anchored[b] = anchored;
}

static void pair_open(void *context, size_t a, size_t b)
{
    struct launch_matching *m = context;
    pair(m, m->sides[A].open[a], m->sides[B].open[b], true);
}

/* --- gaps between what is matched --- */

static void add_open(struct side_state *s, size_t launch)
{
    if (s->match[launch] == NO_LAUNCH)
        s->open[s->open_count++] = launch;
}

static void add_open_until(struct launch_matching *m, size_t end)
{
    struct side_state *b = &m->sides[B];
    for (; m->next < end; m->next++)
        if (b->keys[m->next].place == m->place)
            add_open(b, m->next);
}

/* Collects the next gap of this place. Behind the last gap, moves on to the next place. */
static void find_gap(struct launch_matching *m)
{
    struct side_state *a = &m->sides[A];
    while (m->at < a->count) {
        size_t launch = m->at++;
        if (a->keys[launch].place != m->place)
            continue;
        if (a->match[launch] == NO_LAUNCH) {
            add_open(a, launch);
        } else if (a->anchored[launch]) {
            add_open_until(m, a->match[launch] + 1);
            return;
        }
    }
    add_open_until(m, m->sides[B].count);
    m->place++;
    m->at = m->next = 0;
}

/* Begins to align the gap, and empties it. Launches whose class the other side lacks are left out:
 * they cannot be matched and would make the search longer. */
static void align_gap(struct launch_matching *m, enum level level)
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
    m->aligns = left[A] && left[B];
    if (m->aligns)
        sequence_align_begin(&m->alignment, m->sides[A].open_classes, left[A],
                             m->sides[B].open_classes, left[B], SIZE_MAX, pair_open, m);
}

static bool align(struct launch_matching *m, const struct phase *phase)
{
    if (m->aligns) {
        if (!sequence_align_step(&m->alignment))
            return false;
        sequence_align_free(&m->alignment);
        m->aligns = false;
    } else if (m->place < m->place_count) {
        find_gap(m);
        align_gap(m, phase->level);
    }
    return !m->aligns && m->place == m->place_count;
}

/* --- launches that changed places --- */

static int compare_left(const void *a, const void *b)
{
    const struct left_over *x = a, *y = b;
    if (x->class != y->class)
        return x->class < y->class ? -1 : 1;
    if (x->place != y->place)
        return x->place < y->place ? -1 : 1;
    return (x->launch > y->launch) - (x->launch < y->launch);
}

static void list_left(struct launch_matching *m, const struct phase *phase, enum side side)
{
    const struct side_state *s = &m->sides[side];
    struct left_over *list = mem_alloc((s->count + 1) * sizeof *list);
    size_t count = 0;
    for (size_t i = 0; i < s->count; i++)
        if (s->match[i] == NO_LAUNCH)
            list[count++] = (struct left_over){s->classes[phase->level][i],
                                               phase->by_place ? s->keys[i].place : 0, i};
    m->left[side] = list;
    m->left_count[side] = count;
    step_sort_begin(&m->sorts[side], list, count, sizeof *list, compare_left);
}

static void drop_left(struct launch_matching *m)
{
    for (int side = A; side < SIDES; side++) {
        free(m->left[side]);
        m->left[side] = NULL;
    }
}

static bool match_by_occurrence(struct launch_matching *m, const struct phase *phase)
{
    size_t i = 0, j = 0;
    if (!m->left[A]) {
        list_left(m, phase, A);
        list_left(m, phase, B);
        return false;
    }
    if (!step_sort_step(&m->sorts[A]) || !step_sort_step(&m->sorts[B]))
        return false;
    const struct left_over *a = m->left[A], *b = m->left[B];
    while (i < m->left_count[A] && j < m->left_count[B]) {
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
    drop_left(m);
    return true;
}

/* --- all together --- */

/* There are at most as many classes as launches on both sides. */
struct launch_matching *launch_matching_new(const struct launch_key *a, size_t a_count,
                                            const struct launch_key *b, size_t b_count)
{
    struct launch_matching *m = mem_alloc(sizeof *m);
    m->sides[A] = (struct side_state){.keys = a, .count = a_count};
    m->sides[B] = (struct side_state){.keys = b, .count = b_count};
    for (int side = A; side < SIDES; side++) {
        struct side_state *s = &m->sides[side];
        for (int level = 0; level < LEVELS; level++)
            s->classes[level] = mem_alloc((s->count + 1) * sizeof *s->classes[level]);
        s->match = mem_alloc((s->count + 1) * sizeof *s->match);
        s->anchored = mem_alloc((s->count + 1) * sizeof *s->anchored);
        s->open = mem_alloc((s->count + 1) * sizeof *s->open);
        s->open_classes = mem_alloc((s->count + 1) * sizeof *s->open_classes);
        m->latest[side] = mem_alloc((total(m) + 1) * sizeof *m->latest[side]);
        for (size_t i = 0; i < s->count; i++) {
            s->match[i] = NO_LAUNCH;
            if (s->keys[i].place >= m->place_count)
                m->place_count = s->keys[i].place + 1;
        }
    }
    return m;
}

bool launch_matching_step(struct launch_matching *m)
{
    static const struct phase phases[] = {
        {class_by_text, LEVEL_NAME},
        {class_by_text, LEVEL_FUNCTION},
        {sort_shapes, LEVEL_SHAPE},
        {class_by_shape, LEVEL_SHAPE},
        {align, LEVEL_SHAPE},
        {match_by_occurrence, LEVEL_SHAPE, .by_place = true},
        {match_by_occurrence, LEVEL_SHAPE},
        {align, LEVEL_NAME},
        {match_by_occurrence, LEVEL_NAME, .by_place = true},
        {match_by_occurrence, LEVEL_NAME},
        {align, LEVEL_FUNCTION},
    };
    const size_t count = sizeof phases / sizeof *phases;
    if (m->phase < count && phases[m->phase].step(m, &phases[m->phase])) {
        m->phase++;
        m->at = m->next = m->place = 0;
    }
    return m->phase == count;
}

void launch_matching_free(struct launch_matching *m)
{
    if (!m)
        return;
    for (int side = A; side < SIDES; side++) {
        struct side_state *s = &m->sides[side];
        for (int level = 0; level < LEVELS; level++)
            free(s->classes[level]);
        free(s->match);
        free(s->anchored);
        free(s->open);
        free(s->open_classes);
        free(m->latest[side]);
        step_sort_free(&m->sorts[side]);
    }
    sequence_align_free(&m->alignment);
    name_index_free(&m->texts);
    drop_left(m);
    free(m->shapes);
    free(m);
}

struct launch_pair *launch_matching_pairs(const struct launch_matching *m, size_t *count)
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
    struct launch_matching *m = launch_matching_new(a, a_count, b, b_count);
    while (!launch_matching_step(m))
        continue;
    struct launch_pair *pairs = launch_matching_pairs(m, pair_count);
    launch_matching_free(m);
    return pairs;
}
