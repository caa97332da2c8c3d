/* The C interface, as a program in C sees it. */
#include "library/rooftop_report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "build_report.h"

static char path[] = "/tmp/test_library.XXXXXX";

static void write_sample(void)
{
    struct build build = {0};
    build_begin(&build, 7);
    for (int i = 0; i < 3; i++)
        build_entry(
            &build, &rep__profile_result__descriptor,
            KERNEL("f") METRIC(
                "0",
                "DoubleValue: 2.5") "RuleResults { Identifier: 'R' DisplayName: 'Rule' Body { "
                                    "Items { Message { Message: 'hi' Type: Warning } Speedup { "
                                    "SpeedupType: Local Value: inf } } } }");
    build_block(&build, "NumResults: 3 StringTable { Strings: 'gpu__time_duration.sum' }");
    FILE *out = fdopen(mkstemp(path), "w");
    fwrite(build.file.data, 1, build.file.length, out);
    fclose(out);
    build_free(&build);
}

static void a_report_is_read(void **state)
{
    (void)state;
    char error[200] = "";
    rooftop_report *report = rooftop_report_open(path, error, sizeof error);
    assert_non_null(report);
    assert_int_equal(rooftop_report_count(report), 3);
    size_t length, count;
    assert_string_equal(rooftop_report_names(report, &length, &count), "gpu__time_duration.sum");
    rooftop_metrics metrics;
    assert_true(rooftop_result_metrics(report, 1, &metrics, error, sizeof error));
    assert_int_equal(metrics.values.count, 1);
    assert_int_equal(metrics.values.kinds[0], ROOFTOP_DOUBLE);
    assert_false(rooftop_result_metrics(report, 3, &metrics, error, sizeof error));
    assert_non_null(strstr(error, "no result 3"));
    const char *names[] = {"nope", "gpu__time_duration.sum"};
    double values[6];
    assert_true(rooftop_report_table(report, names, 2, values, error, sizeof error));
    assert_true(isnan(values[4]) && values[5] == 2.5);
    assert_non_null(
        strstr(rooftop_result_findings(report, 0, &length, error, sizeof error), "\"inf\""));
    assert_non_null(
        strstr(rooftop_result_facts(report, 0, &length, error, sizeof error), "\"kernel\""));
    assert_null(rooftop_result_facts(report, 9, &length, error, sizeof error));
    assert_null(rooftop_result_findings(report, 9, &length, NULL, 0));
    assert_non_null(strstr(rooftop_report_facts(report, &length), path));
    unsigned line;
    assert_null(rooftop_result_line(report, 0, 16, &line));
    assert_string_equal(rooftop_result_sass(report, 0, 16), "");
    assert_string_equal(rooftop_result_ptx(report, 0, 16), "");
    assert_non_null(strchr(rooftop_result_files(report, 0, &length), '{'));
    rooftop_report_close(report);
    rooftop_report_close(NULL);
}

static void columns_of_texts(void **state)
{
    (void)state;
    static const char *const texts[] = {"one", "one", "two and more"};
    static const char *const results[] = {
        KERNEL("ff") METRIC("0", "StringValue: 'one'") METRIC("1", "DoubleValue: 4"),
        KERNEL("g") METRIC("0", "StringValue: 'one'") METRIC("1", "StringValue: ''"),
        KERNEL("ff") METRIC("0", "StringValue: 'two and more'")};
    char error[200] = "", file[] = "/tmp/test_library.XXXXXX";
    struct build build = {0};
    build_begin(&build, 7);
    for (size_t i = 0; i < 3; i++)
        build_entry(&build, &rep__profile_result__descriptor, results[i]);
    build_block(&build, "NumResults: 3 StringTable { Strings: 'a' Strings: 'b' }");
    FILE *out = fdopen(mkstemp(file), "w");
    fwrite(build.file.data, 1, build.file.length, out);
    fclose(out);
    build_free(&build);
    rooftop_report *report = rooftop_report_open(file, error, sizeof error);
    assert_non_null(report);
    const char *names[] = {"a", "none", "b"};
    rooftop_values columns[3];
    for (int again = 0; again < 2; again++) {
        assert_true(rooftop_report_texts(report, names, 3, columns, error, sizeof error));
        for (size_t i = 0; i < 3; i++) {
            const uint64_t cell = columns[0].data[i];
            assert_int_equal(columns[0].count, 3);
            assert_int_equal(columns[0].kinds[i], ROOFTOP_TEXT);
            assert_int_equal(cell >> 32, strlen(texts[i]));
            assert_memory_equal(columns[0].texts + (uint32_t)cell, texts[i], cell >> 32);
            assert_int_equal(columns[1].kinds[i], ROOFTOP_NOTHING);
            assert_int_equal(columns[2].kinds[i], i == 1 ? ROOFTOP_TEXT : ROOFTOP_NOTHING);
        }
        /* Equal neighbours stand once. */
        assert_int_equal(columns[0].text_length, strlen("onetwo and more"));
        assert_int_equal(columns[2].data[1] >> 32, 0);
    }
    assert_true(rooftop_report_texts(report, NULL, 0, NULL, error, sizeof error));
    assert_false(rooftop_report_texts(report, names, UINT16_MAX, columns, error, sizeof error));
    size_t length;
    const char *list = rooftop_report_functions(report, &length);
    assert_int_equal(length, strlen(list));
    assert_non_null(strstr(list, "\"ff\""));
    assert_non_null(strstr(strstr(list, "\"g\""), "\"ff\""));
    rooftop_report_close(report);
    unlink(file);
}

static void errors_are_told(void **state)
{
    (void)state;
    char error[200] = "";
    assert_null(rooftop_report_open("/nonexistent.ncu-rep", error, sizeof error));
    assert_non_null(strstr(error, "/nonexistent.ncu-rep"));
    assert_null(rooftop_report_open("/nonexistent.ncu-rep", NULL, 0));
    assert_int_equal(rooftop_report_api(), ROOFTOP_REPORT_API);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_report_is_read),
                                       cmocka_unit_test(columns_of_texts),
                                       cmocka_unit_test(errors_are_told)};
    write_sample();
    int status = cmocka_run_group_tests(tests, NULL, NULL);
    unlink(path);
    return status;
}
