/* launch_match: finds which launch of one report corresponds to which launch of another.
 *
 * Both reports are sequences. Two launches may correspond if they have, in this order of
 * preference:
 *   1. the same name and shape
 *   2. the same name, another shape
 *   3. the same function, other template arguments
 *
 * For each of the three, the longest common subsequence (Myers, linear space) is found among what
 * is not matched yet, between the matches made before. So a launch that came or went shifts no
 * other. After 1 and 2, launches that fit but changed places (streams and threads interleave
 * freely) are matched by occurrence: the n-th one left in one report with the n-th one left in the
 * other. Launches of one place (process and device) are first matched with each other.
 *
 * The time is launches times differences. Launches that only one side has cost nothing.
 *
 * One alignment with costs would have to weigh a shape against a name. It would take more time
 * (launches times costs), and its matches would be no better: the same kernel in the same shape is
 * always the better partner. */
#ifndef ROOFTOP_REPORT_COMPARE_LAUNCH_MATCH_H
#define ROOFTOP_REPORT_COMPARE_LAUNCH_MATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { LAUNCH_SHAPE = 6 };

struct launch_key {
    const char *name, *function;  /* with and without template arguments */
    uint64_t shape[LAUNCH_SHAPE]; /* grid, block */
    unsigned place;               /* number of its process and device in the report */
};

#define NO_LAUNCH SIZE_MAX

struct launch_pair {
    size_t a, b; /* NO_LAUNCH: only in the other report */
};

/* Returns every launch of both reports in one pair, ordered by a. Launches only in b stand before
 * the pair of the next launch of b. free() the array. */
struct launch_pair *launch_match(const struct launch_key *a, size_t a_count,
                                 const struct launch_key *b, size_t b_count, size_t *pair_count);

/* The same work in steps of some tenths of a millisecond. The keys must stay. */
struct launch_matching;
struct launch_matching *launch_matching_new(const struct launch_key *a, size_t a_count,
                                            const struct launch_key *b, size_t b_count);
void launch_matching_free(struct launch_matching *matching); /* at any time; NULL is allowed */
bool launch_matching_step(struct launch_matching *matching); /* true: all are matched */
/* Returns what launch_match() returns, after the last step. */
struct launch_pair *launch_matching_pairs(const struct launch_matching *matching,
                                          size_t *pair_count);

#endif
