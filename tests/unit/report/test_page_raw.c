#include "report/pages/page.h"

#include <stdlib.h>
#include <string.h>

#include "page_sample.h"

static void raw_as_csv(void **state)
{
    (void)state;
    struct launch_filter filter = filter_of("regex:first|second");
    struct page_options options = {.page = PAGE_RAW,
                                   .format = FORMAT_CSV,
                                   .filter = &filter,
                                   .metrics = "gpu__time_duration.sum,dram__bytes.sum,"
                                              "launch__func_cache_config"};
    sample_prints(
        &options,
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
    struct page_options options = {.page = PAGE_RAW,
                                   .format = FORMAT_CSV,
                                   .filter = &filter,
                                   .metrics = "gpu__time_duration.sum"};
    sample_prints(
        &options,
        "\"ID\",\"Process ID\",\"Process Name\",\"Host Name\",\"Kernel Name\",\"Context\","
        "\"Stream\",\"Device\",\"CC\",\"gpu__time_duration.sum\"\n"
        "\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"us\"\n"
        "\"2\",\"20\",\"parent\",\"127.0.0.1\",\"range\",\"1\",\"n/a\",\"0\",\"9.0\","
        "\"3.500000\"\n");
    options.page = PAGE_DETAILS;
    sample_contains(&options,
                    "\"Kernel Name\",\"Context\",\"Stream\",\"Device\",\"CC\",\"Section Name\",");
    sample_contains(&options, "\"range\",\"1\",\"n/a\",\"0\",\"9.0\",\"First Section\",");
    /* Summaries have them. */
    options.summary = SUMMARY_PER_KERNEL;
    sample_contains(&options, "\"range\",\"(0, 0, 0)\",\"(0, 0, 0)\",\"0\",\"9.0\",\"1\",");
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
    struct page_options options = {.page = PAGE_RAW, .format = FORMAT_CSV, .filter = &filter};
    char *text = print_page(r, &options);
    assert_non_null(strstr(text, ",\"ms\",\"inst\"\n"));
    assert_non_null(strstr(text, ",\"0.001500\",\"0.000000\"\n"));
    free(text);
    /* As text each value has its own. */
    options.format = FORMAT_TEXT;
    text = print_page(r, &options);
    assert_non_null(strstr(text, " us                 1.50\n"));
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
        struct page_options options = {.page = PAGE_RAW, .format = FORMAT_CSV};
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

static void some_units_depend_on_others(void **state)
{
    (void)state;
    static const struct {
        const char *names, *units;
    } cases[] = {
        {"derived__memory_l2_theoretical_sectors_global_excessive "
         "lts__t_sectors.avg.per_cycle_active",
         ",\"sector\",\"sector/cycle\"\n"},
        {"derived__memory_l2_theoretical_sectors_global_excessive lts__t_sectors.sum",
         ",\"byte\",\"sector\"\n"},
        {"derived__memory_l2_theoretical_sectors_global_excessive launch__grid_size",
         ",\"byte\",\"\"\n"},
        {"sass__inst_executed_register_spilling_mem_local lts__t_sectors.avg.peak_sustained",
         ",\"sector/cycle\",\"inst\"\n"},
        {"sass__inst_executed_register_spilling_mem_local lts__t_sectors.sum",
         ",\"sector\",\"byte\"\n"},
        {"derived__sm__sass_thread_inst_executed_op_ffma_pred_on_x2 "
         "derived__avg_thread_executed",
         ",\"thread\",\"thread\"\n"},
        {"derived__sm__sass_thread_inst_executed_op_ffma_pred_on_x2 lts__t_sectors.sum",
         ",\"inst\",\"sector\"\n"},
        {"derived__sm__sass_thread_inst_executed_op_ffma_pred_on_x2 launch__thread_count",
         ",\"inst\",\"thread\"\n"},
        {"regex:x derived__memory_l2_theoretical_sectors_global_excessive",
         "\"CC\",\"derived__memory_l2_theoretical_sectors_global_excessive\"\n"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct build build = {0};
        struct report *r = build_one(&build, cases[i].names,
                                     METRIC("0", "Uint64Value: 3") METRIC("1", "Uint64Value: 4"));
        struct page_options options = {.page = PAGE_RAW, .format = FORMAT_CSV};
        char *text = print_page(r, &options);
        assert_non_null(strstr(text, cases[i].units));
        free(text);
        report_close(r);
        build_free(&build);
    }
}

static void raw_as_text(void **state)
{
    (void)state;
    struct launch_filter filter = filter_of("second");
    struct page_options options = {
        .page = PAGE_RAW, .filter = &filter, .metrics = "gpu__time_duration.sum"};
    sample_prints(&options,
                  "[20] parent@127.0.0.1\n"
                  "  second<8>(T *) (8, 2, 1)x(128, 1, 1), Context 1, Stream 7, Device 0, "
                  "CC 9.0\n"
                  "  Metric Name            Metric Unit         Metric Value\n"
                  "  ---------------------- ----------- --------------------\n"
                  "  gpu__time_duration.sum          us                 2.50\n\n");
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
    struct page_options options = {.page = PAGE_RAW, .format = FORMAT_CSV};
    char *text = print_page(r, &options);
    assert_non_null(strstr(text, ",\"CC\",\"absent\",\"instances\",\"nan\"\n"));
    assert_non_null(strstr(text, ",\"0.0\",\"no data\",\"\",\"nan\"\n"));
    free(text);
    report_close(r);
    build_free(&build);
}

static void page_has(struct report *report, struct page_options options, const char *text)
{
    char *printed = print_page(report, &options);
    if (!strstr(printed, text))
        fail_msg("no \"%s\" in:\n%s", text, printed);
    free(printed);
}

/* What --metrics asked for when the result was measured, and what it does not have. A base name
 * stands for its metrics. */
static void what_was_asked_for_in_vain_is_shown(void **state)
{
    (void)state;
    struct build build = {0};
    struct report *r =
        build_one(&build, "a__b.sum d__e.avg",
                  METRIC("0", "Uint64Value: 3")
                      METRIC("1", "Uint64Value: 4") "Sections { Identifier: 'o' DisplayName: "
                                                    "'Command line profiler metrics' Header "
                                                    "{ Metrics { Name: 'd__e' } Metrics { Name: ' "
                                                    "a__b.sum' } Metrics { Name: "
                                                    "'regex:x' } Metrics { Name: 'a__b.sum' } } } "
                                                    "Sections { Identifier: 's' DisplayName: "
                                                    "'Others' Header { Metrics { Name: 'x' } "
                                                    "} }");
    struct page_options options = {.page = PAGE_RAW, .format = FORMAT_CSV};
    page_has(r, options, ",\"CC\",\" a__b.sum\",\"a__b.sum\",\"d__e.avg\"\n");
    page_has(r, options, ",\"n/a\",\"3\",\"4\"\n");
    options.metrics = " a__b.sum";
    page_has(r, options, ",\"CC\",\" a__b.sum\"\n");
    options = (struct page_options){.page = PAGE_RAW};
    page_has(r, options, "  a__b.sum                             (!) n/a\n");
    options.format = FORMAT_JSON;
    page_has(r, options, "{\"name\": \" a__b.sum\", \"unit\": \"\"}");
    options.format = FORMAT_MARKDOWN;
    page_has(r, options, "| n/a |\n");
    report_close(r);
    build_free(&build);
}

/* What is no finite number is marked, and has the largest prefix. */
static void no_number_is_marked(void **state)
{
    (void)state;
    struct build build = {0};
    struct report *r = build_one(&build, "dram__bytes_read.sum nan",
                                 METRIC("0", "DoubleValue: inf") METRIC("1", "DoubleValue: nan"));
    struct page_options options = {.page = PAGE_RAW};
    char *text = print_page(r, &options);
    assert_non_null(strstr(text, "  dram__bytes_read.sum       Pbyte              (!) inf\n"));
    assert_non_null(strstr(text, "  nan                                           (!) nan\n"));
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        on_sample(raw_as_csv),
        on_sample(a_page_of_ranges_has_no_columns_of_sizes),
        cmocka_unit_test(scales_follow_from_the_whole_report),
        cmocka_unit_test(nvtx_columns_stand_before_the_name),
        cmocka_unit_test(some_units_depend_on_others),
        on_sample(raw_as_text),
        cmocka_unit_test(cells_without_a_value),
        cmocka_unit_test(what_was_asked_for_in_vain_is_shown),
        cmocka_unit_test(no_number_is_marked),
        cmocka_unit_test(lists_of_instances_wrap),
    };
    return cmocka_run_group_tests_name("page_raw", tests, NULL, NULL);
}
