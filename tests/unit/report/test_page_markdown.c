#include "report/pages/page.h"

#include <stdlib.h>
#include <string.h>

#include "page_sample.h"

static void details(void **state)
{
    (void)state;
    struct launch_filter filter = filter_of("first");
    struct page_options options = {.format = FORMAT_MARKDOWN, .filter = &filter};
    sample_prints(&options,
                  "### `first<8>(T *)` (8, 2, 1)x(128, 1, 1)\n\n"
                  "Result 0, process 10 `child` on `127.0.0.1`, Context 1, Stream 7, Device 0, "
                  "CC 9.0\n\n"
                  "> **Warning:** the GPU clocks were not fixed while this was measured: times may "
                  "vary from run to run.\n\n"
                  "#### First Section\n\n"
                  "| Metric | Unit | Value |\n"
                  "| --- | --- | ---: |\n"
                  "| Duration | us | 1.50 |\n\n"
                  "> - **OPT** **Est. Local Speedup: 12.5%** Slow \"loads\", see "
                  "[the guide](<https://a.b/c:d>).\n"
                  "> - **INF** fine\n\n"
                  "#### Second Section\n\n"
                  "| Metric | Unit | Value |\n"
                  "| --- | --- | ---: |\n"
                  "| Bytes | Kbyte | 4.10 |\n"
                  "| Cache |  | n/a |\n"
                  "| Absent |  | n/a |\n\n");
    options.naming = METRIC_NAME;
    options.base_units = true;
    sample_contains(&options, "| `gpu__time_duration.sum` | ns | 1,500 |\n");
    options.naming = METRIC_LABEL_NAME;
    sample_contains(&options, "| Duration `gpu__time_duration.sum` | ns | 1,500 |\n");
    launch_filter_free(&filter);
}

static void bodies(void **state)
{
    (void)state;
    struct build build = {0};
    struct report *r = build_one(
        &build, "m__a m__b",
        METRIC("0", "DoubleValue: 1")
            METRIC("1", "DoubleValue: 2") "Sections { "
                                          "Identifier: 'S' DisplayName: 'A*B' Body { DisplayName: "
                                          "'Charts' Items { Table { "
                                          "Columns: 1 Label: 'In|side' Description: 'why' Metrics "
                                          "{ Name: 'm__a' Label: "
                                          "'A|a' } Metrics { Name: 'm__b' Label: 'B' } } } } } ");
    struct page_options options = {.format = FORMAT_MARKDOWN, .details = DETAILS_ALL};
    char *text = print_page(r, &options);
    assert_non_null(strstr(text, "#### A\\*B\n\n**In\\|side**\n\nwhy\n\n| Metric | Unit | Value |\n"
                                 "| --- | --- | ---: |\n| A\\|a |  | 1 |\n| B |  | 2 |\n"));
    free(text);
    report_close(r);
    build_free(&build);
}

/* Notes keep their lines, and no mark of theirs is one. */
static void notes(void **state)
{
    (void)state;
    struct build build = {0};
    struct report *r =
        build_one(&build, "m",
                  "Comments: '```\\n# a|b' CpuStack { Frames { ModuleName: 'app' PC: 255 "
                  "FuncName: 'f*' } } ");
    struct page_options options = {.format = FORMAT_MARKDOWN};
    char *text = print_page(r, &options);
    assert_non_null(strstr(text, "**Comments**\n\n    kernel\n      ```\n      # a|b\n\n"));
    assert_non_null(strstr(text, "\n    #0 0xff f* of app\n\n"));
    free(text);
    report_close(r);
    build_free(&build);
}

static void items_of_bodies(void **state)
{
    (void)state;
    struct build build = {0};
    struct report *r = build_one(
        &build, "l__x.sum l__x.pct",
        METRIC("0", "DoubleValue: 2500") METRIC(
            "1",
            "DoubleValue: 12.5") "Sections { Identifier: 'S' DisplayName: 'Sec' Body { "
                                 "DisplayName: 'B' "
                                 "Items { SuffixTable { Label: 'T|' Suffixes { Suffix { Name: "
                                 "'.sum' Label: 'Sum|' } "
                                 "Suffix { Name: '.pct' Label: 'Pct' } } "
                                 "BaseNames { BaseName { Name: 'l__x' Label: 'X' } } } } } } "
                                 "RuleResults { Identifier: 'R' DisplayName: 'Rule' "
                                 "SectionIdentifier: 'S' Body { "
                                 "Items { Message { Message: 'm' Type: Ok } RuleTables { Columns "
                                 "{ Name: 'x' "
                                 "Type: TableElement_String Size: 1 StringData: 'p|' } Columns { "
                                 "Name: 'y' "
                                 "Type: TableElement_Double Size: 1 DoubleData: 1.5 } } } } } ");
    struct page_options options = {.format = FORMAT_MARKDOWN, .details = DETAILS_ALL};
    char *text = print_page(r, &options);
    assert_non_null(strstr(text, "**T\\|**\n\n| "));
    assert_non_null(strstr(text, " | Sum\\| | Pct \\[%\\] |\n| --- | ---: | ---: |\n"
                                 "| X | 2,500 | 12.50 |\n\n"));
    assert_non_null(strstr(text, "> - **INF** m\n\n**Rule**\n\n| x | y |\n| --- | ---: |\n"
                                 "| p\\| | 1.50 |\n\n"));
    free(text);
    report_close(r);
    build_free(&build);
}

