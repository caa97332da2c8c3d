#include "report/pages/page.h"

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
        "\"0\",\"9.0\",\"1\",\"gpu__time_duration.sum\",\"us\",\"1.500000\",\"1.500000\",\"1."
        "500000\"\n"
        "\"20\",\"parent\",\"127.0.0.1\",\"range\",\"(0, 0, 0)\",\"(0, 0, 0)\",\"0\",\"9.0\",\"1\","
        "\"gpu__time_duration.sum\",\"us\",\"3.500000\",\"3.500000\",\"3.500000\"\n"
        "\"20\",\"parent\",\"127.0.0.1\",\"second<8>(T *)\",\"(128, 1, 1)\",\"(8, 2, 1)\","
        "\"0\",\"9.0\",\"1\",\"gpu__time_duration.sum\",\"us\",\"2.500000\",\"2.500000\",\"2."
        "500000\"\n");
    options.format = FORMAT_TEXT;
    sample_contains(&options,
                    "  second<8>(T *) (8, 2, 1)x(128, 1, 1), Device 0, CC 9.0, Invocations 1\n"
                    "  Metric Name            Metric Unit Minimum  Maximum  Average \n"
                    "  ---------------------- ----------- -------- -------- --------\n"
                    "  gpu__time_duration.sum us          2.500000 2.500000 2.500000\n"
                    "\n");
    sample_lacks(&options, "Section");
    sample_lacks(&options, "launch__");
}

/* A range stands without its process, as in ncu's summaries. */
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

/* Two launches of `a` and one of `b`, each in a range of its own, with facts of their device. */
static struct report *open_raw(struct build *build)
{
    static const struct {
        const char *name, *time, *broken;
    } launches[] = {{"a", "0", "nan"}, {"a", "1500", "nan"}, {"b", "10", "2"}};
    struct strbuf text = {0};
    build_begin(build, 7);
    for (size_t i = 0; i < COUNT(launches); i++) {
        strbuf_clear(&text);
        strbuf_addf(&text,
                    "ThreadID: 7 APICallID: 2 ProgramHandle: 3 KernelID: 4 KernelMangledName: 'm' "
                    "KernelFunctionName: '%s' KernelDemangledName: '%s' WorkDimensions: 3 "
                    "GlobalWorkOffset { } GridSize { X: 8 Y: 1 Z: 1 } BlockSize { X: 64 Y: 1 Z: 1 "
                    "} Source { } MetricResults { NameId: 0 MetricValue { DoubleValue: %s } } "
                    "MetricResults { NameId: 1 MetricValue { DoubleValue: %s } } " METRIC(
                        "2", "Uint32Value: 1980000") METRIC("3", "StringValue: 'GPU'")
                        METRIC("4", "StringValue: 'None'") METRIC("5", "DoubleValue: 4096")
                            METRIC("6", "DoubleValue: 0.5") "Nvtx { Domains { Id: 0 Name: 'd' } "
                                                            "Threads { TID: 7 PushPopDomains { Id: "
                                                            "0 Stack { Name: '%s' } } } }",
                    launches[i].name, launches[i].name, launches[i].time, launches[i].broken,
                    launches[i].name);
        build_entry(build, &rep__profile_result__descriptor, text.data);
    }
    build_block(build,
                "NumResults: 3 Process { ProcessID: 42 Hostname: 'h' ProcessName: 'p' } "
                "StringTable { Strings: 'gpu__time_duration.sum' Strings: 'derived__odd' "
                "Strings: 'device__attribute_clock_rate' "
                "Strings: 'device__attribute_display_name' Strings: 'launch__func_cache_config' "
                "Strings: 'derived__memory_l2_theoretical_sectors_local' "
                "Strings: 'lts__t_sectors.avg.per_cycle_active' }");
    strbuf_free(&text);
    return build_open(build);
}

