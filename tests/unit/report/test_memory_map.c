#include "report/content/memory_map.h"

#include <math.h>

#include "figures_sample.h"

static struct build build;
static struct report *report;

static int open_map(void **state)
{
    build_figures(&build);
    report = build_open(&build);
    *state = memory_map_new(report_result(report, 0, NULL));
    return 0;
}

static int close_map(void **state)
{
    memory_map_free(*state);
    report_close(report);
    build_free(&build);
    return 0;
}

static void link_is(const struct memory_map *map, const char *from, const char *to,
                    const char *unit, double amount, double peak)
{
    const struct memory_link *link = memory_map_link(map, from, to);
    assert_non_null(link);
    assert_string_equal(link->unit, unit);
    assert_true(isnan(amount) ? isnan(link->amount) : fabs(link->amount - amount) < 1e-6);
    assert_true(isnan(peak) ? isnan(link->peak) : fabs(link->peak - peak) < 1e-9);
}

/* Parts are summed, the peak is that of the busiest; what was not collected is not 0. */
static void links_have_traffic_and_peak(void **state)
{
    const struct memory_map *map = *state;
    link_is(map, "Kernel", "Shared", "inst", 46137344, 16.2);
    link_is(map, "L1/TEX Cache", "Global", "request", 4194304, 25);
    link_is(map, "Global", "L1/TEX Cache", "request", 32768, 0.2);
    link_is(map, "L2 Cache", "L1/TEX Cache", "byte", 5.29e8, 66);
    link_is(map, "L2 Cache", "Device Memory", "byte", 0, NAN);
    link_is(map, "Kernel", "Local", "inst", 0, NAN);
    link_is(map, "Kernel", "Texture", "", NAN, NAN);
    assert_null(memory_map_link(map, "Global", "Texture"));
}

/* The table gives no peak for loads: a 0 of other operations is not theirs. */
static void a_peak_of_other_operations_is_none(void **state)
{
    link_is(*state, "Kernel", "Global", "inst", 4194304, NAN);
}

static void units_have_facts(void **state)
{
    const struct memory_fact *fact = memory_map_fact(*state, "L2 Cache", "hit rate");
    assert_non_null(fact);
    assert_true(fabs(fact->value - 96.99) < 1e-9);
    assert_string_equal(fact->unit, "%");
    fact = memory_map_fact(*state, "Shared Memory", "port peak %");
    assert_non_null(fact);
    assert_true(isnan(fact->value));
    assert_null(memory_map_fact(*state, "L2 Cache", "colour"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(links_have_traffic_and_peak),
        cmocka_unit_test(a_peak_of_other_operations_is_none),
        cmocka_unit_test(units_have_facts),
    };
    return cmocka_run_group_tests_name("memory map", tests, open_map, close_map);
}
