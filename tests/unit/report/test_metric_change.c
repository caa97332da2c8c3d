#include "report/metric/metric_change.h"

#include <math.h>

#include "build_report.h"

#define TIME "gpu__time_duration.sum"
#define EXACT "smsp__inst_executed.sum"
#define SHARE "sm__throughput.avg.pct_of_peak_sustained_elapsed"
#define OCCUPANCY "sm__warps_active.avg.pct_of_peak_sustained_active"
#define HITS "lts__t_sector_hit_rate.pct"
#define SAMPLES "smsp__pcsamp_sample_count"
#define NEUTRAL "launch__registers_per_thread"

static struct metric_change one(const char *metric, double a, double b, double duration)
{
    return metric_change_judge(metric, &a, 1, &b, 1, duration);
}

static void expect(const char *metric, double a, double b, double duration,
                   enum change_verdict verdict)
{
    struct metric_change change = one(metric, a, b, duration);
    if (change.verdict != verdict)
        fail_msg("%s %g %g: %s, not %s", metric, a, b, change_verdict_names[change.verdict],
                 change_verdict_names[verdict]);
}

static void one_launch_has_floors(void **state)
{
    (void)state;
    expect(TIME, 100000, 100000, 100000, CHANGE_EQUAL);
    expect(TIME, 100000, 102900, 100000, CHANGE_NOISE);
    expect(TIME, 100000, 103200, 100000, CHANGE_WORSE);
    expect(TIME, 100000, 96900, 100000, CHANGE_BETTER);
    /* 300 ns are 15 % of 2 us. */
    expect(TIME, 2000, 2290, 2000, CHANGE_NOISE);
    expect(TIME, 2000, 2400, 2000, CHANGE_WORSE);
    /* Half a point of a percentage. */
    expect(SHARE, 1, 1.4, 1e6, CHANGE_NOISE);
    expect(SHARE, 1, 1.6, 1e6, CHANGE_OTHER);
    expect(SHARE, 80, 78, 1e6, CHANGE_NOISE);
    expect(SHARE, 80, 77, 1e6, CHANGE_OTHER);
    expect(OCCUPANCY, 80, 77, 1e6, CHANGE_WORSE);
    expect(OCCUPANCY, 77, 80, 1e6, CHANGE_BETTER);
    expect(HITS, 50, 46, 1e6, CHANGE_NOISE);
    expect(HITS, 50, 44, 1e6, CHANGE_WORSE);
    expect(SAMPLES, 100, 130, 1e6, CHANGE_NOISE);
    expect(SAMPLES, 100, 160, 1e6, CHANGE_OTHER);
    /* An unknown duration adds nothing. */
    expect(TIME, 2000, 2100, NAN, CHANGE_WORSE);
    assert_true(fabs(one(TIME, 100000, 102000, 1e5).noise - 3060) < 1e-6);
    assert_false(one(TIME, 100000, 102000, 1e5).estimated);
}

static void any_change_of_an_exact_metric_is_one(void **state)
{
    (void)state;
    expect(EXACT, 1e12, 1e12 + 1, 1000, CHANGE_OTHER);
    expect(NEUTRAL, 32, 40, 1000, CHANGE_OTHER);
    /* What division leaves is none. */
    expect("smsp__thread_inst_executed_per_inst_executed.ratio", 0.1 + 0.2, 0.3, 1000,
           CHANGE_EQUAL);
    expect("smsp__thread_inst_executed_per_inst_executed.ratio", 31.5, 31.5001, 1000,
           CHANGE_BETTER);
}

static void missing_and_endless_values(void **state)
{
    (void)state;
    expect(TIME, NAN, NAN, 1, CHANGE_ABSENT);
    expect(TIME, 1, NAN, 1, CHANGE_ONLY_A);
    expect(TIME, NAN, 1, 1, CHANGE_ONLY_B);
    expect(TIME, INFINITY, INFINITY, 1, CHANGE_EQUAL);
    expect(TIME, 1, INFINITY, 1, CHANGE_WORSE);
    expect(TIME, -INFINITY, INFINITY, 1, CHANGE_WORSE);
    expect(EXACT, 0, 0, 1, CHANGE_EQUAL);
    assert_int_equal(metric_change_judge(TIME, NULL, 0, NULL, 0, 1).verdict, CHANGE_ABSENT);
    /* A launch without a value does not count. */
    double a[] = {NAN, 5, NAN}, b[] = {5, NAN, NAN};
    assert_int_equal(metric_change_judge(EXACT, a, 3, b, 3, 1).verdict, CHANGE_EQUAL);
}

