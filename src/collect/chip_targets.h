/* chip_targets: the chips that a query is about: those of --chips, else those of this machine's
 * devices, with the counters that these have. */
#ifndef ROOFTOP_CHIP_TARGETS_H
#define ROOFTOP_CHIP_TARGETS_H

#include "machine.h"

struct chip_target {
    char *chip;        /* as CUPTI names it */
    unsigned *devices; /* numbers of the devices that have it */
    size_t device_count;
    uint8_t *availability; /* which counters the first of them has; NULL: those of the chip */
    size_t availability_size;
    char *notice; /* why that is not known; NULL: nothing to say */
};

/* Each chip once, in the order of the words or of the devices. */
struct chip_targets {
    struct chip_target *targets;
    size_t count;
    struct machine machine; /* without devices if chips were named */
};

/* chips: names of any case; devices: numbers. Without either all devices of this machine. false: a
 * word is unknown, or there is no GPU; the error then names the chips that can be asked for. */
bool chip_targets_make(struct chip_targets *targets, struct cupti_library *library,
                       char *const *chips, size_t chip_count, char *const *devices,
                       size_t device_count, struct error *error);
void chip_targets_free(struct chip_targets *targets);

#endif
