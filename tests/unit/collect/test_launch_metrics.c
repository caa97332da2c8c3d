/* Facts of ten launches on an H200, and what ncu made of them: clusters of many sizes,
 * odd blocks, little and much shared memory. Their kernel had opted in to 200 KiB of shared memory.
 */
#include "collect/metrics/launch_metrics.h"

#include <cuda.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "build_report.h"
#include "collect/result/result_builder.h"
#include "collect/result/result_pack.h"
#include "report/metric/metric_value.h"

enum { LAUNCHES = 10, CLUSTER_SIZES = 16 };

/* How many clusters of 1, 2, ... blocks can be active, as the driver tells for launches of which so
 * many blocks fit into an SM. More than eight blocks make no cluster. */
#define EIGHT_BLOCKS 1056, 528, 327, 248, 193, 163, 139, 124
#define FIVE_BLOCKS 660, 330, 203, 154, 124, 101, 84, 77
#define FOUR_BLOCKS 528, 264, 163, 124, 94, 79, 69, 62
#define TWO_BLOCKS 264, 132, 79, 62, 47, 39, 32, 30

static const struct launch {
    unsigned cluster[2], grid[2], block, dynamic_shared, shared_config, max_active;
    uint32_t active[CLUSTER_SIZES];
} launches[LAUNCHES] = {
    {{2, 1}, {264, 1}, 256, 0, 32768, 528, {EIGHT_BLOCKS}},
    {{4, 1}, {64, 1}, 128, 0, 32768, 248, {EIGHT_BLOCKS}},
    {{8, 1}, {800, 1}, 1024, 0, 8192, 30, {TWO_BLOCKS}},
    {{2, 1}, {4000, 1}, 512, 0, 16384, 264, {FOUR_BLOCKS}},
    {{1, 1}, {100, 1}, 256, 0, 32768, 1056, {EIGHT_BLOCKS}},
    {{2, 1}, {6, 1}, 64, 102400, 233472, 132, {TWO_BLOCKS}},
    {{2, 2}, {8, 8}, 96, 0, 32768, 248, {EIGHT_BLOCKS}},
    {{4, 1}, {2000, 1}, 64, 40960, 233472, 154, {FIVE_BLOCKS}},
    {{3, 1}, {33, 1}, 200, 0, 32768, 327, {EIGHT_BLOCKS}},
    {{5, 1}, {5000, 1}, 256, 1000, 32768, 193, {EIGHT_BLOCKS}},
};

static const struct attribute {
    unsigned id;
    int64_t value;
} function_attributes[] = {
    {CU_FUNC_ATTRIBUTE_NUM_REGS, 16},
    {CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, 0},
    {CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 200 << 10},
};

static const struct attribute device_attributes[] = {
    {CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, 9},
    {CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, 0},
    {CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, 132},
    {CU_DEVICE_ATTRIBUTE_WARP_SIZE, 32},
    {CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR, 2048},
    {CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK, 1024},
    {CU_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR, 32},
    {CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR, 65536},
    {CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR, 233472},
    {CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN, 232448},
    {CU_DEVICE_ATTRIBUTE_RESERVED_SHARED_MEMORY_PER_BLOCK, 1024},
    {CU_DEVICE_ATTRIBUTE_MPS_ENABLED, 0},
};

#define SAME(x) x, x, x, x, x, x, x, x, x, x

