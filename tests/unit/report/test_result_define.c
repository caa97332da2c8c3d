#include "report/section/result_define.h"

#include <string.h>

#include "build_report.h"
#include "temp_folder.h"

static struct build build;
static struct report *report;
static char *folder;
static struct section_library library;

static int open_result(void **state)
{
    (void)state;
    folder = temp_folder_new();
    library = (struct section_library){0};
    report = build_one(
        &build, "plain stored list text",
        METRIC("0", "DoubleValue: 4") METRIC("1", "DoubleValue: 1")
            METRIC("2", "Uint64Value: 6 } MetricValueList { CorrelationId { Uint64Value: 16 } "
                        "ElementValue { Uint64Value: 2 } } MetricValueList { CorrelationId { "
                        "Uint64Value: 32 } ElementValue { Uint64Value: 4 }")
                METRIC("3", "StringValue: 'word'"));
    return 0;
}

static int close_result(void **state)
{
    (void)state;
    section_library_free(&library);
    report_close(report);
    build_free(&build);
    return temp_folder_free(folder);
}

/* The result with a section that has these definitions: pairs of name and expression. */
static struct result *defined(const char *const *pairs)
{
    struct strbuf text = {0};
    strbuf_adds(&text, "Identifier: 'S' DisplayName: 'S' MetricDefinitions {");
    for (; *pairs; pairs += 2)
        strbuf_addf(&text, " MetricDefinitions { Name: '%s' Expression: '%s' }", pairs[0],
                    pairs[1]);
    strbuf_adds(&text, " }");
    temp_folder_put(folder, "s.section", text.data);
    strbuf_free(&text);
    assert_true(section_library_add_folder(&library, folder, NULL));
    struct result *result = report_result(report, 0, NULL);
    assert_non_null(result);
    result_define(result, &library);
    return result;
}

static double number_of(const struct result *result, const char *name)
{
    double number = -1;
    assert_true(result_number(result, name, &number));
    return number;
}

static void new_metrics_can_build_on_each_other(void **state)
{
    (void)state;
    struct result *result = defined((const char *const[]){"a", "plain * 2", "b", "a + 1", NULL});
    assert_true(number_of(result, "a") == 8);
    assert_true(number_of(result, "b") == 9);
    assert_true(number_of(result, "plain") == 4);
    assert_string_equal(result_metric_name(result, result->metric_count - 1), "b");
}

static void instances_are_named_and_what_is_not_needed_may_be_absent(void **state)
{
    (void)state;
    struct result *result = defined((const char *const[]){
        "a", "list[\"32\"] + list[\"48\"]", "b", "or_else(gone, 3)", "c", "text[\"32\"]", NULL});
    assert_true(number_of(result, "a") == 4);
    assert_true(number_of(result, "b") == 3);
    assert_null(result_metric(result, "c"));
}

static void a_stored_one_is_replaced(void **state)
{
    (void)state;
    struct result *result = defined((const char *const[]){"stored", "plain / 8", NULL});
    size_t count = result->metric_count;
    assert_true(number_of(result, "stored") == 0.5);
    result_define(result, &library);
    assert_int_equal(result->metric_count, count);
}

static void instances_and_texts_are_taken_over(void **state)
{
    (void)state;
    struct result *result = defined(
        (const char *const[]){"twice", "list * 2", "said", "text", "list", "list + 1", NULL});
    const Rep__ProfileMetricResult *metric = result_metric_instances(result, "twice");
    assert_int_equal(metric->n_metricvaluelist, 2);
    assert_int_equal(metric->metricvaluelist[1]->correlationid->uint64value, 32);
    assert_int_equal(metric->metricvaluelist[1]->elementvalue->uint64value, 8);
    assert_true(number_of(result, "twice") == 12);
    assert_string_equal(result_text(result, "said"), "word");
    metric = result_metric_instances(result, "list");
    assert_int_equal(metric->metricvaluelist[0]->elementvalue->uint64value, 3);
}

static void what_lacks_its_metrics_stays(void **state)
{
    (void)state;
    struct result *result =
        defined((const char *const[]){"stored", "missing * 2", "never", "missing", NULL});
    assert_true(number_of(result, "stored") == 1);
    assert_null(result_metric(result, "never"));
}

int main(void)
{
#define with_result(test) cmocka_unit_test_setup_teardown(test, open_result, close_result)
    const struct CMUnitTest tests[] = {
        with_result(new_metrics_can_build_on_each_other),
        with_result(instances_are_named_and_what_is_not_needed_may_be_absent),
        with_result(a_stored_one_is_replaced),
        with_result(instances_and_texts_are_taken_over),
        with_result(what_lacks_its_metrics_stays),
    };
    return cmocka_run_group_tests_name("result_define", tests, NULL, NULL);
}
