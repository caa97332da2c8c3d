/* nearest: "did you mean": the known word closest to a mistyped one (edit distance, transpositions
 * count as one). */
#ifndef ROOFTOP_NEAREST_H
#define ROOFTOP_NEAREST_H

#include <stddef.h>

/* Edit distance of two words, at most `limit` + 1. */
size_t nearest_distance(const char *a, const char *b, size_t limit);

struct nearest {
    const char *wanted, *best;
    size_t distance;
};

/* Offer the known words one by one; best stays NULL while none is close enough to be meant. */
void nearest_offer(struct nearest *nearest, const char *known);

#endif