static const struct {
    const char *name;
    double values[LAUNCHES];
    bool plain; /* without an instance 0 of the same value */
} numbers[] = {
    {"launch__barrier_count", {SAME(1)}},
    {"launch__block_dim_x", {256, 128, 1024, 512, 256, 64, 96, 64, 200, 256}},
    {"launch__block_dim_y", {SAME(1)}},
    {"launch__block_dim_z", {SAME(1)}},
    {"launch__block_size", {256, 128, 1024, 512, 256, 64, 96, 64, 200, 256}},
    {"launch__cluster_dim_x", {2, 4, 8, 2, 1, 2, 2, 4, 3, 5}},
    {"launch__cluster_dim_y", {1, 1, 1, 1, 1, 1, 2, 1, 1, 1}},
    {"launch__cluster_dim_z", {SAME(1)}},
    {"launch__cluster_max_active", {528, 248, 30, 264, 1056, 132, 248, 154, 327, 193}},
    {"launch__cluster_max_potential_size", {SAME(8)}},
    {"launch__cluster_size", {2, 4, 8, 2, 1, 2, 4, 4, 3, 5}},
    {"launch__context_id", {SAME(1)}},
    {"launch__device_id", {SAME(0)}},
    {"launch__grid_dim_x", {264, 64, 800, 4000, 100, 6, 8, 2000, 33, 5000}},
    {"launch__grid_dim_y", {1, 1, 1, 1, 1, 1, 8, 1, 1, 1}},
    {"launch__grid_dim_z", {SAME(1)}},
    {"launch__grid_size", {264, 64, 800, 4000, 100, 6, 64, 2000, 33, 5000}},
    {"launch__occupancy_cluster_gpu_pct",
     {25, 23.484848484848484, 5.681818181818182, 12.5, 25, 0.390625, 23.11789772727273,
      2.2786458333333335, 22.861550071022727, 22.845643939393938}},
    {"launch__occupancy_cluster_pct",
     {25, 23.484848484848484, 5.681818181818182, 12.5, 25, 6.25, 23.484848484848484,
      14.583333333333334, 23.224431818181817, 22.845643939393938}},
    {"launch__occupancy_limit_barriers", {SAME(32)}},
    {"launch__occupancy_limit_blocks", {SAME(32)}},
    {"launch__occupancy_limit_registers", {16, 32, 4, 8, 16, 64, 42, 64, 18, 16}},
    {"launch__occupancy_limit_shared_mem", {32, 32, 8, 16, 32, 2, 32, 5, 32, 16}},
    {"launch__occupancy_limit_warps", {8, 16, 2, 4, 8, 32, 21, 32, 9, 8}},
    {"launch__persisting_l2_cache_size", {SAME(11796480)}},
    {"launch__registers_per_thread", {SAME(16)}},
    {"launch__registers_per_thread_allocated", {16, 16, 16, 16, 16, 16, 16, 16, 17.92, 16}},
    {"launch__shared_mem_config_size",
     {32768, 32768, 8192, 16384, 32768, 233472, 32768, 233472, 32768, 32768}},
    {"launch__shared_mem_per_block",
     {1024, 1024, 1024, 1024, 1024, 103424, 1024, 41984, 1024, 2024}},
    {"launch__shared_mem_per_block_allocated",
     {1024, 1024, 1024, 1024, 1024, 103424, 1024, 41984, 1024, 2048}},
    {"launch__shared_mem_per_block_driver", {SAME(1024)}},
    {"launch__shared_mem_per_block_dynamic", {0, 0, 0, 0, 0, 102400, 0, 40960, 0, 1000}},
    {"launch__shared_mem_per_block_static", {SAME(0)}},
    {"launch__sm_count", {SAME(132)}},
    {"launch__stack_size", {SAME(1024)}, .plain = true},
    {"launch__stream_id", {SAME(7)}},
    {"launch__thread_count",
     {67584, 8192, 819200, 2048000, 25600, 384, 6144, 128000, 6600, 1280000}},
    {"launch__tpc_count", {SAME(66)}},
    {"launch__uses_cdp", {SAME(0)}, .plain = true},
    {"launch__uses_green_context", {SAME(0)}, .plain = true},
    {"launch__uses_mps", {SAME(0)}, .plain = true},
    {"launch__uses_nvlink_centric_scheduling", {SAME(0)}, .plain = true},
    {"launch__waves_per_multiprocessor",
     {0.25, 0.030303030303030304, 3.0303030303030303, 7.575757575757576, 0.0946969696969697,
      0.022727272727272728, 0.023088023088023088, 3.0303030303030303, 0.027777777777777776,
      4.734848484848484}},
    {"sm__maximum_warps_avg_per_active_cycle", {64, 64, 64, 64, 64, 4, 63, 10, 63, 64}},
    {"sm__maximum_warps_per_active_cycle_pct",
     {100, 100, 100, 100, 100, 6.25, 98.4375, 15.625, 98.4375, 100}},
    {"smsp__maximum_warps_avg_per_active_cycle", {16, 16, 16, 16, 16, 1, 15.75, 2.5, 15.75, 16}},
};

