#include "collect/metrics/launch_metrics.h"

#include <cuda.h>
#include <stdlib.h>

#include "collect/machine/boards.h"
#include "collect/machine/wire_number.h"
#include "report/base/mem.h"
#include "report/content/occupancy.h"

enum {
    MOST_REGISTERS = 256,
    BLOCK_STEP = 16,
    SHARED_STEP = 512,
    MOST_BARRIERS = 64,
    /* Of a curve: more than any chip needs, and a device that claims more does no harm. */
    MOST_POINTS = 1 << 14,
    /* Bytes that a block may have unless the kernel has opted in to more. */
    DEFAULT_SHARED = 48 << 10,
};

static uint64_t device_attribute(const Wire__Device *device, unsigned id)
{
    return (uint64_t)wire_number(device->attributes, device->n_attributes, id, 0);
}

static unsigned function_attribute(const Wire__Facts *facts, unsigned id)
{
    return (unsigned)wire_number(facts->attributes, facts->n_attributes, id, 0);
}

static void add_launch(struct metric_list *list, const char *name, uint64_t value)
{
    metric_add_integer(list, name, value);
    metric_mark_launch(list);
}

static void add_launch_number(struct metric_list *list, const char *name, double value)
{
    metric_add_number(list, name, value);
    metric_mark_launch(list);
}

static void add_launch_text(struct metric_list *list, const char *name, const char *value)
{
    metric_add_text(list, name, value);
    metric_mark_launch(list);
}

static uint64_t volume(const Wire__Dimensions *d)
{
    return d ? (uint64_t)d->x * d->y * d->z : 0;
}

static void add_shape(struct metric_list *list, const Wire__Facts *facts, const char *function)
{
    const Wire__Dimensions *grid = facts->grid, *block = facts->block, *cluster = facts->cluster;
    add_launch(list, "launch__grid_size", volume(grid));
    add_launch(list, "launch__grid_dim_x", grid->x);
    add_launch(list, "launch__grid_dim_y", grid->y);
    add_launch(list, "launch__grid_dim_z", grid->z);
    add_launch(list, "launch__block_size", volume(block));
    add_launch(list, "launch__block_dim_x", block->x);
    add_launch(list, "launch__block_dim_y", block->y);
    add_launch(list, "launch__block_dim_z", block->z);
    add_launch(list, "launch__thread_count", volume(grid) * volume(block));
    add_launch(list, "launch__cluster_size", volume(cluster));
    add_launch(list, "launch__cluster_dim_x", cluster ? cluster->x : 0);
    add_launch(list, "launch__cluster_dim_y", cluster ? cluster->y : 0);
    add_launch(list, "launch__cluster_dim_z", cluster ? cluster->z : 0);
    metric_add_text(list, "launch__kernel_name", "");
    metric_mark_launch_text(list, function);
    add_launch(list, "launch__device_id", facts->device);
    add_launch(list, "launch__context_id", facts->context);
    if (facts->has_stream)
        add_launch(list, "launch__stream_id", facts->stream);
}

/* The SMs that the launch may run on. 0: unknown. */
static uint64_t sm_count(const Wire__Facts *facts, const Wire__Device *device)
{
    if (facts->has_green_context && facts->green_context)
        return facts->green_sms;
    return device_attribute(device, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT);
}

