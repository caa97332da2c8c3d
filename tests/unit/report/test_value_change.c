/* What is said of a value against a baseline's. */
#include "report/compare/value_change.h"

#include <math.h>
#include <string.h>

#include "build_report.h"
#include "report/compare/body_change.h"

#define DURATION "gpu__time_duration.sum"
#define THROUGHPUT "sm__throughput.avg.pct_of_peak_sustained_elapsed"
#define THREADS "launch__thread_count"

static void says(const char *metric, double before, double now, enum change_verdict verdict,
                 const char *text)
{
    struct value_change change = value_change_judge(metric, before, now, 1e6);
    assert_string_equal(change.text, text);
    assert_int_equal(change.verdict, verdict);
}

static void percent_and_times(void **state)
{
    (void)state;
    use_locale("C.UTF-8");
    says(DURATION, 1e6, 1.5e6, CHANGE_WORSE, "+50.0 %");
    says(DURATION, 1e6, 0.5e6, CHANGE_BETTER, "-50.0 %");
    says(THROUGHPUT, 40, 60, CHANGE_OTHER, "+50.0 %");
    says(THROUGHPUT, 60, 40, CHANGE_OTHER, "-33.3 %");
    says(THREADS, 1000, 1999, CHANGE_OTHER, "+99.9 %");
    says(THREADS, 1000, 2000, CHANGE_OTHER, "×2.00");
    says(THREADS, 1000, 34500, CHANGE_OTHER, "×34.5");
    says(THREADS, 1000, 345000, CHANGE_OTHER, "×345");
    says(THREADS, 1, 123456789, CHANGE_OTHER, "×1.2e+08");
    says(THREADS, 1000, 101, CHANGE_OTHER, "-89.9 %");
    says(THREADS, 1000, 80, CHANGE_OTHER, "÷12.5");
    says(THREADS, 1000000, 1000001, CHANGE_OTHER, "+<0.1 %");
    says(THREADS, 1000001, 1000000, CHANGE_OTHER, "-<0.1 %");
    use_locale("C");
    says(THREADS, 1000, 2000, CHANGE_OTHER, "x2.00");
    says(THREADS, 1000, 80, CHANGE_OTHER, "/12.5");
    use_locale("C.UTF-8");
}

static void what_is_no_change(void **state)
{
    (void)state;
    says(DURATION, 1e6, 1.02e6, CHANGE_NOISE, "~");
    says(THREADS, 1000, 1000, CHANGE_EQUAL, "=");
    says(DURATION, NAN, NAN, CHANGE_ABSENT, "");
    /* Of the profiler, not the kernel. */
    says("profiler__replayer_passes", 1, 40, CHANGE_ABSENT, "");
}

static void zero_is_a_value_and_missing_is_none(void **state)
{
    (void)state;
    says(THREADS, 0, 5, CHANGE_OTHER, "from 0");
    says(THREADS, 5, 0, CHANGE_OTHER, "to 0");
    says(THREADS, NAN, 5, CHANGE_ONLY_B, "n/a before");
    says(THREADS, 12.5, NAN, CHANGE_ONLY_A, "was 12.5");
    says(THREADS, 5, INFINITY, CHANGE_OTHER, "changed");
    /* Through zero there is no factor. */
    says(THREADS, -10, 30, CHANGE_OTHER, "+400.0 %");
}

static void of_a_speed(void **state)
{
    (void)state;
    assert_string_equal(value_change_speed(1.43e6, 1e6).text, "1.43× faster");
    assert_int_equal(value_change_speed(1.43e6, 1e6).verdict, CHANGE_BETTER);
    assert_string_equal(value_change_speed(1e6, 2.1e6).text, "2.10× slower");
    assert_int_equal(value_change_speed(1e6, 2.1e6).verdict, CHANGE_WORSE);
    assert_string_equal(value_change_speed(1e6, 1.01e6).text, "as fast (within noise)");
    assert_string_equal(value_change_speed(1e6, 1e6).text, "as fast");
    assert_string_equal(value_change_speed(NAN, 1e6).text, "duration not measured before");
    assert_string_equal(value_change_speed(1e6, NAN).text, "duration not measured here");
    assert_string_equal(value_change_speed(NAN, NAN).text, "duration not measured");
}