static const struct {
    const char *name, *value, *instance; /* NULL: none */
} texts[] = {
    {"launch__cluster_scheduling_policy", "PolicySpread", NULL},
    {"launch__func_cache_config", "CachePreferNone", "CachePreferNone"},
    {"launch__kernel_name", "", "k"},
    {"launch__tpc_enabled", "all", "all"},
};

#define LARGE_BLOCKS                                                                               \
    "64x2 51x2 54x2 57x2 60x2 63x2 44x2 46x2 48x2 50x2 52x2 54x2 56x2 58x2 60x2 62x2 64x2"
#define BLOCKS_OF_ANY_SIZE                                                                         \
    "32x3 64x2 63x2 64x2 60x4 63x2 64x2 63x2 60x2 55x2 60x2 52x2 56x2 60x2 " LARGE_BLOCKS
#define SHARED_OF_SMALL_BLOCKS                                                                     \
    "64x15 60 56 52 50 48 44 42 40 38x2 36 34 32x2 30x2 28x2 26x3 24x3 22x3 20x4 18x5 16x7 14x8 "  \
    "12x11 10x15 8x23 6x38 4x76 2x226 0"

/* Active warps where a property of the launch is 0, step, 2 * step, ...: "64x9 56" are nine times
 * 64 and then 56. The first block has one thread. */
static const struct curve {
    const char *name;
    unsigned step, first;
    const char *warps[LAUNCHES];
} curves[] = {
    {"launch__occupancy_per_barrier_count",
     1,
     0,
     {"64x9 56 48 40x2 32x4 24x5 16x11 8x32", "64x5 48 40 36 32 28 24 20x2 16x4 12x5 8x11 4x32",
      "64x33 32x32", "64x17 48x5 32x11 16x32", "64x9 56 48 40x2 32x4 24x5 16x11 8x32", "4x33 2x32",
      "63x4 48 36 30 27 24 21 18 15x2 12x4 9x5 6x11 3x32", "10x13 8x4 6x5 4x11 2x32",
      "63x8 56 49 42 35x2 28x4 21x5 14x11 7x32", "64x9 56 48 40x2 32x4 24x5 16x11 8x32"}},
    {"launch__occupancy_per_block_size",
     16,
     1,
     {BLOCKS_OF_ANY_SIZE, BLOCKS_OF_ANY_SIZE,
      "8x3 16x2 24x2 32x2 40x2 48x2 56x2 64x2 63x2 60x2 55x2 60x2 52x2 56x2 60x2 " LARGE_BLOCKS,
      "16x3 32x2 48x2 64x2 60x4 63x2 64x2 63x2 60x2 55x2 60x2 52x2 56x2 60x2 " LARGE_BLOCKS,
      BLOCKS_OF_ANY_SIZE,
      "2x3 4x2 6x2 8x2 10x2 12x2 14x2 16x2 18x2 20x2 22x2 24x2 26x2 28x2 30x2 32x2 34x2 36x2 38x2 "
      "40x2 42x2 44x2 46x2 48x2 50x2 52x2 54x2 56x2 58x2 60x2 62x2 64x2",
      BLOCKS_OF_ANY_SIZE,
      "5x3 10x2 15x2 20x2 25x2 30x2 35x2 40x2 45x2 50x2 55x2 60x2 52x2 56x2 60x2 " LARGE_BLOCKS,
      BLOCKS_OF_ANY_SIZE,
      "16x3 32x2 48x2 64x2 60x4 63x2 64x2 63x2 60x2 55x2 60x2 52x2 56x2 60x2 " LARGE_BLOCKS}},
    {"launch__occupancy_per_cluster_size",
     1,
     0,
     {"0 1056 528 327 248 193 163 139 124 0x519", "0 1056 528 327 248 193 163 139 124 0x239",
      "0 264 132 79 62 47 39 32 30 0x21", "0 528 264 163 124 94 79 69 62 0x255",
      "0 1056 528 327 248 193 163 139 124 0x1047", "0 264 132 79 62 47 39 32 30 0x123",
      "0 1056 528 327 248 193 163 139 124 0x239", "0 660 330 203 154 124 101 84 77 0x145",
      "0 1056 528 327 248 193 163 139 124 0x318", "0 1056 528 327 248 193 163 139 124 0x184"}},
    {"launch__occupancy_per_register_count",
     1,
     0,
     {"64x33 48x8 40x8 32x16 24x16 16x48 8x128",
      "64x33 48x8 40x8 36x8 32x8 28x8 24x8 20x16 16x32 12x40 8x88", "64x33 32x32 0x192",
      "64x33 48x8 32x24 16x64 0x128", "64x33 48x8 40x8 32x16 24x16 16x48 8x128", "4x257",
      "63x33 48x8 39x8 36x8 30x8 27x8 24x8 18x16 15x32 12x40 6x88", "10x169 8x88",
      "63x33 42x8 35x16 28x16 21x8 14x48 7x128", "64x33 48x8 40x8 32x16 24x16 16x48 8x128"}},
    {"launch__occupancy_per_shared_mem_size",
     512,
     0,
     {"64x9 56 48 40x2 32x4 24x5 16x11 8x422 0",
      "64x5 48 40 36 32 28 24 20x2 16x4 12x5 8x11 4x422 0", "64x9 32x446 0",
      "64x9 48x2 32x6 16x438 0", "64x9 56 48 40x2 32x4 24x5 16x11 8x422 0", SHARED_OF_SMALL_BLOCKS,
      "63x4 48 36 30 27 24 21 18 15x2 12x4 9x5 6x11 3x422 0", SHARED_OF_SMALL_BLOCKS,
      "63x8 56 49 42 35x2 28x4 21x5 14x11 7x422 0", "64x9 56 48 40x2 32x4 24x5 16x11 8x422 0"}},
};

