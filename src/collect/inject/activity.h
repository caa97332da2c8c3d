/* activity: what the driver really did for a launch, from CUPTI's activity record of the program's own, unmeasured run:
 * the shared memory configuration that it chose. No attribute tells it, and no formula holds for all chips.
 *
 * Watching costs about 0.07 ms a launch. A program that uses CUPTI's activity API itself keeps it: nothing is watched
 * then, and the results lack that value. */
#ifndef ROOFTOP_INJECT_ACTIVITY_H
#define ROOFTOP_INJECT_ACTIVITY_H

#include <stdbool.h>
#include <stdint.h>

struct inject;

struct activity_record {
    bool found;
    uint32_t shared_config; /* bytes */
    uint32_t registers;     /* per thread, as launched: at least 16 on Hopper */
};

/* From here the launches of the process are recorded. */
void activity_begin(struct inject *inject);

/* The context is idle: gives the record of the launch with this correlation number. */
struct activity_record activity_end(struct inject *inject, uint32_t correlation);

#endif
