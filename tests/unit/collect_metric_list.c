#include "collect/metric_list.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "build_report.h"

struct made {
    struct build build;
    struct report *report;
    struct metric_list list;
};

static int begin(void **state)
{
    static struct made made;
    made = (struct made){0};
    made.report = build_one(&made.build, "known other", "");
    metric_list_init(&made.list, made.report);
    *state = &made;
    return 0;
}

static int end(void **state)
{
    struct made *made = *state;
    metric_list_free(&made->list);
    report_close(made->report);
    build_free(&made->build);
    return 0;
}

static void values_of_every_kind(void **state)
{
    struct metric_list *list = &((struct made *)*state)->list;
    char text[] = "text";
    metric_add_number(list, "number", 1.5);
    metric_add_number(list, "nan", NAN);
    metric_add_integer(list, "integer", UINT64_MAX);
    metric_add_text(list, "text", text);
    metric_add_empty(list, "empty");
    text[0] = 'X'; /* It was copied. */
    assert_int_equal(list->count, 5);
    assert_true(list->metrics[0]->metricvalue->has_doublevalue);
    assert_true(list->metrics[0]->metricvalue->doublevalue == 1.5);
    assert_true(isnan(list->metrics[1]->metricvalue->doublevalue));
    assert_true(list->metrics[2]->metricvalue->has_uint64value);
    assert_true(list->metrics[2]->metricvalue->uint64value == UINT64_MAX);
    assert_string_equal(list->metrics[3]->metricvalue->stringvalue, "text");
    assert_null(list->metrics[4]->metricvalue);
    for (size_t i = 0; i < list->count; i++)
        assert_int_equal(list->metrics[i]->n_metricvaluelist, 0);
}

static void names_are_those_of_the_report(void **state)
{
    struct made *made = *state;
    metric_add_integer(&made->list, "other", 1);
    metric_add_integer(&made->list, "new", 2);
    metric_add_integer(&made->list, "other", 3);
    assert_string_equal(report_string(made->report, made->list.metrics[0]->nameid), "other");
    assert_string_equal(report_string(made->report, made->list.metrics[1]->nameid), "new");
    assert_int_equal(made->list.metrics[0]->nameid, made->list.metrics[2]->nameid);
    assert_int_not_equal(made->list.metrics[0]->nameid, made->list.metrics[1]->nameid);
}

static void the_last_of_a_name_is_found(void **state)
{
    struct metric_list *list = &((struct made *)*state)->list;
    assert_null(metric_list_find(list, "a"));
    metric_add_integer(list, "a", 1);
    metric_add_integer(list, "a", 2);
    metric_add_integer(list, "b", 3);
    assert_true(metric_list_find(list, "a")->metricvalue->uint64value == 2);
    assert_null(metric_list_find(list, "c"));
}

static void launch_values_get_an_instance(void **state)
{
    struct metric_list *list = &((struct made *)*state)->list;
    metric_add_integer(list, "grid", 64);
    metric_mark_launch(list);
    metric_add_integer(list, "policy", 1);
    metric_mark_launch_text(list, "PolicySpread");
    const Rep__ProfileMetricResult *grid = list->metrics[0], *policy = list->metrics[1];
    assert_int_equal(grid->n_metricvaluelist, 1);
    assert_true(grid->metricvaluelist[0]->correlationid->uint64value == 0);
    assert_true(grid->metricvaluelist[0]->elementvalue->uint64value == 64);
    assert_int_equal(policy->n_metricvaluelist, 1);
    assert_string_equal(policy->metricvaluelist[0]->elementvalue->stringvalue, "PolicySpread");
}

static void instances_keep_their_ids_and_order(void **state)
{
    struct metric_list *list = &((struct made *)*state)->list;
    static const uint64_t ids[] = {7, 3, 9};
    static const double values[] = {1, 2.5, 4};
    metric_add_number(list, "x", 7.5);
    metric_add_instances(list, ids, values, 3, false);
    metric_add_number(list, "none", 0);
    metric_add_instances(list, NULL, NULL, 0, false);
    assert_int_equal(list->metrics[0]->n_metricvaluelist, 3);
    for (size_t i = 0; i < 3; i++) {
        assert_true(list->metrics[0]->metricvaluelist[i]->correlationid->uint64value == ids[i]);
        assert_true(list->metrics[0]->metricvaluelist[i]->elementvalue->doublevalue == values[i]);
    }
    assert_int_equal(list->metrics[1]->n_metricvaluelist, 0);
    static const double whole[] = {64, 0, 4e9};
    metric_add_number(list, "curve", 7);
    metric_add_instances(list, ids, whole, 3, true);
    for (size_t i = 0; i < 3; i++) {
        const Rep__ProfileMetricValue *value = list->metrics[2]->metricvaluelist[i]->elementvalue;
        assert_true(value->has_uint64value && !value->has_doublevalue);
        assert_true(value->uint64value == (uint64_t)whole[i]);
    }
}

static void thousands_can_be_packed(void **state)
{
    struct metric_list *list = &((struct made *)*state)->list;
    char name[32];
    for (int i = 0; i < 5000; i++) {
        snprintf(name, sizeof name, "metric_%d", i);
        metric_add_number(list, name, i);
    }
    assert_int_equal(list->count, 5000);
    for (size_t i = 0; i < list->count; i++) {
        assert_true(list->metrics[i]->metricvalue->doublevalue == (double)i);
        assert_true(protobuf_c_message_get_packed_size(&list->metrics[i]->base) > 0);
    }
}

#define LIST_TEST(test) cmocka_unit_test_setup_teardown(test, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        LIST_TEST(values_of_every_kind),
        LIST_TEST(names_are_those_of_the_report),
        LIST_TEST(the_last_of_a_name_is_found),
        LIST_TEST(launch_values_get_an_instance),
        LIST_TEST(instances_keep_their_ids_and_order),
        LIST_TEST(thousands_can_be_packed),
    };
    return cmocka_run_group_tests_name("metric_list", tests, NULL, NULL);
}
