/* sequence_align: a longest common subsequence of two sequences of numbers (Myers 1986, linear
 * space variant).
 *
 * The time is length times differences. A caller can bound the differences: a part with more of
 * them is cut where the search has come furthest. The result is then still common and in order, but
 * perhaps not the longest, and the time is length times bound. */
#ifndef ROOFTOP_REPORT_BASE_SEQUENCE_ALIGN_H
#define ROOFTOP_REPORT_BASE_SEQUENCE_ALIGN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Receives one pair of places in the two sequences. Pairs come in no particular order. */
typedef void sequence_pair(void *context, size_t a, size_t b);

/* Pairs the sequences. `most` bounds the differences of a search, at least 1; SIZE_MAX: no
 * bound. */
void sequence_align(const uint32_t *a, size_t a_count, const uint32_t *b, size_t b_count,
                    size_t most, sequence_pair *pair, void *context);

/* The same work in steps. A step on 20,000 numbers takes at most 0.1 ms. The sequences must stay
 * until sequence_align_free(), which may be called at any time. */
struct sequence_box {
    size_t from[2], to[2]; /* a part of both sequences: `from` up to but without `to` */
};
struct sequence_alignment {
    const uint32_t *sides[2];
    size_t most;
    sequence_pair *pair;
    void *context;
    struct sequence_box *boxes; /* parts that are yet to be aligned */
    size_t box_count, box_capacity;
    bool searches; /* looks for the middle of a best path through `searched` */
    struct sequence_box searched;
    long differences;    /* of the next step of the search */
    size_t *furthest[2]; /* by direction (forward, backward) and diagonal */
};
void sequence_align_begin(struct sequence_alignment *alignment, const uint32_t *a, size_t a_count,
                          const uint32_t *b, size_t b_count, size_t most, sequence_pair *pair,
                          void *context);
bool sequence_align_step(struct sequence_alignment *alignment); /* true: all is aligned */
void sequence_align_free(struct sequence_alignment *alignment);

#endif
