/* launch_match: which launch of one report is the same as which of another.
 *
 * Both reports are sequences. Launches are taken for the same, in this order:
 *
 *   1. the same name and shape       2. the same name, another shape
 *   3. the same function, other template arguments
 *
 * For each of the three the longest common subsequence (Myers, in linear space) of what is not yet
 * matched is taken, between the matches made before: a launch that came or went in the middle moves
 * no other. After 1 and 2, launches that fit but changed places (streams and threads interleave as
 * they like) are matched by their occurrence: the n-th left of one with the n-th left of the other.
 * Launches of one place (process and device) are matched among themselves first.
 *
 * Time: launches times differences; what occurs on one side only costs nothing. */
#ifndef ROOFTOP_LAUNCH_MATCH_H
#define ROOFTOP_LAUNCH_MATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { LAUNCH_SHAPE = 6 };

struct launch_key {
    const char *name, *function;  /* with and without template arguments */
    uint64_t shape[LAUNCH_SHAPE]; /* grid, block */
    unsigned place;               /* number of process and device among those of the report */
};

#define NO_LAUNCH SIZE_MAX

struct launch_pair {
    size_t a, b; /* NO_LAUNCH: only in the other */
};

/* Every launch of both in one pair, ordered by a; those only in b stand before the pair of the next
 * launch of b. free() the array. */
struct launch_pair *launch_match(const struct launch_key *a, size_t a_count,
                                 const struct launch_key *b, size_t b_count, size_t *pair_count);

/* The same in steps of some tenths of a millisecond; the keys must stay. */
struct launch_matching;
struct launch_matching *launch_matching_new(const struct launch_key *a, size_t a_count,
                                            const struct launch_key *b, size_t b_count);
void launch_matching_free(struct launch_matching *matching); /* at any time; NULL is nothing */
bool launch_matching_step(struct launch_matching *matching); /* true: all are matched */
/* As launch_match(); then. */
struct launch_pair *launch_matching_pairs(const struct launch_matching *matching,
                                          size_t *pair_count);

#endif
