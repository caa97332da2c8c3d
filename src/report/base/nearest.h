/* nearest: finds the known word that is closest to a mistyped one ("did you mean").
 *
 * The measure is the edit distance; swapping two neighbours counts as one edit. */
#ifndef ROOFTOP_REPORT_BASE_NEAREST_H
#define ROOFTOP_REPORT_BASE_NEAREST_H

#include <stddef.h>

/* Returns the edit distance of two words, at most `limit` + 1. */
size_t nearest_distance(const char *a, const char *b, size_t limit);

struct nearest {
    const char *wanted, *best;
    size_t distance;
};

/* Offers the known words one by one. `best` stays NULL while none is close enough. */
void nearest_offer(struct nearest *nearest, const char *known);

#endif