static void estimators(void **state)
{
    (void)state;
    double odd[] = {3, 1, 2}, even[] = {4, 1, 3, 2}, huge[] = {1.7e308, 1.7e308};
    assert_true(change_median(odd, 3) == 2);
    assert_true(change_median(even, 4) == 2.5);
    assert_true(change_median(huge, 2) == 1.7e308);
    assert_true(isnan(change_median(NULL, 0)));
    /* Sorted now: the range over 1.693 and over 2.059. */
    assert_true(fabs(change_deviation(odd, 3) - 2 / 1.693) < 1e-12);
    assert_true(fabs(change_deviation(even, 4) - 3 / 2.059) < 1e-12);
    /* Median 4.5, deviations 0.5 0.5 1.5 1.5 2.5 2.5 3.5 and one far out: their median is 2. */
    const double eight[] = {1, 2, 3, 4, 5, 6, 7, 1000};
    assert_true(fabs(change_deviation(eight, 8) - 1.4826 * 2) < 1e-12);
}

static void several_launches_tell_their_noise(void **state)
{
    (void)state;
    /* Steady launches: 2 % are more than their spread and the third of the floor that stays. */
    double a[] = {100000, 100032, 99968}, b[] = {102000, 102032, 101968};
    double near[] = {100800, 100832, 100768};
    struct metric_change change = metric_change_judge(TIME, a, 3, b, 3, 1e5);
    assert_int_equal(change.verdict, CHANGE_WORSE);
    assert_true(change.estimated && change.a == 100000 && change.b == 102000);
    assert_true(fabs(change.noise - 1020) < 1e-6);
    assert_int_equal(metric_change_judge(TIME, a, 3, near, 3, 1e5).verdict, CHANGE_NOISE);
    /* Unsteady ones: 10 % are not. s = 10000/1.693, the error of the difference is s*sqrt(pi/3). */
    double wild[] = {95000, 100000, 105000}, wilder[] = {105000, 110000, 115000};
    change = metric_change_judge(TIME, wild, 3, wilder, 3, 1e5);
    assert_int_equal(change.verdict, CHANGE_NOISE);
    double expected = 8.610 * 10000 / 1.693 * sqrt(M_PI / 2 * 2 / 3);
    assert_true(fabs(change.noise - expected) < 1e-6 * expected);
    /* Two launches estimate nothing. */
    assert_false(metric_change_judge(TIME, wild, 2, wilder, 2, 1e5).estimated);
    /* Exact metrics that vary from launch to launch are judged by their spread, those that do not
     * by the last digit. */
    double work[] = {1000, 2000, 3000}, other[] = {1001, 2001, 3001}, same[] = {3000, 1000, 2000};
    double steady[] = {7, 7, 7}, more[] = {8, 8, 8};
    assert_int_equal(metric_change_judge(EXACT, work, 3, other, 3, 1e5).verdict, CHANGE_NOISE);
    assert_int_equal(metric_change_judge(EXACT, work, 3, same, 3, 1e5).verdict, CHANGE_EQUAL);
    assert_int_equal(metric_change_judge(EXACT, steady, 3, more, 3, 1e5).verdict, CHANGE_OTHER);
}

static void one_launch_out_of_many_is_no_change(void **state)
{
    (void)state;
    double a[20], b[20];
    for (int i = 0; i < 20; i++)
        a[i] = b[i] = 50000 + i % 5 * 32;
    b[7] = 900000;
    assert_int_equal(metric_change_judge(TIME, a, 20, b, 20, 5e4).verdict, CHANGE_NOISE);
    for (int i = 0; i < 20; i++)
        b[i] += 1000;
    assert_int_equal(metric_change_judge(TIME, a, 20, b, 20, 5e4).verdict, CHANGE_WORSE);
}

static void percents(void **state)
{
    (void)state;
    assert_true(change_percent(200, 150) == -25);
    assert_true(change_percent(-200, -150) == 25);
    assert_true(isnan(change_percent(0, 1)));
    assert_true(isnan(change_percent(1, INFINITY)));
    assert_true(change_is_real(CHANGE_OTHER) && !change_is_real(CHANGE_NOISE));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_launch_has_floors),
        cmocka_unit_test(any_change_of_an_exact_metric_is_one),
        cmocka_unit_test(missing_and_endless_values),
        cmocka_unit_test(estimators),
        cmocka_unit_test(several_launches_tell_their_noise),
        cmocka_unit_test(one_launch_out_of_many_is_no_change),
        cmocka_unit_test(percents),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
