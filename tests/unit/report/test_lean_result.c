#include "report/file/lean_result.h"

#include <stdlib.h>
#include <string.h>

#include "build_report.h"
#include "guarded_copy.h"

#define LISTED                                                                                     \
    "MetricResults { NameId: 1 MetricValueList { ElementValue { DoubleValue: 2.5 } } "             \
    "MetricValue { DoubleValue: 4 } Category: 0 } "
#define SECTION(name) "Sections { Identifier: '" name "' DisplayName: 'x' Order: 1 } "

/* The i-th message of the list is what its descriptor makes of the text. */
static void expect_message(const struct message_list *list, size_t i,
                           const ProtobufCMessageDescriptor *descriptor, const char *text)
{
    struct strbuf expected = {0};
    build_message(&expected, descriptor, text);
    assert_true(i < list->count);
    assert_int_equal(list->items[i].length, expected.length);
    assert_memory_equal(list->items[i].data, expected.data, expected.length);
    strbuf_free(&expected);
}

static void kinds_are_cut_into_metrics_sections_and_the_rest(void **state)
{
    (void)state;
    static const struct {
        enum entry_kind kind;
        const ProtobufCMessageDescriptor *descriptor;
        const char *rest;
    } kinds[] = {{ENTRY_KERNEL, &rep__profile_result__descriptor, KERNEL("f") "ContextID: 3 "},
                 {ENTRY_RANGE, &rep__range_result__descriptor, "ThreadID: 1 APICallID: 1 "},
                 {ENTRY_CMDLIST, &rep__cmdlist_result__descriptor, "ThreadID: 1 APICallID: 1 "},
                 {ENTRY_GRAPH, &rep__graph_result__descriptor, "ThreadID: 1 APICallID: 1 "}};
    for (size_t i = 0; i < COUNT(kinds); i++) {
        struct strbuf full = {0}, text = {0}, expected = {0};
        strbuf_adds(&text, kinds[i].rest);
        strbuf_adds(&text, METRIC("0", "Uint64Value: 5") LISTED SECTION("a") SECTION("b"));
        build_message(&full, kinds[i].descriptor, text.data);
        build_message(&expected, kinds[i].descriptor, kinds[i].rest);
        struct entry entry = {kinds[i].kind, (const uint8_t *)full.data, full.length, 0};
        struct lean_result lean;
        assert_true(lean_result(&lean, &entry));
        assert_int_equal(lean.metrics.count, 2);
        expect_message(&lean.metrics, 0, &rep__profile_metric_result__descriptor,
                       "NameId: 0 MetricValue { Uint64Value: 5 } Category: 0");
        assert_int_equal(lean.sections.count, 2);
        expect_message(&lean.sections, 1, &rep__profiler_section__descriptor,
                       "Identifier: 'b' DisplayName: 'x' Order: 1");
        assert_int_equal(lean.length, expected.length);
        assert_memory_equal(lean.data, expected.data, expected.length);
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
    build_message(&full, &rep__profile_result__descriptor, KERNEL("f") LISTED SECTION("a"));
    for (size_t length = 0; length < full.length; length++) {
        uint8_t *bytes = guarded_copy(full.data, length);
        struct entry entry = {ENTRY_KERNEL, bytes, length, 0};
        struct lean_result lean;
        if (lean_result(&lean, &entry)) {
            assert_true(lean.length <= length);
            lean_result_free(&lean);
        } else {
            assert_null(lean.data);
            assert_null(lean.metrics.items);
            assert_null(lean.sections.items);
        }
        guarded_free(bytes);
    }
    strbuf_free(&full);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kinds_are_cut_into_metrics_sections_and_the_rest),
        cmocka_unit_test(bytes_that_are_no_message_are_refused),
    };
    return cmocka_run_group_tests_name("lean_result", tests, NULL, NULL);
}
