/* schedule_names: the names of a list that a schedule is made of, in the order in which CUPTI gets
 * them.
 *
 * avg, max, min and sum of a counter come from the same counts of every unit. One of them gives the
 * same config image as all four, in less time.
 *
 * CUPTI packs counters into passes in the order in which it gets them. Wavefronts of the L1 cache's
 * output fit into few places. In the order of names they come before counters that are easier to
 * place, and they take most of the time of scheduling. For lists that have some, 17 orders were
 * tried on the full set with CUPTI 13.0; this one is the best. Passes and time by name, and in this
 * order: GH100 33 in 620 ms, 32 in 293; GB100 34 in 1909, 33 in 1265; GB202 34 in 1015, 33 in 240;
 * GA100 42 in 75, 42 in 66. */
#ifndef ROOFTOP_COLLECT_PLAN_SCHEDULE_NAMES_H
#define ROOFTOP_COLLECT_PLAN_SCHEDULE_NAMES_H

#include <stddef.h>

/* Returns the names, which point into the list, and their number in *kept. free() the array. */
const char **schedule_names(char *const *names, size_t count, size_t *kept);

#endif
