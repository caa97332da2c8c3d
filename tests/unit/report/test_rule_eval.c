#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "report/base/mem.h"
#include "report/rules/rule_eval.h"
#include "report/rules/rule_load.h"

#define HEAD "identifier: Own\nname: My own\nsection: Sol\n"

/* a__x = 1 .. d__x = 4; i__x has three instances by address; t__x is a text; others are absent. */
static bool metric(void *context, const struct expr_name *name, struct expr_value *value)
{
    (void)context;
    if (strcmp(name->text, "t__x") == 0) {
        value->text = mem_strdup("lts__t_sectors.sum");
        return true;
    }
    if (strcmp(name->text, "i__x") == 0) {
        static const double numbers[] = {10, 0, 30};
        value->value = 40;
        value->count = 3;
        value->ids = mem_alloc(3 * sizeof *value->ids);
        value->elements = mem_alloc(3 * sizeof *value->elements);
        for (size_t i = 0; i < 3; i++) {
            value->ids[i] = 16 * i;
            value->elements[i] = numbers[i];
        }
        return true;
    }
    value->value = name->text[0] - 'a' + 1;
    return value->value >= 1 && value->value <= 4 && strcmp(name->text + 1, "__x") == 0;
}

struct fixture {
    struct rule *rule;
    struct arena arena;
    struct rule_found found;
    bool can;
};

static void evaluate_as(struct fixture *f, const char *text, const struct rule_subject *subject,
                        const struct rule_dictionary *received)
{
    struct error error;
    struct rule_eval eval;
    *f = (struct fixture){.rule = rule_load("own.yaml", text, strlen(text), &error)};
    if (!f->rule)
        fail_msg("%s", error.text);
    rule_eval_open(&eval, f->rule, subject, received);
    f->can = rule_eval_can(&eval);
    if (f->can)
        rule_eval_findings(&eval, &f->arena, &f->found);
    rule_eval_close(&eval);
}

static void evaluate(struct fixture *f, const char *text)
{
    const struct rule_subject subject = {.metric = metric, .capability = 9.0};
    evaluate_as(f, text, &subject, NULL);
}

static void done(struct fixture *f)
{
    rule_found_free(&f->found);
    arena_free(&f->arena);
    rule_free(f->rule);
}

/* The messages, a line each. */
static void says(struct fixture *f, const char *wanted)
{
    char text[2048] = "";
    for (size_t i = 0; i < f->found.item_count; i++) {
        const Rep__RuleResultMessage *message = f->found.items[i]->message;
        assert_int_equal(message->id, i + 1);
        strcat(text, message->message);
        strcat(text, "\n");
    }
    assert_string_equal(text, wanted);
    done(f);
}

#define SAY(text) "findings:\n- {type: warning, text: '" text "'}\n"

static void texts_have_values(void **state)
{
    (void)state;
    struct fixture f;
    evaluate(&f, HEAD SAY("{{a} {d__x / c__x} {d__x / c__x|1} {1234567.891|,2} {-1234|,0} {z__x} "
                          "{t__x} {unit_of(t__x)} {sqrt(-1)} {\"}\"} {a__x || z__x|0}"));
    says(&f, "{a} 1.333 1.3 1,234,567.89 -1,234 n/a lts__t_sectors.sum lts n/a } 1\n");
}

static void what_is_required_must_be_there(void **state)
{
    (void)state;
    struct fixture f;
    evaluate(&f, HEAD "requires: [a__x, i__x]\n" SAY("x"));
    assert_true(f.can);
    says(&f, "x\n");
    evaluate(&f, HEAD "let: {n: 1 / z__x}\nrequires: [a__x, n]\n" SAY("x"));
    assert_false(f.can);
    says(&f, "");
}

static void an_absent_condition_is_false(void **state)
{
    (void)state;
    struct fixture f;
    evaluate(&f, HEAD "when: z__x < 1\n" SAY("x"));
    says(&f, "");
    evaluate(&f, HEAD "findings:\n"
                      "- {type: warning, when: z__x < 1, text: a}\n"
                      "- {type: warning, when: 'or_else(z__x, 0) < 1', text: b}\n"
                      "- {type: warning, when: '!has(z__x) && a__x == 1', text: c}\n"
                      "- {type: warning, when: sqrt(-1), text: d}\n");
    says(&f, "b\nc\n");
}

static void of_some_only_the_first(void **state)
{
    (void)state;
    struct fixture f;
    evaluate(&f, HEAD "findings:\n"
                      "- first:\n"
                      "  - {type: warning, when: a__x > 1, text: a}\n"
                      "  - {type: warning, when: b__x > 1, text: b}\n"
                      "  - {type: warning, text: c}\n"
                      "- {type: warning, text: d}\n");
    says(&f, "b\nd\n");
}

#define LETTERS "tables: {t: [{l: a, n: Ay}, {l: z, n: Zed}, {l: d, n: Dee}, {l: b, n: Bee}]}\n"

static void rows_are_chosen_and_joined(void **state)
{
    (void)state;
    struct fixture f;
    evaluate(
        &f, HEAD LETTERS
        "let:\n"
        "  most: {largest: t, value: '${l}__x'}\n"
        "  least: {smallest: t, value: '${l}__x', where: '${l}__x > 1'}\n"
        "  none: {largest: t, value: '${l}__y'}\n"
        "  all: {join: t, where: '${l}__x >= 1', text: '${n} {${l}__x|0}', last: ' and '}\n" SAY(
            "{most} {most.n} {least.l} {none} {none.n} {all} {has(none)}"));
    says(&f, "4 Dee b n/a n/a Ay 1, Dee 4 and Bee 2 0\n");
}

