/* What names of metrics say in words. */
#include "report/metric/metric_words.h"

#include <ctype.h>
#include <string.h>

#include "build_report.h"

static const struct {
    const char *name, *sentence;
} expected[] = {
    {"sm__throughput.avg.pct_of_peak_sustained_elapsed",
     "The streaming multiprocessors (SM): how busy it was: the busiest of its parts; mean over all "
     "instances of the unit, in percent of the rate that the unit could keep up over the whole "
     "time."},
    {"gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed",
     "The whole GPU: how busy memory was: the busiest part of it; mean over all instances of the "
     "unit, in percent of the rate that the unit could keep up over the whole time."},
    {"dram__bytes_read.sum",
     "Device memory (DRAM): bytes read; sum over all instances of the unit."},
    {"dram__bytes_read.sum.per_second",
     "Device memory (DRAM): bytes read; sum over all instances of the unit, for each second."},
    {"dram__throughput.avg.pct_of_peak_sustained_elapsed",
     "Device memory (DRAM): how busy it was: the busiest of its parts; mean over all instances of "
     "the unit, in percent of the rate that the unit could keep up over the whole time."},
    {"gpu__time_duration.sum",
     "The whole GPU: time from the start to the end; sum over all instances of the unit."},
    {"sm__cycles_active.avg", "The streaming multiprocessors (SM): cycles in which it had work; "
                              "mean over all instances of the unit."},
    {"smsp__cycles_active.avg.peak_sustained",
     "The schedulers of the SMs (SM sub partitions): cycles in which it had work; mean over all "
     "instances of the unit, the most that the unit can keep up in a cycle."},
    {"sm__warps_active.avg.pct_of_peak_sustained_active",
     "The streaming multiprocessors (SM): warps that were on it, added up over cycles; mean over "
     "all instances of the unit, in percent of the rate that the unit could keep up in the cycles "
     "in which "
     "it was active."},
    {"smsp__inst_executed.sum", "The schedulers of the SMs (SM sub partitions): instructions "
                                "executed by warps; sum over all instances of the unit."},
    {"smsp__issue_active.avg.per_cycle_active",
     "The schedulers of the SMs (SM sub partitions): cycles in which an instruction was issued; "
     "mean over all instances of the unit, for each cycle in which the unit was active."},
    {"smsp__average_warps_issue_stalled_long_scoreboard_per_issue_active.ratio",
     "The schedulers of the SMs (SM sub partitions): warps, on average, that could not issue "
     "because of data from L1/TEX: global, local, texture, for each cycle that issued; ratio of "
     "two counters."},
    {"smsp__average_warp_latency_per_inst_issued.ratio",
     "The schedulers of the SMs (SM sub partitions): cycles between two instructions of a warp, on "
     "average; ratio of two counters."},
    {"l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
     "The L1/TEX caches: sectors looked up, in the LSU pipe (loads and stores), to global memory, "
     "of loads; sum over all instances of the unit."},
    {"l1tex__t_sectors_pipe_lsu_mem_global_op_ld_lookup_hit.sum",
     "The L1/TEX caches: sectors looked up, in the LSU pipe (loads and stores), to global memory, "
     "of loads, that were there; sum over all instances of the unit."},
    {"l1tex__t_sector_hit_rate.pct",
     "The L1/TEX caches: share of the sectors looked up that were there; in percent."},
    {"lts__t_sectors_srcunit_tex_aperture_device_op_read_lookup_miss.sum",
     "The slices of L2: sectors looked up, asked for by L1/TEX, in device memory, of reads, that "
     "were missing; sum over all instances of the unit."},
    {"lts__t_sector_hit_rate.pct",
     "The slices of L2: share of the sectors looked up that were there; in percent."},
    {"l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum",
     "The L1/TEX caches: conflicts of the banks of data, in the LSU pipe (loads and stores), to "
     "shared memory, of stores; sum over all instances of the unit."},
    {"sm__inst_executed_pipe_xu.max.pct_of_peak_sustained_active",
     "The streaming multiprocessors (SM): instructions executed by warps, in the XU pipe (special "
     "functions); greatest of all instances of the unit, in percent of the rate that the unit "
     "could keep up "
     "in the cycles in which it was active."},
    {"sm__pipe_tensor_op_imma_cycles_active.avg.pct_of_peak_sustained_active",
     "The streaming multiprocessors (SM): cycles in which it had work, in the tensor pipe for "
     "integers; mean over all instances of the unit, in percent of the rate that the unit could "
     "keep up in "
     "the cycles in which it was active."},
    {"smsp__sass_thread_inst_executed_op_ffma_pred_on.sum.per_cycle_elapsed",
     "The schedulers of the SMs (SM sub partitions): instructions executed by threads, FP32 "
     "multiply-adds, with a true predicate; sum over all instances of the unit, for each cycle of "
     "the whole time."},
    {"sm__ops_path_tensor_op_hmma_src_fp16_dst_fp32_sparsity_off.sum.per_second",
     "The streaming multiprocessors (SM): operations of the tensor cores, with HMMA from FP16 into "
     "FP32, without sparsity; sum over all instances of the unit, for each second."},
    {"launch__registers_per_thread", "Registers that a thread uses."},
    {"device__attribute_max_warps_per_multiprocessor", "Most warps that an SM holds."},
    {"derived__memory_l1_wavefronts_shared_excessive",
     "Wavefronts of shared memory beyond those needed."},
    {"pmsampling:smsp__warps_issue_stalled_mio_throttle.avg",
     "The schedulers of the SMs (SM sub partitions): warps that could not issue because of a full "
     "queue of memory instructions; mean over all instances of the unit; sampled over time."},
    {"SM_A.TriageCompute.l1tex__throughput.avg.pct_of_peak_sustained_elapsed",
     "The L1/TEX caches: how busy it was: the busiest of its parts; mean over all instances of the "
     "unit, in percent of the rate that the unit could keep up over the whole time; sampled over "
     "time, in "
     "the pass group SM_A."},
    {"breakdown:sm__throughput.avg.pct_of_peak_sustained_elapsed",
     "The metrics of which sm__throughput.avg.pct_of_peak_sustained_elapsed is the maximum."},
    {"inst_executed", "Executions of the instruction, by warp."},
    {"nvlrx__bytes.sum",
     "The receiving side of NVLink: bytes; sum over all instances of the unit."},
    {"smsp__pcsamp_warps_issue_stalled_wait_not_issued",
     "The schedulers of the SMs (SM sub partitions): samples of warps that could not issue because "
     "of the fixed latency of its last instruction in cycles in which nothing was issued."},
    {"my_counter", "My counter."},
};

