#include "report/file/report_series.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "build_report.h"
#include "report/content/result_notes.h"

#define TIMED(series, parameters, time)                                                            \
    KERNEL("f")                                                                                    \
    "SeriesInfo { SeriesID: " series " CombinationStr: '" parameters                               \
    "' } " METRIC("0", "DoubleValue: " time)
#define PLAIN KERNEL("f") METRIC("0", "DoubleValue: 5")

/* Two series, and launches without one before, between and behind them. */
static const char *const entries[] = {PLAIN,
                                      TIMED("1", "block=64", "100"),
                                      TIMED("1", "block=128", "80"),
                                      TIMED("1", "block=256", "125"),
                                      TIMED("2", "block=64", "10"),
                                      TIMED("2", "block=128", "20"),
                                      PLAIN};

static struct report *open_sample(struct build *build)
{
    build_begin(build, 7);
    for (size_t i = 0; i < COUNT(entries); i++) /* one process */
        build_entry(build, &rep__profile_result__descriptor, entries[i]);
    build_block(build, "NumResults: 7 StringTable { Strings: 'gpu__time_duration.sum' }");
    return build_open(build);
}

static void results_know_their_series(void **state)
{
    struct build build = {0};
    struct report *report = open_sample(&build);
    struct report_series series;
    (void)state;
    assert_false(report_series_of(report, 0, &series));
    assert_false(report_series_of(report, 6, &series));
    for (size_t i = 1; i <= 3; i++) {
        assert_true(report_series_of(report, i, &series));
        assert_true(series.first == 1 && series.count == 3 && series.best == 2);
    }
    assert_true(report_series_of(report, 5, &series));
    assert_true(series.first == 4 && series.count == 2 && series.best == 4);
    assert_string_equal(report_summary(report, 2)->parameters, "block=128");
    assert_null(report_summary(report, 0)->parameters);
    report_close(report);
    build_free(&build);
}

static void the_outcome_names_the_best(void **state)
{
    struct build build = {0};
    struct report *report = open_sample(&build);
    struct report_series series;
    (void)state;
    report_series_of(report, 3, &series);
    assert_true(fabs(report_series_gain(report, &series, 2) - 1.25) < 1e-9);
    assert_true(fabs(report_series_gain(report, &series, 3) - 0.8) < 1e-9);
    char *text = report_series_outcome(report, &series);
    assert_string_equal(text, "the best of 3 is block=128 (result 2): 1.25 times as fast as the "
                              "launch");
    free(text);
    report_series_of(report, 4, &series);
    text = report_series_outcome(report, &series);
    assert_string_equal(text, "none of 2 is faster than the launch itself");
    free(text);
    report_close(report);
    build_free(&build);
}

static void without_times_there_is_no_best(void **state)
{
    struct build build = {0};
    struct report_series series;
    (void)state;
    build_begin(&build, 7);
    build_entry(&build, &rep__profile_result__descriptor,
                KERNEL("f") "SeriesInfo { SeriesID: 1 CombinationStr: 'smem=0' }");
    build_block(&build, "NumResults: 1 StringTable { Strings: 'x' }");
    struct report *report = build_open(&build);
    assert_true(report_series_of(report, 0, &series));
    char *text = report_series_outcome(report, &series);
    assert_non_null(strstr(text, "without gpu__time_duration.sum the best one is unknown"));
    free(text);
    report_close(report);
    build_free(&build);
}

static void another_number_of_threads_is_said(void **state)
{
    struct build build = {0};
    struct report_series series;
    (void)state;
    build_begin(&build, 7);
    build_entry(&build, &rep__profile_result__descriptor, TIMED("1", "grid=16", "10"));
    build_entry(&build, &rep__profile_result__descriptor,
                "ThreadID: 1 APICallID: 2 ProgramHandle: 3 KernelID: 4 KernelMangledName: 'f' "
                "KernelFunctionName: 'f' KernelDemangledName: 'f()' WorkDimensions: 3 "
                "GlobalWorkOffset {} GridSize { X: 4 Y: 1 Z: 1 } BlockSize { X: 128 Y: 1 Z: 1 } "
                "Source {} SeriesInfo { SeriesID: 1 CombinationStr: 'grid=4' } " METRIC(
                    "0", "DoubleValue: 5"));
    build_block(&build, "NumResults: 2 StringTable { Strings: 'gpu__time_duration.sum' }");
    struct report *report = build_open(&build);
    assert_true(report_series_of(report, 0, &series));
    char *text = report_series_outcome(report, &series);
    assert_non_null(strstr(text, "2.00 times as fast as the launch; its number of threads "
                                 "differs"));
    free(text);
    report_close(report);
    build_free(&build);
}

static void notes_say_what_a_result_is(void **state)
{
    struct build build = {0};
    struct report *report = open_sample(&build);
    struct error error;
    size_t count;
    (void)state;
    struct note_block *blocks = result_notes(report_result(report, 3, &error), false, &count);
    assert_int_equal(count, 1);
    assert_string_equal(blocks[0].id, "series");
    assert_string_equal(blocks[0].lines[0].text, "block=256: 0.80 times as fast as the launch");
    assert_non_null(strstr(blocks[0].lines[1].text, "the best of 3 is block=128"));
    result_notes_free(blocks, count);
    blocks = result_notes(report_result(report, 1, &error), false, &count);
    assert_string_equal(blocks[0].lines[0].text, "block=64: the launch as the program made it");
    result_notes_free(blocks, count);
    blocks = result_notes(report_result(report, 0, &error), false, &count);
    assert_int_equal(count, 0);
    result_notes_free(blocks, count);
    report_close(report);
    build_free(&build);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(results_know_their_series),
        cmocka_unit_test(the_outcome_names_the_best),
        cmocka_unit_test(without_times_there_is_no_best),
        cmocka_unit_test(another_number_of_threads_is_said),
        cmocka_unit_test(notes_say_what_a_result_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
