/* occupancy_device: what a GPU offers to launches, as far as occupancy depends on it. It comes
 * from the device attributes in a result, or from a table of compute capabilities, which a unit
 * test compares with the toolkit's own calculator (cuda_occupancy.h). */
#ifndef ROOFTOP_REPORT_CONTENT_OCCUPANCY_DEVICE_H
#define ROOFTOP_REPORT_CONTENT_OCCUPANCY_DEVICE_H

#include <stdbool.h>
#include <stddef.h>

#include "report/content/occupancy.h"
#include "report/file/result.h"

enum { OCCUPANCY_CONFIGS = 10, OCCUPANCY_REGISTERS = 255, OCCUPANCY_BARRIERS = 16 };

struct occupancy_device {
    unsigned arch; /* compute capability, 90 for 9.0 */
    struct occupancy_chip chip;
    unsigned shared_per_sm; /* bytes */
    /* Sizes that the shared memory of an SM can have, in bytes, in rising order. */
    unsigned configs[OCCUPANCY_CONFIGS];
    size_t config_count;
};

/* The i-th compute capability of the table, in rising order; 0 behind the last one. */
unsigned occupancy_device_arch(size_t i);

/* Looks up a compute capability in the table. Returns false if the table lacks it. */
bool occupancy_device_of_arch(unsigned arch, struct occupancy_device *device);

/* Reads the attributes in the result; the table fills in what the result lacks. Returns false if
 * neither has it. */
bool occupancy_device_of_result(const struct result *result, struct occupancy_device *device);

#endif