/* The same in percent, rounded down: the sums. */
static const struct {
    const char *name, *warps;
    double sums[LAUNCHES];
} shares[] = {
    {"derived__pct_occupancy_per_barrier_count",
     "launch__occupancy_per_barrier_count",
     {2230, 1399, 4900, 3425, 2230, 294, 1123, 450, 2003, 2230}},
    {"derived__pct_occupancy_per_block_size",
     "launch__occupancy_per_block_size",
     {5706, 5706, 5100, 5485, 5706, 3275, 5706, 4667, 5706, 5485}},
    {"derived__pct_occupancy_per_register_count",
     "launch__occupancy_per_register_count",
     {8524, 8956, 4900, 6700, 8524, 1542, 8458, 3591, 7850, 8524}},
    {"derived__pct_occupancy_per_shared_mem_size",
     "launch__occupancy_per_shared_mem_size",
     {6910, 3739, 23200, 12300, 6910, 5729, 2683, 5729, 5903, 6910}},
};

struct made {
    struct build build;
    struct report *report;
    Wire__Device device;
    Wire__Number numbers[COUNT(device_attributes) + COUNT(function_attributes)];
    Wire__Number *pointers[COUNT(device_attributes) + COUNT(function_attributes)];
};

static int begin(void **state)
{
    static struct made made;
    made = (struct made){.device = WIRE__DEVICE__INIT};
    made.report = build_one(&made.build, "", "");
    for (size_t i = 0; i < COUNT(made.numbers); i++) {
        const struct attribute *attribute =
            i < COUNT(device_attributes) ? &device_attributes[i]
                                         : &function_attributes[i - COUNT(device_attributes)];
        wire__number__init(&made.numbers[i]);
        made.numbers[i].id = attribute->id;
        made.numbers[i].value = attribute->value;
        made.pointers[i] = &made.numbers[i];
    }
    made.device.attributes = made.pointers;
    made.device.n_attributes = COUNT(device_attributes);
    *state = &made;
    return 0;
}

static int end(void **state)
{
    struct made *made = *state;
    report_close(made->report);
    build_free(&made->build);
    return 0;
}

