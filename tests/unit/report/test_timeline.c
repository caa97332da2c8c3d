#include "report/content/timeline.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/section/section_choice.h"
#include "views_sample.h"

static struct build build;
static struct report *report;
static struct timeline *timeline;

static struct timeline *timeline_in(struct report *from, size_t index)
{
    const struct result *result = report_result(from, index, NULL);
    size_t count;
    assert_non_null(result);
    const Rep__ProfilerSection **sections = section_choice_of(NULL, result, &count);
    struct timeline *made = timeline_new(result, sections, count);
    free(sections);
    return made;
}

static struct timeline *timeline_of(size_t index)
{
    return timeline_in(report, index);
}

static int open_views(void **state)
{
    (void)state;
    build_views(&build);
    report = build_open(&build);
    timeline = timeline_of(0);
    return 0;
}

static int close_views(void **state)
{
    (void)state;
    timeline_free(timeline);
    report_close(report);
    build_free(&build);
    return 0;
}

static void groups_and_rows_of_the_section(void **state)
{
    (void)state;
    static const char *const groups[] = {"SM", "DRAM", "Warp States"};
    static const char *const rows[] = {"Throughput", "Traffic", "Warp States, stacked"};
    assert_int_equal(timeline->group_count, COUNT(groups));
    assert_int_equal(timeline->row_count, COUNT(rows));
    for (size_t i = 0; i < COUNT(rows); i++) {
        assert_string_equal(timeline->groups[i].label, groups[i]);
        assert_int_equal(timeline->groups[i].open, i != 1);
        assert_string_equal(timeline->rows[i].label, rows[i]);
        assert_int_equal(timeline->rows[i].group, i);
        assert_int_equal(timeline->rows[i].count, i == 2 ? 3 : 1);
    }
    assert_int_equal(timeline->course_count, 5);
    assert_string_equal(timeline->courses[1].unit, "byte");
    assert_int_equal(timeline->passes, 2);
    assert_true(timeline->has_sections);
}

/* Passes are seconds apart, but their workloads begin together. */
static void each_pass_has_its_own_times(void **state)
{
    (void)state;
    const struct timeline_course *first = &timeline->courses[0],
                                 *state_course = &timeline->courses[3];
    assert_int_equal(first->pass, 0);
    assert_int_equal(state_course->pass, 1);
    assert_true(first->interval == 1000 && state_course->interval == 2500);
    assert_true(first->points.items[0].x == -5000 && first->points.items[39].x == 34000);
    assert_true(state_course->points.items[0].x == -5000);
    assert_true(timeline->start == -5000 && timeline->end == 35000);
    assert_true(timeline->work_end == 30000);
    assert_true(timeline_step(timeline) == 1000);
}

static void values_at_a_time(void **state)
{
    (void)state;
    const struct timeline_course *course = &timeline->courses[3];
    const struct metric_point *points = course->points.items;
    assert_true(timeline_mean(course, -2500, -2500) == points[1].y);
    /* Between two samples the earlier one holds. */
    assert_true(timeline_mean(course, -2000, -1000) == points[1].y);
    assert_true(timeline_mean(course, -5000, 0) == (points[0].y + points[1].y) / 2);
    assert_true(isnan(timeline_mean(course, -6000, -5500)));
    assert_true(timeline_mean(course, 33000, 33500) == points[15].y);
    assert_true(isnan(timeline_mean(course, 40000, 41000)));
}

static void a_stack_adds_up(void **state)
{
    (void)state;
    const struct timeline_row *row = &timeline->rows[2];
    double sum = 0, most = 0, work_most = 0, total = 0;
    for (size_t i = 0; i < 16; i++) {
        sum = 0;
        for (size_t j = 0; j < 3; j++)
            sum += timeline->courses[row->first + j].points.items[i].y;
        most = fmax(most, sum);
        if (i < 2 || i >= 14) /* before 0, from 30,000 ns on */
            continue;
        work_most = fmax(work_most, sum);
        total += sum;
    }
    assert_true(row->most == most && most > 0);
    assert_true(row->numbers.maximum == work_most);
    assert_true(fabs(row->numbers.mean - total / 12) < 1e-9);
    assert_true(timeline_row_mean(timeline, row, 32500, 32500) == sum);
    assert_true(isnan(timeline_row_mean(timeline, row, 1e9, 1e9)));
}

