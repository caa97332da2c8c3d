#include "report/file/report_wire.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "report.pb-c.h"

/* The number of a field as report.proto has it; 0 if the message lacks the field. */
static unsigned number_of(const ProtobufCMessageDescriptor *message, const char *name)
{
    const ProtobufCFieldDescriptor *field =
        protobuf_c_message_descriptor_get_field_by_name(message, name);
    return field ? field->id : 0;
}

static void metrics_and_sizes(void **state)
{
    static const struct {
        const ProtobufCMessageDescriptor *message;
        const char *name;
        unsigned number;
    } fields[] = {
        {&rep__profile_metric_result__descriptor, "NameId", METRIC_NAME_ID},
        {&rep__profile_metric_result__descriptor, "MetricValue", METRIC_VALUE},
        {&rep__profile_metric_result__descriptor, "MetricValueList", METRIC_INSTANCES},
        {&rep__profile_metric_result__descriptor, "Category", METRIC_CATEGORY},
        {&rep__profile_metric_list_element__descriptor, "CorrelationId", INSTANCE_ID},
        {&rep__profile_metric_list_element__descriptor, "ElementValue", INSTANCE_VALUE},
        {&rep__profile_metric_value__descriptor, "StringValue", VALUE_TEXT},
        {&rep__profile_metric_value__descriptor, "FloatValue", VALUE_FLOAT},
        {&rep__profile_metric_value__descriptor, "DoubleValue", VALUE_DOUBLE},
        {&rep__profile_metric_value__descriptor, "Uint32Value", VALUE_UINT32},
        {&rep__profile_metric_value__descriptor, "Uint64Value", VALUE_UINT64},
        {&rep__uint64x3__descriptor, "X", SIZE_X},
        {&rep__uint64x3__descriptor, "Y", SIZE_Y},
        {&rep__uint64x3__descriptor, "Z", SIZE_Z},
        {&rep__profile_series_info_message__descriptor, "SeriesID", SERIES_NUMBER},
        {&rep__profile_series_info_message__descriptor, "CombinationStr", SERIES_PARAMETERS},
        {&rep__profile_result__descriptor, "KernelMangledName", KERNEL_MANGLED},
        {&rep__profile_result__descriptor, "KernelFunctionName", KERNEL_FUNCTION},
        {&rep__profile_result__descriptor, "KernelDemangledName", KERNEL_DEMANGLED},
        {&rep__profile_result__descriptor, "GridSize", KERNEL_GRID},
        {&rep__profile_result__descriptor, "BlockSize", KERNEL_BLOCK},
        {&rep__profile_result__descriptor, "SeriesInfo", KERNEL_SERIES},
        {&rep__profile_result__descriptor, "RenamedDemangledName", KERNEL_RENAMED}};
    (void)state;
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        if (number_of(fields[i].message, fields[i].name) != fields[i].number)
            fail_msg("%s.%s is not %u", fields[i].message->name, fields[i].name, fields[i].number);
}

static void each_kind_of_result(void **state)
{
    static const struct {
        enum entry_kind kind;
        const ProtobufCMessageDescriptor *message;
    } kinds[] = {{ENTRY_KERNEL, &rep__profile_result__descriptor},
                 {ENTRY_RANGE, &rep__range_result__descriptor},
                 {ENTRY_CMDLIST, &rep__cmdlist_result__descriptor},
                 {ENTRY_GRAPH, &rep__graph_result__descriptor}};
    (void)state;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        const ProtobufCMessageDescriptor *message = kinds[i].message;
        const struct result_fields *fields = result_fields(kinds[i].kind);
        assert_int_equal(fields->thread, number_of(message, "ThreadID"));
        assert_int_equal(fields->metrics, number_of(message, "MetricResults"));
        assert_int_equal(fields->sections, number_of(message, "Sections"));
        assert_int_equal(fields->nvtx, number_of(message, "Nvtx"));
        assert_int_equal(fields->context, number_of(message, "ContextID"));
        assert_int_equal(fields->stream, number_of(message, "StreamID"));
        assert_int_equal(fields->native_stack, number_of(message, "CpuStack"));
        assert_int_equal(fields->python_stack, number_of(message, "PythonStack"));
        assert_int_equal(fields->rules, number_of(message, "RuleResults"));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(metrics_and_sizes),
                                       cmocka_unit_test(each_kind_of_result)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
