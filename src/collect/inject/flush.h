/* flush: empties the caches of what the program left there.
 *
 * L2: by the kernel driver (l2_evict), or, where that cannot be had, by a kernel that reads a
 * buffer of twice its size, at least 128 MiB. Reading leaves clean lines: a write would leave dirty
 * ones, whose write-back the measured kernel would pay for. Instructions and constants: the driver
 * empties those caches when code is loaded, so a small module is loaded and dropped. L1 is empty at
 * the start of every kernel.
 *
 * An eviction follows a copy on the device, as it does where memory is put back before each launch:
 * values of a kernel with large arguments then differ less from the reference
 * (tests/gpu/RESULTS.md; why is not known). */
#ifndef ROOFTOP_INJECT_FLUSH_H
#define ROOFTOP_INJECT_FLUSH_H

#include <cuda.h>
#include <stdbool.h>

#include "l2_evict.h"

struct inject;

struct flush {
    bool evicts;           /* else it reads, which is a kernel of its own */
    struct l2_evict evict; /* if it evicts */
    CUmodule module;       /* if it reads */
    CUfunction function;
    CUdeviceptr buffer; /* that is copied or read */
    unsigned long long size;
};

/* In the current context. evict: the kernel driver may be asked. For a client of the Multi-Process
 * Service it must not: sooner or later the server has a fatal error, and all its clients with it
 * (driver 580). */
CUresult flush_open(struct flush *flush, struct inject *inject, CUdevice device, bool evict);
/* What was launched before is over when it begins. system_memory: what runs next may reach the
 * host's memory, and finds its lines gone, too. */
CUresult flush_run(const struct flush *flush, struct inject *inject, CUstream stream,
                   bool system_memory);
void flush_close(struct flush *flush, struct inject *inject);

#endif
