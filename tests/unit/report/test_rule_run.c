#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "build_report.h"
#include "report/base/mem.h"
#include "report/rules/rule_run.h"
#include "temp_folder.h"

#define SECTIONS                                                                                   \
    "Sections { Identifier: 'One' DisplayName: 'One' } "                                           \
    "Sections { Identifier: 'Two' DisplayName: 'Two' } "

struct fixture {
    struct build build;
    struct report *report;
    struct result *result;
    struct rule_library library;
    struct rule_findings findings;
    char *folder;
};

/* The rules are texts without the keys that all have, each "IDENTIFIER SECTION\nREST", to NULL. */
static void run_on(struct fixture *f, const char *names, const char *metrics,
                   const char *const *rules)
{
    struct error error;
    *f = (struct fixture){.folder = temp_folder_new()};
    f->report = build_one(&f->build, names, metrics);
    f->result = report_result(f->report, 0, NULL);
    for (size_t i = 0; rules[i]; i++) {
        char identifier[32], section[32], name[64];
        assert_int_equal(sscanf(rules[i], "%31s %31s", identifier, section), 2);
        char *text = mem_printf("identifier: %s\nname: Rule %s\nsection: %s%s", identifier,
                                identifier, section, strchr(rules[i], '\n'));
        snprintf(name, sizeof name, "%s.yaml", identifier);
        temp_folder_put(f->folder, name, text);
        free(text);
    }
    assert_true(rule_library_add_folder(&f->library, f->folder, &error));
    for (size_t i = 0; i < f->library.count; i++)
        if (*f->library.entries[i].error.text)
            fail_msg("%s", f->library.entries[i].error.text);
    rule_run(&f->library, f->result, NULL, &f->findings);
}

static void done(struct fixture *f)
{
    rule_findings_free(&f->findings);
    rule_library_free(&f->library);
    report_close(f->report);
    build_free(&f->build);
    assert_int_equal(temp_folder_free(f->folder), 0);
}

/* "IDENTIFIER: MESSAGE" of all that ran, a line each; "-" for one that said nothing. */
static void found(struct fixture *f, const char *wanted)
{
    char text[2048] = "";
    for (size_t i = 0; i < f->findings.count; i++) {
        const Rep__RuleResult *rule = f->findings.results[i];
        for (size_t j = 0; rule->body && j < rule->body->n_items; j++)
            snprintf(text + strlen(text), sizeof text - strlen(text), "%s: %s\n", rule->identifier,
                     rule->body->items[j]->message->message);
        if (!rule->body)
            snprintf(text + strlen(text), sizeof text - strlen(text), "%s: -\n", rule->identifier);
    }
    assert_string_equal(text, wanted);
    done(f);
}

#define SAY(text) "findings: [{type: warning, text: '" text "'}]\n"
#define NUMBER(id, value) METRIC(id, "DoubleValue: " value)

static void parents_run_before_their_children(void **state)
{
    (void)state;
    struct fixture f;
    const char *const rules[] = {
        "Apart One\n" SAY("{received.half}"),
        "Child Two\nparent: Middle\n" SAY("{received.half} {received.third} {received.none}"),
        "Middle Two\nparent: Top\nforward: yes\nsend: {third: received.half / 3}\n",
        "Stern Two\nparent: Top\nsend: {third: 7}\n",
        "Stranger Two\nparent: Stern\n" SAY("{received.half} {received.third}"),
        "Top One\nsend: {half: a__x / 2, none: z__x}\n",
        NULL};
    run_on(&f, "a__x", NUMBER("0", "12") SECTIONS, rules);
    found(&f, "Apart: n/a\nTop: -\nMiddle: -\nChild: 6 2 n/a\nStern: -\nStranger: n/a 7\n");
}

static void a_rule_that_cannot_run_sends_nothing(void **state)
{
    (void)state;
    struct fixture f;
    const char *const rules[] = {
        "Parent One\nrequires: [z__x]\nsend: {half: 1}\nadd: {b__x: 1}\n" SAY("x"),
        "Child One\nparent: Parent\n" SAY("{received.half} {b__x}"), NULL};
    run_on(&f, "a__x", NUMBER("0", "12") SECTIONS, rules);
    found(&f, "Parent: -\nChild: n/a n/a\n");
}

static void only_rules_of_the_sections_of_the_result_run(void **state)
{
    (void)state;
    struct fixture f;
    const char *const rules[] = {"Here Two\n" SAY("a"),
                                 "There Three\n" SAY("b"),
                                 "Kernel One\nscope: kernel\n" SAY("{is_range} {capability}"),
                                 "Range One\nscope: range\n" SAY("d"),
                                 "Many One\nover: kernel\n" SAY("e"),
                                 NULL};
    run_on(&f, "a__x", NUMBER("0", "12") SECTIONS, rules);
    found(&f, "Here: a\nKernel: 0 n/a\n");
}

static void what_is_off_does_not_run(void **state)
{
    (void)state;
    struct fixture f;
    const char *const rules[] = {"A One\n" SAY("a"), "B One\n" SAY("b"), NULL};
    run_on(&f, "a__x", NUMBER("0", "12") SECTIONS, rules);
    rule_findings_free(&f.findings);
    f.library.entries[0].off = true;
    rule_run(&f.library, f.result, NULL, &f.findings);
    found(&f, "B: b\n");
}

static void metrics_are_added(void **state)
{
    (void)state;
    struct fixture f;
    const char *const rules[] = {"A One\nadd: {own__twice: 'a__x * 2', own__none: z__x}\n", NULL};
    run_on(&f, "a__x", NUMBER("0", "12") SECTIONS, rules);
    double twice = 0;
    assert_true(result_number(f.result, "own__twice", &twice));
    assert_true(twice == 24);
    assert_null(result_metric(f.result, "own__none"));
    found(&f, "A: -\n");
}

/* The names of the result's metrics of opcodes are texts. */
static void instances_by_name(void **state)
{
    (void)state;
    struct fixture f;
    const char *const rules[] = {
        "A One\n" SAY("{o__x[\"FADD\"]} {o__x[\"FMUL\"]} {simplify(o__x)} {has(z__x[\"FADD\"])}"),
        NULL};
    run_on(&f, "o__x",
           "MetricResults { NameId: 0 Category: 0 MetricValue { DoubleValue: 9 } "
           "MetricValueList { ElementValue { Uint64Value: 4 } CorrelationId { StringValue: 'FADD' "
           "} } MetricValueList { ElementValue { Uint64Value: 5 } CorrelationId { StringValue: "
           "'IADD' } } } " SECTIONS,
           rules);
    found(&f, "A: 4 0 9 0\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parents_run_before_their_children),
        cmocka_unit_test(a_rule_that_cannot_run_sends_nothing),
        cmocka_unit_test(only_rules_of_the_sections_of_the_result_run),
        cmocka_unit_test(what_is_off_does_not_run),
        cmocka_unit_test(metrics_are_added),
        cmocka_unit_test(instances_by_name),
    };
    return cmocka_run_group_tests_name("rule_run", tests, NULL, NULL);
}
