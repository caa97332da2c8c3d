#include "report/pages/page.h"

#include <stdlib.h>
#include <string.h>

#include "page_sample.h"

static void session_as_text(void **state)
{
    (void)state;
    struct page_options options = {.page = PAGE_SESSION};
    sample_contains(&options, "Profiler Command Line rooftop app ");
    sample_contains(&options, "Created           1970-Jan-01 00:00:00");
    sample_contains(&options, "Host Name");
    sample_contains(&options, "Linux - 6.1");
    sample_contains(&options, "PerfWorks");
    sample_contains(&options, "10         child");
    sample_contains(&options, "multiprocessor_count");
}

static void session_as_csv(void **state)
{
    (void)state;
    struct page_options options = {.page = PAGE_SESSION, .format = FORMAT_CSV};
    sample_contains(&options, "Launch Settings\n\"Launch Attribute\",\"Value\"\n"
                              "\"Profiler Command Line\",\"rooftop app \"\n");
    sample_contains(&options, "\"Process Id\",\"Process Name\"\n");
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

static void many_devices_are_survived(void **state)
{
    (void)state;
    struct build build = {0};
    struct strbuf header = {0};
    strbuf_adds(&header, "SessionDetails { ");
    for (int i = 0; i < 40; i++)
        strbuf_addf(&header,
                    "DeviceAttributes { ID: %d Attributes { Name: 'device__attribute_%s' Value { "
                    "Uint64Value: %d } } Attributes { Name: 'other' Value { } } } ",
                    i, i % 2 ? "total_memory" : "multiprocessor_count", i);
    strbuf_adds(&header, "}");
    build_begin(&build, 7);
    build_block(&build, header.data);
    struct report *r = build_open(&build);
    struct page_options options = {.page = PAGE_SESSION};
    char *text = print_page(r, &options);
    assert_non_null(strstr(text, "Device 0"));
    /* In the order in which they are stored, each once. */
    const char *first = strstr(text, "\nmultiprocessor_count"),
               *second = strstr(text, "\ntotal_mem");
    assert_true(first && second && first < second);
    assert_null(strstr(second + 1, "\nmultiprocessor_count"));
    assert_null(strstr(text, "other"));
    assert_null(strstr(text, "display_name"));
    free(text);
    report_close(r);
    build_free(&build);
    strbuf_free(&header);
}

/* A comment is made safe, and has its lines. */
static void the_comment_on_the_report(void **state)
{
    (void)state;
    struct build build = {0};
    build_begin(&build, 7);
    build_block(&build, "SessionDetails { Comments: 'slow | \x1b[2J\\r\\n\\nwhy?' }");
    struct report *r = build_open(&build);
    struct page_options options = {.page = PAGE_SESSION};
    use_locale("C");
    char *text = print_page(r, &options);
    assert_string_equal(text, "Session Info\n"
                              "----------------- -----------\n"
                              "Session Attribute Value      \n"
                              "----------------- -----------\n"
                              "Comments          slow | ?[2J\n"
                              "                             \n"
                              "                  why?       \n");
    free(text);
    options.format = FORMAT_CSV;
    text = print_page(r, &options);
    assert_non_null(strstr(text, "\"Comments\",\"slow | \x1b[2J\r\n\nwhy?\"\n"));
    free(text);
    options.format = FORMAT_MARKDOWN;
    text = print_page(r, &options);
    assert_non_null(strstr(text, "\n| Comments | slow \\| ?\\[2J<br><br>why? |\n"));
    free(text);
    report_close(r);
    build_free(&build);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        on_sample(session_as_text),
        on_sample(session_as_csv),
        cmocka_unit_test(a_report_without_a_session_begins_without_a_blank_line),
        cmocka_unit_test(many_devices_are_survived),
        cmocka_unit_test(the_comment_on_the_report),
    };
    return cmocka_run_group_tests_name("page_session", tests, NULL, NULL);
}
