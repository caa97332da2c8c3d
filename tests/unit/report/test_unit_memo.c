#include "report/metric/unit_memo.h"

#include <stdlib.h>

#include "build_report.h"
#include "report/base/mem.h"
#include "report/metric/metric_unit.h"

static const char *const names[] = {"gpu__time_duration.sum",
                                    "dram__bytes.sum.per_second",
                                    "sm__throughput.avg.pct_of_peak_sustained_elapsed",
                                    "launch__sm_count",
                                    "unknown",
                                    "",
                                    "breakdown:sm__throughput.avg"};

static void units_are_those_of_the_names(void **state)
{
    (void)state;
    struct unit_memo memo = {0};
    char unit[48], expected[48];
    for (int again = 0; again < 3; again++)
        for (size_t i = 0; i < COUNT(names); i++) {
            assert_string_equal(unit_memo_of(&memo, names[i], unit, sizeof unit),
                                metric_unit(names[i], expected, sizeof expected));
            assert_int_equal(memo.names.count, again ? COUNT(names) : i + 1);
        }
    assert_string_equal(unit_memo_of(&memo, names[0], unit, 2), "n");
    unit_memo_free(&memo);
}

static void names_need_not_stay(void **state)
{
    (void)state;
    struct unit_memo memo = {0};
    char unit[48], name[] = "gpu__time_duration.sum";
    unit_memo_of(&memo, name, unit, sizeof unit);
    name[0] = 'x';
    assert_string_equal(unit_memo_of(&memo, "gpu__time_duration.sum", unit, sizeof unit), "ns");
    assert_int_equal(memo.names.count, 1);
    unit_memo_free(&memo);
}

static void not_every_name_is_kept(void **state)
{
    (void)state;
    struct unit_memo memo = {0};
    char unit[48];
    for (int i = 0; i < 20000; i++) {
        char *name = mem_printf("gpu__time_%d.sum", i);
        assert_string_equal(unit_memo_of(&memo, name, unit, sizeof unit), "ns");
        free(name);
    }
    assert_in_range(memo.names.count, 10000, 19999);
    unit_memo_free(&memo);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(units_are_those_of_the_names),
        cmocka_unit_test(names_need_not_stay),
        cmocka_unit_test(not_every_name_is_kept),
    };
    return cmocka_run_group_tests_name("unit_memo", tests, NULL, NULL);
}
