#include "report/pages/page.h"

#include <stdlib.h>
#include <string.h>

#include "page_sample.h"

static void details_group_results_by_process(void **state)
{
    (void)state;
    struct page_options options = {.page = PAGE_DETAILS};
    char *text = print_page(sample_report(), &options);
    const char *child = strstr(text, "[10] child@127.0.0.1\n  first<8>(T *) (8, 2, 1)x(128, 1, 1),"
                                     " Context 1, Stream 7, Device 0, CC 9.0\n");
    const char *parent = strstr(text, "[20] parent@127.0.0.1\n  second<8>(T *) (8, 2, 1)");
    const char *range = strstr(text, "\n  range, Context 1, Device 0, CC 9.0\n");
    const char *graph =
        strstr(text, "\n  graph (4096, 1, 1)x(256, 1, 1), Context 1, Device 0, CC 9.0\n");
    assert_true(child && parent && range && graph);
    assert_true(child < parent && parent < range && range < graph);
    assert_null(strstr(parent + 1, "[20]"));
    free(text);
}

static void details_print_sections_in_order(void **state)
{
    (void)state;
    struct page_options options = {.page = PAGE_DETAILS};
    sample_contains(&options, "    Section: First Section\n"
                              "    ----------- ----------- ------------\n"
                              "    Metric Name Metric Unit Metric Value\n"
                              "    ----------- ----------- ------------\n"
                              "    Duration             us         1.50\n"
                              "    ----------- ----------- ------------\n"
                              "\n"
                              "    OPT   ");
    sample_contains(&options, "    Section: Second Section\n"
                              "    ----------- ----------- ------------\n"
                              "    Metric Name Metric Unit Metric Value\n"
                              "    ----------- ----------- ------------\n"
                              "    Bytes             Kbyte         4.10\n"
                              "    Cache                        (!) n/a\n"
                              "    Absent                       (!) n/a\n"
                              "    ----------- ----------- ------------\n\n");
}

static void details_print_findings_and_warnings(void **state)
{
    (void)state;
    struct page_options options = {.page = PAGE_DETAILS};
    struct strbuf text = {0};
    strbuf_addf(&text, "    OPT   %-110s\n          %-110s\n    ----- ",
                "Est. Local Speedup: 12.5%", "Slow \"loads\", see the guide (https://a.b/c:d).");
    strbuf_pad(&text, '-', 110);
    strbuf_addf(&text, "\n    INF   %-110s\n\n", "fine");
    sample_contains(&options, text.data);
    strbuf_free(&text);
    sample_contains(&options, "    Warning: ");
}

/* Sections of charts only have no line of their own unless there is a finding in them. */
static void details_leave_out_sections_with_nothing_in_them(void **state)
{
    (void)state;
    struct build build = {0};
    struct report *r =
        build_one(&build, "a",
                  "Sections { Identifier: 'E' DisplayName: 'Empty' } "
                  "Sections { Identifier: 'F' DisplayName: 'Found' } "
                  "Sections { Identifier: 'Q' DisplayName: 'Quiet' } "
                  "RuleResults { Identifier: 'R' DisplayName: 'R' SectionIdentifier: 'F' Body { "
                  "  Items { Message { Message: 'm' Type: Ok } } } } "
                  "RuleResults { Identifier: 'N' DisplayName: 'N' SectionIdentifier: 'Q' Body { "
                  "  Items { Message { Message: 'm' Type: None } } } } ");
    struct page_options options = {.page = PAGE_DETAILS};
    char *text = print_page(r, &options);
    assert_null(strstr(text, "Empty"));
    assert_null(strstr(text, "Quiet"));
    assert_non_null(strstr(text, "    Section: Found\n    INF   m "));
    free(text);
    report_close(r);
    build_free(&build);
}

/* Bodies: their name once, each table with label and description; by value where the section says
 * so (as printed: equal texts are in order of the names), else by name. */
static struct report *open_bodies(struct build *build)
{
    return build_one(
        build, "m__a m__b m__c m__d h__x",
        METRIC("0", "DoubleValue: 1.001") METRIC("1", "DoubleValue: 1.004")
            METRIC("2", "DoubleValue: 30")
                METRIC("4", "Uint64Value: 7") "Sections { Identifier: 'S' DisplayName: 'Sec' "
                                              "Header { Metrics { Name: 'h__x' "
                                              "Label: 'Head' } } "
                                              "Body { DisplayName: 'Charts' Items { BarChart { "
                                              "Label: 'Sorted' Description: "
                                              "'why' SortKey: ByValue SortDirection: Descending "
                                              "Metrics { Name: 'm__b' Label: 'B' "
                                              "} Metrics { Name: 'm__a' Label: 'A' } Metrics { "
                                              "Name: 'm__c' Label: 'C' } Metrics "
                                              "{ Name: 'm__d' Label: 'D' } } } "
                                              "Items { Table { Columns: 1 Label: 'Named' Metrics { "
                                              "Name: 'm__c' Label: 'C' } "
                                              "Metrics { Name: 'm__a' Label: 'A' } } } } } "
                                              "RuleResults { Identifier: 'R' DisplayName: 'R' "
                                              "SectionIdentifier: 'S' Body { "
                                              "Items { Message { Message: 'm' Type: Ok } } } } ");
}

