#include "collect/program/series_setup.h"

#include "build_report.h"

static void add(struct launch_series *series, const char *text)
{
    struct error error;
    if (!launch_series_add(series, text, &error))
        fail_msg("%s", error.text);
}

static void is_value(const Wire__SeriesAxis *axis, size_t i, bool same, int32_t x, uint32_t y,
                     uint32_t z)
{
    const Wire__SeriesValue *value = axis->values[i];
    assert_true(value->has_same && value->has_x && value->has_y && value->has_z);
    assert_int_equal(value->same, same);
    if (same)
        return;
    assert_int_equal(value->x, x);
    assert_int_equal(value->y, y);
    assert_int_equal(value->z, z);
}

/* In the order of parameters, whatever that of the options is; those not given are left out. */
static void all_axes_are_told(void **state)
{
    (void)state;
    struct launch_series series = {0};
    Wire__Setup setup = WIRE__SETUP__INIT;
    add(&series, "smem");
    add(&series, "carveout=0,default,100");
    add(&series, "block=64:256:x2,same,32x4");
    series_setup_fill(&setup, &series);
    launch_series_free(&series);
    assert_int_equal(setup.n_series, 3);
    const Wire__SeriesAxis *block = setup.series[0], *smem = setup.series[1],
                           *carveout = setup.series[2];
    assert_int_equal(block->parameter, WIRE__SERIES_PARAMETER__BLOCK);
    assert_int_equal(block->n_values, 5);
    is_value(block, 0, false, 64, 0, 0);
    is_value(block, 2, false, 256, 0, 0);
    is_value(block, 3, true, 0, 0, 0);
    is_value(block, 4, false, 32, 4, 1);
    assert_int_equal(smem->parameter, WIRE__SERIES_PARAMETER__SMEM);
    assert_int_equal(smem->n_values, 0);
    assert_int_equal(carveout->parameter, WIRE__SERIES_PARAMETER__CARVEOUT);
    is_value(carveout, 0, false, 0, 0, 0);
    /* "default" is -1 to the driver. */
    is_value(carveout, 1, false, -1, 0, 0);
    is_value(carveout, 2, false, 100, 0, 0);
    /* The message can be sent. */
    assert_true(wire__setup__get_packed_size(&setup) > 0);
    series_setup_drop(&setup);
}

static void without_a_series_there_is_none(void **state)
{
    (void)state;
    const struct launch_series series = {0};
    Wire__Setup setup = WIRE__SETUP__INIT;
    series_setup_fill(&setup, &series);
    assert_int_equal(setup.n_series, 0);
    series_setup_drop(&setup);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(all_axes_are_told),
                                       cmocka_unit_test(without_a_series_there_is_none)};
    return cmocka_run_group_tests_name("series_setup", tests, NULL, NULL);
}
