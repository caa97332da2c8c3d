/* step_sort: sorting in steps of a bounded length, for what nobody should have to wait for.
 *
 * A step takes some microseconds, however many elements there are. What is equal keeps its order.
 * Initialise with {0}; release with step_sort_free(). */
#ifndef ROOFTOP_STEP_SORT_H
#define ROOFTOP_STEP_SORT_H

#include <stdbool.h>
#include <stddef.h>

struct step_sort {
    char *from, *to, *spare; /* of a pass: the caller's elements and the spare in turn */
    size_t count, size;
    int (*compare)(const void *a, const void *b);
    size_t run;              /* so many stand in order from each multiple of it on; 0: none yet */
    size_t left, right, out; /* of the two runs that are merged, and what is filled of `to` */
};

/* The elements must stay where they are until all is done. */
void step_sort_begin(struct step_sort *sort, void *items, size_t count, size_t size,
                     int (*compare)(const void *a, const void *b));
/* true: they are in order; until then it is undefined what stands there. */
bool step_sort_step(struct step_sort *sort);
void step_sort_free(struct step_sort *sort);

#endif
