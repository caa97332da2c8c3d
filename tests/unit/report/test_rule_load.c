#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "report/rules/rule_load.h"

#define HEAD "identifier: Own\nname: My own\nsection: Sol\n"

static struct rule *load(const char *text)
{
    struct error error = {{0}};
    struct rule *rule = rule_load("own.yaml", text, strlen(text), &error);
    if (!rule)
        fail_msg("%s", error.text);
    return rule;
}

static void refuses(const char *text, const char *problem)
{
    struct error error = {{0}};
    assert_null(rule_load("own.yaml", text, strlen(text), &error));
    if (strcmp(error.text, problem) != 0)
        fail_msg("\"%s\" instead of \"%s\"", error.text, problem);
}

static void the_least_that_a_rule_has(void **state)
{
    (void)state;
    struct rule *rule = load(HEAD);
    assert_string_equal(rule->identifier, "Own");
    assert_string_equal(rule->name, "My own");
    assert_string_equal(rule->section, "Sol");
    assert_string_equal(rule->description, "");
    assert_null(rule->parent);
    assert_int_equal(rule->scope, RULE_SCOPE_ALL);
    assert_int_equal(rule->over, RULE_OVER_RESULT);
    rule_free(rule);
    rule_free(NULL);
}

static void over_several_results_no_section_is_needed(void **state)
{
    (void)state;
    static const char *const words[] = {"kernel", "report", "pair"};
    for (size_t i = 0; i < 3; i++) {
        char text[80];
        snprintf(text, sizeof text, "identifier: Own\nname: x\nover: %s\n", words[i]);
        struct rule *rule = load(text);
        assert_string_equal(rule->section, "");
        assert_int_equal(rule->over, RULE_OVER_KERNEL + i);
        rule_free(rule);
    }
}

static void rows_become_cases(void **state)
{
    (void)state;
    struct rule *rule = load(HEAD "tables:\n"
                                  "  units:\n"
                                  "  - {id: lts, name: L2}\n"
                                  "  - {name: DRAM, id: dram}\n"
                                  "findings:\n"
                                  "- each: units\n"
                                  "  let: {use: '${id}__throughput.avg'}\n"
                                  "  when: use > 80\n"
                                  "  order: use\n"
                                  "  limit: 3\n"
                                  "  type: warning\n"
                                  "  title: '${name} is busy'\n"
                                  "  text: 'x'\n"
                                  "- first:\n"
                                  "  - {type: information, text: a}\n"
                                  "  - {type: chart, source_metrics: {label: l, metric: m__x}}\n");
    assert_int_equal(rule->group_count, 2);
    assert_false(rule->groups[0].first);
    const struct rule_finding *finding = rule->groups[0].findings;
    assert_int_equal(finding->case_count, 2);
    assert_true(finding->ordered);
    assert_int_equal(finding->limit, 3);
    assert_int_equal(finding->type, REP__RULE_RESULT_MESSAGE_TYPE__Warning);
    assert_string_equal(finding->cases[1].lets.list[0].name, "use");
    assert_true(rule->groups[1].first);
    assert_int_equal(rule->groups[1].count, 2);
    assert_true(rule->groups[1].findings[1].is_chart);
    rule_free(rule);
}

static void collect(void *context, const char *name)
{
    char *all = context;
    strcat(all, name);
    strcat(all, " ");
}

static void its_metrics_are_known(void **state)
{
    (void)state;
    struct rule *rule = load(HEAD "requires: [busy, a__b.sum]\n"
                                  "tables: {t: [{m: c__d.avg}, {m: e__f.avg}]}\n"
                                  "let:\n"
                                  "  busy: {largest: t, value: '${m}', where: received.x > 1}\n"
                                  "when: capability > 7\n"
                                  "findings:\n"
                                  "- {type: warning, text: 'is {g__h.max|1} of {busy.m}',\n"
                                  "   focus: [{metric: i__j.sum}, {metric: named, value: busy}],\n"
                                  "   source_table: {title: t, opcodes: [FADD], metric: "
                                  "inst_executed, top: 2}}\n");
    char names[256] = "";
    rule_metrics(rule, collect, names);
    assert_string_equal(names, "a__b.sum c__d.avg e__f.avg g__h.max i__j.sum inst_executed ");
    rule_free(rule);
}

