#include "report/content/occupancy_device.h"

#include <cuda_occupancy.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>

#include "build_report.h"

/* An H200: compute capability 9.0. */
static const struct occupancy_chip h200 = {.warp_size = 32,
                                           .schedulers = 4,
                                           .max_warps = 64,
                                           .max_blocks = 32,
                                           .max_threads_per_block = 1024,
                                           .registers = 65536,
                                           .barriers = 64,
                                           .shared_unit = 128,
                                           .max_shared_per_block = 232448,
                                           .driver_shared_per_block = 1024};

static struct occupancy_limits limits_of(unsigned block, unsigned registers, unsigned shared,
                                         unsigned config, unsigned barriers)
{
    const struct occupancy_launch launch = {block, registers, shared, config, barriers};
    return occupancy_limits(&h200, &launch);
}

/* Launches whose limits were seen on the hardware. */
static void known_launches(void **state)
{
    (void)state;
    static const struct {
        unsigned block, registers, shared, config, barriers_of_block;
        unsigned by_registers, by_shared, by_warps, active_warps;
    } cases[] = {
        {256, 16, 1024, 32768, 1, 16, 32, 8, 64},  {1024, 32, 9216, 32768, 1, 2, 3, 2, 64},
        {256, 28, 5120, 102400, 1, 8, 20, 8, 64},  {64, 34, 1024, 32768, 1, 24, 32, 32, 48},
        {128, 18, 1024, 32768, 1, 21, 32, 16, 64},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct occupancy_limits limits =
            limits_of(cases[i].block, cases[i].registers, cases[i].shared, cases[i].config,
                      cases[i].barriers_of_block);
        assert_int_equal(limits.registers, cases[i].by_registers);
        assert_int_equal(limits.shared, cases[i].by_shared);
        assert_int_equal(limits.warps, cases[i].by_warps);
        assert_int_equal(limits.blocks, 32);
        assert_int_equal(limits.barriers, 32);
        assert_int_equal(limits.active_warps, cases[i].active_warps);
    }
}

static void barriers_limit(void **state)
{
    (void)state;
    assert_int_equal(limits_of(32, 16, 1024, 102400, 0).barriers, 32);
    assert_int_equal(limits_of(32, 16, 1024, 102400, 2).barriers, 32);
    assert_int_equal(limits_of(32, 16, 1024, 102400, 16).barriers, 4);
    assert_int_equal(limits_of(32, 16, 1024, 102400, 16).active_blocks, 4);
    struct occupancy_chip none = h200;
    none.barriers = 0;
    const struct occupancy_launch launch = {32, 16, 1024, 102400, 16};
    assert_int_equal(occupancy_limits(&none, &launch).barriers, 32);
}

static void shared_memory_over_the_configuration(void **state)
{
    (void)state;
    assert_int_equal(limits_of(256, 32, 50000, 32768, 1).shared, 1);
    assert_int_equal(limits_of(256, 32, 232448, 32768, 1).shared, 1);
    assert_int_equal(limits_of(256, 32, 232449, 32768, 1).shared, 0);
    assert_int_equal(limits_of(256, 32, 0, 32768, 1).shared, 32);
    assert_int_equal(limits_of(256, 32, 32768, 32768, 1).shared, 1);
}

static void odd_launches_do_no_harm(void **state)
{
    (void)state;
    assert_int_equal(limits_of(0, 0, 0, 0, 0).active_blocks, 32);
    assert_int_equal(limits_of(1, 255, 0, 0, 0).warps, 64);
    assert_int_equal(limits_of(33, 16, 0, 0, 0).warps, 32);
    assert_int_equal(limits_of(4096, 16, 0, 0, 0).active_blocks, 0);
    /* As a damaged report may have them. */
    assert_int_equal(limits_of(32, 1u << 27, 0, 0, 0).registers, 0);
    assert_int_equal(limits_of(32, UINT_MAX, 0, 0, 0).registers, 0);
    assert_int_equal(limits_of(32, 16, UINT_MAX, UINT_MAX, 0).shared, 0);
    assert_int_equal(limits_of(UINT_MAX, 16, 0, 0, 0).warps, 0);
    struct occupancy_chip wide = h200;
    wide.warp_size = 1u << 30;
    const struct occupancy_launch launch = {32, 4, 0, 0, 0};
    assert_int_equal(occupancy_limits(&wide, &launch).registers, 0);
}