/* Two results whose names have other ids. */
static void metrics_of_two_reports_go_by_name(void **state)
{
    (void)state;
    struct build a = {0}, b = {0};
    struct report *before =
        build_one(&a, DURATION " " THREADS " text gone same",
                  METRIC("0", "DoubleValue: 20000000") METRIC("1", "Uint64Value: 128")
                      METRIC("2", "StringValue: 'PreferShared'") METRIC("3", "Uint64Value: 12345")
                          METRIC("4", "StringValue: 'x'"));
    struct report *after =
        build_one(&b, "same " THREADS " text " DURATION " fresh",
                  METRIC("0", "StringValue: 'x'") METRIC("1", "Uint64Value: 256")
                      METRIC("2", "StringValue: 'PreferL1'") METRIC("3", "DoubleValue: 10000000")
                          METRIC("4", "Uint64Value: 1"));
    const struct result *old = report_result(before, 0, NULL);
    const struct result *new = report_result(after, 0, NULL);
    assert_string_equal(value_change_of(new, old, DURATION).text, "-50.0 %");
    assert_int_equal(value_change_of(new, old, DURATION).verdict, CHANGE_BETTER);
    assert_string_equal(value_change_of(new, old, THREADS).text, "×2.00");
    assert_string_equal(value_change_of(new, old, "text").text, "was PreferShared");
    assert_int_equal(value_change_of(new, old, "text").verdict, CHANGE_OTHER);
    assert_string_equal(value_change_of(new, old, "same").text, "=");
    assert_string_equal(value_change_of(new, old, "gone").text, "was 12,345");
    assert_string_equal(value_change_of(new, old, "fresh").text, "n/a before");
    assert_string_equal(value_change_of(new, old, "nowhere").text, "");
    assert_string_equal(value_change_of(new, NULL, DURATION).text, "");
    assert_true(value_change_duration(new, old) == 2e7);
    report_close(before);
    report_close(after);
    build_free(&a);
    build_free(&b);
}

/* Four times the threads: a longer time is no loss, a larger share of the peak is as it was. */
static void other_work_is_neither_better_nor_worse(void **state)
{
    (void)state;
    struct build a = {0}, b = {0};
    struct strbuf text = {0};
    const char *occupancy = "sm__warps_active.avg.pct_of_peak_sustained_active";
    struct report *before =
        build_one(&a, DURATION " sm__warps_active.avg.pct_of_peak_sustained_active",
                  METRIC("0", "DoubleValue: 10000000") METRIC("1", "DoubleValue: 40"));
    struct report *after =
        build_one(&b, DURATION " sm__warps_active.avg.pct_of_peak_sustained_active",
                  METRIC("0", "DoubleValue: 30000000") METRIC("1", "DoubleValue: 80"));
    const struct result *old = report_result(before, 0, NULL);
    struct result larger = *report_result(after, 0, NULL);
    const struct result *new = &larger;
    assert_int_equal(value_change_of(new, old, DURATION).verdict, CHANGE_WORSE);
    larger.grid[0] *= 4;
    assert_true(value_change_threads(new, old) == 4);
    assert_string_equal(value_change_of(new, old, DURATION).text, "×3.00");
    assert_int_equal(value_change_of(new, old, DURATION).verdict, CHANGE_OTHER);
    assert_int_equal(value_change_of(old, new, DURATION).verdict, CHANGE_OTHER);
    assert_int_equal(value_change_of(new, old, occupancy).verdict, CHANGE_BETTER);
    value_change_add_threads(&text, value_change_threads(new, old));
    value_change_add_threads(&text, value_change_threads(old, new));
    value_change_add_threads(&text, value_change_threads(new, new));
    assert_string_equal(text.data, ", but with 4 times the threads, but with 1/4 of the threads");
    strbuf_free(&text);
    report_close(before);
    report_close(after);
    build_free(&a);
    build_free(&b);
}

