#include "report/filter/launch_series.h"

#include "build_report.h"

static const struct series_axis *read_axis(struct launch_series *series,
                                           enum series_parameter parameter, const char *text)
{
    struct error error = {""};
    launch_series_free(series);
    if (!launch_series_add(series, text, &error))
        print_error("%s: %s\n", text, error.text);
    assert_true(launch_series_given(series));
    assert_true(series->axes[parameter].given);
    return &series->axes[parameter];
}

static void expect_numbers(enum series_parameter parameter, const char *text, size_t count,
                           const int32_t *numbers)
{
    struct launch_series series = {0};
    const struct series_axis *axis = read_axis(&series, parameter, text);
    assert_int_equal(axis->count, count);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(axis->values[i].x, numbers[i]);
        assert_int_equal(axis->values[i].y, 0);
        assert_false(axis->values[i].same);
    }
    launch_series_free(&series);
}
#define NUMBERS(...)                                                                               \
    COUNT(((const int32_t[]){__VA_ARGS__})), (const int32_t[])                                     \
    {                                                                                              \
        __VA_ARGS__                                                                                \
    }

static void values_are_read(void **state)
{
    (void)state;
    expect_numbers(SERIES_BLOCK, "block=64,128,1024", NUMBERS(64, 128, 1024));
    expect_numbers(SERIES_SMEM, "smem=0:49152:16384", NUMBERS(0, 16384, 32768, 49152));
    expect_numbers(SERIES_SMEM, "smem=0:10:4,7", NUMBERS(0, 4, 8, 7));
    expect_numbers(SERIES_BLOCK, "block=32:300:x2", NUMBERS(32, 64, 128, 256));
    expect_numbers(SERIES_CARVEOUT, "carveout=default,max-l1,50,max-shared",
                   NUMBERS(-1, 0, 50, 100));
    expect_numbers(SERIES_CACHE, "cache=none,shared,l1,equal", NUMBERS(0, 1, 2, 3));
    expect_numbers(SERIES_CACHE_CONTROL, "cache-control=none,all", NUMBERS(0, 1));
    expect_numbers(SERIES_GRID, "grid=2147483647", NUMBERS(2147483647));
}

static void shapes_and_the_launchs_own_are_read(void **state)
{
    struct launch_series series = {0};
    (void)state;
    const struct series_axis *axis = read_axis(&series, SERIES_BLOCK, "block=32x4,8x8x2,same");
    assert_int_equal(axis->count, 3);
    assert_true(axis->values[0].x == 32 && axis->values[0].y == 4 && axis->values[0].z == 1);
    assert_true(axis->values[1].x == 8 && axis->values[1].y == 8 && axis->values[1].z == 2);
    assert_true(axis->values[2].same);
    axis = read_axis(&series, SERIES_CACHE, "cache=same");
    assert_true(axis->count == 1 && axis->values[0].same);
    axis = read_axis(&series, SERIES_GRID, "grid");
    assert_int_equal(axis->count, 0);
    launch_series_free(&series);
    assert_false(launch_series_given(&series));
}

static void what_is_none_is_refused(void **state)
{
    static const char *const wrong[] = {"",
                                        "blocks=1",
                                        "block=",
                                        "block=0",
                                        "block=1025",
                                        "block=32,",
                                        "block=,32",
                                        "block=32x",
                                        "block=32x4x2x1",
                                        "block=x4",
                                        "block=-1",
                                        "block=+1",
                                        "block=32:64",
                                        "block=64:32:1",
                                        "block=32:64:0",
                                        "block=32:64:x1",
                                        "block=32x2:64:1",
                                        "smem=0:10:x2",
                                        "smem=1x2",
                                        "smem=1:9:2x",
                                        "carveout=101",
                                        "carveout=half",
                                        "cache=2",
                                        "cache-control=1",
                                        "cluster=17",
                                        "block=32 ",
                                        "grid=2147483648",
                                        "grid=1:100000:1",
                                        "block=samexx"};
    (void)state;
    for (size_t i = 0; i < COUNT(wrong); i++) {
        struct launch_series series = {0};
        struct error error = {""};
        if (launch_series_add(&series, wrong[i], &error))
            print_error("\"%s\" was taken\n", wrong[i]);
        assert_false(launch_series_add(&series, wrong[i], &error));
        assert_true(*error.text);
        launch_series_free(&series);
    }
}

static void a_parameter_is_given_once(void **state)
{
    struct launch_series series = {0};
    struct error error;
    (void)state;
    assert_true(launch_series_add(&series, "block=64", &error));
    assert_true(launch_series_add(&series, "grid", &error));
    assert_false(launch_series_add(&series, "block", &error));
    assert_string_equal(error.text, "block is given twice: name all its values at once");
    assert_false(launch_series_add(&series, "what=1", &error));
    assert_string_equal(error.text,
                        "\"what\" is not a parameter of a launch; the parameters are block, grid, "
                        "smem, cluster, carveout, cache, cache-control");
    launch_series_free(&series);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_are_read),
        cmocka_unit_test(shapes_and_the_launchs_own_are_read),
        cmocka_unit_test(what_is_none_is_refused),
        cmocka_unit_test(a_parameter_is_given_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