static void sentences(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(expected); i++) {
        struct metric_words words = metric_words(expected[i].name);
        assert_string_equal(words.sentence.data, expected[i].sentence);
        metric_words_free(&words);
    }
}

static void part_is(const struct metric_words *words, enum metric_part_kind kind, const char *name)
{
    const struct metric_part *part = &words->parts[kind];
    assert_string_equal(part->name.data ? part->name.data : "", name);
    assert_int_equal(part->words.length > 0, *name != 0);
}

static void a_name_is_taken_apart(void **state)
{
    (void)state;
    struct metric_words words =
        metric_words("SM_B.TriageCompute.l1tex__t_sectors.sum.per_cycle_active");
    part_is(&words, METRIC_PART_GROUP, "SM_B.TriageCompute");
    part_is(&words, METRIC_PART_UNIT, "l1tex");
    part_is(&words, METRIC_PART_COUNTER, "t_sectors");
    part_is(&words, METRIC_PART_ROLLUP, "sum");
    part_is(&words, METRIC_PART_SUBMETRIC, "per_cycle_active");
    metric_words_free(&words);
    words = metric_words("derived__lts__lts2xbar_bytes");
    part_is(&words, METRIC_PART_GROUP, "");
    part_is(&words, METRIC_PART_UNIT, "lts");
    part_is(&words, METRIC_PART_COUNTER, "lts2xbar_bytes");
    part_is(&words, METRIC_PART_ROLLUP, "");
    metric_words_free(&words);
}

static size_t checked;

/* One sentence, with words in place of the marks of names. */
static void says_something(const char *name)
{
    struct metric_words words = metric_words(name);
    const struct strbuf *sentence = &words.sentence;
    if (sentence->length < 5 || sentence->data[sentence->length - 1] != '.' ||
        islower((unsigned char)sentence->data[0]) || strstr(sentence->data, "  ") ||
        strstr(sentence->data, "..") || strstr(sentence->data, ",,") ||
        strstr(sentence->data, " ,"))
        fail_msg("%s: \"%s\"", name, sentence->data);
    if (!strchr(name, ':') && strstr(sentence->data, "__"))
        fail_msg("%s: \"%s\"", name, sentence->data);
    checked++;
    metric_words_free(&words);
}

static void every_name_of_reports_says_something(void **state)
{
    (void)state;
    struct error error;
    struct report *report = report_open("tests/data/samples.ncu-rep", &error);
    assert_non_null(report);
    checked = 0;
    for (uint32_t i = 0; i < report_string_count(report); i++)
        if (*report_string(report, i))
            says_something(report_string(report, i));
    assert_true(checked > 100);
    report_close(report);
}

static void unknown_parts_are_told(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        bool unknown;
    } names[] = {{"lts__t_requests_srcunit_ce.sum", false},
                 {"sm__ops_path_tensor_op_utcqmma_src_fp4_fp6_fp8_dst_fp16.sum", false},
                 {"syslrc__xbar2syslrc_cycles_active.avg", false},
                 {"launch__grid_size", false},
                 {"lts__t_requests_srcunit_flurb.sum", true},
                 {"flurb__cycles_active.sum", true},
                 {"sm__flurb.sum", true}};
    for (size_t i = 0; i < COUNT(names); i++) {
        struct metric_words words = metric_words(names[i].name);
        if (words.unknown != names[i].unknown)
            fail_msg("%s: \"%s\"", names[i].name, words.sentence.data);
        metric_words_free(&words);
    }
}

/* Whatever stands in a name, there are words. */
static void odd_names(void **state)
{
    (void)state;
    static const char *const names[] = {
        "",      "_", "__", "___",     ".",    "..",   "a__",       "__b",     "a__b.",  "a..b",
        "a.b.c", ":", "a:", "a__b__c", "sm__", ".sum", "derived__", "x__.sum", "sm___x_"};
    for (size_t i = 0; i < COUNT(names); i++) {
        struct metric_words words = metric_words(names[i]);
        assert_true(words.sentence.length > 1);
        assert_int_equal(words.sentence.data[words.sentence.length - 1], '.');
        metric_words_free(&words);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sentences),
        cmocka_unit_test(a_name_is_taken_apart),
        cmocka_unit_test(every_name_of_reports_says_something),
        cmocka_unit_test(unknown_parts_are_told),
        cmocka_unit_test(odd_names),
    };
    return cmocka_run_group_tests_name("metric_words", tests, NULL, NULL);
}