#define HEADER_TABLE                                                                               \
    "    ----------- ----------- ------------\n"                                                   \
    "    Metric Name Metric Unit Metric Value\n"                                                   \
    "    ----------- ----------- ------------\n"
#define END_TABLE "    ----------- ----------- ------------\n\n"
#define HEADER_CELLS HEADER_TABLE "    Head                               7\n" END_TABLE
#define BODY_CELLS                                                                                 \
    "    Charts\n    Table Name : Sorted\n    Table Description : why\n" HEADER_TABLE              \
    "    C                                 30\n"                                                   \
    "    A                               1.00\n"                                                   \
    "    B                               1.00\n"                                                   \
    "    D                            (!) n/a\n" END_TABLE "    Table Name : Named\n" HEADER_TABLE \
    "    A                               1.00\n"                                                   \
    "    C                                 30\n" END_TABLE

static void details_of_header_body_or_all(void **state)
{
    (void)state;
    static const char *const expected[] = {
        [DETAILS_HEADER] = "    Section: Sec\n" HEADER_CELLS "    INF   m ",
        [DETAILS_BODY] = "    Section: Sec\n" BODY_CELLS "    INF   m ",
        [DETAILS_ALL] = "    Section: Sec\n" HEADER_CELLS BODY_CELLS "    INF   m "};
    struct build build = {0};
    struct report *r = open_bodies(&build);
    for (int i = 0; i < (int)COUNT(expected); i++) {
        struct page_options options = {.page = PAGE_DETAILS, .details = (enum page_details)i};
        char *text = print_page(r, &options);
        if (!strstr(text, expected[i]))
            fail_msg("printed:\n%s\nwithout:\n%s", text, expected[i]);
        free(text);
    }
    report_close(r);
    build_free(&build);
}

static void details_of_bodies_as_csv(void **state)
{
    (void)state;
    struct build build = {0};
    struct report *r = open_bodies(&build);
    struct page_options options = {
        .page = PAGE_DETAILS, .format = FORMAT_CSV, .details = DETAILS_ALL};
    char *text = print_page(r, &options);
    assert_non_null(strstr(text, "\"Section Name\",\"Body Item Label\",\"Metric Name\","));
    assert_non_null(strstr(text, ",\"Sec\",\"\",\"Head\",\"\",\"7\",\n"));
    assert_non_null(strstr(text, ",\"Sec\",\"Sorted\",\"C\",\"\",\"30\",\n"));
    assert_non_null(strstr(text, ",\"S\",\"\",\"\",\"\",\"\",\"R\",\"INF\",\"m\",\"\",\"\"\n"));
    free(text);
    options.details = DETAILS_BODY;
    text = print_page(r, &options);
    assert_null(strstr(text, "\"Head\""));
    free(text);
    report_close(r);
    build_free(&build);
}

