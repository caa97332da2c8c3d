/* variants: all combinations of a profile series that a launch allows.
 *
 * What keeps the work the same: with another block the grid becomes such that each direction has as
 * many threads as before, which has to divide evenly, unless the series names grids ("same" keeps
 * the launch's own). A block of more threads gets as much more dynamic shared memory, unless the
 * series names it; one of fewer keeps what it has.
 *
 * Grids and shared memory that were chosen (series_values.h) never come to more threads than the
 * launch has, or to less shared memory for a thread.
 *
 * Combinations that the launch does not allow are left out and told to the host, those with the
 * same reason together. The launch's own combination is not among them: it is measured before. */
#ifndef ROOFTOP_INJECT_VARIANTS_H
#define ROOFTOP_INJECT_VARIANTS_H

#include "variant.h"

struct variants {
    struct variant *items;
    size_t count;
    char own_text[VARIANT_TEXT]; /* the launch's own, as the others are described */
};

/* false: no memory. */
bool variants_make(struct variants *variants, const struct variant_base *base);
void variants_free(struct variants *variants);

#endif