static void raw_summary_is(struct page_options options, const char *expected)
{
    struct build build = {0};
    struct report *r = open_raw(&build);
    options.page = PAGE_RAW;
    char *text = print_page(r, &options);
    char *note = strstr(text, "  Note: ");
    if (note)
        *note = '\0';
    if (strcmp(text, expected) != 0)
        fail_msg("printed:\n%s\nexpected:\n%s", text, expected);
    free(text);
    report_close(r);
    build_free(&build);
}

/* Facts of the device first, one value each; units fit the mean, odd ones as on the raw page. */
static void raw_summaries_as_text(void **state)
{
    (void)state;
    raw_summary_is(
        (struct page_options){.summary = SUMMARY_PER_KERNEL,
                              .metrics = "device__attribute_clock_rate,gpu__time_duration"},
        "[42] p@h\n"
        "  a (8, 1, 1)x(64, 1, 1), Device 0, CC 0.0, Invocations 2\n"
        "  Metric Name                  Metric Unit Minimum  Maximum     Average   \n"
        "  ---------------------------- ----------- -------- ----------- ----------\n"
        "  device__attribute_clock_rate                                  1,980,000 \n"
        "  gpu__time_duration.sum       ns          0.000000 1500.000000 750.000000\n"
        "\n"
        "  b (8, 1, 1)x(64, 1, 1), Device 0, CC 0.0, Invocations 1\n"
        "  Metric Name                  Metric Unit Minimum   Maximum   Average  \n"
        "  ---------------------------- ----------- --------- --------- ---------\n"
        "  device__attribute_clock_rate                                 1,980,000\n"
        "  gpu__time_duration.sum       ns          10.000000 10.000000 10.000000\n"
        "\n");
    raw_summary_is(
        (struct page_options){.summary = SUMMARY_PER_GPU,
                              .metrics = "device__attribute_clock_rate,gpu__time_duration"},
        "[42] p@h\n"
        "  Device 0, CC 0.0\n"
        "  Metric Name                  Metric Unit Metric Value\n"
        "  ---------------------------- ----------- ------------\n"
        "  device__attribute_clock_rate             1,980,000   \n"
        "\n"
        "  a (8, 1, 1)x(64, 1, 1), Invocations 2\n"
        "  Metric Name            Metric Unit Minimum  Maximum     Average   \n"
        "  ---------------------- ----------- -------- ----------- ----------\n"
        "  gpu__time_duration.sum ns          0.000000 1500.000000 750.000000\n"
        "\n"
        "  b (8, 1, 1)x(64, 1, 1), Invocations 1\n"
        "  Metric Name            Metric Unit Minimum   Maximum   Average  \n"
        "  ---------------------- ----------- --------- --------- ---------\n"
        "  gpu__time_duration.sum ns          10.000000 10.000000 10.000000\n"
        "\n");
    raw_summary_is(
        (struct page_options){.summary = SUMMARY_PER_NVTX, .metrics = "gpu__time_duration"},
        "\n"
        "== NVTX State ==\n"
        "d\n"
        "  <a>\n"
        "  a (8, 1, 1)x(64, 1, 1), Device 0, CC 0.0, Invocations 2\n"
        "Metric Name            Metric Unit Minimum  Maximum     Average   \n"
        "---------------------- ----------- -------- ----------- ----------\n"
        "gpu__time_duration.sum ns          0.000000 1500.000000 750.000000\n"
        "\n"
        "\n"
        "== NVTX State ==\n"
        "d\n"
        "  <b>\n"
        "  b (8, 1, 1)x(64, 1, 1), Device 0, CC 0.0, Invocations 1\n"
        "Metric Name            Metric Unit Minimum   Maximum   Average  \n"
        "---------------------- ----------- --------- --------- ---------\n"
        "gpu__time_duration.sum ns          10.000000 10.000000 10.000000\n"
        "\n");
}

#define VALUE_NAMES "\"Metric Name\",\"Metric Unit\",\"Minimum\",\"Maximum\",\"Average\"\n"

