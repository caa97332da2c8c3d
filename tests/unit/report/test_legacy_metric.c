#include "report/metric/legacy_metric.h"

#include <string.h>

#include "build_report.h"
#include "report/expr/expr.h"

static void names_have_successors_or_suggestions_or_nothing(void **state)
{
    (void)state;
    const struct legacy_metric *old = legacy_metric_find("achieved_occupancy");
    assert_non_null(old);
    assert_string_equal(old->successor, "sm__warps_active.avg.pct_of_peak_sustained_active");
    assert_string_equal(old->suggestion, "");
    old = legacy_metric_find("alu_fu_utilization");
    assert_string_equal(old->successor, "");
    assert_non_null(strstr(old->suggestion, "smsp__inst_executed_pipe_alu"));
    assert_string_equal(old->remark, "an approximation");
    old = legacy_metric_find("cf_issued");
    assert_true(!*old->successor && !*old->suggestion);
    assert_null(legacy_metric_find("achieved"));
    assert_null(legacy_metric_find("sm__warps_active.avg.pct_of_peak_sustained_active"));
}

/* A counter with a rollup or ratio: what can be collected as it is. */
static void is_full_name(void *context, const char *name)
{
    if (!strstr(name, "__") || !strchr(name, '.'))
        fail_msg("%s: %s is no full name", (const char *)context, name);
}

static bool three(void *context, const struct expr_name *name, struct expr_value *value)
{
    (void)context, (void)name;
    value->value = 3.5;
    return true;
}

static void check_expression(const char *name, const char *text)
{
    struct error error;
    struct expr_value value;
    if (!*text)
        return;
    if (!expr_metrics(text, is_full_name, (void *)(uintptr_t)name, &error) ||
        !expr_evaluate(text, three, NULL, &value, &error))
        fail_msg("%s: %s", name, error.text);
    /* A whole number on the left would cut off fractions. */
    assert_false(value.whole);
    expr_value_free(&value);
}

static void check(void *count, const char *name)
{
    const struct legacy_metric *old = legacy_metric_find(name);
    ++*(size_t *)count;
    assert_non_null(old);
    assert_ptr_equal(old->name, name); /* once */
    assert_null(strstr(name, "__"));
    assert_true(*old->suggestion || !*old->remark);
    check_expression(name, old->successor);
    check_expression(name, old->suggestion);
}

static void every_line_can_be_computed(void **state)
{
    (void)state;
    size_t count = 0;
    legacy_metrics_each(check, &count);
    assert_int_equal(count, 162);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_have_successors_or_suggestions_or_nothing),
        cmocka_unit_test(every_line_can_be_computed),
    };
    return cmocka_run_group_tests_name("legacy_metric", tests, NULL, NULL);
}