static void cases_are_ordered_and_limited(void **state)
{
    (void)state;
    struct fixture f;
    evaluate(&f, HEAD LETTERS "findings:\n"
                              "- each: t\n"
                              "  let: {v: '${l}__x', twice: v * 2}\n"
                              "  when: twice > 1\n"
                              "  order: v\n"
                              "  limit: 2\n"
                              "  type: warning\n"
                              "  text: '${n} {twice|0}'\n"
                              "- {each: t, type: warning, when: '${l}__x > 1', text: '${n}'}\n");
    says(&f, "Dee 8\nBee 4\nDee\nBee\n");
}

static void names_that_are_there_already(void **state)
{
    (void)state;
    struct fixture f;
    struct rule_said said[] = {{"x", 0.5}};
    const struct rule_dictionary received = {said, 1};
    const struct rule_subject subject = {.metric = metric, .capability = 8.9, .is_range = true};
    evaluate_as(&f,
                HEAD SAY("{received.x} {received.y} {capability} {is_range} {capability >= 8.9|0}"),
                &subject, &received);
    says(&f, "0.5 n/a 8.9 1 1\n");
}

static void speedups_and_focus_metrics(void **state)
{
    (void)state;
    struct fixture f;
    evaluate(&f, HEAD "findings:\n"
                      "- type: optimization\n"
                      "  title: 'Title {a__x}'\n"
                      "  text: x\n"
                      "  speedup: {value: '100 / c__x', global: has(z__x)}\n"
                      "  focus:\n"
                      "  - {metric: b__x, severity: high, info: 'towards {d__x}'}\n"
                      "  - {metric: named, value: c__x * 2, direction: lower}\n"
                      "  - {metric: z__x}\n"
                      "  - {metric: d__x, when: a__x > 1}\n"
                      "- {type: optimization, text: y, speedup: {value: 7}}\n"
                      "- {type: ok, text: z, speedup: {value: z__x}}\n");
    Rep__RuleResultBodyItem *const *items = f.found.items;
    assert_int_equal(f.found.item_count, 3);
    assert_string_equal(items[0]->message->name, "Title 1");
    assert_int_equal(items[0]->message->type, REP__RULE_RESULT_MESSAGE_TYPE__Optimization);
    assert_true(items[0]->speedup->value == 100.0 / 3);
    assert_int_equal(items[0]->speedup->speeduptype, REP__RULE_RESULT_SPEEDUP_TYPE__Local);
    assert_int_equal(items[0]->n_focusmetrics, 2);
    assert_string_equal(items[0]->focusmetrics[0]->metricname, "b__x");
    assert_true(items[0]->focusmetrics[0]->metricvalue == 2);
    assert_int_equal(items[0]->focusmetrics[0]->severity,
                     REP__RULE_RESULT_FOCUS_SEVERITY__FocusSeverity_High);
    assert_string_equal(items[0]->focusmetrics[0]->info, "towards 4");
    assert_string_equal(items[0]->focusmetrics[1]->metricname, "named");
    assert_string_equal(items[0]->focusmetrics[1]->info, "lower it");
    assert_true(items[0]->focusmetrics[1]->metricvalue == 6);
    assert_int_equal(items[1]->speedup->speeduptype, REP__RULE_RESULT_SPEEDUP_TYPE__Global);
    assert_null(items[2]->speedup);
    assert_int_equal(items[2]->message->type, REP__RULE_RESULT_MESSAGE_TYPE__Ok);
    done(&f);
}

static void charts_have_no_message(void **state)
{
    (void)state;
    struct fixture f;
    evaluate(&f, HEAD "findings:\n- {type: chart, source_metrics: {label: L, metric: m__x}}\n");
    assert_int_equal(f.found.item_count, 1);
    assert_null(f.found.items[0]->message);
    assert_string_equal(f.found.items[0]->sourcemetrictable->label, "L");
    assert_string_equal(f.found.items[0]->sourcemetrictable->metrics[0]->name, "m__x");
    done(&f);
}

/* Numbers of instances mean sums by instruction only in texts of marks. */
static void values_with_instances(void **state)
{
    (void)state;
    struct fixture f;
    evaluate(&f, HEAD "let: {twice: i__x * 2}\n" SAY("{i__x} {largest(twice)} {sum(i__x > 5)}"));
    says(&f, "40 60 2\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_have_values),
        cmocka_unit_test(what_is_required_must_be_there),
        cmocka_unit_test(an_absent_condition_is_false),
        cmocka_unit_test(of_some_only_the_first),
        cmocka_unit_test(rows_are_chosen_and_joined),
        cmocka_unit_test(cases_are_ordered_and_limited),
        cmocka_unit_test(names_that_are_there_already),
        cmocka_unit_test(speedups_and_focus_metrics),
        cmocka_unit_test(charts_have_no_message),
        cmocka_unit_test(values_with_instances),
    };
    return cmocka_run_group_tests_name("rule_eval", tests, NULL, NULL);
}