/* Items of other kinds between two tables: the metrics that they are made of. */
static struct report *open_items(struct build *build)
{
#define VALUE(name) "Metric { Name: '" name "' Label: 'L " name "' }"
    return build_one(
        build,
        "m__a m__work m__traffic m__freq x__u.sum x__u.avg group:memory__chart m__curve "
        "series:sm__x.avg.pct m__line m__point",
        METRIC("0", "DoubleValue: 5") METRIC("1", "DoubleValue: 7") METRIC(
            "2",
            "DoubleValue: 8") METRIC("3",
                                     "DoubleValue: 9") METRIC("4",
                                                              "DoubleValue: 4") METRIC("5",
                                                                                       "DoubleValue"
                                                                                       ": 2")
            METRIC("6", "StringValue: 'm__none,m__a'") METRIC("9", "DoubleValue: 11") METRIC(
                "10",
                "DoubleValue: 12") "MetricResults { NameId: 7 MetricValue { DoubleValue: 6 } "
                                   "  MetricValueList { ElementValue { DoubleValue: 1 } } "
                                   "  MetricValueList { ElementValue { DoubleValue: 5 } } } "
                                   "MetricResults { NameId: 8 MetricValueList { ElementValue { "
                                   "DoubleValue: 25 } } } "
                                   "Sections { Identifier: 'S' DisplayName: 'Sec' "
                                   "  Metrics { Metrics { Name: 'm__line' Label: 'More' } Metrics "
                                   "{ Name: 'm__a' } } "
                                   "  Header { Metrics { Name: 'm__a' Label: 'Head' } } "
                                   "  Body { DisplayName: 'B' "
                                   "    Items { Table { Columns: 1 Label: 'First' Metrics { Name: "
                                   "'m__a' Label: 'A' } } } "
                                   "    Items { RooflineChart { Label: 'Roof' "
                                   "      Rooflines { PeakWork { ValueCyclesPerSecondExpression { "
                                   "        ValuePerCycleMetrics { Name: 'm__work' Label: 'Work' } "
                                   "        CyclesPerSecondMetric { Name: 'm__freq' Label: 'Freq' "
                                   "} } } "
                                   "        PeakTraffic { " VALUE(
                                       "m__traffic") " } Options { Label: 'One' } } "
                                                     "      AchievedValues { AchievedWork { "
                                                     "Constant: 1 } AchievedTraffic { " VALUE(
                                                         "m__traffic") " } Options { Label: 'Two' "
                                                                       "} } } } "
                                                                       "    Items { SuffixTable { "
                                                                       "Label: 'Suffixes' Suffixes "
                                                                       "{ Suffix { Name: '.sum' } "
                                                                       "      Suffix { Name: "
                                                                       "'.avg' } } BaseNames { "
                                                                       "BaseName { Name: 'x__u' "
                                                                       "Label: 'U' } } } } "
                                                                       "    Items { MemoryChart { "
                                                                       "} } "
                                                                       "    Items { LineChart { "
                                                                       "Label: 'Line' "
                                                                       "      Metrics { Name: "
                                                                       "'m__curve' Label: 'Curve' "
                                                                       "ShowInstances: true } "
                                                                       "      HighlightX { Metrics "
                                                                       "{ Name: 'm__point' Label: "
                                                                       "'Point' } } } } "
                                                                       "    Items { Timeline { "
                                                                       "Label: 'Time' Metrics { "
                                                                       "Name: "
                                                                       "'series:sm__x.avg.pct' } } "
                                                                       "} } "
                                                                       "  Body { DisplayName: "
                                                                       "'Series' Items { Timeline "
                                                                       "{ Label: 'T' } } } } ");
#undef VALUE
}

#define CELLS_2(a, b) HEADER_TABLE a b END_TABLE
static void details_of_items(void **state)
{
    (void)state;
    struct build build = {0};
    struct report *r = open_items(&build);
    struct page_options options = {.page = PAGE_DETAILS, .details = DETAILS_ALL};
    char *text = print_page(r, &options);
    static const char *const parts[] = {
        "    Section: Sec\n" CELLS_2(
            "    Head                               5\n",
            "    More                              11\n") "    B\n"
                                                          "    Table Name : First\n" HEADER_TABLE
                                                          "    A                                  "
                                                          "5\n" END_TABLE "    Table Name : Roof\n"
                                                          "    One\n"
                                                          "    Peak Work\n" CELLS_2(
                                                              "    Freq                            "
                                                              "   9\n",
                                                              "    Work                            "
                                                              "   7\n") "    Peak "
                                                                        "Traffic\n",
        "\n\n    Two\n    Achieved Traffic\n",
        "    Table Name : Suffixes\n" CELLS_2("    U                                  2\n",
                                              "    U                                  4\n"),
        "    Table Name : Memory Chart\n" CELLS_2("    m__a                               5\n",
                                                  "    m__none                      (!) n/a\n"),
        "    Table Name : Line\n" CELLS_2("    Curve                       6 (1; 5)\n",
                                          "    Point                             12\n")};
    for (size_t i = 0; i < COUNT(parts); i++)
        if (!strstr(text, parts[i]))
            fail_msg("printed:\n%s\nwithout:\n%s", text, parts[i]);
    assert_null(strstr(text, "Time"));
    assert_null(strstr(text, "Series"));
    assert_null(strstr(text, "Achieved Work"));
    free(text);
    options.details = DETAILS_HEADER;
    text = print_page(r, &options);
    assert_null(strstr(text, "More"));
    assert_null(strstr(text, "Roof"));
    free(text);
    report_close(r);
    build_free(&build);
}

