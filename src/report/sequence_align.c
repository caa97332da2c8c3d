#include "sequence_align.h"

#include <stdbool.h>
#include <stdlib.h>

#include "mem.h"

enum side { A, B, SIDES };

struct alignment {
    const uint32_t *sides[SIDES];
    size_t *furthest[2]; /* of the search for a middle: forward and backward */
    size_t most;
    sequence_pair *pair;
    void *context;
};

/* A part of both: from `from` to before `to`, by side. */
struct box {
    size_t from[SIDES], to[SIDES];
};

static size_t box_size(const struct box *box, enum side side)
{
    return box->to[side] - box->from[side];
}

static bool equal(const struct alignment *m, const struct box *box, bool backward, size_t x,
                  size_t y)
{
    const uint32_t *a = m->sides[A], *b = m->sides[B];
    return backward ? a[box->to[A] - 1 - x] == b[box->to[B] - 1 - y]
                    : a[box->from[A] + x] == b[box->from[B] + y];
}

/* A run of matches in the middle of a best path; it may be empty. */
struct snake {
    size_t x, y, length;
};

/* The search is given up after d differences: the forward path that has come furthest is taken. */
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

/* Section 4b: paths grow from both corners by one difference a step until two meet.
 * furthest[direction][k] is how far in A the best path on diagonal k (A less B) has come, counted
 * from its corner. */
static struct snake find_middle(const struct alignment *m, const struct box *box)
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
            if (backward && (size_t)d >= m->most)
                return furthest_of(furthest[0], low, high, d, n, k_b);
        }
    return (struct snake){0};
}

static void align(const struct alignment *m, struct box box)
{
    while (box_size(&box, A) && box_size(&box, B) && equal(m, &box, false, 0, 0))
        m->pair(m->context, box.from[A]++, box.from[B]++);
    while (box_size(&box, A) && box_size(&box, B) && equal(m, &box, true, 0, 0))
        m->pair(m->context, --box.to[A], --box.to[B]);
    /* What is left starts and ends with a difference, so that both halves are smaller. */
    if (!box_size(&box, A) || !box_size(&box, B))
        return;
    struct snake snake = find_middle(m, &box);
    size_t a = box.from[A] + snake.x, b = box.from[B] + snake.y;
    for (size_t i = 0; i < snake.length; i++)
        m->pair(m->context, a + i, b + i);
    align(m, (struct box){{box.from[A], box.from[B]}, {a, b}});
    align(m, (struct box){{a + snake.length, b + snake.length}, {box.to[A], box.to[B]}});
}

void sequence_align(const uint32_t *a, size_t a_count, const uint32_t *b, size_t b_count,
                    size_t most, sequence_pair *pair, void *context)
{
    size_t total = a_count + b_count;
    struct alignment m = {.sides = {a, b}, .most = most, .pair = pair, .context = context};
    for (int i = 0; i < 2; i++)
        m.furthest[i] = mem_alloc((total + 4) * sizeof *m.furthest[i]);
    align(&m, (struct box){.to = {a_count, b_count}});
    for (int i = 0; i < 2; i++)
        free(m.furthest[i]);
}
