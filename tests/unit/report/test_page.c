#include "report/pages/page.h"

#include <stdlib.h>
#include <string.h>

#include "page_sample.h"

static void kernel_names_have_three_forms(void **state)
{
    (void)state;
    static const char *const names[] = {[KERNEL_NAME_DEMANGLED] = "second<8>(T *)",
                                        [KERNEL_NAME_FUNCTION] = "second",
                                        [KERNEL_NAME_MANGLED] = "_Z1second"};
    struct launch_filter filter = filter_of("second");
    for (size_t i = 0; i < COUNT(names); i++) {
        struct page_options options = {
            .page = PAGE_RAW, .kernel_name = (enum kernel_name_form)i, .filter = &filter};
        char expected[64];
        snprintf(expected, sizeof expected, "\n  %s (8, 2, 1)x(128, 1, 1),", names[i]);
        sample_contains(&options, expected);
        options.format = FORMAT_CSV;
        snprintf(expected, sizeof expected, ",\"%s\",\"1\",\"7\",", names[i]);
        sample_contains(&options, expected);
    }
    launch_filter_free(&filter);
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
    filter.base = KERNEL_NAME_DEMANGLED;
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
    struct page_options options = {.page = PAGE_RAW, .format = FORMAT_CSV, .filter = &filter};
    char *text = print_page(sample_report(), &options);
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
        struct launch_filter filter = {.base = KERNEL_NAME_FUNCTION};
        struct page_options options = {.page = PAGE_RAW, .format = FORMAT_CSV, .filter = &filter};
        struct strbuf names = {0};
        strbuf_adds(&names, "");
        assert_true(kernel_id_set(&filter.id, cases[i / 2].id, NULL));
        char *text = print_page(sample_report(), &options);
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
    sample_contains(&options, "error: built: no result passes the filters (4 in the report)");
    launch_filter_free(&filter);
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
                                      "'c\\033' } } } Items { LineChart { Label: 'lc\\033' AxisX "
                                      "{ Label: 'x\\033' } AxisY { Label: 'y\\033' } Metrics { "
                                      "Name: 'a' } } } Items { SuffixTable { Label: 's\\033' "
                                      "Suffixes { Suffix { Name: '' Label: 'f\\033' } } BaseNames "
                                      "{ BaseName { Name: 'a' Label: 'n\\033' } } } } Items { "
                                      "BarChart { Label: 'i\\033' Metrics { Name: 'a' Label: "
                                      "'j\\033' ShowInstances: true } } } } "
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

enum { FORMATS = 3, PAGES = PAGE_COUNT + SUMMARY_PER_NVTX };

static void no_control_byte_reaches_the_terminal(void **state)
{
    (void)state;
    static const char *const locales[] = {"C", "C.UTF-8"};
    struct build build = {0};
    struct report *r = open_hostile(&build);
    for (size_t i = 0; i < COUNT(locales); i++) {
        use_locale(locales[i]);
        for (int form = 0; form < FORMATS * PAGES; form++) {
            static const enum page_format formats[FORMATS] = {FORMAT_TEXT, FORMAT_JSON,
                                                              FORMAT_MARKDOWN};
            int page = form / FORMATS;
            struct page_options options = {.page = (enum page)page};
            if (page >= PAGE_COUNT)
                options = (struct page_options){.summary = page - PAGE_COUNT + 1};
            options.format = formats[form % FORMATS];
            options.kernel_name = i ? KERNEL_NAME_MANGLED : KERNEL_NAME_DEMANGLED;
            options.instances = INSTANCES_DETAILS;
            options.details = DETAILS_ALL;
            options.naming = METRIC_LABEL_NAME;
            options.nvtx_rename = true;
            char *text = print_page(r, &options);
            for (const char *c = text; *c; c++) {
                assert_true(*c == '\n' || (unsigned char)*c >= 0x20);
                assert_true((unsigned char)*c != 0x7f);
                if (i == 0 && options.format != FORMAT_JSON)
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
    struct page_options options = {.page = PAGE_RAW, .format = FORMAT_CSV};
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
        struct page_options options = {.page = (enum page)page, .format = FORMAT_CSV};
        char *text = print_page(r, &options);
        assert_string_equal(text, "");
        free(text);
    }
    report_close(r);
    build_free(&build);
}

static void names_in_the_table_of_pages(void **state)
{
    (void)state;
    struct page_options options = {.page = PAGE_RAW};
    sample_lacks(&options, "error:");
    assert_string_equal(page_names[PAGE_DETAILS], "details");
    assert_string_equal(page_names[PAGE_RAW], "raw");
    assert_string_equal(page_names[PAGE_SESSION], "session");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        on_sample(kernel_names_have_three_forms),
        cmocka_unit_test(a_filter_tests_the_new_name),
        on_sample(skip_and_count),
        on_sample(results_are_chosen_by_id),
        on_sample(a_filter_that_passes_nothing_says_so),
        cmocka_unit_test(no_control_byte_reaches_the_terminal),
        cmocka_unit_test(csv_keeps_the_bytes),
        cmocka_unit_test(a_damaged_result_does_not_hide_the_others),
        cmocka_unit_test(a_report_without_results_prints_nothing),
        on_sample(names_in_the_table_of_pages),
    };
    return cmocka_run_group_tests_name("page", tests, NULL, NULL);
}
