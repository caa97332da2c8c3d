/* occupancy: how many blocks of a launch an SM can hold, and what limits them.
 *
 * The formulas are NVIDIA's public rules of occupancy (CUDA C++ Programming Guide, compute
 * capabilities; occupancy calculator).
 *
 * Registers: a warp takes registers per thread times 32, rounded up to 256. Each sub-partition of
 * the SM holds (registers per SM / sub-partitions) / that, rounded down.
 *
 * Shared memory: the SM's configured size / what a block is given. A block is given its own shared
 * memory and the driver's, rounded up to 128 bytes, before compute capability 8.0 to 256.
 *
 * Warps: those of an SM / those of a block. Barriers: those of an SM / those of a block. The
 * greatest number of blocks per SM is a limit of its own. */
#ifndef ROOFTOP_REPORT_CONTENT_OCCUPANCY_H
#define ROOFTOP_REPORT_CONTENT_OCCUPANCY_H

#include <stdint.h>

struct occupancy_chip {
    unsigned warp_size, schedulers;
    unsigned max_warps, max_blocks; /* per SM */
    unsigned max_threads_per_block;
    unsigned registers;            /* per SM */
    unsigned barriers;             /* per SM, see occupancy_barriers(); 0: they never limit */
    unsigned shared_unit;          /* see occupancy_shared_unit() */
    unsigned max_shared_per_block; /* with opt-in */
    unsigned driver_shared_per_block;
};

struct occupancy_launch {
    unsigned block_size, registers; /* threads; registers per thread */
    unsigned shared;                /* bytes per block, with the driver's */
    unsigned shared_config;         /* bytes of the SM configured as shared memory */
    unsigned barriers;              /* per block */
};

struct occupancy_limits {
    unsigned registers, shared, warps, blocks, barriers; /* blocks per SM */
    unsigned active_blocks, active_warps;
};

struct occupancy_limits occupancy_limits(const struct occupancy_chip *chip,
                                         const struct occupancy_launch *launch);

/* Registers that a block is given, per thread that it has. A block is given registers in
 * multiples of 8 for each thread of its whole warps. */
double occupancy_registers_allocated(const struct occupancy_chip *chip,
                                     const struct occupancy_launch *launch);

/* Bytes of shared memory that a block is given if it needs `shared` bytes. */
unsigned occupancy_shared_allocated(const struct occupancy_chip *chip, unsigned shared);

/* Barriers of an SM of this compute capability (90 for 9.0) that holds `max_blocks` blocks: two
 * per block; one on chips for graphics and on 11.0. 0 before 9.0, where barriers never limit. */
unsigned occupancy_barriers(unsigned arch, unsigned max_blocks);

/* The unit in which shared memory is given out, in bytes. */
unsigned occupancy_shared_unit(unsigned arch);

#endif
