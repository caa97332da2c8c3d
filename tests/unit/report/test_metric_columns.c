#include "report/file/metric_columns.h"

#include <string.h>

#include "build_report.h"

#define INSTANCE(id, value)                                                                        \
    "MetricValueList { CorrelationId { " id " } ElementValue { " value " } } "

static struct report *open_sample(struct build *build)
{
    build_begin(build, 7);
    build_entry(
        build, &rep__profile_result__descriptor,
        KERNEL("f") METRIC("0", "DoubleValue: 2.5") METRIC("1", "Uint64Value: 18446744073709551615")
            METRIC("2", "StringValue: 'words'") METRIC("3", "") METRIC("4", "FloatValue: 0.5")
                METRIC("0", "Uint32Value: 7") "MetricResults { NameId: 5 " INSTANCE(
                    "Uint64Value: 16", "DoubleValue: 1")
                    INSTANCE("StringValue: 'FADD'",
                             "Uint64Value: 3") "MetricValueList { ElementValue { } } }");
    build_block(build, "NumResults: 1 StringTable { Strings: 'a' Strings: 'b' Strings: 'c' "
                       "Strings: 'd' Strings: 'e' "
                       "Strings: 'f' }");
    return report_open_bytes("sample", (const uint8_t *)build->file.data, build->file.length, NULL);
}

static void metrics_are_arrays(void **state)
{
    (void)state;
    struct build build = {0};
    struct report *report = open_sample(&build);
    struct metric_columns columns = {0};
    for (int again = 0; again < 2; again++) {
        assert_true(metric_columns_read(&columns, report, 0));
        const struct value_column *values = &columns.values;
        static const uint8_t kinds[] = {VALUE_IS_DOUBLE,  VALUE_IS_UINT64, VALUE_IS_TEXT,
                                        VALUE_IS_NOTHING, VALUE_IS_FLOAT,  VALUE_IS_UINT32,
                                        VALUE_IS_NOTHING};
        assert_int_equal(values->count, sizeof kinds);
        assert_memory_equal(values->kinds, kinds, sizeof kinds);
        assert_true(values->cells[0].number == 2.5 && values->cells[4].number == 0.5);
        assert_true(values->cells[1].whole == UINT64_MAX && values->cells[5].whole == 7);
        assert_int_equal(values->cells[2].text.length, strlen("words"));
        assert_memory_equal(values->texts + values->cells[2].text.at, "words", strlen("words"));
        assert_int_equal(columns.names[5], 0);
        assert_int_equal(columns.listed[0], 0);
        assert_int_equal(columns.listed[6], 1);
    }
    struct instance_columns instances = {0};
    assert_true(instance_columns_read(&instances, &columns, 0));
    assert_int_equal(instances.values.count, 0);
    assert_true(instance_columns_read(&instances, &columns, 6));
    assert_int_equal(instances.values.count, 3);
    assert_int_equal(instances.ids.count, 3);
    assert_int_equal(instances.ids.kinds[1], VALUE_IS_TEXT);
    assert_int_equal(instances.ids.kinds[2], VALUE_IS_NOTHING);
    assert_true(instances.ids.cells[0].whole == 16 && instances.values.cells[1].whole == 3);
    instance_columns_free(&instances);
    metric_columns_free(&columns);
    report_close(report);
    build_free(&build);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(metrics_are_arrays)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
