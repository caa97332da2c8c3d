/* instruction_counters: how often single instructions ran and what they did, by CUPTI's SASS
 * metrics. CUPTI puts instructions of its own into each kernel that runs between start and stop.
 *
 *   instruction_counters_open()      once a device, with all counters that will be asked for
 *   instruction_counters_start()
 *   instruction_counters_take()      after each kernel has ended
 *   instruction_counters_stop()
 *   instruction_counters_drop()      before a context goes
 *
 * What CUPTI 13.0 does (tests/gpu/RESULTS.md):
 *  - A device takes one configuration in the life of the process: a second one, even after the
 *    first was dropped, returns CUPTI_ERROR_OUT_OF_MEMORY. Sixty counters in one cost no more time
 *    than one.
 *  - The configuration has memory in the context that asked first. At the end of the process CUPTI
 *    frees it there, and where that context was gone the process ended with a segmentation fault.
 *    So the configuration is dropped before, for which a context has to be current.
 *  - A record is of one metric at one instruction, and there are records only where a metric can
 *    count: those of memory at instructions that access memory, also if these never ran.
 *  - A flush returns the records of one function at a time. Values add up until they are flushed.
 *  - A flush without records is an error.
 *  - While warps are sampled there are sometimes no records at all.
 *  - In a second context of a device, beside the first or behind it, there may be no records. Where
 *    the first was reset, kernels ended with CUDA_ERROR_ILLEGAL_INSTRUCTION. So only the first
 *    context of a device is counted in. */
#ifndef ROOFTOP_COLLECT_INJECT_SAMPLES_INSTRUCTION_COUNTERS_H
#define ROOFTOP_COLLECT_INJECT_SAMPLES_INSTRUCTION_COUNTERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/inject/base/foil.h"
#include "collect/inject/samples/code_points.h"

/* The counters of one device. */
struct instruction_counters {
    CUdevice device;
    uint32_t context; /* the number of the context that asked first */
    char **names;     /* those that the chip has; owned */
    uint64_t *ids;
    size_t count; /* 0: it has none */
    CUptiResult opened;
    struct instruction_counters *next;
};

/* What a launch came to: `count` values for each instruction. */
struct instruction_counts {
    struct code_points points;
    Wire__InstructionCounts message;
    size_t room;
};

/* The counters of a device; configures them at the first call. context: its number, which no other
 * context of the process has. names: what is asked for. *result: what CUPTI
 * said. NULL: there is no memory. */
const struct instruction_counters *instruction_counters_open(const struct foil_cupti *cupti,
                                                             CUdevice device, uint32_t context,
                                                             char *const *names, size_t count,
                                                             CUptiResult *result);

CUptiResult instruction_counters_start(const struct foil_cupti *cupti, CUcontext context);
CUptiResult instruction_counters_stop(const struct foil_cupti *cupti, CUcontext context);

/* The context with this number goes. Where it is the one that is counted in, nothing is counted on
 * its device from then on. */
void instruction_counters_drop(const struct foil_cupti *cupti, const struct foil_driver *driver,
                               CUcontext context, uint32_t id);

/* Takes what was counted since the last call; the context is idle. counts: gets it, unless it is
 * NULL. instruction_counts_free() frees it. */
CUptiResult instruction_counters_take(const struct instruction_counters *counters,
                                      const struct foil_cupti *cupti, CUcontext context,
                                      struct instruction_counts *counts);
void instruction_counts_init(struct instruction_counts *counts);
void instruction_counts_free(struct instruction_counts *counts);
/* The message, whose memory stays that of `counts`. */
Wire__InstructionCounts *instruction_counts_message(struct instruction_counts *counts);

#endif
