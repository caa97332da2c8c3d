#include "report/metric/metric_unit.h"

#include <string.h>

#include "build_report.h"

static void units_follow_from_names(void **state)
{
    (void)state;
    static const struct {
        const char *name, *unit;
    } cases[] = {
        {"gpu__time_duration.sum", "ns"},
        {"dram__bytes.sum", "byte"},
        {"dram__bytes.sum.per_second", "byte/s"},
        {"sm__cycles_active.avg", "cycle"},
        {"gpc__cycles_elapsed.avg.per_second", "hz"},
        {"sm__cycles_active.avg.pct_of_peak_sustained_elapsed", "%"},
        {"sm__throughput.avg.pct_of_peak_sustained_elapsed", "%"},
        {"l1tex__t_sector_hit_rate.pct", "%"},
        {"sm__inst_executed.avg.per_cycle_active", "inst/cycle"},
        {"sm__warps_active.avg.per_cycle_active", "warp"},
        {"sm__inst_executed.sum.peak_sustained", "inst/cycle"},
        {"sm__cycles_active.avg.per_cycle_active", ""},
        {"breakdown:sm__throughput.avg.pct_of_peak_sustained_elapsed", ""},
        {"group:memory__chart", ""},
        {"TPC.TriageCompute.sm__cycles_active.avg", "cycle"},
        {"TPC.TriageCompute.sm__inst_executed_pipe_fma_realtime.avg", "inst"},
        {"TPC.TriageCompute.sm__inst_executed_realtime.avg.per_cycle_active", "inst/cycle"},
        {"TPC.TriageCompute.tpc__warps_active_realtime.avg", "warp"},
        {"FE_B.TriageCompute.gr__ctas_launched_realtime.sum", "block"},
        {"GPC_B.TriageCompute.gpc__cgas_active_realtime.avg", ""},
        {"derived__memory_l2_theoretical_sectors_global_excessive", "byte"},
        {"pmsampling:dram__bytes.sum", "byte"},
        {"achieved_occupancy", "%"},
        {"stall_sync", "%"},
        {"dram_read_throughput", "byte/s"},
        {"global_hit_rate", ""},
        {"alu_fu_utilization", ""},
        {"no_such_metric", ""},
        {"", ""},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        char unit[48];
        assert_ptr_equal(metric_unit(cases[i].name, unit, sizeof unit), unit);
        if (strcmp(unit, cases[i].unit) != 0)
            fail_msg("%s: \"%s\" is not \"%s\"", cases[i].name, unit, cases[i].unit);
    }
}

static void a_small_buffer_is_not_overrun(void **state)
{
    (void)state;
    char unit[5] = "xxxx";
    metric_unit("dram__bytes.sum.per_second", unit, 4);
    assert_string_equal(unit, "byt");
    assert_int_equal(unit[4], '\0');
}

static void a_very_long_name_has_no_unit(void **state)
{
    (void)state;
    char name[2000], unit[48];
    memset(name, 'a', sizeof name);
    strcpy(name + sizeof name - 20, "__bytes.sum");
    metric_unit(name, unit, sizeof unit);
    assert_string_equal(unit, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(units_follow_from_names),
        cmocka_unit_test(a_small_buffer_is_not_overrun),
        cmocka_unit_test(a_very_long_name_has_no_unit),
    };
    return cmocka_run_group_tests_name("metric_unit", tests, NULL, NULL);
}