struct facts {
    Wire__Facts message;
    Wire__Dimensions grid, block, cluster;
    uint32_t active[CLUSTER_SIZES];
};

static void fill(struct facts *facts, struct made *made, const struct launch *launch)
{
    Wire__Facts *m = &facts->message;
    wire__facts__init(m);
    wire__dimensions__init(&facts->grid);
    facts->block = facts->cluster = facts->grid;
    facts->grid.x = launch->grid[0], facts->grid.y = launch->grid[1], facts->grid.z = 1;
    facts->block.x = launch->block, facts->block.y = facts->block.z = 1;
    facts->cluster.x = launch->cluster[0], facts->cluster.y = launch->cluster[1];
    facts->cluster.z = 1;
    memcpy(facts->active, launch->active, sizeof facts->active);
    m->mangled = (char *)(uintptr_t) "_Z1kPj";
    m->grid = &facts->grid;
    m->block = &facts->block;
    m->cluster = &facts->cluster;
    m->context = 1;
    m->attributes = made->pointers + COUNT(device_attributes);
    m->n_attributes = COUNT(function_attributes);
    m->dynamic_shared = launch->dynamic_shared;
    m->max_active_clusters = launch->max_active;
    m->max_cluster_size = 8;
    m->active_clusters = facts->active;
    m->n_active_clusters = CLUSTER_SIZES;
    m->shared_config = launch->shared_config;
    m->stream = 7;
    m->stack_size = 1024;
    m->persisting_l2 = 11796480;
    m->registers = 16;
    m->barriers = 1;
    m->has_stream = m->has_stack_size = m->has_persisting_l2 = m->has_cache_config = true;
    m->has_max_cluster_size = m->has_green_context = m->has_barriers = m->has_registers = true;
    m->has_shared_config = m->has_device_launches = m->has_nvlink_centric = true;
}

static void use_list(void **state, void (*check)(const struct metric_list *list, size_t launch))
{
    struct made *made = *state;
    for (size_t i = 0; i < LAUNCHES; i++) {
        struct facts facts;
        struct metric_list list;
        fill(&facts, made, &launches[i]);
        metric_list_init(&list, made->report);
        launch_metrics_add(&list, &facts.message, &made->device, "k");
        check(&list, i);
        metric_list_free(&list);
    }
}

static const Rep__ProfileMetricResult *found(const struct metric_list *list, const char *name)
{
    const Rep__ProfileMetricResult *metric = metric_list_find(list, name);
    if (!metric || !metric->metricvalue)
        fail_msg("no value of %s", name);
    return metric;
}

static void is_number(const Rep__ProfileMetricValue *value, double expected, const char *name,
                      size_t launch)
{
    double number = NAN;
    metric_value_number(value, &number);
    if (!(fabs(number - expected) <= 1e-12 * expected))
        fail_msg("launch %zu: %s is %.17g instead of %.17g", launch, name, number, expected);
}

static void check_numbers(const struct metric_list *list, size_t launch)
{
    for (size_t i = 0; i < COUNT(numbers); i++) {
        const char *name = numbers[i].name;
        const Rep__ProfileMetricResult *metric = found(list, name);
        is_number(metric->metricvalue, numbers[i].values[launch], name, launch);
        assert_int_equal(metric->n_metricvaluelist, !numbers[i].plain);
        if (numbers[i].plain)
            continue;
        assert_int_equal(metric->metricvaluelist[0]->correlationid->uint64value, 0);
        is_number(metric->metricvaluelist[0]->elementvalue, numbers[i].values[launch], name,
                  launch);
    }
}

static void numbers_are_the_references(void **state)
{
    use_list(state, check_numbers);
}

static void check_texts(const struct metric_list *list, size_t launch)
{
    (void)launch;
    for (size_t i = 0; i < COUNT(texts); i++) {
        const Rep__ProfileMetricResult *metric = found(list, texts[i].name);
        assert_string_equal(metric->metricvalue->stringvalue, texts[i].value);
        assert_int_equal(metric->n_metricvaluelist, texts[i].instance != NULL);
        if (texts[i].instance)
            assert_string_equal(metric->metricvaluelist[0]->elementvalue->stringvalue,
                                texts[i].instance);
    }
    /* Nothing is made that no table has. */
    assert_int_equal(list->count, COUNT(numbers) + COUNT(texts) + COUNT(curves));
}

