#include "page.h"

#include <stdlib.h>
#include <string.h>

#include "build_report.h"

static struct build sample;
static struct report *report;

static int open_sample(void **state)
{
    (void)state;
    use_locale("C.UTF-8");
    setenv("TZ", "UTC", 1);
    build_sample(&sample);
    report = build_open(&sample);
    return 0;
}

static int close_sample(void **state)
{
    (void)state;
    report_close(report);
    build_free(&sample);
    return 0;
}

static void prints(const struct page_options *options, const char *expected)
{
    char *text = print_page(report, options);
    if (strcmp(text, expected) != 0)
        fail_msg("printed:\n%s\nexpected:\n%s", text, expected);
    free(text);
}

static void contains(const struct page_options *options, const char *part)
{
    char *text = print_page(report, options);
    if (!strstr(text, part))
        fail_msg("printed:\n%s\nwithout:\n%s", text, part);
    free(text);
}

static void lacks(const struct page_options *options, const char *part)
{
    char *text = print_page(report, options);
    if (strstr(text, part))
        fail_msg("printed:\n%s\nwith:\n%s", text, part);
    free(text);
}

static void details_group_results_by_process(void **state)
{
    (void)state;
    struct page_options options = {.page = PAGE_DETAILS};
    char *text = print_page(report, &options);
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
    contains(&options, "    Section: First Section\n"
                       "    ----------- ----------- ------------\n"
                       "    Metric Name Metric Unit Metric Value\n"
                       "    ----------- ----------- ------------\n"
                       "    Duration             us         1.50\n"
                       "    ----------- ----------- ------------\n"
                       "\n"
                       "    ----- ");
    contains(&options, "    Section: Second Section\n"
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
    contains(&options, "    OPT   Est. Local Speedup: 12.5%\n"
                       "          Slow \"loads\", see the guide (https://a.b/c:d).\n");
    contains(&options, "    INF   fine\n");
    contains(&options, "    Warning: ");
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
    struct page_options options = {.page = PAGE_DETAILS, .csv = true, .details = DETAILS_ALL};
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

static void metric_names_beside_labels(void **state)
{
    (void)state;
    struct page_options options = {.page = PAGE_DETAILS, .naming = METRIC_NAME};
    contains(&options, "    gpu__time_duration.sum          us         1.50\n");
    options.naming = METRIC_LABEL_NAME;
    contains(&options, "    Duration (gpu__time_duration.sum)          us         1.50\n");
    options.csv = true;
    contains(&options, ",\"First Section\",\"Duration (gpu__time_duration.sum)\",\"us\",\"1.50\",");
    options = (struct page_options){.summary = SUMMARY_PER_KERNEL, .naming = METRIC_NAME};
    contains(&options, "    gpu__time_duration.sum          us    1.50    1.50    1.50\n");
    options.csv = true;
    contains(&options, ",\"First Section\",\"gpu__time_duration.sum\",\"us\",\"1.50\",");
}

static void base_units(void **state)
{
    (void)state;
    struct page_options options = {.page = PAGE_DETAILS, .base_units = true};
    contains(&options, "    Duration             ns        1,500\n");
    options = (struct page_options){.page = PAGE_RAW, .base_units = true};
    contains(&options, "gpu__time_duration.sum");
}

static void details_as_csv(void **state)
{
    (void)state;
    struct page_options options = {.page = PAGE_DETAILS, .csv = true};
    contains(&options,
             "\"ID\",\"Process ID\",\"Process Name\",\"Host Name\",\"Kernel Name\",\"Context\","
             "\"Stream\",\"Block Size\",\"Grid Size\",\"Device\",\"CC\",\"Section Name\",\"Metric "
             "Name\",\"Metric Unit\",\"Metric Value\",\"Rule Name\",\"Rule Type\",\"Rule "
             "Description\",\"Estimated Speedup Type\",\"Estimated Speedup\"\n"
             "\"0\",\"10\",\"child\",\"127.0.0.1\",\"first<8>(T *)\",\"1\",\"7\",\"(128, 1, 1)\","
             "\"(8, 2, 1)\",\"0\",\"9.0\",\"First Section\",\"Duration\",\"us\",\"1.50\",\"\","
             "\"\",\"\",\"\",\"\"\n");
    contains(&options, "\"First Section\",\"\",\"\",\"\",\"R\",\"OPT\",\"Slow \"\"loads\"\", see "
                       "the guide (https://a.b/c:d).\",\"local\",\"12.5\"\n");
}

/* Three launches of one kernel in an NVTX range, whose values differ. */
static struct report *open_launches(struct build *build)
{
    static const char *const durations[] = {"1500", "2500", "500"};
    struct strbuf text = {0};
    build_begin(build, 7);
    for (size_t i = 0; i < COUNT(durations); i++) {
        strbuf_clear(&text);
        strbuf_addf(&text,
                    KERNEL("f") "MetricResults { NameId: 0 MetricValue { DoubleValue: %s } } "
                                "Sections { Identifier: 'S' DisplayName: 'Section' Header { "
                                "Metrics { Name: 'gpu__time_duration.sum' Label: 'Duration' } } } "
                                "Nvtx { Domains { Id: 0 Name: 'd' } Threads { TID: 1 "
                                "PushPopDomains { Id: 0 Stack { Name: 'r' } } } }",
                    durations[i]);
        build_entry(build, &rep__profile_result__descriptor, text.data);
    }
    build_block(build, "NumResults: 3 Process { ProcessID: 42 Hostname: 'h' ProcessName: 'p' } "
                       "StringTable { Strings: 'gpu__time_duration.sum' }");
    strbuf_free(&text);
    return build_open(build);
}

static void summary_is(enum summary_mode mode, bool csv, const char *expected)
{
    struct build build = {0};
    struct report *r = open_launches(&build);
    struct page_options options = {.page = PAGE_DETAILS, .summary = mode, .csv = csv};
    char *text = print_page(r, &options);
    assert_int_equal(strncmp(text, expected, strlen(expected)), 0);
    if (!csv)
        assert_non_null(strstr(text, "\n\n  Note: "));
    free(text);
    report_close(r);
    build_free(&build);
}

static void summaries_as_text(void **state)
{
    (void)state;
    summary_is(SUMMARY_PER_KERNEL, false,
               "[42] p@h\n"
               "  f<8>(T *) (8, 2, 1)x(128, 1, 1), Device 0, CC 0.0, Invocations 3\n"
               "    Section: Section\n"
               "    ----------- ----------- ------- ------- -------\n"
               "    Metric Name Metric Unit Minimum Maximum Average\n"
               "    ----------- ----------- ------- ------- -------\n"
               "    Duration             us    0.50    2.50    1.50\n"
               "    ----------- ----------- ------- ------- -------\n"
               "\n"
               "  Note: ");
    summary_is(SUMMARY_PER_GPU, false,
               "[42] p@h\n"
               "  Device 0, CC 0.0\n"
               "    f<8>(T *) (8, 2, 1)x(128, 1, 1), Invocations 3\n"
               "      Section: Section\n"
               "      ----------- ----------- ------- ------- -------\n");
    summary_is(SUMMARY_PER_NVTX, false,
               "[42] p@h\n"
               "  d: r\n"
               "    f<8>(T *) (8, 2, 1)x(128, 1, 1), Device 0, CC 0.0, Invocations 3\n"
               "      Section: Section\n");
}

static void summaries_as_csv(void **state)
{
    (void)state;
    summary_is(SUMMARY_PER_KERNEL, true,
               "\"Process ID\",\"Process Name\",\"Host Name\",\"Kernel Name\",\"Block Size\","
               "\"Grid Size\",\"Device\",\"CC\",\"Invocations\",\"Section Name\",\"Metric "
               "Name\",\"Metric Unit\",\"Minimum\",\"Maximum\",\"Average\"\n"
               "\"42\",\"p\",\"h\",\"f<8>(T *)\",\"(128, 1, 1)\",\"(8, 2, 1)\",\"0\",\"0.0\","
               "\"3\",\"Section\",\"Duration\",\"us\",\"0.50\",\"2.50\",\"1.50\"\n");
    summary_is(SUMMARY_PER_NVTX, true,
               "\"Process ID\",\"Process Name\",\"Host Name\",\"Domain\","
               "\"Range:PL_Type:PL_Value:CLR_Type:Color:Msg_Type:Msg\",\"Kernel Name\",");
}

/* The raw page has no sections: all metrics that are numbers, or those that are asked for. */
static void summaries_of_raw_metrics(void **state)
{
    (void)state;
    struct page_options options = {.page = PAGE_RAW,
                                   .csv = true,
                                   .summary = SUMMARY_PER_KERNEL,
                                   .naming = METRIC_LABEL_NAME,
                                   .metrics = "gpu__time_duration,launch__func_cache_config"};
    prints(&options,
           "\"Process ID\",\"Process Name\",\"Host Name\",\"Kernel Name\",\"Block Size\",\"Grid "
           "Size\",\"Device\",\"CC\",\"Invocations\",\"Metric Name\",\"Metric Unit\","
           "\"Minimum\",\"Maximum\",\"Average\"\n"
           "\"10\",\"child\",\"127.0.0.1\",\"first<8>(T *)\",\"(128, 1, 1)\",\"(8, 2, 1)\","
           "\"0\",\"9.0\",\"1\",\"gpu__time_duration.sum\",\"us\",\"1.50\",\"1.50\",\"1.50\"\n"
           "\"20\",\"parent\",\"127.0.0.1\",\"range\",\"\",\"\",\"0\",\"9.0\",\"1\","
           "\"gpu__time_duration.sum\",\"us\",\"3.50\",\"3.50\",\"3.50\"\n"
           "\"20\",\"parent\",\"127.0.0.1\",\"second<8>(T *)\",\"(128, 1, 1)\",\"(8, 2, 1)\","
           "\"0\",\"9.0\",\"1\",\"gpu__time_duration.sum\",\"us\",\"2.50\",\"2.50\",\"2.50\"\n");
    options.csv = false;
    contains(&options, "  second<8>(T *) (8, 2, 1)x(128, 1, 1), Device 0, CC 9.0, Invocations 1\n"
                       "    ---------------------- ----------- ------- ------- -------\n"
                       "    Metric Name            Metric Unit Minimum Maximum Average\n");
    lacks(&options, "Section");
    lacks(&options, "launch__");
}

/* The names in the report stay as they were. */
static void names_after_nvtx_ranges(void **state)
{
    (void)state;
    struct build build = {0};
    struct report *r = open_launches(&build);
    struct page_options options = {.page = PAGE_RAW, .csv = true, .nvtx_rename = true};
    char *text = print_page(r, &options);
    assert_non_null(strstr(text, "\"r/f<8>(T *)\""));
    free(text);
    options = (struct page_options){.summary = SUMMARY_PER_KERNEL, .nvtx_rename = true};
    text = print_page(r, &options);
    assert_non_null(strstr(text, "  r/f<8>(T *) (8, 2, 1)x(128, 1, 1), Device 0"));
    free(text);
    options.nvtx_rename = false;
    text = print_page(r, &options);
    assert_non_null(strstr(text, "  f<8>(T *) (8, 2, 1)x(128, 1, 1), Device 0"));
    assert_null(strstr(text, "r/f"));
    free(text);
    report_close(r);
    build_free(&build);
}

static struct launch_filter filter_of(const char *pattern)
{
    struct launch_filter filter = {0};
    assert_true(name_pattern_set(&filter.name, pattern, NULL));
    return filter;
}

static void raw_as_csv(void **state)
{
    (void)state;
    struct launch_filter filter = filter_of("regex:first|second");
    struct page_options options = {.page = PAGE_RAW,
                                   .csv = true,
                                   .filter = &filter,
                                   .metrics = "gpu__time_duration.sum,dram__bytes.sum,"
                                              "launch__func_cache_config"};
    prints(&options,
           "\"ID\",\"Process ID\",\"Process Name\",\"Host Name\",\"Kernel Name\",\"Context\","
           "\"Stream\",\"Block Size\",\"Grid Size\",\"Device\",\"CC\",\"dram__bytes.sum\","
           "\"gpu__time_duration.sum\",\"launch__func_cache_config\"\n"
           "\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"Kbyte\",\"us\",\"\"\n"
           "\"0\",\"10\",\"child\",\"127.0.0.1\",\"first<8>(T *)\",\"1\",\"7\",\"(128, 1, 1)\","
           "\"(8, 2, 1)\",\"0\",\"9.0\",\"4.096000\",\"1.500000\",\"\"\n"
           "\"1\",\"20\",\"parent\",\"127.0.0.1\",\"second<8>(T *)\",\"1\",\"7\",\"(128, 1, 1)\","
           "\"(8, 2, 1)\",\"0\",\"9.0\",\"\",\"2.500000\",\"None\"\n");
    launch_filter_free(&filter);
}

static void a_page_of_ranges_has_no_columns_of_sizes(void **state)
{
    (void)state;
    struct launch_filter filter = filter_of("range");
    struct page_options options = {
        .page = PAGE_RAW, .csv = true, .filter = &filter, .metrics = "gpu__time_duration.sum"};
    prints(&options,
           "\"ID\",\"Process ID\",\"Process Name\",\"Host Name\",\"Kernel Name\",\"Context\","
           "\"Stream\",\"Device\",\"CC\",\"gpu__time_duration.sum\"\n"
           "\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"us\"\n"
           "\"2\",\"20\",\"parent\",\"127.0.0.1\",\"range\",\"1\",\"n/a\",\"0\",\"9.0\","
           "\"3.500000\"\n");
    options.page = PAGE_DETAILS;
    contains(&options,
             "\"Kernel Name\",\"Context\",\"Stream\",\"Device\",\"CC\",\"Section Name\",");
    contains(&options, "\"range\",\"1\",\"n/a\",\"0\",\"9.0\",\"First Section\",");
    options.summary = SUMMARY_PER_KERNEL;
    contains(&options, "\"Kernel Name\",\"Device\",\"CC\",\"Invocations\",");
    launch_filter_free(&filter);
}

/* Alone the short kernel would be shown in us, and its instructions as "0". */
static void scales_follow_from_the_whole_report(void **state)
{
    (void)state;
    struct build build = {0};
    build_begin(&build, 7);
    build_entry(&build, &rep__profile_result__descriptor,
                KERNEL("short") METRIC("0", "DoubleValue: 1500") METRIC("1", "DoubleValue: 0"));
    build_entry(&build, &rep__profile_result__descriptor,
                KERNEL("long") METRIC("0", "DoubleValue: 1500000") METRIC("1", "DoubleValue: 2"));
    build_block(&build, "NumResults: 2 Process { ProcessID: 1 } StringTable { Strings: "
                        "'gpu__time_duration.sum' Strings: 'smsp__inst_executed.sum' }");
    struct report *r = build_open(&build);
    struct launch_filter filter = filter_of("short");
    struct page_options options = {.page = PAGE_RAW, .csv = true, .filter = &filter};
    char *text = print_page(r, &options);
    assert_non_null(strstr(text, ",\"ms\",\"inst\"\n"));
    assert_non_null(strstr(text, ",\"0.001500\",\"0.000000\"\n"));
    free(text);
    options.csv = false;
    text = print_page(r, &options);
    assert_non_null(strstr(text, " ms     0.001500\n"));
    free(text);
    launch_filter_free(&filter);
    report_close(r);
    build_free(&build);
}

/* Only a range that is open brings the columns of NVTX: an empty state says nothing. */
static void nvtx_columns_stand_before_the_name(void **state)
{
    (void)state;
    static const char *const stacks[] = {"", "Stack { Name: 'outer' }"};
    for (size_t i = 0; i < COUNT(stacks); i++) {
        struct build build = {0};
        char nvtx[256];
        snprintf(nvtx, sizeof nvtx,
                 "Nvtx { Domains { Id: 0 Name: 'd' } Threads { TID: 5 PushPopDomains { Id: 0 %s } "
                 "} } ",
                 stacks[i]);
        struct report *r = build_one(&build, "a", nvtx);
        struct page_options options = {.page = PAGE_RAW, .csv = true};
        char *text = print_page(r, &options);
        if (i == 0)
            assert_null(strstr(text, "Push"));
        else {
            assert_non_null(strstr(text, "\"Host Name\",\"thread Domain:Push/Pop_Range:"));
            assert_non_null(strstr(text, ":Msg\",\"Id:Domain:Start/Stop_Range:"));
            assert_non_null(strstr(text, ":Msg\",\"Kernel Name\","));
            assert_non_null(strstr(text, ",\"5  \"\"d:outer:none:none:none:none:none:none\"\" \","
                                         "\"\",\""));
        }
        free(text);
        report_close(r);
        build_free(&build);
    }
}

static void derived_sectors_are_sectors_where_a_counter_is(void **state)
{
    (void)state;
    static const struct {
        const char *names, *units;
    } cases[] = {
        {"derived__sectors_extra lts__t_sectors.sum", ",\"sector\",\"sector\"\n"},
        {"derived__sectors_extra lts__t_sectors.sum.per_second", ",\"sector\",\"sector/s\"\n"},
        {"derived__sectors_extra lts__t_sectors.avg.pct_of_peak_sustained_elapsed",
         ",\"byte\",\"%\"\n"},
        {"derived__sectors_extra memory_l2_theoretical_sectors_global", ",\"byte\",\"sectors\"\n"},
        {"derived__sectors_extra derived__sectors_more", ",\"byte\",\"byte\"\n"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct build build = {0};
        struct report *r = build_one(&build, cases[i].names,
                                     METRIC("0", "Uint64Value: 3") METRIC("1", "Uint64Value: 4"));
        struct page_options options = {.page = PAGE_RAW, .csv = true};
        char *text = print_page(r, &options);
        assert_non_null(strstr(text, cases[i].units));
        free(text);
        report_close(r);
        build_free(&build);
    }
}

static void kernel_names_have_three_forms(void **state)
{
    (void)state;
    static const char *const names[] = {[PAGE_NAME_DEMANGLED] = "second<8>(T *)",
                                        [PAGE_NAME_FUNCTION] = "second",
                                        [PAGE_NAME_MANGLED] = "_Z1second"};
    struct launch_filter filter = filter_of("second");
    for (size_t i = 0; i < COUNT(names); i++) {
        struct page_options options = {
            .page = PAGE_RAW, .kernel_name = (enum page_kernel_name)i, .filter = &filter};
        char expected[64];
        snprintf(expected, sizeof expected, "\n  %s (8, 2, 1)x(128, 1, 1),", names[i]);
        contains(&options, expected);
        options.csv = true;
        snprintf(expected, sizeof expected, ",\"%s\",\"1\",\"7\",", names[i]);
        contains(&options, expected);
    }
    launch_filter_free(&filter);
}

static void raw_as_text(void **state)
{
    (void)state;
    struct launch_filter filter = filter_of("second");
    struct page_options options = {
        .page = PAGE_RAW, .filter = &filter, .metrics = "gpu__time_duration.sum"};
    prints(&options, "[20] parent@127.0.0.1\n"
                     "  second<8>(T *) (8, 2, 1)x(128, 1, 1), Context 1, Stream 7, Device 0, "
                     "CC 9.0\n"
                     "    ---------------------- ----------- ------------\n"
                     "    Metric Name            Metric Unit Metric Value\n"
                     "    ---------------------- ----------- ------------\n"
                     "    gpu__time_duration.sum          us     2.500000\n"
                     "    ---------------------- ----------- ------------\n\n");
    launch_filter_free(&filter);
}

/* A metric with neither value nor instances says so; one with instances only has an empty cell. */
static void cells_without_a_value(void **state)
{
    (void)state;
    struct build build = {0};
    struct report *r =
        build_one(&build, "absent instances nan breakdown:x group:y",
                  "MetricResults { NameId: 0 } MetricResults { NameId: 1 MetricValueList { "
                  "ElementValue { Uint64Value: 1 } } } " METRIC("2", "DoubleValue: nan")
                      METRIC("3", "StringValue: 'a,b'") METRIC("4", "StringValue: 'c'"));
    struct page_options options = {.page = PAGE_RAW, .csv = true};
    char *text = print_page(r, &options);
    assert_non_null(strstr(text, ",\"CC\",\"absent\",\"instances\",\"nan\"\n"));
    assert_non_null(strstr(text, ",\"0.0\",\"no data\",\"\",\"nan\"\n"));
    free(text);
    report_close(r);
    build_free(&build);
}

/* --kernel-name-base demangled: a renamed kernel is found under its new name only. */
static void a_filter_tests_the_new_name(void **state)
{
    (void)state;
    static const char file[] = "- {Original: f<8>(T *), Renamed: New}\n";
    struct build build = {0};
    struct kernel_renames renames = {0};
    struct report *r = build_one(&build, "", "");
    struct launch_filter filter = filter_of("New");
    assert_true(kernel_renames_parse(&renames, "file", file, sizeof file - 1, NULL));
    report_set_renames(r, &renames);
    filter.base = NAME_DEMANGLED;
    struct page_options options = {.page = PAGE_DETAILS, .filter = &filter};
    char *text = print_page(r, &options);
    assert_non_null(strstr(text, "  New (8, 2, 1)x(128, 1, 1), "));
    free(text);
    launch_filter_free(&filter);
    kernel_renames_free(&renames);
    report_close(r);
    build_free(&build);
}

static void skip_and_count(void **state)
{
    (void)state;
    struct launch_filter filter = {.skip = 1, .count = 2};
    struct page_options options = {.page = PAGE_RAW, .csv = true, .filter = &filter};
    char *text = print_page(report, &options);
    assert_null(strstr(text, "first"));
    assert_non_null(strstr(text, "second"));
    assert_non_null(strstr(text, "range"));
    assert_null(strstr(text, "graph"));
    free(text);
}

/* The pages are printed twice: what one counted is nothing to the next. */
static void results_are_chosen_by_id(void **state)
{
    (void)state;
    static const struct {
        const char *id, *names;
    } cases[] = {{"::regex:first|second:1", "first second "},
                 {"::first:2", ""},
                 {":13::", "graph "},
                 {":7:second:", "second "},
                 {"2:::", ""}};
    for (size_t i = 0; i < COUNT(cases) * 2; i++) {
        struct launch_filter filter = {0};
        struct page_options options = {.page = PAGE_RAW, .csv = true, .filter = &filter};
        struct strbuf names = {0};
        strbuf_adds(&names, "");
        assert_true(kernel_id_set(&filter.id, cases[i / 2].id, NULL));
        char *text = print_page(report, &options);
        static const char *const all[] = {"first", "second", "range", "graph"};
        for (size_t j = 0; j < COUNT(all); j++) {
            char field[32];
            snprintf(field, sizeof field, ",\"%s", all[j]);
            if (strstr(text, field))
                strbuf_addf(&names, "%s ", all[j]);
        }
        assert_string_equal(names.data, cases[i / 2].names);
        free(text);
        strbuf_free(&names);
        launch_filter_free(&filter);
    }
}

static void a_filter_that_passes_nothing_says_so(void **state)
{
    (void)state;
    struct launch_filter filter = filter_of("nothing");
    struct page_options options = {.page = PAGE_DETAILS, .filter = &filter};
    contains(&options, "error: built: no result passes the filters (4 in the report)");
    launch_filter_free(&filter);
}

static void session_as_text(void **state)
{
    (void)state;
    struct page_options options = {.page = PAGE_SESSION};
    contains(&options, "Profiler Command Line rooftop app ");
    contains(&options, "Created           1970-Jan-01 00:00:00");
    contains(&options, "Host Name");
    contains(&options, "Linux - 6.1");
    contains(&options, "PerfWorks");
    contains(&options, "10         child");
    contains(&options, "multiprocessor_count");
}

static void session_as_csv(void **state)
{
    (void)state;
    struct page_options options = {.page = PAGE_SESSION, .csv = true};
    contains(&options, "\"Launch Settings\"\n\"Launch Attribute\",\"Value\"\n"
                       "\"Profiler Command Line\",\"rooftop app \"\n");
    contains(&options, "\"Process Id\",\"Process Name\"\n");
}

static void a_report_without_a_session_begins_without_a_blank_line(void **state)
{
    (void)state;
    struct build build = {0};
    struct report *r = build_one(&build, "", "");
    struct page_options options = {.page = PAGE_SESSION};
    char *text = print_page(r, &options);
    assert_int_equal(strncmp(text, "Processes\n", 10), 0);
    free(text);
    report_close(r);
    build_free(&build);
}

/* Thousands of instances do not make the other rows wide. */
static void lists_of_instances_wrap(void **state)
{
    (void)state;
    struct build build = {0};
    struct strbuf more = {0};
    strbuf_adds(&more, "MetricResults { NameId: 0 MetricValue { Uint64Value: 0 } ");
    for (int i = 0; i < 1000; i++)
        strbuf_adds(&more, "MetricValueList { ElementValue { Uint64Value: 1 } } ");
    strbuf_adds(&more, "} ");
    struct report *r = build_one(&build, "many", more.data);
    struct page_options options = {.page = PAGE_RAW, .instances = INSTANCES_VALUES};
    char *text = print_page(r, &options);
    for (const char *line = text; *line; line += strcspn(line, "\n") + 1)
        assert_true(strcspn(line, "\n") < 160);
    free(text);
    report_close(r);
    build_free(&build);
    strbuf_free(&more);
}

/* Every page of a report whose texts hold escapes, bad UTF-8 and quotes. */
static struct report *open_hostile(struct build *build)
{
    build_begin(build, 7);
    build_entry(
        build, &rep__profile_result__descriptor,
        KERNEL(
            "x\\033[2J\\377\\n\\\"y") "RuleResults { Identifier: 'R\\033' DisplayName: 'R' "
                                      "SectionIdentifier: 'S' Body { Items { Message { Message: "
                                      "'m\\033[1m' Type: Warning } } } } "
                                      "Sections { Identifier: 'S' DisplayName: 'S\\033\\r' "
                                      "Header { Metrics { Name: 'a' Label: 'l\\033\\t' } } Body { "
                                      "DisplayName: 'b\\033' Items { Table { Columns: 1 Label: "
                                      "'t\\033' Description: 'd\\033' Metrics { Name: 'a' Label: "
                                      "'c\\033' } } } } "
                                      "} Nvtx { Domains { Id: 0 Name: 'd\\033' } Threads { TID: 1 "
                                      "PushPopDomains { Id: 0 Stack { Name: 'r\\033' } } } "
                                      "} "
                                      "MetricResults { NameId: 0 MetricValue { StringValue: "
                                      "'v\\033\\007' } MetricValueList { "
                                      "CorrelationId { StringValue: 'i\\033' } ElementValue { "
                                      "StringValue: 'e\\033\\177' } } } ");
    build_block(build, "NumResults: 1 Process { ProcessID: 1 Hostname: 'h\\033' ProcessName: "
                       "'/p\\033\\202' } StringTable { Strings: 'a' } SessionDetails { "
                       "ProfilerCmdline: 'c\\033]0;x\\007' HostSystemInfo { ComputerName: "
                       "'n\\033' } VersionInfo { Provider: 'v\\033' Version: '\\033' } "
                       "DeviceAttributes { ID: 0 Attributes { Name: 'display_name' "
                       "Value { StringValue: 'd\\033' } } } }");
    return build_open(build);
}

static void no_control_byte_reaches_the_terminal(void **state)
{
    (void)state;
    static const char *const locales[] = {"C", "C.UTF-8"};
    struct build build = {0};
    struct report *r = open_hostile(&build);
    for (size_t i = 0; i < COUNT(locales); i++) {
        use_locale(locales[i]);
        for (int form = 0; form < PAGE_COUNT + SUMMARY_PER_NVTX; form++) {
            struct page_options options = {.page = (enum page)form};
            if (form >= PAGE_COUNT)
                options = (struct page_options){.summary = form - PAGE_COUNT + 1};
            options.kernel_name = i ? PAGE_NAME_MANGLED : PAGE_NAME_DEMANGLED;
            options.instances = INSTANCES_DETAILS;
            options.details = DETAILS_ALL;
            options.naming = METRIC_LABEL_NAME;
            options.nvtx_rename = true;
            char *text = print_page(r, &options);
            for (const char *c = text; *c; c++) {
                assert_true(*c == '\n' || (unsigned char)*c >= 0x20);
                assert_true((unsigned char)*c != 0x7f);
                if (i == 0)
                    assert_true((unsigned char)*c < 0x80);
            }
            free(text);
        }
    }
    report_close(r);
    build_free(&build);
}

static void csv_keeps_the_bytes(void **state)
{
    (void)state;
    use_locale("C");
    struct build build = {0};
    struct report *r = open_hostile(&build);
    struct page_options options = {.page = PAGE_RAW, .csv = true};
    char *text = print_page(r, &options);
    assert_non_null(strstr(text, "\"x\x1b[2J\xff\n\"\"y<8>(T *)\""));
    assert_non_null(strstr(text, "\"v\x1b\x07\""));
    free(text);
    options.page = PAGE_SESSION;
    text = print_page(r, &options);
    assert_non_null(strstr(text, "\"c\x1b]0;x\x07\""));
    free(text);
    report_close(r);
    build_free(&build);
}

static void a_damaged_result_does_not_hide_the_others(void **state)
{
    (void)state;
    struct build build = {0};
    build_begin(&build, 7);
    build_raw_entry(&build, "\xff", 1);
    build_entry(&build, &rep__profile_result__descriptor, KERNEL("good"));
    build_block(&build, "NumResults: 2");
    struct report *r = build_open(&build);
    struct page_options options = {.page = PAGE_DETAILS};
    char *text = print_page(r, &options);
    assert_non_null(strstr(text, "good<8>(T *)"));
    assert_non_null(strstr(text, "error: built: result 0 is damaged"));
    free(text);
    report_close(r);
    build_free(&build);
}

static void a_report_without_results_prints_nothing(void **state)
{
    (void)state;
    struct build build = {0};
    build_begin(&build, 7);
    struct report *r = build_open(&build);
    for (int page = 0; page < PAGE_COUNT; page++) {
        struct page_options options = {.page = (enum page)page, .csv = true};
        char *text = print_page(r, &options);
        assert_string_equal(text, "");
        free(text);
    }
    report_close(r);
    build_free(&build);
}

static void many_devices_are_survived(void **state)
{
    (void)state;
    struct build build = {0};
    struct strbuf header = {0};
    strbuf_adds(&header, "SessionDetails { ");
    for (int i = 0; i < 40; i++)
        strbuf_addf(&header, "DeviceAttributes { ID: %d } ", i);
    strbuf_adds(&header, "}");
    build_begin(&build, 7);
    build_block(&build, header.data);
    struct report *r = build_open(&build);
    struct page_options options = {.page = PAGE_SESSION};
    char *text = print_page(r, &options);
    assert_non_null(strstr(text, "Device 0"));
    free(text);
    report_close(r);
    build_free(&build);
    strbuf_free(&header);
}

static void names_in_the_table_of_pages(void **state)
{
    (void)state;
    struct page_options options = {.page = PAGE_RAW};
    lacks(&options, "error:");
    assert_string_equal(page_names[PAGE_DETAILS], "details");
    assert_string_equal(page_names[PAGE_RAW], "raw");
    assert_string_equal(page_names[PAGE_SESSION], "session");
}

#define on_sample(test) cmocka_unit_test_setup_teardown(test, open_sample, close_sample)

int main(void)
{
    const struct CMUnitTest tests[] = {
        on_sample(details_group_results_by_process),
        on_sample(details_print_sections_in_order),
        on_sample(details_print_findings_and_warnings),
        cmocka_unit_test(details_leave_out_sections_with_nothing_in_them),
        cmocka_unit_test(details_of_header_body_or_all),
        cmocka_unit_test(details_of_bodies_as_csv),
        on_sample(metric_names_beside_labels),
        on_sample(base_units),
        on_sample(details_as_csv),
        cmocka_unit_test(summaries_as_text),
        cmocka_unit_test(summaries_as_csv),
        on_sample(summaries_of_raw_metrics),
        cmocka_unit_test(names_after_nvtx_ranges),
        cmocka_unit_test(a_filter_tests_the_new_name),
        on_sample(raw_as_csv),
        on_sample(a_page_of_ranges_has_no_columns_of_sizes),
        cmocka_unit_test(scales_follow_from_the_whole_report),
        cmocka_unit_test(nvtx_columns_stand_before_the_name),
        cmocka_unit_test(derived_sectors_are_sectors_where_a_counter_is),
        on_sample(kernel_names_have_three_forms),
        on_sample(raw_as_text),
        cmocka_unit_test(cells_without_a_value),
        on_sample(skip_and_count),
        on_sample(results_are_chosen_by_id),
        on_sample(a_filter_that_passes_nothing_says_so),
        on_sample(session_as_text),
        on_sample(session_as_csv),
        cmocka_unit_test(a_report_without_a_session_begins_without_a_blank_line),
        cmocka_unit_test(lists_of_instances_wrap),
        cmocka_unit_test(no_control_byte_reaches_the_terminal),
        cmocka_unit_test(csv_keeps_the_bytes),
        cmocka_unit_test(a_damaged_result_does_not_hide_the_others),
        cmocka_unit_test(a_report_without_results_prints_nothing),
        cmocka_unit_test(many_devices_are_survived),
        on_sample(names_in_the_table_of_pages),
    };
    return cmocka_run_group_tests_name("page", tests, NULL, NULL);
}
