#include "report/metric/metric_traits.h"

#include "build_report.h"

static void what_moves_a_metric(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        enum metric_noise noise;
    } cases[] = {
        {"device__attribute_multiprocessor_count", METRIC_NONE},
        {"breakdown:sm__throughput.avg.pct_of_peak_sustained_elapsed", METRIC_NONE},
        {"profiler__replayer_passes", METRIC_NONE},
        {"launch__stream_id", METRIC_NONE},
        {"launch__registers_per_thread", METRIC_EXACT},
        {"smsp__inst_executed.sum", METRIC_EXACT},
        {"smsp__inst_executed.avg", METRIC_EXACT},
        {"sass__inst_executed_per_opcode", METRIC_EXACT},
        {"smsp__thread_inst_executed_per_inst_executed.ratio", METRIC_EXACT},
        {"l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum", METRIC_EXACT},
        {"l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", METRIC_EXACT},
        {"dram__bytes.sum.peak_sustained", METRIC_EXACT},
        {"sm__maximum_warps_per_active_cycle_pct", METRIC_EXACT},
        /* A count is exact, its share of a peak and its rate are not, nor is how units share it. */
        {"smsp__inst_executed.max", METRIC_TIME},
        {"sm__inst_executed.avg.pct_of_peak_sustained_elapsed", METRIC_TIME},
        {"sm__inst_executed.avg.per_cycle_active", METRIC_TIME},
        {"gpu__time_duration.sum", METRIC_TIME},
        {"gpc__cycles_elapsed.max", METRIC_TIME},
        {"smsp__average_warps_issue_stalled_wait_per_issue_active.ratio", METRIC_TIME},
        {"never__heard_of.sum", METRIC_TIME},
        {"l1tex__t_sectors_pipe_lsu_mem_global_op_ld_lookup_hit.sum", METRIC_PLACE},
        {"l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum", METRIC_PLACE},
        {"l1tex__t_sector_hit_rate.pct", METRIC_PLACE},
        {"lts__t_sectors_op_read.sum", METRIC_PLACE},
        {"dram__bytes_write.sum", METRIC_PLACE},
        {"smsp__pcsamp_warps_issue_stalled_wait", METRIC_SAMPLE},
        {"smsp__pcsamp_interval", METRIC_NONE},
        {"inst_executed", METRIC_EXACT},
        {"thread_inst_executed_true", METRIC_EXACT},
    };
    for (size_t i = 0; i < COUNT(cases); i++)
        if (metric_noise_of(cases[i].name) != cases[i].noise)
            fail_msg("%s is %d", cases[i].name, metric_noise_of(cases[i].name));
}

static void which_way_is_better(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        enum metric_better better;
    } cases[] = {
        {"gpu__time_duration.sum", METRIC_LOWER},
        {"gpc__cycles_elapsed.max", METRIC_LOWER},
        {"gpc__cycles_elapsed.avg.per_second", METRIC_NEITHER},
        {"dram__cycles_elapsed.avg.per_second", METRIC_NEITHER},
        {"l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum", METRIC_LOWER},
        {"smsp__average_warps_issue_stalled_barrier_per_issue_active.ratio", METRIC_LOWER},
        {"smsp__average_warps_issue_stalled_selected_per_issue_active.ratio", METRIC_NEITHER},
        {"smsp__pcsamp_warps_issue_stalled_selected", METRIC_NEITHER},
        {"smsp__pcsamp_warps_issue_stalled_barrier", METRIC_LOWER},
        {"sm__throughput.avg.pct_of_peak_sustained_elapsed", METRIC_NEITHER},
        {"gpu__dram_throughput.avg.pct_of_peak_sustained_elapsed", METRIC_NEITHER},
        {"dram__bytes.sum.per_second", METRIC_NEITHER},
        {"sm__warps_active.avg.pct_of_peak_sustained_active", METRIC_HIGHER},
        {"sm__maximum_warps_per_active_cycle_pct", METRIC_HIGHER},
        {"l1tex__t_sector_hit_rate.pct", METRIC_HIGHER},
        {"launch__occupancy_limit_registers", METRIC_HIGHER},
        {"launch__registers_per_thread", METRIC_NEITHER},
        {"smsp__inst_executed.sum", METRIC_NEITHER},
        {"smsp__thread_inst_executed_per_inst_executed.ratio", METRIC_HIGHER},
        {"sm__pipe_alu_cycles_active.avg.pct_of_peak_sustained_active", METRIC_NEITHER},
    };
    for (size_t i = 0; i < COUNT(cases); i++)
        if (metric_better_of(cases[i].name) != cases[i].better)
            fail_msg("%s is %d", cases[i].name, metric_better_of(cases[i].name));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_moves_a_metric),
        cmocka_unit_test(which_way_is_better),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