static void add_settings(struct metric_list *list, const Wire__Facts *facts,
                         const Wire__Device *device)
{
    static const char *const caches[] = {"CachePreferNone", "CachePreferShared", "CachePreferL1",
                                         "CachePreferEqual"};
    static const char *const policies[] = {"PolicyDefault", "PolicySpread", "PolicyLoadBalancing"};
    unsigned policy =
        facts->has_cluster_policy
            ? facts->cluster_policy
            : function_attribute(facts, CU_FUNC_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE);
    uint64_t sms = sm_count(facts, device);
    if (facts->has_stack_size)
        metric_add_number(list, "launch__stack_size", (double)facts->stack_size);
    if (facts->has_persisting_l2)
        add_launch(list, "launch__persisting_l2_cache_size", facts->persisting_l2);
    if (facts->has_cache_config && facts->cache_config < 4)
        add_launch_text(list, "launch__func_cache_config", caches[facts->cache_config]);
    /* Without a preference the chip spreads the blocks of a cluster. */
    if (device_arch(device) >= 90)
        metric_add_text(list, "launch__cluster_scheduling_policy",
                        policies[policy == 0 || policy > 2 ? 1 : policy]);
    if (facts->has_device_launches)
        metric_add_number(list, "launch__uses_cdp", facts->device_launches);
    if (facts->has_nvlink_centric)
        metric_add_integer(list, "launch__uses_nvlink_centric_scheduling", facts->nvlink_centric);
    int64_t mps =
        wire_number(device->attributes, device->n_attributes, CU_DEVICE_ATTRIBUTE_MPS_ENABLED, -1);
    if (mps >= 0)
        metric_add_integer(list, "launch__uses_mps", (uint64_t)mps);
    const Wire__Board *board = device_board(device);
    if (board && board->has_is_virtual)
        metric_add_integer(list, "launch__uses_vgpu", board->is_virtual);
    if (facts->has_green_context)
        metric_add_number(list, "launch__uses_green_context", facts->green_context);
    if (facts->has_green_context_id)
        metric_add_integer(list, "launch__green_context_id", facts->green_context_id);
    if (sms) {
        add_launch(list, "launch__sm_count", sms);
        add_launch(list, "launch__tpc_count", sms / device_sms_per_tpc(device));
    }
    if (!facts->has_green_context || !facts->green_context)
        add_launch_text(list, "launch__tpc_enabled", "all");
    if (facts->has_max_cluster_size) {
        add_launch(list, "launch__cluster_max_potential_size", facts->max_cluster_size);
        add_launch(list, "launch__cluster_max_active", facts->max_active_clusters);
    }
}

static struct occupancy_chip chip_of(const Wire__Device *device)
{
    unsigned warp = (unsigned)device_attribute(device, CU_DEVICE_ATTRIBUTE_WARP_SIZE);
    unsigned blocks =
        (unsigned)device_attribute(device, CU_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR);
    if (!warp)
        warp = 32;
    return (struct occupancy_chip){
        .warp_size = warp,
        .schedulers = device_schedulers(device),
        .max_warps =
            (unsigned)device_attribute(device, CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR) /
            warp,
        .max_blocks = blocks,
        .max_threads_per_block =
            (unsigned)device_attribute(device, CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK),
        .registers = (unsigned)device_attribute(
            device, CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR),
        .barriers = occupancy_barriers(device_arch(device), blocks),
        .shared_unit = occupancy_shared_unit(device_arch(device)),
        .max_shared_per_block = (unsigned)device_attribute(
            device, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN),
        .driver_shared_per_block = (unsigned)device_attribute(
            device, CU_DEVICE_ATTRIBUTE_RESERVED_SHARED_MEMORY_PER_BLOCK)};
}

/* The active warps per SM while one property of the launch runs over its range. */
struct sweep {
    uint64_t *ids;
    double *warps;
    size_t count, capacity;
    double sum;
};

static void sweep_add_value(struct sweep *sweep, double value, uint64_t id)
{
    size_t capacity = sweep->capacity;
    mem_grow(&sweep->ids, sweep->count, &capacity, sizeof *sweep->ids);
    mem_grow(&sweep->warps, sweep->count, &sweep->capacity, sizeof *sweep->warps);
    sweep->ids[sweep->count] = id;
    sweep->warps[sweep->count++] = value;
    sweep->sum += value;
}

static void sweep_add(struct sweep *sweep, const struct occupancy_chip *chip,
                      const struct occupancy_launch *launch, uint64_t id)
{
    sweep_add_value(sweep, occupancy_limits(chip, launch).active_warps, id);
}

