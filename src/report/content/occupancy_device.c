#include "report/content/occupancy_device.h"

#include <stdio.h>
#include <string.h>

/* CUDA C++ Programming Guide, technical specifications of compute capabilities. */
static const struct {
    unsigned arch, threads, blocks;               /* of an SM */
    unsigned shared, most_of_a_block;             /* KiB */
    unsigned reserved;                            /* bytes of each block */
    unsigned char configs[OCCUPANCY_CONFIGS + 1]; /* KiB; the last one is followed by 0 */
} table[] = {
    {75, 1024, 16, 64, 64, 0, {32, 64}},
    {80, 2048, 32, 164, 163, 1024, {0, 8, 16, 32, 64, 100, 132, 164}},
    {86, 1536, 16, 100, 99, 1024, {0, 8, 16, 32, 64, 100}},
    {87, 1536, 16, 164, 163, 1024, {0, 8, 16, 32, 64, 100, 132, 164}},
    {89, 1536, 24, 100, 99, 1024, {0, 8, 16, 32, 64, 100}},
    {90, 2048, 32, 228, 227, 1024, {0, 8, 16, 32, 64, 100, 132, 164, 196, 228}},
    {100, 2048, 32, 228, 227, 1024, {0, 8, 16, 32, 64, 100, 132, 164, 196, 228}},
    {103, 2048, 32, 228, 227, 1024, {0, 8, 16, 32, 64, 100, 132, 164, 196, 228}},
    {110, 1536, 24, 228, 227, 1024, {0, 8, 16, 32, 64, 100, 132, 164, 196, 228}},
    {120, 1536, 24, 100, 99, 1024, {0, 8, 16, 32, 64, 100}},
    {121, 1536, 24, 100, 99, 1024, {0, 8, 16, 32, 64, 100}},
};

enum { ROWS = sizeof table / sizeof *table, KIB = 1024, WARP = 32 };

unsigned occupancy_device_arch(size_t i)
{
    return i < ROWS ? table[i].arch : 0;
}

bool occupancy_device_of_arch(unsigned arch, struct occupancy_device *device)
{
    size_t i = 0;
    while (i < ROWS && table[i].arch != arch)
        i++;
    if (i == ROWS)
        return false;
    *device = (struct occupancy_device){
        .arch = arch,
        .chip = {.warp_size = WARP,
                 .schedulers = 4,
                 .max_warps = table[i].threads / WARP,
                 .max_blocks = table[i].blocks,
                 .max_threads_per_block = 1024,
                 .registers = 65536,
                 .barriers = occupancy_barriers(arch, table[i].blocks),
                 .shared_unit = occupancy_shared_unit(arch),
                 .max_shared_per_block = table[i].most_of_a_block * KIB,
                 .driver_shared_per_block = table[i].reserved},
        .shared_per_sm = table[i].shared * KIB,
    };
    do
        device->configs[device->config_count] = table[i].configs[device->config_count] * KIB;
    while (table[i].configs[++device->config_count]);
    return true;
}

/* Does not touch what the result does not say. */
static void take(const struct result *result, const char *name, unsigned *number)
{
    char whole[96];
    double value;
    snprintf(whole, sizeof whole, "device__attribute_%s", name);
    if (result_number(result, whole, &value) && value >= 0 && value <= 1u << 30)
        *number = (unsigned)value;
}

/* A chip that the table lacks: no size between none and all is known. */
static void find_configs(struct occupancy_device *device)
{
    if (device->config_count && device->configs[device->config_count - 1] == device->shared_per_sm)
        return;
    device->configs[0] = 0;
    device->configs[1] = device->shared_per_sm;
    device->config_count = 2;
}

bool occupancy_device_of_result(const struct result *result, struct occupancy_device *device)
{
    unsigned arch = result_arch(result);
    if (!occupancy_device_of_arch(arch, device))
        *device = (struct occupancy_device){.arch = arch,
                                            .chip = {.warp_size = WARP,
                                                     .schedulers = arch == 60 ? 2 : 4,
                                                     .shared_unit = occupancy_shared_unit(arch)}};
    struct occupancy_chip *chip = &device->chip;
    unsigned threads = chip->max_warps * chip->warp_size;
    take(result, "warp_size", &chip->warp_size);
    take(result, "num_schedulers_per_multiprocessor", &chip->schedulers);
    take(result, "max_threads_per_multiprocessor", &threads);
    take(result, "max_blocks_per_multiprocessor", &chip->max_blocks);
    take(result, "max_threads_per_block", &chip->max_threads_per_block);
    take(result, "max_registers_per_multiprocessor", &chip->registers);
    take(result, "max_shared_memory_per_block_optin", &chip->max_shared_per_block);
    take(result, "reserved_shared_memory_per_block", &chip->driver_shared_per_block);
    take(result, "max_shared_memory_per_multiprocessor", &device->shared_per_sm);
    if (!chip->warp_size || !chip->schedulers || !chip->max_blocks || !chip->registers ||
        !chip->max_threads_per_block || threads < chip->warp_size)
        return false;
    chip->max_warps = threads / chip->warp_size;
    chip->barriers = occupancy_barriers(arch, chip->max_blocks);
    find_configs(device);
    return true;
}
