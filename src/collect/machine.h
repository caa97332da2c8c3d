/* machine: the GPUs of this machine. Asking starts the driver in this process. */
#ifndef ROOFTOP_MACHINE_H
#define ROOFTOP_MACHINE_H

#include <stddef.h>

#include "cupti_host.h"

struct machine_device {
    char *name, *chip;
};

struct machine {
    struct machine_device *devices;
    size_t count;
};

/* false: there is no driver, or no GPU, or CUPTI does not know one. */
bool machine_open(struct machine *machine, struct cupti_library *library, struct error *error);
void machine_close(struct machine *machine);

/* Which counters a device has (cupti_library_availability), with its primary context for a moment.
 * Only after machine_open(). */
bool machine_availability(struct cupti_library *library, unsigned device, uint8_t **image,
                          size_t *size, struct error *error);

#endif
