#include "report/metric/metric_name.h"

#include <string.h>

#include "build_report.h"

static void names_are_cut_into_their_parts(void **state)
{
    (void)state;
    static const struct {
        const char *name, *base, *rollup, *submetric;
    } cases[] = {
        {"sm__cycles_active.avg", "sm__cycles_active", "avg", NULL},
        {"dram__bytes.sum.per_second", "dram__bytes", "sum", "per_second"},
        {"l1tex__t_sector_hit_rate.pct", "l1tex__t_sector_hit_rate", "pct", NULL},
        {"sm__x.avg.peak_sustained_elapsed.per_second", "sm__x", "avg",
         "peak_sustained_elapsed.per_second"},
        {"launch__grid_size", "launch__grid_size", NULL, NULL},
        {"inst_executed", "inst_executed", NULL, NULL},
        {"inst_executed.sum", "inst_executed", "sum", NULL},
        {"TPC.TriageCompute.sm__cycles_active.avg", "TPC.TriageCompute.sm__cycles_active", "avg",
         NULL},
        {"sm__x.", "sm__x", "", NULL},
        {"sm__x..", "sm__x", "", ""},
        {"", "", NULL, NULL},
        {"__", "__", NULL, NULL},
        {".", "", "", NULL},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct metric_name name = metric_name_parse(cases[i].name);
        assert_int_equal(name.base_length, strlen(cases[i].base));
        assert_memory_equal(name.base, cases[i].base, name.base_length);
        if (!cases[i].rollup) {
            assert_null(name.rollup);
        } else {
            assert_int_equal(name.rollup_length, strlen(cases[i].rollup));
            assert_memory_equal(name.rollup, cases[i].rollup, name.rollup_length);
        }
        if (!cases[i].submetric)
            assert_null(name.submetric);
        else
            assert_string_equal(name.submetric, cases[i].submetric);
    }
}

static void only_the_four_rollups_count(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        bool has;
    } cases[] = {{"a__b.avg", true},      {"a__b.min.pct_of_x", true},
                 {"a__b.max", true},      {"a__b.sum.per_second", true},
                 {"a__b.pct", false},     {"a__b.ratio", false},
                 {"a__b.average", false}, {"a__b", false},
                 {"a__b.", false}};
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct metric_name name = metric_name_parse(cases[i].name);
        assert_int_equal(metric_name_has_rollup(&name), cases[i].has);
    }
}

static void samples_are_named_after_their_group(void **state)
{
    (void)state;
    assert_true(metric_name_is_sampled("TPC.TriageCompute.sm__cycles_active.avg"));
    assert_true(metric_name_is_sampled("pmsampling:sm__cycles_active.avg"));
    assert_false(metric_name_is_sampled("sm__cycles_active.avg"));
    assert_false(metric_name_is_sampled("derived_tempMetric0"));
    assert_false(metric_name_is_sampled("a.b"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(samples_are_named_after_their_group),
        cmocka_unit_test(names_are_cut_into_their_parts),
        cmocka_unit_test(only_the_four_rollups_count),
    };
    return cmocka_run_group_tests_name("metric_name", tests, NULL, NULL);
}
