/* activity: what the driver really did for a launch, from CUPTI's activity record of the program's
 * own, unmeasured run: the shared memory configuration that it chose, which no attribute tells and
 * for which no formula holds on all chips, and how long the kernel took.
 *
 * Watching costs about 0.07 ms a launch. A program that uses CUPTI's activity API itself keeps it:
 * nothing is watched then, and the results lack that value. */
#ifndef ROOFTOP_INJECT_ACTIVITY_H
#define ROOFTOP_INJECT_ACTIVITY_H

#include <stdbool.h>
#include <stdint.h>

#include "launch.h"
#include "wire.pb-c.h"

struct inject;

struct activity_record {
    const char *name; /* of the kernel, mangled */
    uint32_t grid[3], block[3];
    uint32_t shared_config; /* bytes */
    uint32_t registers;     /* per thread, as launched: at least 16 on Hopper */
    uint64_t nanoseconds;   /* that the kernel took */
};

/* Kernels of a graph share the number of its launch: their names and shapes tell them apart. Those
 * that are alike in both are alike in what a record tells, but for the time. */
bool activity_is_of(const struct activity_record *record, const struct launch *launch);
void activity_fill(Wire__Facts *facts, const struct activity_record *record);

/* From here the launches of the process are recorded. */
void activity_begin(struct inject *inject);

/* The context is idle: hands the records since then to use(), each with CUPTI's number of its call.
 */
typedef void activity_use(void *context, uint32_t correlation,
                          const struct activity_record *record);
void activity_end(struct inject *inject, activity_use *use, void *context);

#endif
