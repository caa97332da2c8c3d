/* sequence_align: a longest common subsequence of two sequences of numbers (Myers 1986, in linear
 * space).
 *
 * Time: length times differences. What may be too long is bounded: where a part of the sequences
 * has more differences than that, it is cut where the search has come furthest, and what is found
 * is common and in order still, but may not be the longest. Then time is length times bound. */
#ifndef ROOFTOP_SEQUENCE_ALIGN_H
#define ROOFTOP_SEQUENCE_ALIGN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Called for each pair, in no order; the places in the two sequences. */
typedef void sequence_pair(void *context, size_t a, size_t b);

/* most: differences that a search goes on for, at least 1; SIZE_MAX: no bound. */
void sequence_align(const uint32_t *a, size_t a_count, const uint32_t *b, size_t b_count,
                    size_t most, sequence_pair *pair, void *context);

/* The same in steps: of 20,000 numbers one takes 0.1 ms at most. The sequences must stay until
 * sequence_align_free(), which may come at any time. */
struct sequence_box {
    size_t from[2], to[2]; /* a part of both: from `from` to before `to` */
};
struct sequence_alignment {
    const uint32_t *sides[2];
    size_t most;
    sequence_pair *pair;
    void *context;
    struct sequence_box *boxes; /* yet to be aligned */
    size_t box_count, box_capacity;
    bool searches; /* for the middle of a best path through that part */
    struct sequence_box searched;
    long differences;    /* of its next step */
    size_t *furthest[2]; /* of it: forward and backward */
};
void sequence_align_begin(struct sequence_alignment *alignment, const uint32_t *a, size_t a_count,
                          const uint32_t *b, size_t b_count, size_t most, sequence_pair *pair,
                          void *context);
bool sequence_align_step(struct sequence_alignment *alignment); /* true: all is aligned */
void sequence_align_free(struct sequence_alignment *alignment);

#endif
