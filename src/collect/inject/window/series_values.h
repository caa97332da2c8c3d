/* series_values: chooses the values of a parameter for a launch, where the user names none.
 *
 *   block          powers of two from 32 threads up to the launch's own block that divide its
 *                  threads, and with which an SM holds at least half as many threads as with the
 *                  best of them
 *   grid           1, 2, 4, ... full waves, below the launch's own number of blocks
 *   smem           the most with which an SM holds 1, 2, ... blocks, up to one less than now; if
 *                  these are more than 8, the powers of two
 *   cluster        1, 2, 4 and 8 blocks, if they divide the grid and the launch has no clusters
 *   carveout       default, 0, 25, 50, 75 and 100 percent
 *   cache          shared, l1, equal
 *   cache-control  all, none
 *
 * Blocks and grids of several dimensions have no such values.
 *
 * A kernel that goes by the number of its threads stays within what the launch had. Larger blocks
 * might not fit arrays of a fixed size, larger grids might go beyond what the arguments describe,
 * and a kernel that reaches into other blocks of its cluster counts on them. For the same reason
 * variant_list.h leaves out variants in which chosen values and named ones together go beyond the
 * launch. A kernel that stores by block, or relies on its block's size, may still go wrong with
 * any other block. */
#ifndef ROOFTOP_COLLECT_INJECT_WINDOW_SERIES_VALUES_H
#define ROOFTOP_COLLECT_INJECT_WINDOW_SERIES_VALUES_H

#include <stddef.h>
#include <stdint.h>

#include "collect/inject/window/variant.h"
#include "wire.pb-c.h"

enum { MOST_SERIES_VALUES = 16 };

/* Returns how many values there are; 0: *reason says why, a static text. */
size_t series_values_choose(const struct variant_base *base, Wire__SeriesParameter parameter,
                            int32_t values[MOST_SERIES_VALUES], const char **reason);

#endif
