#include "report/metric/metric_kind.h"

#include "build_report.h"

/* What ncu says of metrics of real reports. */
static void names_tell_the_kind(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        enum metric_type type;
        unsigned submetric;
        enum metric_rollup rollup;
    } cases[] = {
        {"gpu__time_duration.sum", METRIC_COUNTER, 0, METRIC_SUM},
        {"sm__throughput.avg.pct_of_peak_sustained_elapsed", METRIC_THROUGHPUT, 16, METRIC_AVG},
        {"dram__bytes.max.per_second", METRIC_COUNTER, 14, METRIC_MAX},
        {"sm__x.min.peak_sustained_elapsed.per_second", METRIC_COUNTER, 4, METRIC_MIN},
        {"l1tex__t_sector_hit_rate.pct", METRIC_RATIO, 0, METRIC_ROLLUP_NONE},
        {"smsp__thread_inst_executed_per_inst_executed.ratio", METRIC_RATIO, 0, METRIC_ROLLUP_NONE},
        {"smsp__x_op_ld.max_rate", METRIC_RATIO, 0, METRIC_ROLLUP_NONE},
        {"launch__grid_size", METRIC_OTHER, 0, METRIC_ROLLUP_NONE},
        {"inst_executed", METRIC_OTHER, 0, METRIC_ROLLUP_NONE},
        {"derived__lts__lts2xbar_bytes.sum.per_second", METRIC_OTHER, 14, METRIC_SUM},
        {"breakdown:sm__throughput.avg.pct_of_peak_sustained_elapsed", METRIC_OTHER, 16,
         METRIC_AVG},
        {"TPC.TriageCompute.sm__cycles_active.avg", METRIC_COUNTER, 0, METRIC_ROLLUP_NONE},
        {"FBSP.TriageCompute.dramc__throughput.avg.pct_of_peak_sustained_elapsed",
         METRIC_THROUGHPUT, 0, METRIC_ROLLUP_NONE},
        {"pmsampling:smsp__warps_issue_stalled_barrier.avg", METRIC_OTHER, 0, METRIC_AVG},
        {"profiler__replayer_bytes_mem_accessible.sum", METRIC_OTHER, 0, METRIC_SUM},
        {"smsp__sass_inst_executed_memdesc_explicit_hitprop_evict_first", METRIC_COUNTER, 0,
         METRIC_ROLLUP_NONE},
        {"smsp__sass_inst_executed_memdesc_explicit_evict_type", METRIC_OTHER, 0,
         METRIC_ROLLUP_NONE},
        {"", METRIC_OTHER, 0, METRIC_ROLLUP_NONE},
        {"sm__x.avg.", METRIC_COUNTER, 0, METRIC_AVG},
        {"sm__x.avg.per_", METRIC_COUNTER, 0, METRIC_AVG},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct metric_kind kind = metric_kind_of(cases[i].name);
        if (kind.type != cases[i].type || kind.submetric != cases[i].submetric ||
            kind.rollup != cases[i].rollup)
            fail_msg("%s: %d %u %d", cases[i].name, kind.type, kind.submetric, kind.rollup);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(names_tell_the_kind)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