static void raw_summaries_as_csv(void **state)
{
    (void)state;
#define A "\"42\",\"p\",\"h\",\"a\",\"(64, 1, 1)\",\"(8, 1, 1)\",\"0\",\"0.0\",\"2\","
#define B "\"42\",\"p\",\"h\",\"b\",\"(64, 1, 1)\",\"(8, 1, 1)\",\"0\",\"0.0\",\"1\","
    raw_summary_is(
        (struct page_options){.summary = SUMMARY_PER_KERNEL, .format = FORMAT_CSV},
        "\"Process ID\",\"Process Name\",\"Host Name\",\"Kernel Name\",\"Block Size\","
        "\"Grid Size\",\"Device\",\"CC\",\"Invocations\"," VALUE_NAMES A
        "\"device__attribute_clock_rate\",\"\",\"\",\"\",\"1,980,000\"\n" A
        "\"device__attribute_display_name\",\"\",\"\",\"\",\"GPU\"\n" A
        "\"derived__memory_l2_theoretical_sectors_local\",\"sector\",\"4096.000000\","
        "\"4096.000000\",\"4096.000000\"\n" A "\"derived__odd\",\"\",\"nan\",\"nan\",\"nan\"\n" A
        "\"gpu__time_duration.sum\",\"ns\",\"0.000000\",\"1500.000000\",\"750.000000\"\n" A
        "\"lts__t_sectors.avg.per_cycle_active\",\"sector/cycle\",\"0.500000\",\"0.500000\","
        "\"0.500000\"\n" B "\"device__attribute_clock_rate\",\"\",\"\",\"\",\"1,980,000\"\n" B
        "\"device__attribute_display_name\",\"\",\"\",\"\",\"GPU\"\n" B
        "\"derived__memory_l2_theoretical_sectors_local\",\"sector\",\"4096.000000\","
        "\"4096.000000\",\"4096.000000\"\n" B
        "\"derived__odd\",\"\",\"2.000000\",\"2.000000\",\"2.000000\"\n" B
        "\"gpu__time_duration.sum\",\"ns\",\"10.000000\",\"10.000000\",\"10.000000\"\n" B
        "\"lts__t_sectors.avg.per_cycle_active\",\"sector/cycle\",\"0.500000\",\"0.500000\","
        "\"0.500000\"\n");
#undef A
#undef B
    struct page_options options = {.summary = SUMMARY_PER_GPU,
                                   .format = FORMAT_CSV,
                                   .metrics = "device__attribute_clock_rate,gpu__time_duration"};
    raw_summary_is(
        options, "\"Process ID\",\"Process Name\",\"Host Name\",\"Device\",\"CC\",\"Kernel Name\","
                 "\"Block Size\",\"Grid Size\",\"Invocations\"," VALUE_NAMES
                 "\"42\",\"p\",\"h\",\"0\",\"0.0\",\"\",\"\",\"\",\"\","
                 "\"device__attribute_clock_rate\",\"\",\"\",\"\",\"1,980,000\"\n"
                 "\"42\",\"p\",\"h\",\"0\",\"0.0\",\"a\",\"(64, 1, 1)\",\"(8, 1, 1)\",\"2\","
                 "\"gpu__time_duration.sum\",\"ns\",\"0.000000\",\"1500.000000\",\"750.000000\"\n"
                 "\"42\",\"p\",\"h\",\"0\",\"0.0\",\"b\",\"(64, 1, 1)\",\"(8, 1, 1)\",\"1\","
                 "\"gpu__time_duration.sum\",\"ns\",\"10.000000\",\"10.000000\",\"10.000000\"\n");
    options.summary = SUMMARY_PER_NVTX;
    raw_summary_is(
        options,
        "\"Domain\",\"Range:PL_Type:PL_Value:CLR_Type:Color:Msg_Type:Msg\",\"Kernel Name\","
        "\"Block Size\",\"Grid Size\",\"Device\",\"CC\",\"Invocations\"," VALUE_NAMES
        "\"d\",\" \"\"a:none:none:none:none:none:none\"\" \",\"a\",\"(64, 1, 1)\","
        "\"(8, 1, 1)\",\"0\",\"0.0\",\"2\",\"device__attribute_clock_rate\",\"\",\"\",\"\","
        "\"1,980,000\"\n"
        "\"d\",\" \"\"a:none:none:none:none:none:none\"\" \",\"a\",\"(64, 1, 1)\","
        "\"(8, 1, 1)\",\"0\",\"0.0\",\"2\",\"gpu__time_duration.sum\",\"ns\",\"0.000000\","
        "\"1500.000000\",\"750.000000\"\n"
        "\n"
        "\"d\",\" \"\"b:none:none:none:none:none:none\"\" \",\"b\",\"(64, 1, 1)\","
        "\"(8, 1, 1)\",\"0\",\"0.0\",\"1\",\"device__attribute_clock_rate\",\"\",\"\",\"\","
        "\"1,980,000\"\n"
        "\"d\",\" \"\"b:none:none:none:none:none:none\"\" \",\"b\",\"(64, 1, 1)\","
        "\"(8, 1, 1)\",\"0\",\"0.0\",\"1\",\"gpu__time_duration.sum\",\"ns\",\"10.000000\","
        "\"10.000000\",\"10.000000\"\n"
        "\n");
}

