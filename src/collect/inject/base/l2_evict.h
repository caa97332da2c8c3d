/* l2_evict: asks the kernel driver to write back and empty the L2 cache of a GPU, as Nsight
 * Compute does before each pass.
 *
 * The CUDA driver has no call for this. The kernel driver's resource manager has one that needs no
 * privilege. The numbers and layouts in l2_evict.c are those of NVIDIA's open kernel modules
 * (ctrl2080fb.h, ctrl0000gpu.h, nvos.h); they were tried with driver 580 alone. The call takes
 * 0.35 ms for each of the two memories. For up to 0.2 ms after it something on the device, perhaps
 * its own processor, still reads and writes memory, which counters of L2 and DRAM would see
 * (tests/gpu/RESULTS.md, "What goes on behind an eviction"). The next kernel finds free lines.
 * After a flush by reading it finds full ones, so that each of its misses evicts a line first.
 *
 * l2_evict_open() fails where there is no such device file, where the GPU is virtual (there the
 * call does nothing and succeeds), and where the call is refused, as by a driver with other
 * layouts. Caches are then flushed by reading (flush.h). */
#ifndef ROOFTOP_COLLECT_INJECT_BASE_L2_EVICT_H
#define ROOFTOP_COLLECT_INJECT_BASE_L2_EVICT_H

#include <stdbool.h>
#include <stdint.h>

struct l2_evict {
    int file;
    uint32_t client, subdevice; /* handles in the resource manager */
    /* ioctl(2), or what stands for it in a test */
    int (*ask)(int file, unsigned long request, void *parameters);
};

/* Opens the device of this PCI address and evicts once, to see that it works. false: it does not;
 * call l2_evict_close() all the same. */
bool l2_evict_open(struct l2_evict *evict, unsigned domain, unsigned bus, unsigned slot);

/* Does this with a device file that is open already, and then owns the file. ask: called in place
 * of ioctl(2). */
bool l2_evict_open_file(struct l2_evict *evict, int file,
                        int (*ask)(int file, unsigned long request, void *parameters),
                        unsigned domain, unsigned bus, unsigned slot);

/* Nanoseconds for which the device stays busy after an eviction. */
#define L2_EVICT_AFTERMATH (200 * UINT64_C(1000))

/* Evicts, and returns when the device is quiet again. The context must be idle. system_memory:
 * lines of host memory, too, which takes as long again. false: refused. */
bool l2_evict_run(const struct l2_evict *evict, bool system_memory);

/* Also after a failed open. */
void l2_evict_close(struct l2_evict *evict);

#endif
