/* sibling_rollups: which names of a list say all that its schedule depends on.
 *
 * avg, max, min and sum of a counter are made of the same counts of every unit, so one of them
 * gives the same config image as all four, in less time. */
#ifndef ROOFTOP_SIBLING_ROLLUPS_H
#define ROOFTOP_SIBLING_ROLLUPS_H

#include <stddef.h>

/* Of siblings the first, and all other names, in their order; they point into the list. *kept is
 * their number. free() the array. */
const char **sibling_rollups_first(char *const *names, size_t count, size_t *kept);

#endif
