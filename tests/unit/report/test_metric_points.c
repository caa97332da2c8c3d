#include "report/metric/metric_points.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "build_report.h"

/* A series of a metric with these instances, as text. */
static struct metric_points make(const char *instances, double factor, bool sampled)
{
    struct build build = {0};
    struct strbuf text = {0};
    strbuf_addf(&text, "MetricResults { NameId: 0 %s } ", instances);
    struct report *report = build_one(&build, "m", text.data);
    const Rep__ProfileMetricResult *metric =
        result_metric_instances(report_result(report, 0, NULL), "m");
    struct metric_points points =
        sampled ? metric_points_sampled(metric, factor) : metric_points_of(metric, factor);
    report_close(report);
    build_free(&build);
    strbuf_free(&text);
    return points;
}

#define POINT(id, value)                                                                           \
    "MetricValueList { CorrelationId { Uint64Value: " id " } ElementValue { " value " } } "

static void points_and_their_range(void **state)
{
    (void)state;
    struct metric_points points =
        make(POINT("1795172850677494785", "DoubleValue: 3") POINT("9", "Uint64Value: 1")
                 POINT("10", "StringValue: 'x'") POINT("11", "FloatValue: 2.5"),
             2, false);
    assert_int_equal(points.count, 3);
    /* A time in ns is more than a double holds. */
    assert_true(points.items[0].id == 1795172850677494785u);
    assert_true(points.items[1].x == 9 && points.items[1].y == 2);
    assert_true(points.minimum == 2 && points.maximum == 6);
    assert_true(fabs(points.mean - 13.0 / 3) < 1e-12);
    metric_points_free(&points);
}

static void instances_without_an_id_count_from_0(void **state)
{
    (void)state;
    struct metric_points points = make("MetricValueList { ElementValue { Uint64Value: 5 } } "
                                       "MetricValueList { CorrelationId { StringValue: 'FADD' } "
                                       "ElementValue { Uint64Value: 6 } } ",
                                       1, false);
    assert_int_equal(points.count, 2);
    assert_true(points.items[0].x == 0 && points.items[1].x == 1);
    metric_points_free(&points);
}

static void a_first_sample_without_a_time_is_left_out(void **state)
{
    (void)state;
    static const char instances[] =
        POINT("0", "Uint64Value: 100") POINT("5", "Uint64Value: 1") POINT("0", "Uint64Value: 3");
    struct metric_points points = make(instances, 1, true);
    assert_int_equal(points.count, 2);
    assert_true(points.maximum == 3);
    metric_points_free(&points);
    points = make(instances, 1, false);
    assert_int_equal(points.count, 3);
    metric_points_free(&points);
}

static void without_points(void **state)
{
    (void)state;
    struct metric_points points = metric_points_of(NULL, 1);
    struct strbuf text = {0};
    strbuf_adds(&text, "");
    assert_int_equal(points.count, 0);
    assert_true(isnan(points.mean) && isnan(points.minimum) && isnan(points.maximum));
    metric_points_sparkline(&text, &points, 10);
    assert_string_equal(text.data, "");
    metric_points_free(&points);
    strbuf_free(&text);
}

static void spark(const double *y, size_t count, size_t columns, const char *expected)
{
    struct metric_points points = {.items = calloc(count, sizeof *points.items), .count = count};
    points.minimum = INFINITY, points.maximum = -INFINITY;
    for (size_t i = 0; i < count; i++) {
        points.items[i].y = y[i];
        points.minimum = fmin(points.minimum, y[i]);
        points.maximum = fmax(points.maximum, y[i]);
    }
    struct strbuf text = {0};
    strbuf_adds(&text, "");
    metric_points_sparkline(&text, &points, columns);
    assert_string_equal(text.data, expected);
    strbuf_free(&text);
    metric_points_free(&points);
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
    struct metric_point points[10];
    for (size_t i = 0; i < 10; i++)
        points[i] = (struct metric_point){i, (double)i, (double)(i * i)};
    struct metric_points all = {points, 10, 0, 28.5, 81};
    struct metric_points thin = metric_points_thinned(&all, 5),
                         same = metric_points_thinned(&all, 99);
    assert_int_equal(thin.count, 5);
    for (size_t i = 0; i < 5; i++) {
        double first = (double)(2 * i), second = first + 1;
        assert_true(thin.items[i].x == first);
        assert_true(thin.items[i].y == (first * first + second * second) / 2);
    }
    assert_true(thin.minimum == 0 && thin.mean == 28.5 && thin.maximum == 81);
    assert_int_equal(same.count, 10);
    assert_memory_equal(same.items, points, sizeof points);
    metric_points_free(&thin);
    metric_points_free(&same);
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