static void errors_name_their_place(void **state)
{
    (void)state;
    refuses("", "own.yaml: the file is empty");
    refuses("- a\n", "own.yaml:1:1: a rule must be a map");
    refuses("name: x\nsection: y\n", "own.yaml:1:1: a rule needs \"identifier\"");
    refuses("identifier: x\nname: y\n", "own.yaml:1:1: a rule needs \"section\"");
    refuses(HEAD "over: kernel\nsend: {a: b__c}\n",
            "own.yaml:1:1: \"send\" is for rules over single results");
    refuses(HEAD "over: pair\nmarkers: []\n",
            "own.yaml:1:1: \"markers\" is for rules over single results");
    refuses(HEAD "sekction: x\n",
            "own.yaml:4:1: a rule has no \"sekction\", nearest is \"section\"");
    refuses(HEAD "name: x\n", "own.yaml:4:1: \"name\" is given twice");
    refuses(HEAD "scope: kernels\n", "own.yaml:4:8: \"kernels\" is not one of: all, kernel, range");
    refuses(HEAD "let: {a: 'b__c +'}\n",
            "own.yaml:4:10: an operand is missing at column 7 of \"b__c +\"");
    refuses(HEAD "let: {a: b, b: 2}\nwhen: c__d > bb\n",
            "own.yaml:5:7: bb is neither a metric nor a name defined here, nearest is b");
    refuses(HEAD "let: {a: b, b: c, c: a}\n", "own.yaml:1:1: the definition of c refers to itself");
    refuses(HEAD "let: {a__b: 1}\n",
            "own.yaml:4:7: \"a__b\" cannot be defined: a name has letters, digits and single "
            "underscores, and must not be defined already");
    refuses(HEAD "let: {a: {largest: t, value: 1}}\n", "own.yaml:4:20: there is no table \"t\"");
    refuses(HEAD "let: {a: {value: 1}}\n",
            "own.yaml:4:10: an expression is expected, or a map with largest, smallest, join or "
            "instructions");
    refuses(HEAD "let: {a: {instructions: b__x, awaits: soon}}\n",
            "own.yaml:4:39: \"soon\" is not one of: own, long, short");
    refuses(HEAD "let: {a: {instructions: b__x, only: [load]}}\n",
            "own.yaml:4:38: \"load\" is no kind of memory access");
    refuses(HEAD "tables: {t: [{a: 1}, {b: 1}]}\n",
            "own.yaml:4:22: the row lacks the column \"a\"");
    refuses(HEAD "tables: {t: [{a: 1}]}\nfindings:\n- {each: t, type: warning, text: '${b}'}\n",
            "own.yaml:6:34: ${b}: there is no such column here");
    refuses(HEAD "findings:\n- {type: warning}\n", "own.yaml:5:3: a finding needs \"text\"");
    refuses(HEAD "findings:\n- {text: x}\n", "own.yaml:5:3: a finding needs \"type\"");
    refuses(HEAD "findings:\n- {type: warning, text: '{1 + }'}\n",
            "own.yaml:5:25: an operand is missing at column 5 of \"1 + \"");
    refuses(HEAD "findings:\n- {type: warning, text: '{1'}\n",
            "own.yaml:5:25: the brace at column 1 is not closed");
    refuses(HEAD "findings:\n- {type: warning, text: '{1|99}'}\n",
            "own.yaml:5:25: \"99\" is not a format, at column 4");
    refuses(HEAD
            "findings:\n- {type: warning, text: x, source_table: {title: t, metric: m__x, top: "
            "1, opcodes: [FADD, FAD]}}\n",
            "own.yaml:5:91: \"FAD\" is not one of: FADD, FMUL, FFMA, DADD, DMUL, DFMA");
    refuses(HEAD "findings: x\n", "own.yaml:4:11: a list is expected");
    refuses(HEAD "findings:\n- {type: warning, text: x, limit: 0}\n",
            "own.yaml:5:35: a whole number from 1 is expected");
    refuses("a: [\n", "own.yaml:2:1: did not find expected node content");
}

/* A few lines of aliases must not become millions of expressions. */
static void too_much_is_refused(void **state)
{
    (void)state;
    char text[16384] = HEAD "tables:\n  t:\n  - &r {a: 1}\n";
    for (int i = 0; i < 400; i++)
        strcat(text, "  - *r\n");
    strcat(text, "findings:\n- &f {each: t, type: warning, text: '{1} {2}'}\n");
    for (int i = 0; i < 400; i++)
        strcat(text, "- *f\n");
    struct error error;
    assert_null(rule_load("own.yaml", text, strlen(text), &error));
    assert_non_null(strstr(error.text, "the rule has more than 20000 expressions"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_least_that_a_rule_has),
        cmocka_unit_test(rows_become_cases),
        cmocka_unit_test(over_several_results_no_section_is_needed),
        cmocka_unit_test(its_metrics_are_known),
        cmocka_unit_test(errors_name_their_place),
        cmocka_unit_test(too_much_is_refused),
    };
    return cmocka_run_group_tests_name("rule_load", tests, NULL, NULL);
}