static void sweep_finish(struct sweep *sweep, struct metric_list *list, const char *name)
{
    metric_add_number(list, name, sweep->sum);
    metric_add_instances(list, sweep->ids, sweep->warps, sweep->count, true);
    free(sweep->ids);
    free(sweep->warps);
}

/* Returns the end of a curve whose points lie `step` apart. */
static unsigned sweep_end(unsigned end, unsigned step)
{
    return end / step < MOST_POINTS ? end : MOST_POINTS * step;
}

static void add_sweeps(struct metric_list *list, const struct occupancy_chip *chip,
                       const struct occupancy_launch *launch, bool more_shared,
                       const Wire__Facts *facts)
{
    struct sweep registers = {0}, blocks = {0}, shared = {0}, barriers = {0}, clusters = {0};
    struct occupancy_launch other = *launch;
    for (unsigned i = 0; i <= MOST_REGISTERS; i++) {
        other.registers = i;
        sweep_add(&registers, chip, &other, i);
    }
    sweep_finish(&registers, list, "launch__occupancy_per_register_count");
    other = *launch;
    const unsigned most_threads = sweep_end(chip->max_threads_per_block, BLOCK_STEP);
    for (unsigned i = 0; i <= most_threads; i += BLOCK_STEP) {
        other.block_size = i ? i : 1;
        sweep_add(&blocks, chip, &other, other.block_size);
    }
    sweep_finish(&blocks, list, "launch__occupancy_per_block_size");
    other = *launch;
    struct occupancy_chip limited = *chip;
    if (!more_shared)
        limited.max_shared_per_block = DEFAULT_SHARED;
    const unsigned most =
        sweep_end(chip->max_shared_per_block + chip->driver_shared_per_block, SHARED_STEP);
    for (unsigned i = 0; i < most; i += SHARED_STEP) {
        other.shared = i;
        if (i > chip->max_shared_per_block)
            sweep_add_value(&shared, 0, i);
        else
            sweep_add(&shared, &limited, &other, i);
    }
    sweep_finish(&shared, list, "launch__occupancy_per_shared_mem_size");
    other = *launch;
    for (unsigned i = 0; chip->barriers && i <= MOST_BARRIERS; i++) {
        other.barriers = i;
        sweep_add(&barriers, chip, &other, i);
    }
    if (chip->barriers)
        sweep_finish(&barriers, list, "launch__occupancy_per_barrier_count");
    /* ncu tries as many cluster sizes as clusters of the launch's own size can be active. */
    const unsigned most_clusters = sweep_end(facts->max_active_clusters, 1);
    for (size_t i = 0; facts->n_active_clusters && i < most_clusters; i++)
        sweep_add_value(&clusters,
                        i && i <= facts->n_active_clusters ? facts->active_clusters[i - 1] : 0, i);
    sweep_finish(&clusters, list, "launch__occupancy_per_cluster_size");
}

/* Adds the share of all places for blocks that clusters can fill, and of all warps then. */
static void add_cluster_occupancy(struct metric_list *list, const struct occupancy_chip *chip,
                                  const struct occupancy_limits *limits, const Wire__Facts *facts,
                                  uint64_t sms)
{
    double blocks = (double)(facts->max_active_clusters * volume(facts->cluster));
    double places = (double)(sms * chip->max_blocks);
    double share = places > 0 ? 100 * blocks / places : 0;
    add_launch_number(list, "launch__occupancy_cluster_pct", share);
    add_launch_number(list, "launch__occupancy_cluster_gpu_pct",
                      chip->max_warps ? share * limits->active_warps / chip->max_warps : 0);
}

/* The registers of a thread. Without CUPTI's record of the launch this is the compiler's number;
 * the launch may use more. */
static unsigned registers_of(const Wire__Facts *facts)
{
    return facts->has_registers ? facts->registers
                                : function_attribute(facts, CU_FUNC_ATTRIBUTE_NUM_REGS);
}

