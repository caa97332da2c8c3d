/* machine: the GPUs of this machine. Asking for them starts the driver in this process. */
#ifndef ROOFTOP_COLLECT_MACHINE_MACHINE_H
#define ROOFTOP_COLLECT_MACHINE_MACHINE_H

#include <stddef.h>

#include "collect/cupti/cupti_host.h"

struct machine_device {
    char *name, *chip;
};

struct machine {
    struct machine_device *devices;
    size_t count;
};

/* Lists the GPUs. false: there is no driver, or no GPU, or CUPTI does not know one of them; see
 * error. */
bool machine_open(struct machine *machine, struct cupti_library *library, struct error *error);
void machine_close(struct machine *machine);

/* Reads which counters a device has (cupti_library_availability()). Retains the device's primary
 * context for a moment. To be called only after machine_open(). */
bool machine_availability(struct cupti_library *library, unsigned device, uint8_t **image,
                          size_t *size, struct error *error);

#endif
