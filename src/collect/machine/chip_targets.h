/* chip_targets: the chips that a query is about: the chips that --chips names, else the chips of
 * this machine's devices, with the counters that these devices have. */
#ifndef ROOFTOP_COLLECT_MACHINE_CHIP_TARGETS_H
#define ROOFTOP_COLLECT_MACHINE_CHIP_TARGETS_H

#include "collect/machine/machine.h"

struct chip_target {
    char *chip;        /* as CUPTI names it */
    unsigned *devices; /* the numbers of the devices that have it */
    size_t device_count;
    uint8_t *availability; /* the counters of the first of these devices; NULL: all of the chip */
    size_t availability_size;
    char *notice; /* why the counters of the device are not known; NULL: nothing to say */
};

/* Each chip is there once, in the order of the words or of the devices. */
struct chip_targets {
    struct chip_target *targets;
    size_t count;
    struct machine machine; /* without devices if chips were named */
};

/* Finds the chips. chips: names in any case; devices: numbers. Without either all devices of this
 * machine are meant. false: a word is unknown, or there is no GPU; the error names the chips that
 * can be asked for. */
bool chip_targets_make(struct chip_targets *targets, struct cupti_library *library,
                       char *const *chips, size_t chip_count, char *const *devices,
                       size_t device_count, struct error *error);
void chip_targets_free(struct chip_targets *targets);

#endif
