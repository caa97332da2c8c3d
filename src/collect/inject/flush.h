/* flush: empties the caches of what the program left there.
 *
 * L2: a buffer of twice its size, at least 128 MiB, is read. Reading leaves clean lines: a write
 * would leave dirty ones, whose write-back the measured kernel would pay for. Instructions and
 * constants: the driver empties those caches when code is loaded, so a small module is loaded and
 * dropped. L1 is empty at the start of every kernel. */
#ifndef ROOFTOP_INJECT_FLUSH_H
#define ROOFTOP_INJECT_FLUSH_H

#include <cuda.h>

struct inject;

struct flush {
    CUmodule module;
    CUfunction function;
    CUdeviceptr buffer;
    unsigned long long size;
};

/* In the current context. */
CUresult flush_open(struct flush *flush, struct inject *inject, CUdevice device);
CUresult flush_run(const struct flush *flush, struct inject *inject, CUstream stream);
void flush_close(struct flush *flush, struct inject *inject);

#endif
