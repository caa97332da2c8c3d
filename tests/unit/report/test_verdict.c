/* What limits a kernel: the numbers are those of reports of an H200 with the full set, and what the
 * findings in them say. */
#include "report/file/verdict.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "build_report.h"
#include "report/base/embedded.h"
#include "report/base/mem.h"

#define ELAPSED ".avg.pct_of_peak_sustained_elapsed"
#define DRAM "dram__cycles_active" ELAPSED
#define XBAR "lts__xbar2lts_cycles_active" ELAPSED
#define LSU "l1tex__data_pipe_lsu_wavefronts" ELAPSED
#define TEX "l1tex__texin_sm2tex_req_cycles_active" ELAPSED
#define OTHER "gpu__compute_memory_access_throughput_internal_activity" ELAPSED

static const struct {
    const char *kernel, *with_parts, *without;
    struct verdict_facts
        facts; /* compute, memory, l1, l2, dram, part, shared, local, global, waves */
} kernels[] = {
    {"vector_add",
     "DRAM",
     "DRAM",
     {40.61, 65.74, 18.07, 79.52, 65.74, DRAM, 3.38, {0, 0}, {4194304, 2097152}, 62.06}},
    {"inplace_step",
     "latency",
     "latency",
     {30.28, 33.44, 17.29, 61.33, 27.96, XBAR, 3.75, {0, 0}, {524288, 524224}, 15.52}},
    {"sgemm_naive",
     "L1",
     "L1",
     {62.09, 93.19, 93.19, 18.28, 0.42, LSU, 0.06, {0, 0}, {134217728, 131040}, 3.88}},
    {"sgemm_tiled<16>",
     "Shared Memory",
     "Shared Memory",
     {69.47, 88.76, 88.76, 15.70, 0.63, LSU, 76.38, {0, 0}, {16777216, 131072}, 3.88}},
    {"sgemm_tiled<32>",
     "Shared Memory",
     "Shared Memory",
     {71.30, 84.96, 84.96, 7.54, 0.71, LSU, 81.57, {0, 0}, {8388608, 131072}, 3.88}},
    {"transpose_naive",
     "L2",
     "L2",
     {5.87, 78.40, 48.49, 78.40, 10.73, XBAR, 0.37, {0, 0}, {2097152, 16751424}, 15.52}},
    {"transpose_conflict",
     "Shared Memory",
     "Shared Memory",
     {10.62, 84.83, 84.83, 38.45, 28.05, LSU, 79.90, {0, 0}, {2097152, 2097152}, 15.52}},
    {"histogram",
     "Small Grid",
     "Small Grid",
     {0.27, 1.35, 0.83, 1.39, 0.12, XBAR, 0, {0, 0}, {524288, 0}, 0.25}},
    {"divergent",
     "compute",
     "compute",
     {86.43, 1.66, 0.91, 3.34, 1.29, XBAR, 0.18, {0, 0}, {131072, 131072}, 3.88}},
    {"stencil_fp64",
     "latency",
     "latency",
     {53.81, 29.39, 25.55, 52.21, 22.86, XBAR, 1.66, {0, 0}, {1441786, 262144}, 3.88}},
    {"spill_local",
     "Local Memory",
     "Local Memory",
     {1.85, 42.22, 17.22, 52.40, 38.99, OTHER, 0, {135228657, 100658048}, {131072, 131072}, 5.17}},
    {"sleepy",
     "Small Grid",
     "Small Grid",
     {0.46, 0.13, 0.02, 0.13, 0, XBAR, 0.01, {0, 0}, {0, 132}, 0.06}},
    {"tensor_gemm",
     "L1",
     "L1",
     {16.18, 91.69, 91.69, 24.47, 1.07, LSU, 5.41, {0, 0}, {16777216, 131576}, 0.65}},
    {"tex_read",
     "latency",
     "latency",
     {27.24, 53.95, 53.93, 52.48, 24.43, TEX, 6.74, {0, 0}, {0, 524194}, 15.52}},
};

