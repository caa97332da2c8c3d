/* launch_series: which other parameters a launch is profiled with: --series PARAMETER[=VALUES],
 * once for each parameter; every combination of their values is a launch and a result.
 *
 *   block          threads of a block: 128, or 32x4
 *   grid           blocks: 1024, or 64x16
 *   smem           bytes of dynamic shared memory of a block
 *   cluster        blocks of a cluster: 2, or 2x2
 *   carveout       percent of L1 that is to be shared memory: 0 to 100, default, max-l1, max-shared
 *   cache          what L1 is for: none, shared, l1, equal
 *   cache-control  all: the caches are emptied before; none: they are not
 *
 * VALUES are separated by commas. A value may be a range, FIRST:LAST:STEP, in which a step of xN
 * multiplies: 64:1024:x2; and "same", which is what the launch has. Without values they are chosen
 * for the launch (inject/series_values.h). Initialise with {0}: no series. */
#ifndef ROOFTOP_LAUNCH_SERIES_H
#define ROOFTOP_LAUNCH_SERIES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "error.h"

/* In the order in which combinations count: the last one changes first. */
enum series_parameter {
    SERIES_BLOCK,
    SERIES_GRID,
    SERIES_SMEM,
    SERIES_CLUSTER,
    SERIES_CARVEOUT,
    SERIES_CACHE,
    SERIES_CACHE_CONTROL,
    SERIES_PARAMETERS
};

struct series_value {
    bool same;
    int32_t x;     /* the number; of words what the driver calls it */
    uint32_t y, z; /* of a shape; 0: it is one number */
};

struct series_axis {
    bool given;
    struct series_value *values;
    size_t count, capacity; /* count 0: chosen for the launch */
};

struct launch_series {
    struct series_axis axes[SERIES_PARAMETERS];
};

/* false: the text is none, or the parameter has values already. */
bool launch_series_add(struct launch_series *series, const char *text, struct error *error);
bool launch_series_given(const struct launch_series *series);
void launch_series_free(struct launch_series *series);

#endif
