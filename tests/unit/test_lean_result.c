#include "lean_result.h"

#include <stdlib.h>
#include <string.h>

#include "build_report.h"

#define INSTANCE(id, value)                                                                        \
    "MetricValueList { CorrelationId { Uint64Value: " id " } ElementValue { DoubleValue: " value   \
    " } } "
#define LISTED(name)                                                                               \
    "MetricResults { NameId: " name " " INSTANCE(                                                  \
        "7", "1.5") "MetricValue { DoubleValue: 4 } " INSTANCE("8", "2.5") "Category: 0 } "

static void kinds_keep_all_but_instances(void **state)
{
    (void)state;
    static const struct {
        enum entry_kind kind;
        const ProtobufCMessageDescriptor *descriptor;
        const char *required;
    } kinds[] = {{ENTRY_KERNEL, &rep__profile_result__descriptor, KERNEL("f")},
                 {ENTRY_RANGE, &rep__range_result__descriptor, "ThreadID: 1 APICallID: 1 "},
                 {ENTRY_CMDLIST, &rep__cmdlist_result__descriptor, "ThreadID: 1 APICallID: 1 "},
                 {ENTRY_GRAPH, &rep__graph_result__descriptor, "ThreadID: 1 APICallID: 1 "}};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        struct strbuf full = {0}, text = {0};
        strbuf_adds(&text, kinds[i].required);
        strbuf_adds(&text, METRIC("0", "Uint64Value: 5") LISTED("1") METRIC("2", ""));
        build_message(&full, kinds[i].descriptor, text.data);
        struct entry entry = {kinds[i].kind, (const uint8_t *)full.data, full.length, 0};
        struct lean_result lean;
        assert_true(lean_result(&lean, &entry));
        assert_true(lean.length < full.length);
        assert_int_equal(lean.metric_count, 3);
        assert_null(lean.metrics[0].data);
        assert_null(lean.metrics[2].data);

        /* What is left is what a result without these instances would be. */
        struct strbuf expected = {0};
        strbuf_clear(&text);
        strbuf_adds(&text, kinds[i].required);
        strbuf_adds(&text,
                    METRIC("0", "Uint64Value: 5") METRIC("1", "DoubleValue: 4") METRIC("2", ""));
        build_message(&expected, kinds[i].descriptor, text.data);
        assert_int_equal(lean.length, expected.length);
        ProtobufCMessage *message =
            protobuf_c_message_unpack(kinds[i].descriptor, NULL, lean.length, lean.data);
        assert_non_null(message);
        uint8_t packed[512];
        assert_int_equal(protobuf_c_message_pack(message, packed), expected.length);
        assert_memory_equal(packed, expected.data, expected.length);
        protobuf_c_message_free_unpacked(message, NULL);

        Rep__ProfileMetricResult *metric =
            rep__profile_metric_result__unpack(NULL, lean.metrics[1].length, lean.metrics[1].data);
        assert_non_null(metric);
        assert_int_equal(metric->n_metricvaluelist, 2);
        rep__profile_metric_result__free_unpacked(metric, NULL);
        lean_result_free(&lean);
        strbuf_free(&expected);
        strbuf_free(&full);
        strbuf_free(&text);
    }
}

static void bytes_that_are_no_message_are_refused(void **state)
{
    (void)state;
    struct strbuf full = {0};
    build_message(&full, &rep__profile_result__descriptor, KERNEL("f") LISTED("1"));
    for (size_t length = 0; length < full.length; length++) {
        uint8_t *bytes = malloc(length + 1); /* so that a sanitizer sees its end */
        memcpy(bytes, full.data, length);
        struct entry entry = {ENTRY_KERNEL, bytes, length, 0};
        struct lean_result lean;
        if (lean_result(&lean, &entry)) {
            assert_true(lean.length <= length);
            lean_result_free(&lean);
        } else {
            assert_null(lean.data);
            assert_null(lean.metrics);
        }
        free(bytes);
    }
    strbuf_free(&full);
}

/* The head of a metric is written anew: never longer than it was. */
static void empty_metrics_take_no_more_room(void **state)
{
    (void)state;
    static const uint8_t bytes[] = {0x6a, 0, 0x6a, 2, 0x1a, 0, 0x6a, 0};
    struct entry entry = {ENTRY_KERNEL, bytes, sizeof bytes, 0};
    struct lean_result lean;
    assert_true(lean_result(&lean, &entry));
    assert_int_equal(lean.metric_count, 3);
    assert_int_equal(lean.length, 6);
    assert_null(lean.metrics[0].data);
    assert_non_null(lean.metrics[1].data);
    lean_result_free(&lean);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kinds_keep_all_but_instances),
        cmocka_unit_test(bytes_that_are_no_message_are_refused),
        cmocka_unit_test(empty_metrics_take_no_more_room),
    };
    return cmocka_run_group_tests_name("lean_result", tests, NULL, NULL);
}
