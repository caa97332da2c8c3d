/* step_sort: sorts in steps of a bounded length, so that nobody has to wait for a sort.
 *
 * A step takes some microseconds, however many elements there are. Equal elements keep their order.
 * Initialise with {0}; release with step_sort_free(). */
#ifndef ROOFTOP_REPORT_BASE_STEP_SORT_H
#define ROOFTOP_REPORT_BASE_STEP_SORT_H

#include <stdbool.h>
#include <stddef.h>

struct step_sort {
    char *from, *to, *spare; /* of a pass: the caller's elements and the spare in turn */
    size_t count, size;
    int (*compare)(const void *a, const void *b);
    size_t run;              /* the length of the sorted runs; 0: there are none yet */
    size_t left, right, out; /* places in the two runs that are merged, and in `to` */
};

/* Begins to sort. The elements must stay where they are until the sort is done. */
void step_sort_begin(struct step_sort *sort, void *items, size_t count, size_t size,
                     int (*compare)(const void *a, const void *b));
/* Makes a step. Returns true when the elements are in order; until then the array holds no defined
 * content. */
bool step_sort_step(struct step_sort *sort);
void step_sort_free(struct step_sort *sort);

#endif
