/* variant_list: all variants of a profile series that a launch allows.
 *
 * A variant does the same work as the launch. With another block the grid is chosen so that each
 * direction has as many threads as before, which must divide evenly, unless the series names grids
 * ("same" keeps the launch's own). A block of more threads gets more dynamic shared memory in
 * proportion, unless the series names amounts; one of fewer threads keeps what it has.
 *
 * Where grids and shared memory were chosen (series_values.h), no variant has more threads than
 * the launch, or less shared memory for a thread.
 *
 * Variants that the launch does not allow are left out, and the host hears of them, those with the
 * same reason together. The launch's own parameters are not in the list: they were measured
 * before. */
#ifndef ROOFTOP_COLLECT_INJECT_WINDOW_VARIANT_LIST_H
#define ROOFTOP_COLLECT_INJECT_WINDOW_VARIANT_LIST_H

#include "collect/inject/window/variant.h"

struct variant_list {
    struct variant *items;
    size_t count;
    char own_text[VARIANT_TEXT]; /* the launch's own, as the others are described */
};

/* false: no memory. */
bool variant_list_make(struct variant_list *variant_list, const struct variant_base *base);
void variant_list_free(struct variant_list *variant_list);

#endif
