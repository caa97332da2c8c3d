/* instances: the compute instances of GPUs in MIG mode.
 *
 * A compute instance that has its GPU instance to itself is isolated: all of its counters can be
 * collected. One that shares it has counters of its own multiprocessors alone, since L2 and memory
 * belong to all compute instances of the GPU instance. CUPTI leaves the others out of what it calls
 * available; these facts tell why. */
#ifndef ROOFTOP_COLLECT_MACHINE_INSTANCES_H
#define ROOFTOP_COLLECT_MACHINE_INSTANCES_H

#include "collect/machine/nvml.h"
#include "wire.pb-c.h"

/* Adds the instances that NVML knows to a board in MIG mode. */
void instances_add(const struct nvml *nvml, nvml_device device, Wire__Board *board);

/* Frees what instances_add() added, for a board that is no message. */
void instances_free(Wire__Board *board);

/* The instance that is the program's device, or NULL: it is not known. */
const Wire__Instance *instances_of_device(const Wire__Board *board, const Wire__Device *device);

#endif
