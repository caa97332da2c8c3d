/* series_values: values of a parameter that suit a launch, where the user names none.
 *
 * block:         powers of two from 32 threads up to the launch's own block that divide its
 *                threads, and with which an SM holds at least half as many threads as with the
 *                best of them
 * grid:          1, 2, 4, ... full waves, below the launch's own number of blocks
 * smem:          the most with which an SM holds 1, 2, ... blocks, up to one less than now; of more
 *                than 8 the powers of two
 * cluster:       1, 2, 4 and 8 blocks, if they divide the grid and the launch has no clusters
 * carveout:      default, 0, 25, 50, 75 and 100 percent
 * cache:         shared, l1, equal
 * cache-control: all, none
 *
 * Blocks and grids of several dimensions have none.
 *
 * None of these leads a kernel beyond what the launch had that goes by the numbers of its threads:
 * larger blocks may not fit arrays of a fixed size, larger grids not what the arguments describe,
 * and a kernel that reaches into its cluster's other blocks counts on them. For the same reason
 * variants.h leaves out what chosen values come to together with others. A kernel that stores by
 * block, or takes its block's size for granted, may still go wrong with any other block. */
#ifndef ROOFTOP_INJECT_SERIES_VALUES_H
#define ROOFTOP_INJECT_SERIES_VALUES_H

#include <stddef.h>
#include <stdint.h>

#include "variant.h"
#include "wire.pb-c.h"

enum { MOST_SERIES_VALUES = 16 };

/* How many; 0: *reason says why there are none. */
size_t series_values_choose(const struct variant_base *base, Wire__SeriesParameter parameter,
                            int32_t values[MOST_SERIES_VALUES], const char **reason);

#endif