/* Few results stand side by side, many one after the other. */
static void raw(void **state)
{
    (void)state;
    struct launch_filter filter = filter_of("regex:first|second");
    struct page_options options = {.page = PAGE_RAW,
                                   .format = FORMAT_MARKDOWN,
                                   .filter = &filter,
                                   .metrics = "gpu__time_duration.sum,dram__bytes.sum"};
    sample_prints(&options, "- **0**: `first<8>(T *)` (8, 2, 1)x(128, 1, 1)\n"
                            "- **1**: `second<8>(T *)` (8, 2, 1)x(128, 1, 1)\n\n"
                            "| Metric | Unit | 0 | 1 |\n"
                            "| --- | --- | ---: | ---: |\n"
                            "| `dram__bytes.sum` | Kbyte | 4.096000 |  |\n"
                            "| `gpu__time_duration.sum` | us | 1.500000 | 2.500000 |\n\n");
    filter.count = 1;
    sample_prints(&options,
                  "### `first<8>(T *)` (8, 2, 1)x(128, 1, 1)\n\n"
                  "Result 0, process 10 `child` on `127.0.0.1`, Context 1, Stream 7, Device 0, "
                  "CC 9.0\n\n"
                  "| Metric | Unit | Value |\n"
                  "| --- | --- | ---: |\n"
                  "| `dram__bytes.sum` | Kbyte | 4.096000 |\n"
                  "| `gpu__time_duration.sum` | us | 1.500000 |\n\n");
    launch_filter_free(&filter);
    struct build build = {0};
    build_begin(&build, 7);
    for (int i = 0; i < 5; i++)
        build_entry(&build, &rep__profile_result__descriptor,
                    KERNEL("k") METRIC("0", "Uint64Value: 3"));
    build_block(&build, "NumResults: 5 StringTable { Strings: 'a__b' }");
    struct report *r = build_open(&build);
    options = (struct page_options){.page = PAGE_RAW, .format = FORMAT_MARKDOWN};
    char *text = print_page(r, &options);
    size_t tables = 0;
    for (const char *at = text; (at = strstr(at, "| Metric | Unit | Value |")); at++)
        tables++;
    assert_int_equal(tables, 5);
    free(text);
    report_close(r);
    build_free(&build);
}

static void summaries(void **state)
{
    (void)state;
    struct launch_filter filter = filter_of("first");
    struct page_options options = {
        .format = FORMAT_MARKDOWN, .filter = &filter, .summary = SUMMARY_PER_GPU};
    sample_contains(&options, "## Device 0, CC 9.0\n\n"
                              "### `first<8>(T *)` (8, 2, 1)x(128, 1, 1)\n\n"
                              "process 10 `child` on `127.0.0.1`, Device 0, CC 9.0, Invocations 1"
                              "\n\n#### First Section\n\n"
                              "| Metric | Unit | Minimum | Maximum | Average |\n"
                              "| --- | --- | ---: | ---: | ---: |\n"
                              "| Duration | us | 1.50 | 1.50 | 1.50 |\n\n");
    options.page = PAGE_RAW;
    options.summary = SUMMARY_PER_KERNEL;
    sample_contains(&options, "| `gpu__time_duration.sum` | us | 1.50 | 1.50 | 1.50 |\n");
    sample_lacks(&options, "## Device");
    options.summary = SUMMARY_PER_NVTX;
    sample_contains(&options, "## no NVTX range\n\n### `first");
    launch_filter_free(&filter);
}

static void session(void **state)
{
    (void)state;
    struct page_options options = {.page = PAGE_SESSION, .format = FORMAT_MARKDOWN};
    sample_contains(&options, "### Launch Settings\n\n"
                              "| Launch Attribute | Value |\n"
                              "| --- | --- |\n"
                              "| Profiler Command Line | rooftop app  |\n\n"
                              "### Session Info\n\n");
    sample_contains(&options, "| Host Architecture | x86\\_64 |\n");
    sample_contains(&options, "| multiprocessor\\_count | 132 |\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        on_sample(details),
        cmocka_unit_test(bodies),
        on_sample(raw),
        on_sample(summaries),
        on_sample(session),
        cmocka_unit_test(notes),
        cmocka_unit_test(items_of_bodies),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
