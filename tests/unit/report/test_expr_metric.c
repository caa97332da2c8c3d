#include "report/expr/expr_metric.h"

#include "build_report.h"

static Rep__ProfileMetricValue *value(Rep__ProfileMetricValue *made, const char *text,
                                      uint64_t whole, double number)
{
    rep__profile_metric_value__init(made);
    made->stringvalue = (char *)(uintptr_t)text;
    made->has_uint64value = !text && whole, made->uint64value = whole;
    made->has_doublevalue = !text && !whole, made->doublevalue = number;
    return made;
}

/* Instances by opcode, address, none, and one whose value is a text. */
static Rep__ProfileMetricResult *metric(size_t count)
{
    static Rep__ProfileMetricResult made;
    static Rep__ProfileMetricListElement elements[4], *list[4];
    static Rep__ProfileMetricValue ids[4], values[4], regular;
    value(&ids[0], "FADD", 0, 0), value(&values[0], NULL, 7, 0);
    value(&ids[1], NULL, 32, 0), value(&values[1], NULL, 0, 2.5);
    value(&values[2], NULL, 0, 3);
    value(&ids[3], "x", 0, 0), value(&values[3], "word", 0, 0);
    for (size_t i = 0; i < 4; i++) {
        rep__profile_metric_list_element__init(&elements[i]);
        elements[i].correlationid = i == 2 ? NULL : &ids[i];
        elements[i].elementvalue = &values[i];
        list[i] = &elements[i];
    }
    rep__profile_metric_result__init(&made);
    made.metricvalue = value(&regular, NULL, 0, 12.5);
    made.metricvaluelist = list;
    made.n_metricvaluelist = count;
    return &made;
}

static void a_key_chooses_an_instance(void **state)
{
    (void)state;
    struct expr_value found;
    assert_true(expr_metric_instance(metric(4), "FADD", &found));
    assert_true(found.value == 7 && found.whole && !found.count);
    assert_true(expr_metric_instance(metric(1), "FADD", &found));
    assert_true(found.value == 7);
    assert_true(expr_metric_instance(metric(4), "32", &found));
    assert_true(found.value == 2.5 && !found.whole);
    assert_true(expr_metric_instance(metric(4), "x", &found));
    assert_string_equal(found.text, "word");
    expr_value_free(&found);
}

static void an_instance_that_is_not_there_is_0(void **state)
{
    (void)state;
    static const char *const keys[] = {"FMUL", "fadd", "32x", "", "0", "-32"};
    for (size_t i = 0; i < COUNT(keys); i++) {
        struct expr_value found = {.value = 1};
        assert_true(expr_metric_instance(metric(4), keys[i], &found));
        assert_true(found.value == 0 && !found.whole && !found.text);
    }
}

static void without_instances_there_is_none(void **state)
{
    (void)state;
    struct expr_value found;
    assert_false(expr_metric_instance(NULL, "FADD", &found));
    assert_false(expr_metric_instance(metric(0), "FADD", &found));
    Rep__ProfileMetricResult *no_ids = metric(4);
    no_ids->metricvaluelist += 2, no_ids->n_metricvaluelist = 1;
    assert_false(expr_metric_instance(no_ids, "FADD", &found));
}

static void a_name_is_the_value_or_an_instance(void **state)
{
    (void)state;
    struct expr_value found;
    assert_true(expr_metric_operand(metric(4), &(struct expr_name){"m", NULL, -1}, &found));
    assert_true(found.value == 12.5 && found.count == 2);
    expr_value_free(&found);
    assert_true(expr_metric_operand(metric(4), &(struct expr_name){"m", "FADD", -1}, &found));
    assert_true(found.value == 7 && found.count == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_key_chooses_an_instance),
        cmocka_unit_test(an_instance_that_is_not_there_is_0),
        cmocka_unit_test(without_instances_there_is_none),
        cmocka_unit_test(a_name_is_the_value_or_an_instance),
    };
    return cmocka_run_group_tests_name("expr_metric", tests, NULL, NULL);
}