static void limits_never_grow_with_the_demand(void **state)
{
    (void)state;
    for (unsigned block = 32; block <= 1024; block += 32) {
        struct occupancy_limits before = limits_of(block, 1, 1024, 102400, 1);
        for (unsigned registers = 2; registers <= 255; registers++) {
            struct occupancy_limits now = limits_of(block, registers, 1024, 102400, 1);
            assert_true(now.registers <= before.registers);
            /* What they hold fits. */
            assert_true(now.registers * (block / 32) * 32 * registers <= 65536);
            assert_true(now.active_warps <= 64 && now.active_blocks <= 32);
            assert_int_equal(now.active_warps, now.active_blocks * (block / 32));
            before = now;
        }
        for (unsigned shared = 1024; shared <= 102400; shared += 512)
            assert_true(limits_of(block, 16, shared, 102400, 1).shared * shared <= 102400);
    }
}

static void registers_are_allocated_by_eight(void **state)
{
    (void)state;
    /* As ncu gave them for these blocks. */
    static const struct {
        unsigned block, registers;
        double allocated;
    } known[] = {{256, 0, 0},     {256, 1, 8},  {256, 16, 16},    {256, 17, 24},
                 {256, 255, 256}, {96, 16, 16}, {200, 16, 17.92}, {1024, 16, 16}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        const struct occupancy_launch launch = {known[i].block, known[i].registers, 0, 0, 0};
        assert_true(fabs(occupancy_registers_allocated(&h200, &launch) - known[i].allocated) <
                    1e-9);
    }
}

static void shared_memory_is_allocated_by_128(void **state)
{
    (void)state;
    assert_int_equal(occupancy_shared_allocated(&h200, 0), 0);
    assert_int_equal(occupancy_shared_allocated(&h200, 1024), 1024);
    assert_int_equal(occupancy_shared_allocated(&h200, 2024), 2048);
    /* Two blocks of 50.1 KiB do not fit into 100.2 KiB when each is given 50.125. */
    assert_int_equal(limits_of(32, 16, 51303, 2 * 51303, 1).shared, 1);
}

/* Chips of each compute capability (CUDA C++ Programming Guide, technical specifications). */
static const struct chip {
    unsigned arch, threads, blocks, shared, opt_in, reserved; /* per SM; KiB, KiB, bytes */
} chips[] = {
    {75, 1024, 16, 64, 64, 0},       {80, 2048, 32, 164, 163, 1024},
    {86, 1536, 16, 100, 99, 1024},   {87, 1536, 16, 164, 163, 1024},
    {89, 1536, 24, 100, 99, 1024},   {90, 2048, 32, 228, 227, 1024},
    {100, 2048, 32, 228, 227, 1024}, {103, 2048, 32, 228, 227, 1024},
    {110, 1536, 24, 228, 227, 1024}, {120, 1536, 24, 100, 99, 1024},
    {121, 1536, 24, 100, 99, 1024},
};

static struct cudaOccDeviceProp properties_of(const struct chip *chip)
{
    return (struct cudaOccDeviceProp){.computeMajor = (int)chip->arch / 10,
                                      .computeMinor = (int)chip->arch % 10,
                                      .maxThreadsPerBlock = 1024,
                                      .maxThreadsPerMultiprocessor = (int)chip->threads,
                                      .regsPerBlock = 65536,
                                      .regsPerMultiprocessor = 65536,
                                      .warpSize = 32,
                                      .sharedMemPerBlock = 48 << 10,
                                      .sharedMemPerMultiprocessor = (size_t)chip->shared << 10,
                                      .numSms = 100,
                                      .sharedMemPerBlockOptin = (size_t)chip->opt_in << 10,
                                      .reservedSharedMemPerBlock = chip->reserved};
}

static struct occupancy_chip model_of(const struct chip *chip)
{
    struct occupancy_device device;
    assert_true(occupancy_device_of_arch(chip->arch, &device));
    assert_int_equal(device.shared_per_sm, chip->shared << 10);
    return device.chip;
}

/* The sizes to which the toolkit rounds what is asked for. */
static void configurations_are_those_of_the_toolkit(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(chips); i++) {
        const struct cudaOccDeviceProp properties = properties_of(&chips[i]);
        struct occupancy_device device;
        size_t found = 0;
        assert_true(occupancy_device_of_arch(chips[i].arch, &device));
        for (unsigned kib = 0; kib <= chips[i].shared; kib++) {
            size_t size = (size_t)kib << 10;
            assert_int_equal(cudaOccAlignUpShmemSizeVoltaPlus(&size, &properties),
                             CUDA_OCC_SUCCESS);
            if (size == (size_t)kib << 10)
                assert_int_equal(device.configs[found++], size);
        }
        assert_int_equal(device.config_count, found);
    }
}

