/* schedule_names: the names of a list that a schedule is made of, in the order in which CUPTI gets
 * them.
 *
 * avg, max, min and sum of a counter are made of the same counts of every unit: one of them gives
 * the same config image as all four, in less time. And CUPTI packs counters into passes in the
 * order in which it gets them. Wavefronts of the L1 cache's output fit into few places: by name
 * they come before what is easier to place, and take most of the time of scheduling. Where there
 * are some, the order is the best of 17 that were tried on the full set with CUPTI 13.0, by name
 * and so: GH100 33 passes in 620 ms, 32 in 293; GB100 34 in 1909, 33 in 1265; GB202 34 in 1015, 33
 * in 240; GA100 42 in 75, 42 in 66. */
#ifndef ROOFTOP_SCHEDULE_NAMES_H
#define ROOFTOP_SCHEDULE_NAMES_H

#include <stddef.h>

/* The names point into the list. *kept is their number. free() the array. */
const char **schedule_names(char *const *names, size_t count, size_t *kept);

#endif
