/* l2_evict: asks the kernel driver to write back and empty a GPU's L2 cache, as the reference does
 * before each pass.
 *
 * The CUDA driver has no call for it. The kernel driver's resource manager has one that needs no
 * privilege; the numbers and layouts in l2_evict.c are those of NVIDIA's open kernel modules
 * (ctrl2080fb.h, ctrl0000gpu.h, nvos.h), tried with driver 580 alone. It takes about 0.35 ms for
 * each memory, and for up to 0.2 ms after it something on the device (its own processor, by a
 * guess) still reads and writes memory, which counters of L2 and DRAM would see
 * (tests/gpu/RESULTS.md, "What goes on behind an eviction"). The next kernel finds lines free,
 * where a flush by reading leaves them full, so that each miss evicts first.
 *
 * Where there is no such device file, where it belongs to a virtual GPU (the call then does nothing
 * and succeeds) or where the call is refused (as by a driver with other layouts), l2_evict_open()
 * says no and caches are flushed by reading instead. */
#ifndef ROOFTOP_INJECT_L2_EVICT_H
#define ROOFTOP_INJECT_L2_EVICT_H

#include <stdbool.h>
#include <stdint.h>

struct l2_evict {
    int file;
    uint32_t client, subdevice; /* handles in the resource manager */
    /* ioctl(2), or what stands for it in a test */
    int (*ask)(int file, unsigned long request, void *parameters);
};

/* The GPU at this PCI address. True once it has done it once. */
bool l2_evict_open(struct l2_evict *evict, unsigned domain, unsigned bus, unsigned slot);

/* The same on a file that is open, which it takes over, by way of `ask`. */
bool l2_evict_open_file(struct l2_evict *evict, int file,
                        int (*ask)(int file, unsigned long request, void *parameters),
                        unsigned domain, unsigned bus, unsigned slot);

/* Nanoseconds for which the device is busy when an eviction is done. */
#define L2_EVICT_AFTERMATH (200 * UINT64_C(1000))

/* Returns when it is done and its aftermath over. The context must be idle. system_memory: lines of
 * the host's memory, too; that takes as long again. */
bool l2_evict_run(const struct l2_evict *evict, bool system_memory);

/* Also after a failed open. */
void l2_evict_close(struct l2_evict *evict);

#endif