/* Two devices of a kind, as groups over several reports have them. */
static void facts_of_devices_that_differ(void **state)
{
    (void)state;
    struct build build = {0};
    build_begin(&build, 7);
    build_entry(&build, &rep__profile_result__descriptor,
                KERNEL("f") METRIC("0", "Uint32Value: 1000") METRIC("1", "StringValue: 'A'"));
    build_entry(&build, &rep__profile_result__descriptor,
                KERNEL("f") METRIC("0", "Uint32Value: 2001") METRIC("1", "StringValue: 'B'"));
    build_block(&build, "NumResults: 2 Process { ProcessID: 42 } StringTable { Strings: "
                        "'device__attribute_clock_rate' Strings: 'device__attribute_uuid' }");
    struct report *r = build_open(&build);
    struct page_options options = {
        .page = PAGE_RAW, .summary = SUMMARY_PER_KERNEL, .format = FORMAT_CSV};
    char *text = print_page(r, &options);
    assert_non_null(strstr(text, ",\"2\",\"device__attribute_clock_rate\",\"\",\"1,000\","
                                 "\"2,001\",\"1,500.50\"\n"));
    assert_non_null(strstr(text, ",\"2\",\"device__attribute_uuid\",\"\",\"\",\"\",\"\"\n"));
    free(text);
    report_close(r);
    build_free(&build);
}

/* The other forms have metrics with a number only. */
static void other_forms_leave_out_what_is_no_number(void **state)
{
    (void)state;
    static const enum page_format forms[] = {FORMAT_JSON, FORMAT_MARKDOWN};
    for (size_t i = 0; i < COUNT(forms); i++) {
        struct build build = {0};
        struct report *r = open_raw(&build);
        struct page_options options = {
            .page = PAGE_RAW, .summary = SUMMARY_PER_KERNEL, .format = forms[i]};
        char *text = print_page(r, &options);
        assert_null(strstr(text, "display_name"));
        assert_null(strstr(text, "nan"));
        const char *odd = strstr(text, "odd");
        assert_non_null(odd);
        assert_null(strstr(odd + 1, "odd"));
        free(text);
        report_close(r);
        build_free(&build);
    }
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
        cmocka_unit_test(raw_summaries_as_text),
        cmocka_unit_test(raw_summaries_as_csv),
        cmocka_unit_test(facts_of_devices_that_differ),
        cmocka_unit_test(other_forms_leave_out_what_is_no_number),
        cmocka_unit_test(names_after_nvtx_ranges),
    };
    return cmocka_run_group_tests_name("page_summary", tests, NULL, NULL);
}
