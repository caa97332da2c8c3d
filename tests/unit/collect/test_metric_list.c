#include "collect/metrics/metric_list.h"

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

/* A launch of a kernel as a graph's node: which block size, shape and services it has. */
static void add_node(struct metric_list *list, struct report *report, unsigned block,
                     const char *cache, double devices)
{
    metric_list_init(list, report);
    metric_add_integer(list, "block", block);
    metric_mark_launch(list);
    metric_add_text(list, "name", "");
    metric_mark_launch_text(list, block == 32 ? "small" : "large");
    metric_add_text(list, "cache", cache);
    metric_mark_launch(list);
    metric_add_number(list, "devices", devices);
    metric_add_text(list, "policy", "PolicySpread");
}

static void launches_of_a_graph_become_instances(void **state)
{
    struct metric_list *list = &((struct made *)*state)->list, nodes[3];
    add_node(&nodes[0], list->report, 256, "one", 0);
    add_node(&nodes[1], list->report, 32, "one", 1);
    add_node(&nodes[2], list->report, 256, "one", 0);
    for (size_t i = 0; i < nodes[0].count; i++)
        metric_add_merged(list, nodes, 3, i, false);
    assert_int_equal(list->count, 5);
    const Rep__ProfileMetricResult *block = metric_list_find(list, "block"),
                                   *name = metric_list_find(list, "name"),
                                   *cache = metric_list_find(list, "cache"),
                                   *devices = metric_list_find(list, "devices"),
                                   *policy = metric_list_find(list, "policy");
    assert_null(block->metricvalue); /* they are unlike */
    assert_int_equal(block->n_metricvaluelist, 3);
    assert_int_equal(block->metricvaluelist[1]->correlationid->uint64value, 1);
    assert_int_equal(block->metricvaluelist[1]->elementvalue->uint64value, 32);
    assert_int_equal(block->metricvaluelist[2]->elementvalue->uint64value, 256);
    assert_string_equal(name->metricvalue->stringvalue, "");
    assert_string_equal(name->metricvaluelist[0]->elementvalue->stringvalue, "large");
    assert_string_equal(name->metricvaluelist[1]->elementvalue->stringvalue, "small");
    assert_string_equal(cache->metricvalue->stringvalue, "one");
    assert_int_equal(cache->n_metricvaluelist, 3);
    assert_int_equal(devices->n_metricvaluelist, 0);
    assert_true(devices->metricvalue->doublevalue == 1);
    assert_string_equal(policy->metricvalue->stringvalue, "PolicySpread");
    for (size_t i = 0; i < 3; i++)
        metric_list_free(&nodes[i]);
}

/* What a node does not tell has no instance, and then there is no common value. */
static void a_launch_may_lack_a_metric(void **state)
{
    struct metric_list *list = &((struct made *)*state)->list, nodes[2];
    metric_list_init(&nodes[0], list->report);
    metric_add_integer(&nodes[0], "barriers", 2);
    metric_mark_launch(&nodes[0]);
    metric_list_init(&nodes[1], list->report);
    metric_add_merged(list, nodes, 2, 0, false);
    assert_null(list->metrics[0]->metricvalue);
    assert_int_equal(list->metrics[0]->n_metricvaluelist, 1);
    assert_int_equal(list->metrics[0]->metricvaluelist[0]->elementvalue->uint64value, 2);
    assert_true(protobuf_c_message_get_packed_size(&list->metrics[0]->base) > 0);
    metric_list_free(&nodes[0]);
    metric_list_free(&nodes[1]);
}

static void launches_of_a_range_have_the_value_of_the_last(void **state)
{
    struct metric_list *list = &((struct made *)*state)->list, launches[4];
    add_node(&launches[0], list->report, 64, "one", 1);
    add_node(&launches[1], list->report, 256, "two", 0);
    add_node(&launches[2], list->report, 32, "other", 0);
    metric_list_init(&launches[3], list->report);
    for (size_t i = 0; i < launches[0].count; i++)
        metric_add_merged(list, launches, 4, i, true);
    const Rep__ProfileMetricResult *block = metric_list_find(list, "block"),
                                   *cache = metric_list_find(list, "cache");
    assert_int_equal(block->metricvalue->uint64value, 32);
    assert_int_equal(block->n_metricvaluelist, 3);
    assert_int_equal(block->metricvaluelist[1]->elementvalue->uint64value, 256);
    assert_string_equal(cache->metricvalue->stringvalue, "other");
    assert_string_equal(metric_list_find(list, "name")->metricvalue->stringvalue, "");
    assert_null(
        metric_list_find(list, "devices")->metricvalue); /* not of a launch, and one lacks it */
    for (size_t i = 0; i < 4; i++)
        metric_list_free(&launches[i]);
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
        LIST_TEST(launches_of_a_graph_become_instances),
        LIST_TEST(a_launch_may_lack_a_metric),
        LIST_TEST(launches_of_a_range_have_the_value_of_the_last),
        LIST_TEST(thousands_can_be_packed),
    };
    return cmocka_run_group_tests_name("metric_list", tests, NULL, NULL);
}
