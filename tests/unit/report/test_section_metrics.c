#include "report/section/section_metrics.h"

#include <string.h>

#include "build_report.h"

static void note(void *context, const char *name, bool alone)
{
    strbuf_addf(context, "%s%s ", name, alone ? "!" : "");
}

static void note_rollup(void *context, const char *name)
{
    note(context, name, false);
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

static void widgets_have_names_too(void **state)
{
    (void)state;
    names(HEAD "Body { Items { GfxMetricsWidget { Type: 'x' " NAME("a") NAME("b") " } } }", 90,
          "a b ");
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
          90, "a__b.sum! c__d.sum! ");
}

static void rooflines_and_timelines_have_names_too(void **state)
{
    (void)state;
    names(HEAD
          "Body { Items { RooflineChart {"
          "  Rooflines {"
          "    PeakWork { ValueCyclesPerSecondExpression {"
          "      ValuePerCycleMetrics { Name: 'a' } CyclesPerSecondMetric { Name: 'b' } } }"
          "    PeakTraffic { Constant: 2 }"
          "    Options { ShowOnlyIfNotZero { Metric { Name: 'c' } } } }"
          "  AchievedValues {"
          "    AchievedWork { Metric { Name: 'd' } } AchievedTraffic { Metric { Name: 'e' } } }"
          "  Walls { Value { Metric { Name: 'f' } } } } } "
          "Items { Timeline {"
          "  MetricGroups { MetricRows { Metrics { Name: 'g' } Metrics { Name: 'h' } } }"
          "  Metrics { Name: 'i' } } } }",
          90, "a b c d e f g h i ");
}

static void source_metrics_are_apart(void **state)
{
    (void)state;
    const char *section =
        HEAD "SourceMetrics {"
             "  Metrics { Name: 'a' } Metrics { Name: 'b' Filter { MinArch: CC_100 } } } "
             "Body { Items { HorizontalContainer { Items {"
             "  SourceMetricTable { Metrics { Name: 'c' } } } } } }";
    struct strbuf found = {0};
    struct section_scope scope = {90, REP__COLLECTION_SCOPE__CollectionScope_Launch, 580};
    Rep__ProfilerSection *message = build_section(section);
    section_source_metrics_each(message, &scope, note, &found);
    assert_string_equal(found.data, "a c ");
    rep__profiler_section__free_unpacked(message, NULL);
    strbuf_free(&found);
    names(section, 90, "");
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
    names(section, 90, "new! ");
    names(section, 100, "new! future ");
}

/* Options stand alone, also where they have the metric's own name, but not in rooflines. */
static void options_bring_no_siblings(void **state)
{
    (void)state;
    static const char *const items[][2] = {
        {"Header { Metrics { %s } }", "a! "},
        {"Metrics { Metrics { %s } }", "a! "},
        {"Body { Items { BarChart { Metrics { %s } } } }", "a! "},
        {"Body { Items { RooflineChart { Rooflines { PeakWork { Metric { %s } } "
         "PeakTraffic { Constant: 2 } } } } Items { Table { Columns: 1 Metrics { %s } } } }",
         "a a! "}};
    const char *option = "Name: 'a' Filter { MaxArch: CC_80 } Options { Name: 'a' }";
    for (size_t i = 0; i < COUNT(items); i++) {
        struct strbuf section = {0};
        strbuf_adds(&section, HEAD);
        for (const char *c = items[i][0]; *c; c++)
            if (strncmp(c, "%s", 2) == 0)
                strbuf_adds(&section, option), c++;
            else
                strbuf_addc(&section, *c);
        names(section.data, 90, items[i][1]);
        strbuf_free(&section);
    }
}

static void a_section_for_other_chips_names_nothing(void **state)
{
    (void)state;
    names(HEAD "Filter { MinArch: CC_100 } Header { " NAME(
              "a") " } Body { Items { BarChart { " NAME("b") " } } }",
          90, "");
}

static void names_tell_where_values_come_from(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        enum section_metric_kind kind;
    } cases[] = {
        {"sm__cycles_active.avg", SECTION_METRIC_COUNTER},
        {"dram__bytes.sum.per_second", SECTION_METRIC_COUNTER},
        {"lts__t_sectors", SECTION_METRIC_COUNTER},
        {"smsp__inst_executed.sum", SECTION_METRIC_COUNTER},
        {"launch__grid_size", SECTION_METRIC_COMPUTED},
        {"device__attribute_x", SECTION_METRIC_COMPUTED},
        {"derived__x", SECTION_METRIC_COMPUTED},
        {"profiler__replayer_passes", SECTION_METRIC_COMPUTED},
        {"breakdown:sm__x", SECTION_METRIC_COMPUTED},
        {"group:memory__chart", SECTION_METRIC_COMPUTED},
        {"sm__maximum_warps_per_active_cycle_pct", SECTION_METRIC_COMPUTED},
        {"profiler__pmsampler_pass_groups", SECTION_METRIC_PM_SAMPLING},
        {"pmsampling:sm__x", SECTION_METRIC_PM_SAMPLING},
        {"TPC.TriageCompute.tpc__x.avg", SECTION_METRIC_PM_SAMPLING},
        {"TriageA.l1tex__x.pct", SECTION_METRIC_PM_SAMPLING},
        {"smsp__pcsamp_sample_count", SECTION_METRIC_WARP_SAMPLING},
        {"group:smsp__pcsamp_warp_stall_reasons", SECTION_METRIC_WARP_SAMPLING},
        {"inst_executed", SECTION_METRIC_INSTRUCTION},
        {"sass__inst_per_opcode", SECTION_METRIC_INSTRUCTION},
        {"memory_l1_wavefronts_shared", SECTION_METRIC_INSTRUCTION},
        {"numa__id_cpu", SECTION_METRIC_COMPUTED},
        {"nvlink__count_physical", SECTION_METRIC_COMPUTED},
    };
    for (size_t i = 0; i < COUNT(cases); i++)
        if (section_metric_kind(cases[i].name) != cases[i].kind)
            fail_msg("%s", cases[i].name);
}

static void rollups(const char *name, bool extra, const char *expected)
{
    struct strbuf found = {0};
    section_metric_rollups(name, extra, note_rollup, &found);
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
        cmocka_unit_test(widgets_have_names_too),
        cmocka_unit_test(suffixes_meet_base_names),
        cmocka_unit_test(operands_of_definitions_count),
        cmocka_unit_test(filters_are_applied),
        cmocka_unit_test(options_bring_no_siblings),
        cmocka_unit_test(a_section_for_other_chips_names_nothing),
        cmocka_unit_test(rooflines_and_timelines_have_names_too),
        cmocka_unit_test(source_metrics_are_apart),
        cmocka_unit_test(names_tell_where_values_come_from),
        cmocka_unit_test(siblings_of_a_rollup),
    };
    return cmocka_run_group_tests_name("section_metrics", tests, NULL, NULL);
}
