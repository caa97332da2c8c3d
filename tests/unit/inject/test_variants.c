/* The values that a profile series chooses for a launch, and the variants that it makes of them. */
#include "collect/inject/window/variant_list.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "collect/inject/base/inject.h"
#include "collect/inject/program/functions.h"
#include "collect/inject/program/launch.h"
#include "collect/inject/window/series_values.h"

/* A device of 4 SMs with 2048 threads and 100 KiB of shared memory each. */
static CUresult device_attribute(int *value, CUdevice_attribute attribute, CUdevice device)
{
    (void)device;
    *value = attribute == CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT               ? 4
             : attribute == CU_DEVICE_ATTRIBUTE_RESERVED_SHARED_MEMORY_PER_BLOCK ? 1024
             : attribute == CU_DEVICE_ATTRIBUTE_CLUSTER_LAUNCH                   ? 1
             : attribute == CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X                   ? 1 << 30
             : attribute == CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X                  ? 1024
             : attribute == CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN ||
                     attribute == CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR
                 ? 100 * 1024
                 : 64;
    return CUDA_SUCCESS;
}

static CUresult function_attribute(int *value, CUfunction_attribute attribute, CUfunction function)
{
    (void)function;
    *value = attribute == CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK              ? 1024
             : attribute == CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES    ? 100 * 1024
             : attribute == CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT ? -1
                                                                               : 0;
    return CUDA_SUCCESS;
}

/* At most 16 blocks. */
static CUresult active_blocks(int *blocks, CUfunction function, int threads, size_t shared)
{
    (void)function;
    *blocks = 2048 / threads;
    if (shared && (size_t)*blocks > 100 * 1024 / (shared + 1024))
        *blocks = (int)(100 * 1024 / (shared + 1024));
    *blocks = *blocks < 16 ? *blocks : 16;
    return CUDA_SUCCESS;
}

static CUresult active_clusters(int *clusters, CUfunction function, const CUlaunchConfig *config)
{
    (void)function;
    (void)config;
    *clusters = 1;
    return CUDA_SUCCESS;
}

static const struct function function = {.handle = (CUfunction)1, .function = (CUfunction)1};
static struct inject the_inject;
static struct launch the_launch;

static struct variant_base base_of(unsigned grid, unsigned block)
{
    struct variant_base base;
    the_inject = (struct inject){.channel = {.lock = PTHREAD_MUTEX_INITIALIZER, .socket = -1}};
    the_inject.driver.device_get_attribute = device_attribute;
    the_inject.driver.func_get_attribute = function_attribute;
    the_inject.driver.occupancy_max_active_blocks = active_blocks;
    the_inject.driver.occupancy_max_active_clusters = active_clusters;
    the_launch = (struct launch){.mangled = "kernel",
                                 .config = {.gridDimX = grid,
                                            .gridDimY = 1,
                                            .gridDimZ = 1,
                                            .blockDimX = block,
                                            .blockDimY = 1,
                                            .blockDimZ = 1}};
    assert_true(variant_base_open(&base, &the_inject, &the_launch, &function, 0));
    return base;
}

static void expect_values(struct variant_base base, Wire__SeriesParameter parameter, size_t count,
                          const int32_t *expected)
{
    int32_t values[MOST_SERIES_VALUES];
    const char *reason = NULL;
    assert_int_equal(series_values_choose(&base, parameter, values, &reason), count);
    assert_non_null(reason);
    for (size_t i = 0; i < count; i++)
        assert_int_equal(values[i], expected[i]);
}

static void blocks_are_powers_of_two_that_fill_an_sm(void **unused)
{
    (void)unused;
    /* Of 32 and 64 threads an SM holds 16 blocks: less than half as many threads as of 128. */
    expect_values(base_of(8, 512), WIRE__SERIES_PARAMETER__BLOCK, 4,
                  (int32_t[]){64, 128, 256, 512});
    expect_values(base_of(3, 48), WIRE__SERIES_PARAMETER__BLOCK, 0, NULL); /* 144 threads */
}

static void grids_are_full_waves(void **unused)
{
    (void)unused;
    expect_values(base_of(100, 256), WIRE__SERIES_PARAMETER__GRID, 2, (int32_t[]){32, 64});
    expect_values(base_of(32, 256), WIRE__SERIES_PARAMETER__GRID, 0, NULL);
}