/* Its samples are 1,000 ns apart; one starts at the work's end. */
static void numbers_are_of_the_work(void **state)
{
    (void)state;
    const struct timeline_course *course = &timeline->courses[0];
    double total = 0, least = INFINITY;
    for (size_t i = 0; i < course->points.count; i++) {
        const struct metric_point *point = &course->points.items[i];
        if (point->x < 0 || point->x >= 30000)
            continue;
        total += point->y;
        least = fmin(least, point->y);
    }
    assert_true(fabs(course->numbers.mean - total / 30) < 1e-9);
    assert_true(course->numbers.minimum == least);
    assert_true(course->numbers.mean != course->points.mean);
}

static void a_result_without_series(void **state)
{
    (void)state;
    struct timeline *none = timeline_of(1);
    assert_int_equal(none->course_count, 0);
    assert_int_equal(none->row_count, 0);
    assert_false(none->has_sections);
    timeline_free(none);
}

/* Times that go back, the same time twice, one sample. */
static void odd_series(void **state)
{
    (void)state;
#define SAMPLE(time)                                                                               \
    "MetricValueList { CorrelationId { Uint64Value: " time " } ElementValue { DoubleValue: 3 } } "
#define COURSES                                                                                    \
    "Sections { Identifier: 'S' DisplayName: 'S' Body { Items { Timeline { Metrics { Name: 'a' } " \
    "Metrics { Name: 'b' } } } } } "
    struct build odd = {0};
    struct report *other = build_one(
        &odd, "a b",
        "MetricResults { NameId: 0 " SAMPLE("900") SAMPLE("100") SAMPLE("900")
            SAMPLE("18446744073709551615") "} MetricResults { NameId: 1 " SAMPLE("7") "} " COURSES);
    struct timeline *t = timeline_in(other, 0);
    assert_int_equal(t->course_count, 2);
    assert_int_equal(t->groups[0].label[0], '\0');
    const struct metric_points *points = &t->courses[0].points;
    for (size_t i = 1; i < points->count; i++)
        assert_true(points->items[i].x >= points->items[i - 1].x);
    assert_true(points->items[0].x == 0 && t->courses[1].interval == 0);
    assert_true(timeline_mean(&t->courses[1], 0, 0) == 3);
    assert_true(t->end > t->start && isfinite(t->end));
    timeline_free(t);
    report_close(other);
    build_free(&odd);
}

/* Work begins in the middle of a sample, which has all the blocks that were launched then. */
static void the_sample_that_work_begins_in_counts(void **state)
{
    (void)state;
#define POINT(time, value)                                                                         \
    "MetricValueList { CorrelationId { Uint64Value: " time " } ElementValue { DoubleValue: " value \
    " } } "
#define EDGE(name, time)                                                                           \
    "MetricResults { NameId: " name " MetricValue { Uint64Value: 1 } MetricValueList { "           \
    "CorrelationId { Uint64Value: " time " } ElementValue { Uint64Value: 0 } } } "
    struct build build_late = {0};
    struct report *late =
        build_one(&build_late,
                  "a profiler__pmsampler_pass_groups profiler__timestamp_workload_start_0 "
                  "profiler__timestamp_workload_end_0 b",
                  "MetricResults { NameId: 0 " POINT("1000", "1") POINT("2000", "80")
                      POINT("3000", "5") POINT("4000", "6")
                          POINT("5000", "200") "} MetricResults { NameId: 1 MetricValue { "
                                               "Uint64Value: 1 } MetricValueList { ElementValue { "
                                               "StringValue: 'a' } } } " EDGE("2", "2500")
                                                   EDGE("3", "4500") COURSES);
    struct timeline *t = timeline_in(late, 0);
    assert_int_equal(t->course_count, 1);
    assert_true(t->courses[0].points.items[0].x == -1500 && t->work_end == 2000);
    assert_true(t->courses[0].numbers.maximum == 80 && t->courses[0].numbers.minimum == 5);
    assert_true(fabs(t->courses[0].numbers.mean - 91.0 / 3) < 1e-9);
    assert_true(timeline_mean(&t->courses[0], 0, 0) == 80);
    timeline_free(t);
    report_close(late);
    build_free(&build_late);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(groups_and_rows_of_the_section),
        cmocka_unit_test(each_pass_has_its_own_times),
        cmocka_unit_test(values_at_a_time),
        cmocka_unit_test(a_stack_adds_up),
        cmocka_unit_test(numbers_are_of_the_work),
        cmocka_unit_test(a_result_without_series),
        cmocka_unit_test(odd_series),
        cmocka_unit_test(the_sample_that_work_begins_in_counts),
    };
    return cmocka_run_group_tests(tests, open_views, close_views);
}
