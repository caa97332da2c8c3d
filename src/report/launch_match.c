#include "launch_match.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "mem.h"

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
    size_t *furthest[2];   /* of the search for a middle: forward and backward */
    size_t *latest[SIDES]; /* by class: the last gap in which this side has it */
    size_t gap;            /* number of the gap under way, from 1 */
};

/* --- classes --- */

struct ranked {
    const struct launch_key *key;
    uint32_t *rank;
};

static int compare_shapes(const struct launch_key *x, const struct launch_key *y)
{
    for (size_t i = 0; i < LAUNCH_SHAPE; i++)
        if (x->shape[i] != y->shape[i])
            return x->shape[i] < y->shape[i] ? -1 : 1;
    return 0;
}

static int compare_function(const void *a, const void *b)
{
    return strcmp(((const struct ranked *)a)->key->function,
                  ((const struct ranked *)b)->key->function);
}

static int compare_name(const void *a, const void *b)
{
    return strcmp(((const struct ranked *)a)->key->name, ((const struct ranked *)b)->key->name);
}

static int compare_shape(const void *a, const void *b)
{
    int order = compare_name(a, b);
    return order ? order
                 : compare_shapes(((const struct ranked *)a)->key, ((const struct ranked *)b)->key);
}

static void rank_level(struct matcher *m, enum level level)
{
    static int (*const compares[LEVELS])(const void *, const void *) = {compare_shape, compare_name,
                                                                        compare_function};
    size_t count = m->sides[A].count + m->sides[B].count, at = 0;
    struct ranked *all = mem_alloc((count + 1) * sizeof *all);
    for (int side = A; side < SIDES; side++) {
        struct side_state *s = &m->sides[side];
        s->classes[level] = mem_alloc((s->count + 1) * sizeof *s->classes[level]);
        for (size_t i = 0; i < s->count; i++)
            all[at++] = (struct ranked){&s->keys[i], &s->classes[level][i]};
    }
    qsort(all, count, sizeof *all, compares[level]);
    for (size_t i = 0; i < count; i++) {
        if (i && compares[level](&all[i - 1], &all[i]) != 0)
            m->class_count[level]++;
        *all[i].rank = m->class_count[level];
    }
    m->class_count[level]++;
    free(all);
}

/* --- longest common subsequence --- */

static void pair(struct matcher *m, size_t a, size_t b, bool anchored)
{
    m->sides[A].match[a] = b;
    m->sides[B].match[b] = a;
    m->sides[A].anchored[a] = m->sides[B].anchored[b] = anchored;
}

/* A box of the gap: its launches from `from` to before `to`, by side. */
struct box {
    size_t from[SIDES], to[SIDES];
};

static size_t box_size(const struct box *box, enum side side)
{
    return box->to[side] - box->from[side];
}

static bool equal(const struct matcher *m, const struct box *box, bool backward, size_t x, size_t y)
{
    const uint32_t *a = m->sides[A].open_classes, *b = m->sides[B].open_classes;
    return backward ? a[box->to[A] - 1 - x] == b[box->to[B] - 1 - y]
                    : a[box->from[A] + x] == b[box->from[B] + y];
}

/* A run of matches in the middle of a best path; it may be empty. */
struct snake {
    size_t x, y, length;
};

/* Myers 1986, section 4b: paths grow from both corners by one difference a step until two meet.
 * furthest[direction][k] is how far in A the best path on diagonal k (A less B) has come, counted
 * from its corner. */
static struct snake find_middle(const struct matcher *m, const struct box *box)
{
    const long n = (long)box_size(box, A), k_b = (long)box_size(box, B);
    const long delta = n - k_b, most = (n + k_b + 1) / 2;
    size_t *const furthest[2] = {m->furthest[0] + most + 1, m->furthest[1] + most + 1};
    furthest[0][1] = furthest[1][1] = 0;
    for (long d = 0; d <= most; d++)
        for (int backward = 0; backward < 2; backward++) {
            size_t *own = furthest[backward], *other = furthest[!backward];
            /* Diagonals that leave the box lead nowhere. */
            long low = d > k_b ? -d + 2 * (d - k_b) : -d, high = d > n ? d - 2 * (d - n) : d;
            for (long k = low; k <= high; k += 2) {
                long x = (long)(k == -d || (k != d && own[k - 1] < own[k + 1]) ? own[k + 1]
                                                                               : own[k - 1] + 1);
                long y = x - k, start = x;
                while (x < n && y < k_b && equal(m, box, backward, (size_t)x, (size_t)y))
                    x++, y++;
                own[k] = (size_t)x;
                long facing = delta - k, reach = backward ? d : d - 1;
                if ((delta & 1) == backward || facing < -reach || facing > reach ||
                    x + (long)other[facing] < n)
                    continue;
                size_t length = (size_t)(x - start);
                return backward ? (struct snake){(size_t)(n - x), (size_t)(k_b - y), length}
                                : (struct snake){(size_t)start, (size_t)(start - k), length};
            }
        }
    return (struct snake){0};
}

static void pair_open(struct matcher *m, size_t a, size_t b)
{
    pair(m, m->sides[A].open[a], m->sides[B].open[b], true);
}

static void align(struct matcher *m, struct box box)
{
    while (box_size(&box, A) && box_size(&box, B) && equal(m, &box, false, 0, 0))
        pair_open(m, box.from[A]++, box.from[B]++);
    while (box_size(&box, A) && box_size(&box, B) && equal(m, &box, true, 0, 0))
        pair_open(m, --box.to[A], --box.to[B]);
    /* What is left starts and ends with a difference, so that both halves are smaller. */
    if (!box_size(&box, A) || !box_size(&box, B))
        return;
    struct snake snake = find_middle(m, &box);
    size_t a = box.from[A] + snake.x, b = box.from[B] + snake.y;
    for (size_t i = 0; i < snake.length; i++)
        pair_open(m, a + i, b + i);
    align(m, (struct box){{box.from[A], box.from[B]}, {a, b}});
    align(m, (struct box){{a + snake.length, b + snake.length}, {box.to[A], box.to[B]}});
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
    struct box box = {0};
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
            s->open[box.to[side]] = s->open[i];
            s->open_classes[box.to[side]++] = class;
        }
        s->open_count = 0;
    }
    align(m, box);
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
    size_t total = m->sides[A].count + m->sides[B].count;
    for (int side = A; side < SIDES; side++) {
        struct side_state *s = &m->sides[side];
        s->match = mem_alloc((s->count + 1) * sizeof *s->match);
        s->anchored = mem_alloc((s->count + 1) * sizeof *s->anchored);
        s->open = mem_alloc((s->count + 1) * sizeof *s->open);
        s->open_classes = mem_alloc((s->count + 1) * sizeof *s->open_classes);
        for (size_t i = 0; i < s->count; i++) {
            s->match[i] = NO_LAUNCH;
            if (s->keys[i].place >= m->place_count)
                m->place_count = s->keys[i].place + 1;
        }
        m->furthest[side] = mem_alloc((total + 4) * sizeof *m->furthest[side]);
    }
    for (int level = 0; level < LEVELS; level++) {
        rank_level(m, (enum level)level);
        if (m->class_count[level] > most_classes)
            most_classes = m->class_count[level];
    }
    for (int side = A; side < SIDES; side++)
        m->latest[side] = mem_alloc(most_classes * sizeof *m->latest[side]);
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
        free(m->furthest[side]);
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
