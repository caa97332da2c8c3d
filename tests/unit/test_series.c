#include "series.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "build_report.h"

/* A series of a metric with these instances, as text. */
static struct series make(const char *instances, double factor, bool sampled)
{
    struct build build = {0};
    struct strbuf text = {0};
    strbuf_addf(&text, "MetricResults { NameId: 0 %s } ", instances);
    struct report *report = build_one(&build, "m", text.data);
    const Rep__ProfileMetricResult *metric =
        result_metric_instances(report_result(report, 0, NULL), "m");
    struct series series = sampled ? series_sampled(metric, factor) : series_of(metric, factor);
    report_close(report);
    build_free(&build);
    strbuf_free(&text);
    return series;
}

#define POINT(id, value)                                                                           \
    "MetricValueList { CorrelationId { Uint64Value: " id " } ElementValue { " value " } } "

static void points_and_their_range(void **state)
{
    (void)state;
    struct series series =
        make(POINT("1795172850677494785", "DoubleValue: 3") POINT("9", "Uint64Value: 1")
                 POINT("10", "StringValue: 'x'") POINT("11", "FloatValue: 2.5"),
             2, false);
    assert_int_equal(series.count, 3);
    /* A time in ns is more than a double holds. */
    assert_true(series.points[0].id == 1795172850677494785u);
    assert_true(series.points[1].x == 9 && series.points[1].y == 2);
    assert_true(series.minimum == 2 && series.maximum == 6);
    assert_true(fabs(series.mean - 13.0 / 3) < 1e-12);
    series_free(&series);
}

static void instances_without_an_id_count_from_0(void **state)
{
    (void)state;
    struct series series = make("MetricValueList { ElementValue { Uint64Value: 5 } } "
                                "MetricValueList { CorrelationId { StringValue: 'FADD' } "
                                "ElementValue { Uint64Value: 6 } } ",
                                1, false);
    assert_int_equal(series.count, 2);
    assert_true(series.points[0].x == 0 && series.points[1].x == 1);
    series_free(&series);
}

static void a_first_sample_without_a_time_is_left_out(void **state)
{
    (void)state;
    static const char instances[] =
        POINT("0", "Uint64Value: 100") POINT("5", "Uint64Value: 1") POINT("0", "Uint64Value: 3");
    struct series series = make(instances, 1, true);
    assert_int_equal(series.count, 2);
    assert_true(series.maximum == 3);
    series_free(&series);
    series = make(instances, 1, false);
    assert_int_equal(series.count, 3);
    series_free(&series);
}

static void without_points(void **state)
{
    (void)state;
    struct series series = series_of(NULL, 1);
    struct strbuf text = {0};
    strbuf_adds(&text, "");
    assert_int_equal(series.count, 0);
    assert_true(isnan(series.mean) && isnan(series.minimum) && isnan(series.maximum));
    series_sparkline(&text, &series, 10);
    assert_string_equal(text.data, "");
    series_free(&series);
    strbuf_free(&text);
}

static void spark(const double *y, size_t count, size_t columns, const char *expected)
{
    struct series series = {.points = calloc(count, sizeof *series.points), .count = count};
    series.minimum = INFINITY, series.maximum = -INFINITY;
    for (size_t i = 0; i < count; i++) {
        series.points[i].y = y[i];
        series.minimum = fmin(series.minimum, y[i]);
        series.maximum = fmax(series.maximum, y[i]);
    }
    struct strbuf text = {0};
    strbuf_adds(&text, "");
    series_sparkline(&text, &series, columns);
    assert_string_equal(text.data, expected);
    strbuf_free(&text);
    series_free(&series);
}

static void sparklines(void **state)
{
    (void)state;
    static const double rising[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
    static const double flat[] = {7, 7, 7}, none[] = {0, 0}, below[] = {-9, 0}, odd[] = {NAN, 1};
    spark(rising, 10, 20, " .:-=+*#%@");
    /* Two points each: means 0.5, 2.5, 4.5, 6.5, 8.5. */
    spark(rising, 10, 5, ".-+#@");
    spark(flat, 3, 9, "@@@");
    spark(none, 2, 9, "  ");
    spark(below, 2, 9, " @");
    spark(odd, 2, 9, " @");
}

/* Neighbours become their mean, at the place of the first; the extremes stay those of all. */
static void thinned_points(void **state)
{
    (void)state;
    struct series_point points[10];
    for (size_t i = 0; i < 10; i++)
        points[i] = (struct series_point){i, (double)i, (double)(i * i)};
    struct series all = {points, 10, 0, 28.5, 81};
    struct series thin = series_thinned(&all, 5), same = series_thinned(&all, 99);
    assert_int_equal(thin.count, 5);
    for (size_t i = 0; i < 5; i++) {
        double first = (double)(2 * i), second = first + 1;
        assert_true(thin.points[i].x == first);
        assert_true(thin.points[i].y == (first * first + second * second) / 2);
    }
    assert_true(thin.minimum == 0 && thin.mean == 28.5 && thin.maximum == 81);
    assert_int_equal(same.count, 10);
    assert_memory_equal(same.points, points, sizeof points);
    series_free(&thin);
    series_free(&same);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(points_and_their_range),
        cmocka_unit_test(instances_without_an_id_count_from_0),
        cmocka_unit_test(a_first_sample_without_a_time_is_left_out),
        cmocka_unit_test(without_points),
        cmocka_unit_test(sparklines),
        cmocka_unit_test(thinned_points),
    };
    return cmocka_run_group_tests_name("series", tests, NULL, NULL);
}