static void kernels_have_the_limit_that_their_findings_tell(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(kernels); i++) {
        struct verdict_facts facts = kernels[i].facts;
        assert_string_equal(verdict_text(&facts), kernels[i].with_parts);
        facts.memory_part = NULL;
        assert_string_equal(verdict_text(&facts), kernels[i].without);
    }
}

/* The list and the summary must not have two names for one thing. */
static void a_small_grid_is_called_as_in_findings(void **state)
{
    (void)state;
    const struct verdict_facts facts = {.compute = 1, .memory = 2, .waves = 0.5};
    char *title = mem_printf("title: %s\n", verdict_text(&facts));
    size_t rules = 0;
    for (size_t i = 0; i < embedded_count; i++) {
        const struct embedded_file *file = &embedded_files[i];
        char *text = mem_strndup(file->data, file->size);
        rules += strncmp(file->name, "rules/", 6) == 0 && strstr(text, title);
        free(text);
    }
    assert_true(rules > 0);
    free(title);
}

/* As the basic set has them: without what tells kinds of memory. */
static void the_basic_set_is_enough_for_the_unit(void **state)
{
    static const struct {
        const char *limit;
        double compute, memory, l1, l2, dram;
        const char *part;
    } basic[] = {{"DRAM", 41.17, 67.02, 18.32, 81.0, 67.02, DRAM},
                 {"L1", 62.0, 93.01, 93.01, 18.3, 0.4, LSU},
                 {"L1", 69.5, 89.16, 89.16, 15.7, 0.6, LSU},
                 {"L2", 5.9, 78.56, 48.5, 78.56, 10.7, XBAR},
                 {"latency", 1.9, 42.26, 17.2, 52.4, 39.0, OTHER}};
    (void)state;
    for (size_t i = 0; i < COUNT(basic); i++) {
        struct verdict_facts facts = {basic[i].compute,
                                      basic[i].memory,
                                      basic[i].l1,
                                      basic[i].l2,
                                      basic[i].dram,
                                      basic[i].part,
                                      NAN,
                                      {NAN, NAN},
                                      {NAN, NAN},
                                      5};
        assert_string_equal(verdict_text(&facts), basic[i].limit);
    }
}

static void what_is_missing_is_not_guessed(void **state)
{
    struct verdict_facts facts = {NAN, 90, NAN, NAN, NAN, NULL, NAN, {NAN, NAN}, {NAN, NAN}, NAN};
    (void)state;
    assert_string_equal(verdict_text(&facts), "");
    facts.compute = 10;
    assert_string_equal(verdict_text(&facts), "memory");
    facts.memory_part = OTHER;
    assert_string_equal(verdict_text(&facts), "memory");
    facts.l2 = 70;
    assert_string_equal(verdict_text(&facts), "L2");
    facts.memory = 10;
    assert_string_equal(verdict_text(&facts), "latency");
}

/* The greatest part is a member of the list, in whatever order they come; what is greater and not
 * in it is none. */
static void a_report_tells_the_parts(void **state)
{
    static const char names[] =
        "sm__throughput" ELAPSED " gpu__compute_memory_throughput" ELAPSED
        " lts__throughput" ELAPSED " breakdown:gpu__compute_memory_throughput" ELAPSED " " DRAM
        " " XBAR " lts__average" ELAPSED;
    struct build build = {0};
    (void)state;
    struct report *report = build_one(
        &build, names,
        METRIC("0", "DoubleValue: 40") METRIC("1", "DoubleValue: 79")
            METRIC("2", "DoubleValue: 79.1") METRIC("5", "DoubleValue: 30")
                METRIC("6", "DoubleValue: 90") METRIC("3", "StringValue: '" XBAR "," DRAM "'")
                    METRIC("4", "DoubleValue: 79"));
    assert_string_equal(report_summary(report, 0)->limit, "DRAM");
    report_close(report);
    build_free(&build);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kernels_have_the_limit_that_their_findings_tell),
        cmocka_unit_test(a_small_grid_is_called_as_in_findings),
        cmocka_unit_test(the_basic_set_is_enough_for_the_unit),
        cmocka_unit_test(what_is_missing_is_not_guessed),
        cmocka_unit_test(a_report_tells_the_parts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
