/* flush: empties the caches, so that a measured launch finds nothing that earlier work left there.
 *
 * L2 is emptied by the kernel driver (l2_evict.h). Where that is not possible, a kernel reads a
 * buffer of twice the size of L2, at least 128 MiB. It reads because writing would leave dirty
 * lines, and the measured kernel would pay for writing them back. The driver empties the caches of
 * instructions and constants when code is loaded, so a small module is loaded and dropped. L1 is
 * empty at the start of every kernel. The counters start before the flush, since starting them
 * must not leave anything in the caches.
 *
 * Lines of host memory are dropped only if the launch could reach host memory: that saves one call
 * of the kernel driver (0.35 ms) in each pass. ncu counts 2 MiB more of written memory for kernels
 * that need all of L2, perhaps because it starts the counters after its flush.
 *
 * An eviction follows a copy on the device, as it does where memory is put back before each
 * launch. With that copy the values of a kernel with large arguments differ less from Nsight
 * Compute's (tests/gpu/RESULTS.md; the reason is not known). */
#ifndef ROOFTOP_COLLECT_INJECT_BASE_FLUSH_H
#define ROOFTOP_COLLECT_INJECT_BASE_FLUSH_H

#include <cuda.h>
#include <stdbool.h>

#include "collect/inject/base/l2_evict.h"

struct inject;

struct flush {
    bool evicts;           /* else it reads, which is a kernel of its own */
    struct l2_evict evict; /* if it evicts */
    CUmodule module;       /* if it reads */
    CUfunction function;
    CUdeviceptr buffer; /* that is copied or read */
    unsigned long long size;
};

/* Prepares the flush in the current context. evict: the kernel driver may be asked. A client of
 * the Multi-Process Service must not ask it: sooner or later its server has a fatal error, and all
 * clients with it (driver 580). After a failure call flush_close(). */
CUresult flush_open(struct flush *flush, struct inject *inject, CUdevice device, bool evict);
/* Flushes before the next launch on the stream; work that was launched earlier is over by then.
 * system_memory: lines of host memory are dropped, too, since the next launch may reach it. */
CUresult flush_run(const struct flush *flush, struct inject *inject, CUstream stream,
                   bool system_memory);
void flush_close(struct flush *flush, struct inject *inject);

#endif