static struct body_table table_of(struct body_row *rows, size_t count, char **columns)
{
    return (struct body_table){
        .columns = columns, .column_count = 2, .rows = rows, .row_count = count};
}

#define NUMBER(value)                                                                              \
    {                                                                                              \
        .text = #value, .has_number = true, .number = (value)                                      \
    }

static void cells_of_tables_go_by_row_and_column(void **state)
{
    (void)state;
    char *columns[] = {"Hit Rate", "Requests"}, *turned[] = {"Requests", "Hit Rate"};
    struct body_cell old_global[] = {NUMBER(1000), NUMBER(40)}, old_gone[] = {NUMBER(1), NUMBER(2)};
    struct body_cell global[] = {NUMBER(80), NUMBER(1500)}, local[] = {NUMBER(5), {.text = "text"}};
    struct body_row before_rows[] = {{.label = "Gone", .cells = old_gone},
                                     {.label = "Global", .cells = old_global}};
    struct body_row rows[] = {{.label = "Global", .cells = global},
                              {.label = "Local", .cells = local}};
    struct body_table before = table_of(before_rows, 2, turned), table = table_of(rows, 2, columns);
    struct value_change change = body_change_of(&before, &rows[0], &table, 0);
    assert_string_equal(change.text, "×2.00");
    assert_int_equal(change.verdict, CHANGE_BETTER);
    change = body_change_of(&before, &rows[0], &table, 1);
    assert_string_equal(change.text, "+50.0 %");
    assert_int_equal(change.verdict, CHANGE_OTHER);
    assert_string_equal(body_change_of(&before, &rows[1], &table, 0).text, "n/a before");
    assert_string_equal(body_change_of(&before, &rows[1], &table, 1).text, "");
    assert_null(body_row_before(&before, &rows[1]));
}

static void the_mean_of_a_series_changes(void **state)
{
    (void)state;
    struct body_line then[] = {{.label = "a", .unit = "%"}, {.label = "b", .unit = "cycle"}};
    struct body_line now[] = {{.label = "a", .unit = "%"},
                              {.label = "b", .unit = "%"},
                              {.label = "c", .unit = "%"},
                              {.label = "a", .unit = "%"}};
    const struct body_table before = {.lines = then, .line_count = COUNT(then)};
    for (size_t i = 0; i < COUNT(then); i++)
        then[i].points = (struct metric_points){.count = 4, .mean = 40};
    for (size_t i = 0; i < 3; i++)
        now[i].points = (struct metric_points){.count = 2, .mean = 30};
    struct value_change change = body_line_change(&before, &now[0]);
    assert_string_equal(change.text, "-25.0 %");
    assert_false(change.verdict == CHANGE_BETTER || change.verdict == CHANGE_WORSE);
    assert_string_equal(body_line_change(&before, &now[1]).text, ""); /* another unit */
    assert_string_equal(body_line_change(&before, &now[2]).text, "n/a before");
    assert_string_equal(body_line_change(&before, &now[3]).text, "was 40"); /* no samples */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(percent_and_times),
        cmocka_unit_test(what_is_no_change),
        cmocka_unit_test(zero_is_a_value_and_missing_is_none),
        cmocka_unit_test(of_a_speed),
        cmocka_unit_test(metrics_of_two_reports_go_by_name),
        cmocka_unit_test(other_work_is_neither_better_nor_worse),
        cmocka_unit_test(cells_of_tables_go_by_row_and_column),
        cmocka_unit_test(the_mean_of_a_series_changes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
