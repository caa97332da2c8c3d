/* sequence_align: a longest common subsequence of two sequences of numbers (Myers 1986, in linear
 * space).
 *
 * Time: length times differences. What may be too long is bounded: where a part of the sequences
 * has more differences than that, it is cut where the search has come furthest, and what is found
 * is common and in order still, but may not be the longest. Then time is length times bound. */
#ifndef ROOFTOP_SEQUENCE_ALIGN_H
#define ROOFTOP_SEQUENCE_ALIGN_H

#include <stddef.h>
#include <stdint.h>

/* Called for each pair, in no order; the places in the two sequences. */
typedef void sequence_pair(void *context, size_t a, size_t b);

/* most: differences that a search goes on for, at least 1; SIZE_MAX: no bound. */
void sequence_align(const uint32_t *a, size_t a_count, const uint32_t *b, size_t b_count,
                    size_t most, sequence_pair *pair, void *context);

#endif
