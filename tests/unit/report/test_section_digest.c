#include "report/content/section_digest.h"

#include <stdlib.h>
#include <string.h>

#include "build_report.h"
#include "report/content/section_view.h"

static void digest_is(const char *names, const char *metrics, const char *text,
                      const char *expected)
{
    struct build build = {0};
    struct report *report = build_one(&build, names, metrics);
    Rep__ProfilerSection *section = build_section(text);
    struct section_view *view =
        section_view_new(report_result(report, 0, NULL), section, (struct view_style){0});
    assert_string_equal(view->digest, expected);
    section_view_free(view);
    rep__profiler_section__free_unpacked(section, NULL);
    report_close(report);
    build_free(&build);
}

#define OCCUPANCY "Identifier: 'Occupancy' DisplayName: 'Occupancy'"
#define OCCUPANCY_NAMES                                                                            \
    "sm__maximum_warps_per_active_cycle_pct sm__warps_active.avg.pct_of_peak_sustained_active"

static void a_known_section_shows_its_telling_metrics(void **state)
{
    (void)state;
    use_locale("C.UTF-8");
    digest_is(OCCUPANCY_NAMES, METRIC("0", "DoubleValue: 100") METRIC("1", "DoubleValue: 91.6"),
              OCCUPANCY, "100 % theoretical \xc2\xb7 91.60 % achieved");
}

static void without_utf8_a_bar_parts_them(void **state)
{
    (void)state;
    use_locale("C");
    digest_is(OCCUPANCY_NAMES, METRIC("0", "DoubleValue: 100") METRIC("1", "DoubleValue: 91.6"),
              OCCUPANCY, "100 % theoretical | 91.60 % achieved");
}

static void what_is_missing_is_left_out(void **state)
{
    (void)state;
    use_locale("C");
    digest_is(OCCUPANCY_NAMES, METRIC("1", "DoubleValue: 0"), OCCUPANCY, "0 % achieved");
    digest_is("", "", OCCUPANCY, "");
}

#define NODE(value) "MetricValueList { ElementValue { Uint64Value: " value " } } "
#define CPUS(text) "MetricValueList { ElementValue { StringValue: '" text "' } } "
#define INSTANCES(name, count, list)                                                               \
    "MetricResults { NameId: " name " MetricValue { Uint64Value: " count " } " list "} "

static void the_nodes_of_a_gpu_are_named(void **state)
{
    static const char names[] = "numa__id_cpu numa__id_memory numa__cpu_affinity";
    static const char section[] = "Identifier: 'NumaAffinity' DisplayName: 'NUMA Affinity'";
    (void)state;
    use_locale("C");
    digest_is(names,
              INSTANCES("0", "1", NODE("1")) INSTANCES("1", "1", NODE("3"))
                  INSTANCES("2", "1", CPUS("0-31")),
              section, "CPUs 0-31 of NUMA node 1, memory of node 3");
    digest_is(names, INSTANCES("0", "3", NODE("1") NODE("0") NODE("0")), section,
              "NUMA node 1, and 2 more GPUs");
    digest_is(names, "", section, "");
}

static void words_behind_numbers_agree_with_them(void **state)
{
    (void)state;
    use_locale("C");
    digest_is("launch__grid_size launch__block_size",
              METRIC("0", "Uint64Value: 1") METRIC("1", "Uint64Value: 32"),
              "Identifier: 'LaunchStats' DisplayName: 'Launch'", "1 block | of 32 threads");
}

static void another_section_shows_its_first_cells(void **state)
{
    (void)state;
    use_locale("C");
    digest_is("a b c d",
              METRIC("0", "Uint64Value: 1") METRIC("1", "Uint64Value: 2")
                  METRIC("2", "Uint64Value: 3") METRIC("3", "Uint64Value: 4"),
              "Identifier: 'Other' DisplayName: 'Other' Header { Metrics { Name: 'a' Label: 'A' } "
              "Metrics { Name: '' } Metrics { Name: 'c' Label: 'C' } "
              "Metrics { Name: 'd' Label: 'D' } }",
              "A 1 | C 3");
}

/* Of its pipes the busiest; what is 0 does not matter. */
static void what_matters_is_told(void **state)
{
    (void)state;
    use_locale("C");
    digest_is("sm__inst_executed.avg.per_cycle_active sm__alu.avg.pct_of_peak_sustained_elapsed "
              "sm__fma.avg.pct_of_peak_sustained_elapsed",
              METRIC("0", "DoubleValue: 0.5") METRIC("1", "DoubleValue: 20")
                  METRIC("2", "DoubleValue: 40"),
              "Identifier: 'ComputeWorkloadAnalysis' DisplayName: 'Compute' Body { Items { "
              "BarChart { Label: 'Pipes' Metrics { Name: 'sm__alu.avg.pct_of_peak_sustained_"
              "elapsed' Label: 'ALU' } Metrics { Name: 'sm__fma.avg.pct_of_peak_sustained_elapsed' "
              "Label: 'FMA' } } } }",
              "0.50 inst/cycle | busiest pipe FMA 40 %");
    digest_is("derived__memory_l2_theoretical_sectors_global_excessive "
              "smsp__sass_average_branch_targets_threads_uniform.pct",
              METRIC("0", "DoubleValue: 0") METRIC("1", "DoubleValue: 90"),
              "Identifier: 'SourceCounters' DisplayName: 'Source Counters'",
              "branch efficiency 90 %");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_known_section_shows_its_telling_metrics),
        cmocka_unit_test(without_utf8_a_bar_parts_them),
        cmocka_unit_test(what_is_missing_is_left_out),
        cmocka_unit_test(the_nodes_of_a_gpu_are_named),
        cmocka_unit_test(words_behind_numbers_agree_with_them),
        cmocka_unit_test(another_section_shows_its_first_cells),
        cmocka_unit_test(what_matters_is_told),
    };
    return cmocka_run_group_tests_name("section_digest", tests, NULL, NULL);
}
