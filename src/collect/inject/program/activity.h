/* activity: watches launches by CUPTI's activity records: which shared memory configuration the
 * driver chose, how many registers a thread got, and how long the kernel took. No attribute tells
 * the first, and no formula for it holds on all chips.
 *
 * Watching costs about 0.07 ms a launch, and is done in the program's own run, never while
 * counters run. If the program uses CUPTI's activity API itself, CUPTI refuses us: nothing is
 * watched then, and results lack these values. */
#ifndef ROOFTOP_COLLECT_INJECT_PROGRAM_ACTIVITY_H
#define ROOFTOP_COLLECT_INJECT_PROGRAM_ACTIVITY_H

#include <stdbool.h>
#include <stdint.h>

#include "collect/inject/program/launch.h"
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

/* Records launches of this process from now on. */
void activity_begin(struct inject *inject);

/* Calls use() for each record since activity_begin() that it was not called for yet, with CUPTI's
 * number of the launching call: those of kernels that have ended. */
typedef void activity_use(void *context, uint32_t correlation,
                          const struct activity_record *record);
void activity_look(struct inject *inject, activity_use *use, void *context);

/* The same, and ends recording. The context must be idle. use: NULL to drop the records. */
void activity_end(struct inject *inject, activity_use *use, void *context);

#endif