static void texts_are_the_references(void **state)
{
    use_list(state, check_texts);
}

static void check_curve(const struct curve *curve, const Rep__ProfileMetricResult *metric,
                        size_t launch)
{
    double sum = 0;
    size_t at = 0;
    for (const char *text = curve->warps[launch]; *text; text += strspn(text, " ")) {
        char *after;
        unsigned long value = strtoul(text, &after, 10), times = 1;
        if (*after == 'x')
            times = strtoul(after + 1, &after, 10);
        text = after;
        sum += (double)(value * times);
        for (; times; times--, at++) {
            assert_true(at < metric->n_metricvaluelist);
            const Rep__ProfileMetricListElement *element = metric->metricvaluelist[at];
            assert_int_equal(element->correlationid->uint64value,
                             at ? at * curve->step : curve->first);
            is_number(element->elementvalue, (double)value, curve->name, launch);
        }
    }
    assert_int_equal(metric->n_metricvaluelist, at);
    is_number(metric->metricvalue, sum, curve->name, launch);
}

static void check_curves(const struct metric_list *list, size_t launch)
{
    for (size_t i = 0; i < COUNT(curves); i++)
        check_curve(&curves[i], found(list, curves[i].name), launch);
}

static void curves_are_the_references(void **state)
{
    use_list(state, check_curves);
}

/* Kernels of 256 threads as ncu measured them: how far the curve of shared memory goes.
 */
static void shared_memory_ends_where_the_kernel_may_go(void **state)
{
    static const struct {
        unsigned registers, fixed, most_dynamic, dynamic, config;
        double sum;
    } kernels[] = {
        {16, 0, 48 << 10, 1024, 32768, 1696},  /* dynamic, 48 KiB at most */
        {16, 0, 200 << 10, 1000, 32768, 4560}, /* dynamic, opted in to more */
        {16, 1024, 47 << 10, 0, 32768, 4560},  {32, 2048, 46 << 10, 0, 65536, 5440},
        {28, 4096, 44 << 10, 0, 102400, 6432},
    };
    struct made *made = *state;
    Wire__Number *of_function = made->numbers + COUNT(device_attributes);
    for (size_t i = 0; i < COUNT(kernels); i++) {
        const struct launch launch = {{1, 1}, {100, 1}, 256, kernels[i].dynamic, kernels[i].config,
                                      0,      {0}};
        struct facts facts;
        struct metric_list list;
        fill(&facts, made, &launch);
        facts.message.registers = kernels[i].registers;
        of_function[0].value = kernels[i].registers;
        of_function[1].value = kernels[i].fixed;
        of_function[2].value = kernels[i].most_dynamic;
        metric_list_init(&list, made->report);
        launch_metrics_add(&list, &facts.message, &made->device, "k");
        const char *name = "launch__occupancy_per_shared_mem_size";
        is_number(found(&list, name)->metricvalue, kernels[i].sum, name, i);
        metric_list_free(&list);
    }
}

static Wire__Number *attribute_of(struct made *made, unsigned id)
{
    for (size_t i = 0; i < COUNT(device_attributes); i++)
        if (made->numbers[i].id == id)
            return &made->numbers[i];
    fail_msg("no attribute %u", id);
    return NULL;
}

