#include "page.h"

#include <stdlib.h>
#include <string.h>

#include "page_sample.h"

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
    struct page_options options = {
        .page = PAGE_DETAILS, .summary = mode, .format = csv ? FORMAT_CSV : FORMAT_TEXT};
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
               "\n"
               "== NVTX State ==\n"
               "d\n"
               "  <r>\n"
               "  f<8>(T *) (8, 2, 1)x(128, 1, 1), Device 0, CC 0.0, Invocations 3\n"
               "    Section: Section\n");
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
               "\"Domain\",\"Range:PL_Type:PL_Value:CLR_Type:Color:Msg_Type:Msg\","
               "\"Kernel Name\",\"Block Size\",\"Grid Size\",\"Device\",\"CC\",");
    summary_is(SUMMARY_PER_GPU, true,
               "\"Process ID\",\"Process Name\",\"Host Name\",\"Device\",\"CC\","
               "\"Kernel Name\",\"Block Size\",\"Grid Size\",\"Invocations\",");
}

/* Ranges with ids and what was given with them; what was outside of any is left out. */
static void nvtx_summaries_of_other_ranges(void **state)
{
    (void)state;
    struct build build = {0};
    build_begin(&build, 7);
    build_entry(
        &build, &rep__profile_result__descriptor,
        KERNEL("in") METRIC(
            "0", "DoubleValue: 1") "Nvtx { Domains { Id: 0 Name: 'd' } StartEndDomains { Id: 0 "
                                   "Ranges { Id: 3 "
                                   "StartTID: 1 Name: 's' Attributes { Version: 1 Category: 0 "
                                   "Color { ColorType: "
                                   "NvtxColorTypeArgb Color: "
                                   "255 } Payload { PayloadType: NvtxPayloadTypeInt32 IValue: -5 } "
                                   "Message { "
                                   "MessageType: NvtxMessageTypeAscii message: 'm' } } } } } ");
    build_entry(&build, &rep__profile_result__descriptor,
                KERNEL("out") METRIC("0", "DoubleValue: 1"));
    build_block(&build, "NumResults: 2 Process { ProcessID: 42 } StringTable { Strings: 'm__x' }");
    struct report *r = build_open(&build);
    struct page_options options = {.page = PAGE_RAW, .summary = SUMMARY_PER_NVTX};
    char *text = print_page(r, &options);
    assert_non_null(strstr(text, "d\n  <3, s>\n    Int32: -5\n    RGB: 0x000000ff\n    ASCII: "
                                 "m\n  in<8>(T *) (8, 2, 1)x(128, 1, 1), "));
    assert_null(strstr(text, "out"));
    free(text);
    options.format = FORMAT_CSV;
    text = print_page(r, &options);
    assert_non_null(strstr(text, "\"in<8>(T *)\""));
    assert_null(strstr(text, "out"));
    free(text);
    report_close(r);
    build_free(&build);
}

/* The raw page has no sections: all metrics that are numbers, or those that are asked for. */
static void summaries_of_raw_metrics(void **state)
{
    (void)state;
    struct page_options options = {.page = PAGE_RAW,
                                   .format = FORMAT_CSV,
                                   .summary = SUMMARY_PER_KERNEL,
                                   .naming = METRIC_LABEL_NAME,
                                   .metrics = "gpu__time_duration,launch__func_cache_config"};
    sample_prints(
        &options,
        "\"Process ID\",\"Process Name\",\"Host Name\",\"Kernel Name\",\"Block Size\",\"Grid "
        "Size\",\"Device\",\"CC\",\"Invocations\",\"Metric Name\",\"Metric Unit\","
        "\"Minimum\",\"Maximum\",\"Average\"\n"
        "\"10\",\"child\",\"127.0.0.1\",\"first<8>(T *)\",\"(128, 1, 1)\",\"(8, 2, 1)\","
        "\"0\",\"9.0\",\"1\",\"gpu__time_duration.sum\",\"us\",\"1.50\",\"1.50\",\"1.50\"\n"
        "\"20\",\"parent\",\"127.0.0.1\",\"range\",\"(0, 0, 0)\",\"(0, 0, 0)\",\"0\",\"9.0\",\"1\","
        "\"gpu__time_duration.sum\",\"us\",\"3.50\",\"3.50\",\"3.50\"\n"
        "\"20\",\"parent\",\"127.0.0.1\",\"second<8>(T *)\",\"(128, 1, 1)\",\"(8, 2, 1)\","
        "\"0\",\"9.0\",\"1\",\"gpu__time_duration.sum\",\"us\",\"2.50\",\"2.50\",\"2.50\"\n");
    options.format = FORMAT_TEXT;
    sample_contains(&options,
                    "  second<8>(T *) (8, 2, 1)x(128, 1, 1), Device 0, CC 9.0, Invocations 1\n"
                    "    ---------------------- ----------- ------- ------- -------\n"
                    "    Metric Name            Metric Unit Minimum Maximum Average\n");
    sample_lacks(&options, "Section");
    sample_lacks(&options, "launch__");
}

/* A range stands without its process, as in the reference's summaries. */
static void ranges_name_no_process(void **state)
{
    (void)state;
    struct launch_filter filter = filter_of("range");
    struct page_options options = {.summary = SUMMARY_PER_KERNEL, .filter = &filter};
    sample_contains(&options, "  range (0, 0, 0)x(0, 0, 0), Device 0, CC 9.0, Invocations 1\n");
    sample_lacks(&options, "parent");
    options.filter = NULL;
    sample_contains(&options, "[20] parent@127.0.0.1\n  graph (4096, 1, 1)x(256, 1, 1)");
    launch_filter_free(&filter);
}

/* The names in the report stay as they were. */
static void names_after_nvtx_ranges(void **state)
{
    (void)state;
    struct build build = {0};
    struct report *r = open_launches(&build);
    struct page_options options = {.page = PAGE_RAW, .format = FORMAT_CSV, .nvtx_rename = true};
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(summaries_as_text),
        cmocka_unit_test(summaries_as_csv),
        cmocka_unit_test(nvtx_summaries_of_other_ranges),
        on_sample(summaries_of_raw_metrics),
        on_sample(ranges_name_no_process),
        cmocka_unit_test(names_after_nvtx_ranges),
    };
    return cmocka_run_group_tests_name("page_summary", tests, NULL, NULL);
}
