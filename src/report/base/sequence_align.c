/* How it works: a stack holds boxes, parts of both sequences. Equal elements at both ends of a box
 * are pairs. The search then finds the middle of a shortest edit path through the rest, pairs the
 * matches there, and pushes the boxes before and behind it. Memory is linear, because only the
 * front of each direction is kept. The search advances by one difference per step, so that a long
 * alignment does not hold up the screen. */
#include "report/base/sequence_align.h"

#include <stdlib.h>

#include "report/base/mem.h"

enum side { A, B };

static size_t box_size(const struct sequence_box *box, enum side side)
{
    return box->to[side] - box->from[side];
}

static bool equal(const struct sequence_alignment *m, const struct sequence_box *box, bool backward,
                  size_t x, size_t y)
{
    const uint32_t *a = m->sides[A], *b = m->sides[B];
    return backward ? a[box->to[A] - 1 - x] == b[box->to[B] - 1 - y]
                    : a[box->from[A] + x] == b[box->from[B] + y];
}

/* A run of matches in the middle of a best path. It may be empty. */
struct snake {
    size_t x, y, length;
};

/* Returns the end of the forward path that has come furthest, when the search stops after d
 * differences. */
static struct snake furthest_of(const size_t *furthest, long low, long high, long d, long n, long m)
{
    struct snake best = {0};
    for (long k = low; k <= high; k += 2) {
        long x = (long)furthest[k], y = x - k;
        if (x <= n && y >= 0 && y <= m && x + y >= d && (size_t)(x + y) > best.x + best.y)
            best = (struct snake){(size_t)x, (size_t)y, 0};
    }
    return best;
}

/* Searches for the middle of a best path (section 4b of the paper). Each call extends the paths
 * from both corners by one difference until two of them meet. furthest[direction][k] is how far in
 * A the best path on diagonal k (A minus B) has come, counted from its corner. */
static bool find_middle(struct sequence_alignment *m, struct snake *middle)
{
    const struct sequence_box *box = &m->searched;
    const long n = (long)box_size(box, A), k_b = (long)box_size(box, B);
    const long delta = n - k_b, most = (n + k_b + 1) / 2, d = m->differences++;
    size_t *const furthest[2] = {m->furthest[0] + most + 1, m->furthest[1] + most + 1};
    if (!d)
        furthest[0][1] = furthest[1][1] = 0;
    for (int backward = 0; backward < 2; backward++) {
        size_t *own = furthest[backward], *other = furthest[!backward];
        /* Diagonals outside of the box lead nowhere. */
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
            *middle = backward ? (struct snake){(size_t)(n - x), (size_t)(k_b - y), length}
                               : (struct snake){(size_t)start, (size_t)(start - k), length};
            return true;
        }
        if (backward && (size_t)d >= m->most) {
            *middle = furthest_of(furthest[0], low, high, d, n, k_b);
            return true;
        }
    }
    return false;
}

static void add_box(struct sequence_alignment *m, struct sequence_box box)
{
    mem_grow(&m->boxes, m->box_count, &m->box_capacity, sizeof *m->boxes);
    m->boxes[m->box_count++] = box;
}

/* Pairs the equal ends of the last box. The rest starts and ends with a difference, so that both
 * halves of it are smaller. */
static void take_box(struct sequence_alignment *m)
{
    struct sequence_box box = m->boxes[--m->box_count];
    while (box_size(&box, A) && box_size(&box, B) && equal(m, &box, false, 0, 0))
        m->pair(m->context, box.from[A]++, box.from[B]++);
    while (box_size(&box, A) && box_size(&box, B) && equal(m, &box, true, 0, 0))
        m->pair(m->context, --box.to[A], --box.to[B]);
    m->searches = box_size(&box, A) && box_size(&box, B);
    m->searched = box;
    m->differences = 0;
}

static void split_box(struct sequence_alignment *m)
{
    const struct sequence_box *box = &m->searched;
    struct snake snake;
    if (!find_middle(m, &snake))
        return;
    size_t a = box->from[A] + snake.x, b = box->from[B] + snake.y;
    for (size_t i = 0; i < snake.length; i++)
        m->pair(m->context, a + i, b + i);
    add_box(m,
            (struct sequence_box){{a + snake.length, b + snake.length}, {box->to[A], box->to[B]}});
    add_box(m, (struct sequence_box){{box->from[A], box->from[B]}, {a, b}});
    m->searches = false;
}

void sequence_align_begin(struct sequence_alignment *m, const uint32_t *a, size_t a_count,
                          const uint32_t *b, size_t b_count, size_t most, sequence_pair *pair,
                          void *context)
{
    *m = (struct sequence_alignment){
        .sides = {a, b}, .most = most, .pair = pair, .context = context};
    for (int i = 0; i < 2; i++)
        m->furthest[i] = mem_alloc((a_count + b_count + 4) * sizeof *m->furthest[i]);
    add_box(m, (struct sequence_box){.to = {a_count, b_count}});
}

bool sequence_align_step(struct sequence_alignment *m)
{
    if (m->searches)
        split_box(m);
    else if (m->box_count)
        take_box(m);
    return !m->searches && !m->box_count;
}

void sequence_align_free(struct sequence_alignment *m)
{
    for (int i = 0; i < 2; i++)
        free(m->furthest[i]);
    free(m->boxes);
    *m = (struct sequence_alignment){0};
}

void sequence_align(const uint32_t *a, size_t a_count, const uint32_t *b, size_t b_count,
                    size_t most, sequence_pair *pair, void *context)
{
    struct sequence_alignment m;
    sequence_align_begin(&m, a, a_count, b, b_count, most, pair, context);
    while (!sequence_align_step(&m))
        continue;
    sequence_align_free(&m);
}