static void details_of_items_as_csv(void **state)
{
    (void)state;
    struct build build = {0};
    struct report *r = open_items(&build);
    struct page_options options = {
        .page = PAGE_DETAILS, .details = DETAILS_ALL, .format = FORMAT_CSV};
    char *text = print_page(r, &options);
    static const char *const rows[] = {",\"Sec\",\"\",\"More\",\"\",\"11\"\n",
                                       ",\"Sec\",\"First\",\"A\",\"\",\"5\"\n",
                                       ",\"Sec\",\"One\",\"Work\",\"\",\"7\"\n",
                                       ",\"Sec\",\"Two\",\"L m__traffic\",\"\",\"8\"\n",
                                       ",\"Sec\",\"Memory Chart\",\"m__none\",\"\",\"n/a\"\n",
                                       ",\"Sec\",\"Line\",\"Curve\",\"\",\"6 (1; 5)\"\n"};
    for (size_t i = 0; i < COUNT(rows); i++)
        if (!strstr(text, rows[i]))
            fail_msg("printed:\n%s\nwithout:\n%s", text, rows[i]);
    assert_null(strstr(text, "Rule Name"));
    free(text);
    options.naming = METRIC_NAME;
    text = print_page(r, &options);
    assert_non_null(strstr(text, ",\"Suffixes\",\"x__u.avg\",\"\",\"2\"\n"));
    free(text);
    report_close(r);
    build_free(&build);
}

#define STALLS                                                                                     \
    "Sections { Identifier: 'S' DisplayName: 'Stalls' Header { Metrics { Name: "                   \
    "'smsp__pcsamp_warps_issue_stalled_no_instructions' Label: 'No' } } }"

/* The unit of a stall reason, after sections that know instructions per cycle and without them. */
static void a_unit_follows_from_other_sections(void **state)
{
    (void)state;
    for (size_t other = 0; other < 2; other++) {
        struct build build = {0};
        build_begin(&build, 7);
        build_entry(
            &build, &rep__profile_result__descriptor,
            other
                ? KERNEL("f") "MetricResults { NameId: 0 MetricValue { Uint64Value: 5 } } "
                              "MetricResults { NameId: 1 MetricValue { DoubleValue: 1 } "
                              "} " STALLS
                : KERNEL("f") "MetricResults { NameId: 0 MetricValue { Uint64Value: 5 } } " STALLS);
        build_block(&build, "NumResults: 1 Process { ProcessID: 42 } StringTable { Strings: "
                            "'smsp__pcsamp_warps_issue_stalled_no_instructions' Strings: "
                            "'sm__inst_executed.avg.per_cycle_active' }");
        struct report *r = build_open(&build);
        struct page_options options = {
            .page = PAGE_DETAILS, .details = DETAILS_ALL, .format = FORMAT_CSV};
        char *text = print_page(r, &options);
        assert_non_null(strstr(text, other ? ",\"Stalls\",\"\",\"No\",\"inst\",\"5\""
                                           : ",\"Stalls\",\"\",\"No\",\"warp\",\"5\""));
        free(text);
        options.details = DETAILS_HEADER;
        text = print_page(r, &options);
        assert_non_null(strstr(text, ",\"Stalls\",\"No\",\"inst\",\"5\""));
        free(text);
        report_close(r);
        build_free(&build);
    }
}

/* Two nodes, and no links: the only lines of CSV that are not the result's. */
static void nodes_and_missing_links(void **state)
{
    (void)state;
    static const struct {
        bool csv;
        const char *part;
    } parts[] = {
        {false, "    Links\n    No NVLink connections were found.\n\n"},
        {false, "    GPU ID GPU Name NUMA ID by CPU Affinity CPU Affinity NUMA ID by Memory "
                "Affinity\n"},
        {true, ",\"Nodes\",\"\",\"Count\",\"\",\"0\"\n"
               "    No NVLink connections were found.\n"
               "\n"
               "\"GPU ID\",\"GPU Name\",\"NUMA ID by CPU Affinity\",\"CPU Affinity\","
               "\"NUMA ID by Memory Affinity\"\n"
               "\"3\",\"A \"\"GPU\"\"\",\"1\",\"\",\"\"\n"
               "\"4\",\"B\",\"\",\"\",\"\"\n"},
    };
    struct build build = {0};
    struct report *r = build_one(
        &build, "numa__dev_display_name_all numa__id_cpu nvlink__count_logical",
        "MetricResults { NameId: 0 "
        "  MetricValueList { CorrelationId { Uint64Value: 3 } "
        "    ElementValue { StringValue: 'A \"GPU\"' } } "
        "  MetricValueList { CorrelationId { Uint64Value: 4 } "
        "    ElementValue { StringValue: 'B' } } } "
        "MetricResults { NameId: 1 MetricValueList { CorrelationId { Uint64Value: 3 } "
        "  ElementValue { Uint64Value: 1 } } } " METRIC(
            "2", "Uint64Value: 0") "Sections { Identifier: 'S' DisplayName: 'Nodes' "
                                   "  Header { Metrics { Name: 'nvlink__count_logical' Label: "
                                   "'Count' } } "
                                   "  Body { DisplayName: 'Links' Items { NvlinkTopology { } } } "
                                   "  Body { DisplayName: 'Table' Items { NumaIdTable { } } } } ");
    for (size_t i = 0; i < COUNT(parts); i++) {
        struct page_options options = {.page = PAGE_DETAILS,
                                       .details = DETAILS_ALL,
                                       .format = parts[i].csv ? FORMAT_CSV : FORMAT_TEXT};
        char *text = print_page(r, &options);
        if (!strstr(text, parts[i].part))
            fail_msg("printed:\n%s\nwithout:\n%s", text, parts[i].part);
        free(text);
        options.details = DETAILS_HEADER;
        text = print_page(r, &options);
        assert_null(strstr(text, "NVLink"));
        assert_null(strstr(text, "GPU ID"));
        free(text);
    }
    report_close(r);
    build_free(&build);
}