static void shared_memory_lowers_the_number_of_blocks(void **unused)
{
    int32_t values[MOST_SERIES_VALUES];
    const char *reason;
    struct variant_base base = base_of(8, 512); /* 4 blocks in an SM */
    (void)unused;
    assert_int_equal(series_values_choose(&base, WIRE__SERIES_PARAMETER__SMEM, values, &reason), 3);
    for (int i = 0; i < 3; i++) {
        struct variant v = base.own;
        v.shared = (unsigned)values[i];
        assert_int_equal(variant_resident(&base, &v), 3 - i);
    }
    expect_values(base_of(8, 512), WIRE__SERIES_PARAMETER__CLUSTER, 4, (int32_t[]){1, 2, 4, 8});
    expect_values(base_of(6, 512), WIRE__SERIES_PARAMETER__CLUSTER, 2, (int32_t[]){1, 2});
}

static void several_dimensions_have_no_values(void **unused)
{
    struct variant_base base = base_of(8, 512);
    (void)unused;
    base.own.grid[1] = 2;
    expect_values(base, WIRE__SERIES_PARAMETER__BLOCK, 0, NULL);
    expect_values(base, WIRE__SERIES_PARAMETER__GRID, 0, NULL);
    expect_values(base, WIRE__SERIES_PARAMETER__CLUSTER, 0, NULL);
}

/* An axis with these sizes; 0 ends them. */
static Wire__SeriesAxis *axis(Wire__SeriesParameter parameter, const int32_t *sizes)
{
    static Wire__SeriesValue values[4][8], *pointers[4][8];
    static Wire__SeriesAxis axes[4];
    Wire__SeriesAxis *a = &axes[parameter];
    wire__series_axis__init(a);
    a->parameter = parameter;
    a->values = pointers[parameter];
    for (; sizes[a->n_values]; a->n_values++) {
        Wire__SeriesValue *value = pointers[parameter][a->n_values] =
            &values[parameter][a->n_values];
        wire__series_value__init(value);
        value->x = sizes[a->n_values];
    }
    return a;
}

static void other_blocks_keep_the_work(void **unused)
{
    const struct variant_base base = base_of(8, 128);
    Wire__SeriesAxis *axes[] = {
        axis(WIRE__SERIES_PARAMETER__BLOCK, (int32_t[]){64, 128, 100, 256, 2048, 0})};
    struct variant_list list;
    (void)unused;
    the_inject.settings.series = axes;
    the_inject.settings.series_count = 1;
    assert_true(variant_list_make(&list, &base));
    assert_string_equal(list.own_text, "block=128, grid=8");
    /* The launch's own is not among them, 100 does not divide its threads, 2048 are too many. */
    assert_int_equal(list.count, 2);
    assert_string_equal(list.items[0].text, "block=64, grid=16");
    assert_string_equal(list.items[1].text, "block=256, grid=4");
    for (size_t i = 0; i < list.count; i++)
        assert_int_equal(variant_product(list.items[i].block) * variant_product(list.items[i].grid),
                         8 * 128);
    variant_list_free(&list);
}

static void axes_multiply_and_the_last_one_changes_first(void **unused)
{
    const struct variant_base base = base_of(8, 128);
    Wire__SeriesAxis *axes[] = {axis(WIRE__SERIES_PARAMETER__BLOCK, (int32_t[]){64, 128, 0}),
                                axis(WIRE__SERIES_PARAMETER__GRID, (int32_t[]){4, 8, 0})};
    static const char *const expected[] = {"block=64, grid=4", "block=64, grid=8",
                                           "block=128, grid=4"};
    struct variant_list list;
    (void)unused;
    the_inject.settings.series = axes;
    the_inject.settings.series_count = 2;
    assert_true(variant_list_make(&list, &base));
    assert_int_equal(list.count, 3);
    for (size_t i = 0; i < 3; i++)
        assert_string_equal(list.items[i].text, expected[i]);
    variant_list_free(&list);
}

static void larger_blocks_get_more_shared_memory(void **unused)
{
    struct variant_base base = base_of(8, 128);
    Wire__SeriesAxis *axes[] = {axis(WIRE__SERIES_PARAMETER__BLOCK, (int32_t[]){64, 256, 0})};
    struct variant_list list;
    (void)unused;
    base.own.shared = 1000;
    the_inject.settings.series = axes;
    the_inject.settings.series_count = 1;
    assert_true(variant_list_make(&list, &base));
    assert_int_equal(list.count, 2);
    assert_int_equal(list.items[0].shared, 1000);
    assert_string_equal(list.items[1].text, "block=256, grid=4, smem=2000");
    variant_list_free(&list);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blocks_are_powers_of_two_that_fill_an_sm),
        cmocka_unit_test(grids_are_full_waves),
        cmocka_unit_test(shared_memory_lowers_the_number_of_blocks),
        cmocka_unit_test(several_dimensions_have_no_values),
        cmocka_unit_test(other_blocks_keep_the_work),
        cmocka_unit_test(axes_multiply_and_the_last_one_changes_first),
        cmocka_unit_test(larger_blocks_get_more_shared_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