/* Sizes that no chip has: the numbers must be there, and soon. */
static void absurd_devices_do_no_harm(void **state)
{
    static const char *const curves_of[] = {
        "launch__occupancy_per_register_count", "launch__occupancy_per_block_size",
        "launch__occupancy_per_shared_mem_size", "launch__occupancy_per_cluster_size"};
    static const unsigned ids[] = {CU_DEVICE_ATTRIBUTE_WARP_SIZE,
                                   CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR,
                                   CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK,
                                   CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN,
                                   CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR};
    static const int64_t values[] = {0, 1 << 27, UINT32_MAX - 3, UINT32_MAX, INT64_MAX, -1};
    struct made *made = *state;
    for (size_t i = 0; i < COUNT(ids); i++)
        for (size_t j = 0; j < COUNT(values); j++) {
            struct facts facts;
            struct metric_list list;
            Wire__Number *attribute = attribute_of(made, ids[i]);
            const int64_t usual = attribute->value;
            fill(&facts, made, &launches[0]);
            facts.message.registers = 32;
            facts.message.max_active_clusters = UINT32_MAX;
            attribute->value = values[j];
            metric_list_init(&list, made->report);
            launch_metrics_add(&list, &facts.message, &made->device, "k");
            for (size_t k = 0; k < COUNT(curves_of); k++)
                assert_in_range(found(&list, curves_of[k])->n_metricvaluelist, 0, 1 << 15);
            metric_list_free(&list);
            attribute->value = usual;
        }
}

static const Rep__ProfileMetricResult *find(const struct report *report,
                                            const Rep__ProfileResult *result, const char *name)
{
    for (size_t i = 0; i < result->n_metricresults; i++)
        if (strcmp(report_string(report, result->metricresults[i]->nameid), name) == 0)
            return result->metricresults[i];
    fail_msg("no %s", name);
    return NULL;
}

static void check_shares(const struct report *report, const Rep__ProfileResult *result,
                         size_t launch)
{
    for (size_t i = 0; i < COUNT(shares); i++) {
        const char *name = shares[i].name;
        const Rep__ProfileMetricResult *share = find(report, result, name),
                                       *warps = find(report, result, shares[i].warps);
        is_number(share->metricvalue, shares[i].sums[launch], name, launch);
        assert_int_equal(share->n_metricvaluelist, warps->n_metricvaluelist);
        for (size_t j = 0; j < share->n_metricvaluelist; j++) {
            const Rep__ProfileMetricListElement *element = share->metricvaluelist[j];
            double active = NAN;
            metric_value_number(warps->metricvaluelist[j]->elementvalue, &active);
            assert_int_equal(element->correlationid->uint64value,
                             warps->metricvaluelist[j]->correlationid->uint64value);
            is_number(element->elementvalue, floor(100 * active / 64), name, launch);
        }
    }
}

static void shares_of_the_section_are_the_references(void **state)
{
    struct made *made = *state;
    struct section_library library;
    section_library_init(&library);
    const Rep__ProfilerSection *section = section_find(&library, "Occupancy");
    const struct plan plan = {.sections = &section, .section_count = 1};
    const struct chip_plan chip_plan = {0};
    struct packed_sections sections = {0};
    Wire__Window window = WIRE__WINDOW__INIT;
    Wire__Result result = WIRE__RESULT__INIT;
    struct result_input input = {.report = made->report,
                                 .plan = &plan,
                                 .sections = &sections,
                                 .chip_plan = &chip_plan,
                                 .device = &made->device,
                                 .result = &result,
                                 .window = &window};
    for (size_t i = 0; i < LAUNCHES; i++) {
        struct facts facts;
        size_t length;
        fill(&facts, made, &launches[i]);
        result.facts = &facts.message;
        uint8_t *bytes = result_build(&input, &length);
        assert_non_null(bytes);
        Rep__ProfileResult *built = rep__profile_result__unpack(NULL, length, bytes);
        assert_non_null(built);
        check_shares(made->report, built, i);
        rep__profile_result__free_unpacked(built, NULL);
        free(bytes);
    }
    packed_sections_forget(&sections);
    section_library_free(&library);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(numbers_are_the_references, begin, end),
        cmocka_unit_test_setup_teardown(texts_are_the_references, begin, end),
        cmocka_unit_test_setup_teardown(curves_are_the_references, begin, end),
        cmocka_unit_test_setup_teardown(shared_memory_ends_where_the_kernel_may_go, begin, end),
        cmocka_unit_test_setup_teardown(absurd_devices_do_no_harm, begin, end),
        cmocka_unit_test_setup_teardown(shares_of_the_section_are_the_references, begin, end),
    };
    return cmocka_run_group_tests_name("launch_metrics", tests, NULL, NULL);
}
