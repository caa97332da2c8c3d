#include "shared_config.h"

#include <cuda.h>

#include "launch_metrics.h"

/* Sizes that the L1 can be split at, in KiB, by compute capability; the last one is the most. */
static const struct {
    unsigned arch;
    unsigned char sizes[12];
} splits[] = {
    {70, {0, 8, 16, 32, 64, 96}},
    {75, {32, 64}},
    {80, {0, 8, 16, 32, 64, 100, 132, 164}},
    {86, {0, 8, 16, 32, 64, 100}},
    {87, {0, 8, 16, 32, 64, 100, 132, 164}},
    {89, {0, 8, 16, 32, 64, 100}},
    {90, {0, 8, 16, 32, 64, 100, 132, 164, 196, 228}},
    {100, {0, 8, 16, 32, 64, 100, 132, 164, 196, 228}},
    {103, {0, 8, 16, 32, 64, 100, 132, 164, 196, 228}},
    {110, {0, 8, 16, 32, 64, 100, 132, 164, 196, 228}},
    {120, {0, 8, 16, 32, 64, 100}},
    {121, {0, 8, 16, 32, 64, 100}},
};

enum { KIB = 1024, DEFAULT_BYTES = 32 * KIB };

/* The smallest split of at least so many bytes. */
static unsigned split_for(unsigned arch, unsigned bytes)
{
    unsigned best = 0;
    for (size_t i = 0; i < sizeof splits / sizeof *splits; i++) {
        if (splits[i].arch != arch)
            continue;
        for (size_t j = 0; j < sizeof splits[i].sizes; j++) {
            unsigned size = splits[i].sizes[j] * KIB;
            if (size > best)
                best = size;
            if (size >= bytes && (size || !bytes))
                return size;
        }
    }
    return best;
}

unsigned shared_config_bytes(const struct occupancy_chip *chip, const Wire__Device *device,
                             const Wire__Facts *facts, unsigned shared)
{
    unsigned arch = device_arch(device);
    int64_t carveout = wire_number(facts->attributes, facts->n_attributes,
                                   CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT, -1);
    unsigned most = split_for(arch, ~0u);
    unsigned per_block = shared + chip->driver_shared_per_block;
    struct occupancy_launch launch = {
        .block_size = facts->block->x * facts->block->y * facts->block->z,
        .registers = (unsigned)wire_number(facts->attributes, facts->n_attributes,
                                           CU_FUNC_ATTRIBUTE_NUM_REGS, 0)};
    unsigned wanted = per_block;
    if (carveout >= 0) {
        unsigned preferred = (unsigned)((uint64_t)most * (uint64_t)carveout / 100);
        wanted = preferred > per_block ? preferred : per_block;
    } else if (shared) {
        wanted = per_block * occupancy_limits(chip, &launch).active_blocks;
    }
    unsigned size = split_for(arch, wanted);
    if (carveout < 0 && size < DEFAULT_BYTES)
        size = split_for(arch, DEFAULT_BYTES);
    return size;
}
