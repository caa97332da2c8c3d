/* launch_series: the parameters of a profile series (--series PARAMETER[=VALUES], once per
 * parameter). A variant is one choice of a value for each parameter. Every variant is measured:
 * one launch and one result.
 *
 *   block          threads of a block: 128, or 32x4
 *   grid           blocks: 1024, or 64x16
 *   smem           bytes of dynamic shared memory per block
 *   cluster        blocks of a cluster: 2, or 2x2
 *   carveout       percent of L1 used as shared memory: 0 to 100, default, max-l1, max-shared
 *   cache          what L1 prefers: none, shared, l1, equal
 *   cache-control  all: caches are emptied before; none: they are not
 *
 * VALUES are separated by commas. A value may be a range, FIRST:LAST:STEP, where a step of xN
 * multiplies: 64:1024:x2. The value "same" is that of the launch. Without VALUES they are chosen
 * for the launch (inject/window/series_values.h). Initialise with {0}: no series. */
#ifndef ROOFTOP_REPORT_FILTER_LAUNCH_SERIES_H
#define ROOFTOP_REPORT_FILTER_LAUNCH_SERIES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "report/base/error.h"

/* In the order of variants: the last parameter changes fastest. */
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
    int32_t x;     /* the number, or the driver's number for a word */
    uint32_t y, z; /* of a shape; 0: a single number */
};

struct series_axis {
    bool given;
    struct series_value *values;
    size_t count, capacity; /* count 0: values are chosen for the launch */
};

struct launch_series {
    struct series_axis axes[SERIES_PARAMETERS];
};

/* Adds a parameter with its values. Returns false with the error if the text is wrong or the
 * parameter has values already. */
bool launch_series_add(struct launch_series *series, const char *text, struct error *error);
bool launch_series_given(const struct launch_series *series);
void launch_series_free(struct launch_series *series);

#endif
