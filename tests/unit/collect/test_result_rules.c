#include "collect/result/result_rules.h"

#include <string.h>

#include "build_report.h"
#include "report/base/wire_walk.h"
#include "temp_folder.h"

static char *folder;
static struct rule_library library;
static struct report *report;

static int open_rules(void **state)
{
    (void)state;
    folder = temp_folder_new();
    temp_folder_put(
        folder, "r.yaml",
        "identifier: R\nname: Rule\nsection: S\nadd: {added__x: x__x + x__x}\nfindings:\n"
        "  - {type: warning, when: x__x > 1, text: 'x is {x__x|0}'}\n");
    temp_folder_put(folder, "q.yaml",
                    "identifier: Q\nname: Quiet\nsection: S\nfindings:\n"
                    "  - {type: warning, when: x__x > 100, text: 'never'}\n");
    library = (struct rule_library){0};
    assert_true(rule_library_add_folder(&library, folder, NULL));
    report = report_new("made");
    report_intern(report, "x__x");
    return 0;
}

static int close_rules(void **state)
{
    (void)state;
    report_close(report);
    rule_library_free(&library);
    return temp_folder_free(folder);
}

static size_t add(const char *more)
{
    struct strbuf text = {0}, packed = {0};
    Rep__ProcessInfo process = REP__PROCESS_INFO__INIT;
    strbuf_addf(&text, "%s%s", KERNEL("made"), more);
    build_message(&packed, &rep__profile_result__descriptor, text.data);
    strbuf_free(&text);
    size_t length = packed.length;
    return report_add_result(report, ENTRY_KERNEL, (uint8_t *)strbuf_detach(&packed), length,
                             &process);
}

#define INSTANCE(id, value)                                                                        \
    "MetricValueList { CorrelationId { Uint64Value: " id " } ElementValue { DoubleValue: " value   \
    " } } "
#define MEASURED                                                                                   \
    "MetricResults { NameId: 0 MetricValue { DoubleValue: 7 } " INSTANCE("16", "2")                \
        INSTANCE("32", "5") "} Sections { Identifier: 'S' DisplayName: 'Section' } ContextID: 5 "  \
                            "KmdVersion: 580 "

static void findings_and_added_metrics_become_part_of_the_result(void **state)
{
    (void)state;
    size_t index = add(MEASURED);
    report_summary(report, index);
    result_rules_store(report, index, &(struct rule_choice){.library = &library});
    struct result *result = report_result(report, index, NULL);
    double value;
    assert_null(result->found);
    assert_int_equal(result->rule_count, 2);
    assert_string_equal(result->rules[0]->identifier, "Q");
    assert_null(result->rules[0]->body);
    assert_string_equal(result->rules[1]->identifier, "R");
    assert_string_equal(result->rules[1]->sectionidentifier, "S");
    assert_string_equal(result->rules[1]->body->items[0]->message->message, "x is 7");
    assert_true(result_number(result, "added__x", &value));
    assert_true(value == 14);
    assert_int_equal(result_metric_instances(result, "x__x")->n_metricvaluelist, 2);
    const Rep__ProfileMetricResult *added = result_metric_instances(result, "added__x");
    assert_int_equal(added->n_metricvaluelist, 2);
    assert_true(added->metricvaluelist[1]->elementvalue->doublevalue == 10);
    assert_int_equal(result->section_count, 1);
    assert_int_equal(result->context, 5);
    assert_true(result->driver == 580);
    assert_string_equal(report_summary(report, index)->name, "made<8>(T *)");
    /* The fields are in the order of their numbers, as everywhere in reports. */
    const struct entry *entry = report_entry(report, index);
    struct wire_walk walk = {entry->data, entry->data + entry->length, false};
    struct wire_field field;
    for (uint32_t last = 0; wire_walk_next(&walk, &field); last = field.number)
        assert_true(field.number >= last);
    assert_false(walk.bad);
}

static void findings_on_a_graph_stand_in_its_own_fields(void **state)
{
    (void)state;
    struct strbuf packed = {0};
    Rep__ProcessInfo process = REP__PROCESS_INFO__INIT;
    build_message(&packed, &rep__graph_result__descriptor,
                  "ThreadID: 1 APICallID: 2 " MEASURED "StreamID: 13 References: 7 ");
    size_t length = packed.length,
           index = report_add_result(report, ENTRY_GRAPH, (uint8_t *)strbuf_detach(&packed), length,
                                     &process);
    result_rules_store(report, index, &(struct rule_choice){.library = &library});
    struct result *result = report_result(report, index, NULL);
    double value;
    assert_int_equal(result->kind, ENTRY_GRAPH);
    assert_int_equal(result->rule_count, 2);
    assert_string_equal(result->rules[1]->body->items[0]->message->message, "x is 7");
    assert_true(result_number(result, "added__x", &value) && value == 14);
    assert_int_equal(result->section_count, 1);
    assert_int_equal(result->context, 5);
    assert_int_equal(result->stream, 13);
    assert_int_equal(result->reference_count, 1);
    assert_true(result->driver == 580);
}

static void findings_on_a_range_stand_in_its_own_fields(void **state)
{
    (void)state;
    struct strbuf packed = {0};
    Rep__ProcessInfo process = REP__PROCESS_INFO__INIT;
    build_message(&packed, &rep__range_result__descriptor,
                  "ThreadID: 1 APICallID: 2 " MEASURED "References: 7 ");
    size_t length = packed.length,
           index = report_add_result(report, ENTRY_RANGE, (uint8_t *)strbuf_detach(&packed), length,
                                     &process);
    result_rules_store(report, index, &(struct rule_choice){.library = &library});
    struct result *result = report_result(report, index, NULL);
    double value;
    assert_int_equal(result->kind, ENTRY_RANGE);
    assert_int_equal(result->rule_count, 2);
    assert_string_equal(result->rules[1]->body->items[0]->message->message, "x is 7");
    assert_true(result_number(result, "added__x", &value) && value == 14);
    assert_int_equal(result->section_count, 1);
    assert_int_equal(result->context, 5);
    assert_int_equal(result->reference_count, 1);
    assert_true(result->driver == 580);
}

static void a_result_of_other_sections_stays_as_it_is(void **state)
{
    (void)state;
    size_t index = add(METRIC("0", "DoubleValue: 7") "Sections { Identifier: 'T' "
                                                     "DisplayName: 'Other' } ");
    struct entry before = *report_entry(report, index);
    result_rules_store(report, index, &(struct rule_choice){.library = &library});
    assert_ptr_equal(report_entry(report, index)->data, before.data);
    assert_int_equal(report_entry(report, index)->length, before.length);
    assert_int_equal(report_result(report, index, NULL)->rule_count, 0);
}

int main(void)
{
#define with_rules(test) cmocka_unit_test_setup_teardown(test, open_rules, close_rules)
    const struct CMUnitTest tests[] = {
        with_rules(findings_and_added_metrics_become_part_of_the_result),
        with_rules(findings_on_a_graph_stand_in_its_own_fields),
        with_rules(findings_on_a_range_stand_in_its_own_fields),
        with_rules(a_result_of_other_sections_stays_as_it_is),
    };
    return cmocka_run_group_tests_name("collect_result_rules", tests, NULL, NULL);
}