static void metric_names_beside_labels(void **state)
{
    (void)state;
    struct page_options options = {.page = PAGE_DETAILS, .naming = METRIC_NAME};
    sample_contains(&options, "    gpu__time_duration.sum          us         1.50\n");
    options.naming = METRIC_LABEL_NAME;
    sample_contains(&options, "    Duration (gpu__time_duration.sum)          us         1.50\n");
    options.format = FORMAT_CSV;
    sample_contains(&options,
                    ",\"First Section\",\"Duration (gpu__time_duration.sum)\",\"us\",\"1.50\",");
    options = (struct page_options){.summary = SUMMARY_PER_KERNEL, .naming = METRIC_NAME};
    sample_contains(&options, "    gpu__time_duration.sum          us    1.50    1.50    1.50\n");
    options.format = FORMAT_CSV;
    sample_contains(&options, ",\"First Section\",\"gpu__time_duration.sum\",\"us\",\"1.50\",");
}

static void base_units(void **state)
{
    (void)state;
    struct page_options options = {.page = PAGE_DETAILS, .base_units = true};
    sample_contains(&options, "    Duration             ns        1,500\n");
    options = (struct page_options){.page = PAGE_RAW, .base_units = true};
    sample_contains(&options, "gpu__time_duration.sum");
}

static void details_as_csv(void **state)
{
    (void)state;
    struct page_options options = {.page = PAGE_DETAILS, .format = FORMAT_CSV};
    sample_contains(
        &options,
        "\"ID\",\"Process ID\",\"Process Name\",\"Host Name\",\"Kernel Name\",\"Context\","
        "\"Stream\",\"Block Size\",\"Grid Size\",\"Device\",\"CC\",\"Section Name\",\"Metric "
        "Name\",\"Metric Unit\",\"Metric Value\",\"Rule Name\",\"Rule Type\",\"Rule "
        "Description\",\"Estimated Speedup Type\",\"Estimated Speedup\"\n"
        "\"0\",\"10\",\"child\",\"127.0.0.1\",\"first<8>(T *)\",\"1\",\"7\",\"(128, 1, 1)\","
        "\"(8, 2, 1)\",\"0\",\"9.0\",\"First Section\",\"Duration\",\"us\",\"1.50\",\n");
    sample_contains(&options, "\"First\",\"\",\"\",\"\",\"R\",\"OPT\",\"Slow \"\"loads\"\", see "
                              "the guide (https://a.b/c:d).\",\"local\",\"12.5\"\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        on_sample(details_group_results_by_process),
        on_sample(details_print_sections_in_order),
        on_sample(details_print_findings_and_warnings),
        cmocka_unit_test(details_leave_out_sections_with_nothing_in_them),
        cmocka_unit_test(details_of_header_body_or_all),
        cmocka_unit_test(details_of_bodies_as_csv),
        cmocka_unit_test(details_of_items),
        cmocka_unit_test(details_of_items_as_csv),
        cmocka_unit_test(a_unit_follows_from_other_sections),
        cmocka_unit_test(nodes_and_missing_links),
        on_sample(metric_names_beside_labels),
        on_sample(base_units),
        on_sample(details_as_csv),
    };
    return cmocka_run_group_tests_name("page_details", tests, NULL, NULL);
}
