#include "section_metrics.h"

#include <string.h>

#include "build_report.h"

static void note(void *context, const char *name)
{
    strbuf_addf(context, "%s ", name);
}

static void names(const char *section, unsigned arch, const char *expected)
{
    struct strbuf found = {0};
    struct section_scope scope = {arch, REP__COLLECTION_SCOPE__CollectionScope_Launch, 580};
    Rep__ProfilerSection *message = build_section(section);
    strbuf_adds(&found, "");
    section_metrics_each(message, &scope, note, &found);
    assert_string_equal(found.data, expected);
    rep__profiler_section__free_unpacked(message, NULL);
    strbuf_free(&found);
}

#define HEAD "Identifier: 'S' DisplayName: 'S' "
#define NAME(name) "Metrics { Name: '" name "' } "

static void names_come_from_everywhere(void **state)
{
    (void)state;
    names(HEAD, 90, "");
    names(HEAD "Header { " NAME("a") NAME("") " } Metrics { " NAME("b") " }", 90, "a b ");
    names(HEAD "Body { Items { Table { Columns: 1 " NAME("a") " } } Items { BarChart { " NAME(
              "b") " } } Items { HistogramChart { Metric { Name: 'c' } } } Items { LineChart "
                   "{ " NAME("d") " HighlightX { " NAME("e") " } } } } Body { Items { "
                                                             "HorizontalContainer { "
                                                             "Items { BarChart { " NAME(
                                                                 "f") " } } } } }",
          90, "a b c d e f ");
}

static void suffixes_meet_base_names(void **state)
{
    (void)state;
    names(HEAD "Body { Items { SuffixTable { Suffixes { Suffix { Name: '.sum' } Suffix { Name: "
               "'.avg' } } BaseNames { BaseName { Name: 'a__b' } BaseName { Name: 'c__d' } } } } }",
          90, "a__b.sum a__b.avg c__d.sum c__d.avg ");
}

static void operands_of_definitions_count(void **state)
{
    (void)state;
    names(HEAD "MetricDefinitions { MetricDefinitions { Name: 'derived__x' Expression: "
               "'simplify(a__b.sum) / c__d.sum * 2' } MetricDefinitions { Name: 'derived__y' "
               "Expression: 'e__f.sum' Filter { MinArch: CC_100 } } }",
          90, "a__b.sum c__d.sum ");
}

static void filters_are_applied(void **state)
{
    (void)state;
    const char *section =
        HEAD "Header { Metrics { Name: 'old' Filter { MaxArch: CC_80 } Options { Name: 'new' "
             "Filter { MinArch: CC_90 } } } } Body { Items { Filter { MinArch: CC_100 } BarChart "
             "{ " NAME("future") " } } }";
    names(section, 80, "old ");
    names(section, 86, "");
    names(section, 90, "new ");
    names(section, 100, "new future ");
}

static void a_section_for_other_chips_names_nothing(void **state)
{
    (void)state;
    names(HEAD "Filter { MinArch: CC_100 } Header { " NAME(
              "a") " } Body { Items { BarChart { " NAME("b") " } } }",
          90, "");
}

static void counters_are_told_from_the_rest(void **state)
{
    (void)state;
    static const char *const counters[] = {"sm__cycles_active.avg", "dram__bytes.sum.per_second",
                                           "lts__t_sectors", "smsp__inst_executed.sum"};
    static const char *const others[] = {
        "launch__grid_size",         "device__attribute_x",  "derived__x",
        "profiler__replayer_passes", "breakdown:sm__x",      "group:memory__chart",
        "pmsampling:sm__x",          "inst_executed",        "",
        "smsp__pcsamp_sample_count", "sass__inst_per_opcode"};
    for (size_t i = 0; i < COUNT(counters); i++)
        assert_true(section_metric_is_counter(counters[i]));
    for (size_t i = 0; i < COUNT(others); i++)
        assert_false(section_metric_is_counter(others[i]));
}

static void rollups(const char *name, bool extra, const char *expected)
{
    struct strbuf found = {0};
    section_metric_rollups(name, extra, note, &found);
    assert_string_equal(found.data, expected);
    strbuf_free(&found);
}

static void siblings_of_a_rollup(void **state)
{
    (void)state;
    rollups("a__b.avg", true, "a__b.avg a__b.max a__b.min a__b.sum ");
    rollups("a__b.sum.per_second", true,
            "a__b.avg.per_second a__b.max.per_second a__b.min.per_second a__b.sum.per_second ");
    rollups("a__b.avg", false, "a__b.avg ");
    rollups("a__b.pct", true, "a__b.pct ");
    rollups("launch__grid_size", true, "launch__grid_size ");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_come_from_everywhere),
        cmocka_unit_test(suffixes_meet_base_names),
        cmocka_unit_test(operands_of_definitions_count),
        cmocka_unit_test(filters_are_applied),
        cmocka_unit_test(a_section_for_other_chips_names_nothing),
        cmocka_unit_test(counters_are_told_from_the_rest),
        cmocka_unit_test(siblings_of_a_rollup),
    };
    return cmocka_run_group_tests_name("section_metrics", tests, NULL, NULL);
}