static void add_resources(struct metric_list *list, const Wire__Facts *facts)
{
    add_launch(list, "launch__registers_per_thread", registers_of(facts));
    if (facts->has_shared_config)
        add_launch(list, "launch__shared_mem_config_size", facts->shared_config);
    if (facts->has_barriers)
        add_launch(list, "launch__barrier_count", facts->barriers);
}

static void add_occupancy(struct metric_list *list, const Wire__Facts *facts,
                          const Wire__Device *device, bool otherwise)
{
    struct occupancy_chip chip = chip_of(device);
    unsigned registers = registers_of(facts);
    unsigned shared_static = function_attribute(facts, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES);
    unsigned shared = shared_static + facts->dynamic_shared;
    struct occupancy_launch launch = {.block_size = (unsigned)volume(facts->block),
                                      .registers = registers,
                                      .shared = shared + chip.driver_shared_per_block,
                                      .barriers = facts->barriers};
    /* Without CUPTI's record of the launch the limit is the whole SM. */
    launch.shared_config =
        facts->has_shared_config
            ? facts->shared_config
            : (unsigned)device_attribute(device,
                                         CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR);
    struct occupancy_limits limits = occupancy_limits(&chip, &launch);
    uint64_t sms = sm_count(facts, device);
    double slots = (double)sms * limits.active_blocks;
    add_launch_number(list, "launch__registers_per_thread_allocated",
                      occupancy_registers_allocated(&chip, &launch));
    add_launch(list, "launch__shared_mem_per_block_static", shared_static);
    add_launch(list, "launch__shared_mem_per_block_dynamic", facts->dynamic_shared);
    add_launch(list, "launch__shared_mem_per_block_driver", chip.driver_shared_per_block);
    add_launch(list, "launch__shared_mem_per_block", launch.shared);
    add_launch_number(list, "launch__shared_mem_per_block_allocated",
                      occupancy_shared_allocated(&chip, launch.shared));
    add_launch_number(list, "launch__occupancy_limit_registers", limits.registers);
    add_launch_number(list, "launch__occupancy_limit_shared_mem", limits.shared);
    add_launch_number(list, "launch__occupancy_limit_warps", limits.warps);
    add_launch_number(list, "launch__occupancy_limit_blocks", limits.blocks);
    if (chip.barriers)
        add_launch_number(list, "launch__occupancy_limit_barriers", limits.barriers);
    add_launch_number(list, "launch__waves_per_multiprocessor",
                      slots > 0 ? (double)volume(facts->grid) / slots : 0);
    add_launch_number(list, "sm__maximum_warps_avg_per_active_cycle", limits.active_warps);
    add_launch_number(list, "sm__maximum_warps_per_active_cycle_pct",
                      chip.max_warps ? 100.0 * limits.active_warps / chip.max_warps : 0);
    add_launch_number(list, "smsp__maximum_warps_avg_per_active_cycle",
                      (double)limits.active_warps / chip.schedulers);
    if (device_arch(device) >= 90)
        add_cluster_occupancy(list, &chip, &limits, facts, sms);
    /* As in ncu, dynamic shared memory alone does not lift the limit. */
    bool more_shared =
        shared_static ||
        function_attribute(facts, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES) > DEFAULT_SHARED;
    if (otherwise)
        add_sweeps(list, &chip, &launch, more_shared, facts);
}

void launch_metrics_add_common(struct metric_list *list, const Wire__Facts *facts,
                               const Wire__Device *device, const char *function)
{
    add_shape(list, facts, function);
    add_settings(list, facts, device);
    add_resources(list, facts);
}

void launch_metrics_add(struct metric_list *list, const Wire__Facts *facts,
                        const Wire__Device *device, const char *function)
{
    launch_metrics_add_common(list, facts, device, function);
    add_occupancy(list, facts, device, true);
}

void launch_metrics_add_in_range(struct metric_list *list, const Wire__Facts *facts,
                                 const Wire__Device *device, const char *function)
{
    launch_metrics_add_common(list, facts, device, function);
    add_occupancy(list, facts, device, false);
}