/* A limit of the toolkit's calculator, which has none where there is no demand. */
static unsigned cut(int limit, unsigned most)
{
    return limit < 0 || (unsigned)limit > most ? most : (unsigned)limit;
}

static void same_as_the_toolkit(const struct chip *chip, unsigned seed)
{
    const struct cudaOccDeviceProp properties = properties_of(chip);
    const struct occupancy_chip model = model_of(chip);
    const struct cudaOccDeviceState state = {.carveoutConfig = rand() % 101};
    const unsigned dynamic = rand() % 3 ? (unsigned)rand() % (40 << 10) : 0;
    const struct cudaOccFuncAttributes function = {.maxThreadsPerBlock = 1024,
                                                   .numRegs = 1 + rand() % 255,
                                                   .sharedSizeBytes = (size_t)rand() % (8 << 10),
                                                   .shmemLimitConfig = FUNC_SHMEM_LIMIT_DEFAULT,
                                                   .numBlockBarriers = rand() % 17};
    const int block = 1 + rand() % 1024;
    size_t config = 0;
    struct cudaOccResult theirs = {0};
    assert_int_equal(cudaOccSMemPerMultiprocessor(&config, &properties, &state), CUDA_OCC_SUCCESS);
    assert_int_equal(cudaOccMaxActiveBlocksPerMultiprocessor(&theirs, &properties, &function,
                                                             &state, block, dynamic),
                     CUDA_OCC_SUCCESS);
    const struct occupancy_launch launch = {.block_size = (unsigned)block,
                                            .registers = (unsigned)function.numRegs,
                                            .shared = (unsigned)function.sharedSizeBytes + dynamic +
                                                      chip->reserved,
                                            .shared_config = (unsigned)config,
                                            .barriers = (unsigned)function.numBlockBarriers};
    /* Without any configured shared memory the calculator takes the least that holds one block. */
    if (!config && launch.shared)
        return;
    const struct occupancy_limits ours = occupancy_limits(&model, &launch);
    if (ours.warps != (unsigned)theirs.blockLimitWarps ||
        ours.blocks != (unsigned)theirs.blockLimitBlocks ||
        cut((int)ours.registers, model.max_blocks) !=
            cut(theirs.blockLimitRegs, model.max_blocks) ||
        cut((int)ours.shared, model.max_blocks) !=
            cut(theirs.blockLimitSharedMem, model.max_blocks) ||
        (chip->arch >= 90 && ours.barriers != cut(theirs.blockLimitBarriers, model.max_blocks)) ||
        ours.active_blocks != (unsigned)theirs.activeBlocksPerMultiprocessor)
        fail_msg("capability %u, case %u: blocks of %d threads, %u registers, %u bytes of %zu, %u "
                 "barriers: by registers %u and %d, shared memory %u and %d, warps %u and %d, "
                 "barriers %u and %d, in all %u and %d",
                 chip->arch, seed, block, launch.registers, launch.shared, config, launch.barriers,
                 ours.registers, theirs.blockLimitRegs, ours.shared, theirs.blockLimitSharedMem,
                 ours.warps, theirs.blockLimitWarps, ours.barriers, theirs.blockLimitBarriers,
                 ours.active_blocks, theirs.activeBlocksPerMultiprocessor);
}

static void every_chip_agrees_with_the_toolkit(void **state)
{
    (void)state;
    srand(1);
    for (size_t i = 0; i < COUNT(chips); i++)
        for (unsigned j = 0; j < 20000; j++)
            same_as_the_toolkit(&chips[i], j);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_launches),
        cmocka_unit_test(barriers_limit),
        cmocka_unit_test(shared_memory_over_the_configuration),
        cmocka_unit_test(odd_launches_do_no_harm),
        cmocka_unit_test(limits_never_grow_with_the_demand),
        cmocka_unit_test(registers_are_allocated_by_eight),
        cmocka_unit_test(shared_memory_is_allocated_by_128),
        cmocka_unit_test(configurations_are_those_of_the_toolkit),
        cmocka_unit_test(every_chip_agrees_with_the_toolkit),
    };
    return cmocka_run_group_tests_name("occupancy", tests, NULL, NULL);
}
