/* occupancy_device: what a GPU offers to launches, as far as occupancy depends on it: from the
 * device attributes in a result, or from a table of compute capabilities. */
#ifndef ROOFTOP_OCCUPANCY_DEVICE_H
#define ROOFTOP_OCCUPANCY_DEVICE_H

#include <stdbool.h>
#include <stddef.h>

#include "occupancy.h"
#include "result.h"

enum { OCCUPANCY_CONFIGS = 10, OCCUPANCY_REGISTERS = 255, OCCUPANCY_BARRIERS = 16 };

struct occupancy_device {
    unsigned arch; /* compute capability, 90 for 9.0 */
    struct occupancy_chip chip;
    unsigned shared_per_sm; /* bytes */
    /* Sizes that an SM's shared memory can have, in bytes, growing. */
    unsigned configs[OCCUPANCY_CONFIGS];
    size_t config_count;
};

/* The capabilities of the table, growing; 0 behind the last one. */
unsigned occupancy_device_arch(size_t i);

/* false: the table does not have it. */
bool occupancy_device_of_arch(unsigned arch, struct occupancy_device *device);

/* By the attributes in the result; what it lacks comes from the table. false: neither says it. */
bool occupancy_device_of_result(const struct result *result, struct occupancy_device *device);

#endif
