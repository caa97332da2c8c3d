#include "page.h"

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
                              "    ----- ");
    sample_contains(&options, "    Section: Second Section\n"
                              "    ----------- ----------- ------------\n"
                              "    Metric Name Metric Unit Metric Value\n"
                              "    ----------- ----------- ------------\n"
                              "    Bytes             Kbyte         4.10\n"
                              "    Cache                            n/a\n"
                              "    Absent                           n/a\n"
                              "    ----------- ----------- ------------\n\n");
}

static void details_print_findings_and_warnings(void **state)
{
    (void)state;
    struct page_options options = {.page = PAGE_DETAILS};
    sample_contains(&options, "    OPT   Est. Local Speedup: 12.5%\n"
                              "          Slow \"loads\", see the guide (https://a.b/c:d).\n");
    sample_contains(&options, "    INF   fine\n");
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
    assert_non_null(strstr(text, "    Section: Found\n    ----- -"));
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
    "    D                                n/a\n" END_TABLE "    Table Name : Named\n" HEADER_TABLE \
    "    A                               1.00\n"                                                   \
    "    C                                 30\n" END_TABLE

static void details_of_header_body_or_all(void **state)
{
    (void)state;
    static const char *const expected[] = {
        [DETAILS_HEADER] = "    Section: Sec\n" HEADER_CELLS "    ----- ---",
        [DETAILS_BODY] = "    Section: Sec\n" BODY_CELLS "    ----- ---",
        [DETAILS_ALL] = "    Section: Sec\n" HEADER_CELLS BODY_CELLS "    ----- ---"};
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
    assert_non_null(strstr(text, ",\"Sec\",\"\",\"Head\",\"\",\"7\",\"\",\"\",\"\",\"\",\"\"\n"));
    assert_non_null(strstr(text, ",\"Sec\",\"Sorted\",\"C\",\"\",\"30\",\"\","));
    assert_non_null(strstr(text, ",\"Sec\",\"\",\"\",\"\",\"\",\"R\",\"INF\",\"m\",\"\",\"\"\n"));
    free(text);
    options.details = DETAILS_BODY;
    text = print_page(r, &options);
    assert_null(strstr(text, "\"Head\""));
    free(text);
    report_close(r);
    build_free(&build);
}

/* A chart between two tables; units that all cells of a column share stand in its heading. */
static struct report *open_charts(struct build *build)
{
    return build_one(
        build, "m__a bytes series:sm__x.avg.pct",
        METRIC("0", "DoubleValue: 5") METRIC(
            "1", "DoubleValue: 3000") "MetricResults { NameId: 2 MetricValueList { "
                                      "CorrelationId { Uint64Value: 10 } ElementValue { "
                                      "DoubleValue: 25 } } MetricValueList { CorrelationId "
                                      "{ Uint64Value: 30 } ElementValue { DoubleValue: 75 } "
                                      "} } "
                                      "Sections { Identifier: 'S' DisplayName: 'Sec' Body { "
                                      "DisplayName: 'B' Items { Table { Columns: 1 Label: "
                                      "'First' Metrics { Name: 'm__a' Label: 'A' } } } "
                                      "Items { Timeline { Label: 'Time' Metrics { Name: "
                                      "'series:sm__x.avg.pct' Label: 'X' } } } Items { Table "
                                      "{ Columns: 1 Label: 'Last' Metrics { Name: 'm__a' "
                                      "Label: 'A' } } } } } "
                                      "RuleResults { Identifier: 'R' DisplayName: 'Rule' "
                                      "SectionIdentifier: 'S' Body { Items { RuleTables { "
                                      "Columns { Name: 'Line' Type: TableElement_String "
                                      "Size: 1 StringData: 'x.cu' } Columns { Name: 'Count' "
                                      "Type: TableElement_Double Size: 1 DoubleData: 3 } } "
                                      "} } } ");
}

static void details_of_charts(void **state)
{
    (void)state;
    struct build build = {0};
    struct report *r = open_charts(&build);
    struct page_options options = {.page = PAGE_DETAILS, .details = DETAILS_BODY};
    char *text = print_page(r, &options);
    const char *first = strstr(text, "    B\n    Table Name : First\n");
    const char *chart = strstr(
        text, "    Table Name : Time\n"
              "    ----------- ------- ------------- ----------- -------- ----------- ------\n"
              "    Metric Name Samples Interval [ns] Minimum [%] Mean [%] Maximum [%] "
              "Course\n"
              "    ----------- ------- ------------- ----------- -------- ----------- ------\n"
              "    X                 2            20          25       50          75 -@    "
              "\n");
    const char *last = strstr(text, "    Table Name : Last\n");
    const char *rule = strstr(text, "    Table Name : Rule\n"
                                    "    ---- -----\n"
                                    "    Line Count\n"
                                    "    ---- -----\n"
                                    "    x.cu     3\n");
    if (!first || !chart || !last || !rule)
        fail_msg("printed:\n%s", text);
    assert_true(first < chart && chart < last && last < rule);
    free(text);
    options.details = DETAILS_HEADER;
    text = print_page(r, &options);
    assert_null(strstr(text, "Time"));
    assert_null(strstr(text, "x.cu"));
    free(text);
    report_close(r);
    build_free(&build);
}

static void details_of_charts_as_csv(void **state)
{
    (void)state;
    struct build build = {0};
    struct report *r = open_charts(&build);
    struct page_options options = {
        .page = PAGE_DETAILS, .details = DETAILS_ALL, .format = FORMAT_CSV};
    char *text = print_page(r, &options);
    const char *first = strstr(text, ",\"Sec\",\"First\",\"A\",\"\",\"5\",");
    const char *chart =
        strstr(text, ",\"Sec\",\"Time\",\"X: Mean\",\"%\",\"50\",\"\",\"\",\"\",\"\",\"\"\n");
    const char *last = strstr(text, ",\"Sec\",\"Last\",\"A\",");
    const char *rule = strstr(text, ",\"Sec\",\"Rule\",\"x.cu: Count\",\"\",\"3\",");
    if (!first || !chart || !last || !rule)
        fail_msg("printed:\n%s", text);
    assert_true(first < chart && chart < last && last < rule);
    free(text);
    options.naming = METRIC_NAME;
    text = print_page(r, &options);
    assert_non_null(strstr(text, ",\"series:sm__x.avg.pct: Samples\",\"\",\"2\","));
    free(text);
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
        "\"(8, 2, 1)\",\"0\",\"9.0\",\"First Section\",\"Duration\",\"us\",\"1.50\",\"\","
        "\"\",\"\",\"\",\"\"\n");
    sample_contains(&options,
                    "\"First Section\",\"\",\"\",\"\",\"R\",\"OPT\",\"Slow \"\"loads\"\", see "
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
        cmocka_unit_test(details_of_charts),
        cmocka_unit_test(details_of_charts_as_csv),
        on_sample(metric_names_beside_labels),
        on_sample(base_units),
        on_sample(details_as_csv),
    };
    return cmocka_run_group_tests_name("page_details", tests, NULL, NULL);
}
