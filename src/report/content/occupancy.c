#include "report/content/occupancy.h"

#include <stdbool.h>

enum { REGISTER_UNIT = 256, THREAD_REGISTER_UNIT = 8 };

/* Numbers of a report may be absurd: products and sums of them do not fit into 32 bits, and what
 * wraps around to 0 cannot be divided by. */
static uint64_t round_up(uint64_t value, unsigned unit)
{
    return (value + unit - 1) / unit * unit;
}

static unsigned least(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

static unsigned block_warps(const struct occupancy_chip *chip,
                            const struct occupancy_launch *launch)
{
    unsigned whole = launch->block_size / chip->warp_size;
    return whole + (launch->block_size % chip->warp_size || !whole);
}

double occupancy_registers_allocated(const struct occupancy_chip *chip,
                                     const struct occupancy_launch *launch)
{
    uint64_t threads = (uint64_t)block_warps(chip, launch) * chip->warp_size;
    return launch->block_size ? (double)round_up(launch->registers, THREAD_REGISTER_UNIT) *
                                    (double)threads / launch->block_size
                              : 0;
}

unsigned occupancy_shared_allocated(const struct occupancy_chip *chip, unsigned shared)
{
    return (unsigned)round_up(shared, chip->shared_unit);
}

unsigned occupancy_barriers(unsigned arch, unsigned max_blocks)
{
    bool one_each = arch == 101 || arch == 110 || arch >= 120;
    return arch < 90 ? 0 : one_each ? max_blocks : 2 * max_blocks;
}

unsigned occupancy_shared_unit(unsigned arch)
{
    return arch < 80 ? 256 : 128;
}

static unsigned limit_registers(const struct occupancy_chip *chip,
                                const struct occupancy_launch *launch, unsigned warps)
{
    if (!launch->registers)
        return chip->max_blocks;
    /* This can be more than the blocks per SM, which are a limit of their own. */
    uint64_t per_warp = round_up((uint64_t)launch->registers * chip->warp_size, REGISTER_UNIT);
    uint64_t per_scheduler = chip->registers / chip->schedulers / per_warp;
    return (unsigned)(per_scheduler * chip->schedulers / warps);
}

static unsigned limit_shared(const struct occupancy_chip *chip,
                             const struct occupancy_launch *launch)
{
    if (!launch->shared)
        return chip->max_blocks;
    if (launch->shared <= launch->shared_config)
        return (unsigned)(launch->shared_config / round_up(launch->shared, chip->shared_unit));
    /* If the configuration cannot hold one block, the driver takes a larger one. */
    return launch->shared <= chip->max_shared_per_block;
}

struct occupancy_limits occupancy_limits(const struct occupancy_chip *chip,
                                         const struct occupancy_launch *launch)
{
    struct occupancy_limits limits = {.blocks = chip->max_blocks};
    unsigned warps = block_warps(chip, launch);
    limits.registers = limit_registers(chip, launch, warps);
    limits.shared = limit_shared(chip, launch);
    limits.warps = chip->max_warps / warps;
    limits.barriers = launch->barriers && chip->barriers
                          ? least(chip->barriers / launch->barriers, chip->max_blocks)
                          : chip->max_blocks;
    limits.active_blocks = least(least(limits.registers, limits.shared),
                                 least(limits.warps, least(limits.barriers, limits.blocks)));
    limits.active_warps = limits.active_blocks * warps;
    return limits;
}
