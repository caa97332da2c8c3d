#include "rule_choice.h"

#include <stdlib.h>
#include <string.h>

#include "build_report.h"
#include "mem.h"
#include "rule_run.h"
#include "temp_folder.h"

#define RULE(identifier, more)                                                                     \
    "identifier: " identifier "\nname: of " identifier "\nsection: S\n" more
#define SAYS(text) "findings:\n  - {type: information, text: '" text "'}\n"
#define STORED(identifier)                                                                         \
    "RuleResults { Identifier: '" identifier "' DisplayName: 'stored' SectionIdentifier: 'S' "     \
    "Body { Items { Message { Message: 'stored' Type: Ok } } } } "
#define VERSION(provider) "VersionInfo { Provider: '" provider "' Version: '1' } "

static struct build build;
static struct report *report;
static char *folder;
static struct rule_library library;
static struct rule_choice choice;

static int open_rules(void **state)
{
    (void)state;
    folder = temp_folder_new();
    temp_folder_put(
        folder, "a.yaml",
        RULE("Parent", "send: {twice: x__time * 2}\nadd: {added__time: x__time + 1}\n" SAYS(
                           "of the parent {x__time|0}")));
    temp_folder_put(folder, "b.yaml",
                    RULE("Child", "parent: Parent\n" SAYS("received {received.twice|0}")));
    temp_folder_put(folder, "c.yaml", RULE("Quiet", "when: x__time < 0\n" SAYS("never")));
    library = (struct rule_library){0};
    assert_true(rule_library_add_folder(&library, folder, NULL));
    choice = (struct rule_choice){.library = &library};
    return 0;
}

static int close_rules(void **state)
{
    (void)state;
    rule_choice_free(&choice);
    report_close(report);
    report = NULL;
    rule_library_free(&library);
    build_free(&build);
    return temp_folder_free(folder);
}

/* A report of one kernel whose result holds these findings. */
static struct result *result_with(const char *versions, const char *stored)
{
    char *header = mem_printf("NumResults: 1 StringTable { Strings: 'x__time' } "
                              "SessionDetails { %s } Process { ProcessID: 1 }",
                              versions);
    char *text = mem_printf(
        "%s%s",
        KERNEL("f") METRIC("0", "DoubleValue: 21") "Sections { "
                                                   "Identifier: 'S' DisplayName: 'Section' } ",
        stored);
    build_begin(&build, 7);
    build_entry(&build, &rep__profile_result__descriptor, text);
    build_block(&build, header);
    report = build_open(&build);
    free(text);
    free(header);
    struct result *result = report_result(report, 0, NULL);
    assert_non_null(result);
    return result;
}

static const char *message_of(const Rep__RuleResult *rule)
{
    return rule->body ? rule->body->items[0]->message->message : "-";
}

/* "Identifier=message", those that are to be told apart in brackets. */
static void finds(struct result *result, const char *expected)
{
    struct strbuf seen = {0};
    strbuf_adds(&seen, "");
    for (size_t i = 0; i < result->rule_count; i++)
        strbuf_addf(&seen, "%s%s%s=%s%s", i ? " " : "",
                    result_rule_is_foreign(result, i) ? "[" : "", result->rules[i]->identifier,
                    message_of(result->rules[i]), result_rule_is_foreign(result, i) ? "]" : "");
    assert_string_equal(seen.data, expected);
    strbuf_free(&seen);
}

static void choose(char *name)
{
    struct error error;
    if (!rule_choice_set(&choice, &name, 1, &error) ||
        !rule_choice_limit(&choice, &library, &error))
        fail_msg("%s", error.text);
}

static void a_result_gets_what_rules_find_and_add(void **state)
{
    (void)state;
    struct result *result = result_with("", "");
    size_t bytes = result_bytes(result);
    double added;
    rule_choice_apply(NULL, result);
    rule_choice_apply(&(struct rule_choice){0}, result);
    finds(result, "");
    assert_null(result->found);
    rule_choice_apply(&choice, result);
    finds(result, "Parent=of the parent 21 Child=received 42 Quiet=-");
    assert_int_equal(result->own_rule_count, 3);
    assert_true(result_bytes(result) > bytes);
    assert_true(result_number(result, "added__time", &added));
    assert_true(added == 22);
    /* Once is enough. */
    const struct rule_findings *found = result->found;
    rule_choice_apply(&choice, result);
    assert_ptr_equal(result->found, found);
    finds(result, "Parent=of the parent 21 Child=received 42 Quiet=-");
    /* Who it is takes nothing of that along. */
    struct result *identity = result_identity(result);
    assert_null(identity->found);
    assert_int_equal(identity->rule_count, 0);
    result_free(identity);
    report_drop(report, 0);
    finds(report_result(report, 0, NULL), "");
}

static void findings_of_others_stay_and_are_told_apart(void **state)
{
    (void)state;
    struct result *result =
        result_with(VERSION("Nsight Compute Target"), STORED("Child") STORED("Other"));
    rule_choice_apply(&choice, result);
    finds(result, "Child=stored Other=stored");
    choice.again = true;
    rule_choice_apply(&choice, result);
    finds(result, "Parent=of the parent 21 Child=received 42 Quiet=- [Child=stored] "
                  "[Other=stored]");
    assert_int_equal(result->own_rule_count, 3);
}

static void findings_of_our_own_are_replaced(void **state)
{
    (void)state;
    struct result *result = result_with(VERSION("rooftop"), STORED("Child") STORED("Gone"));
    assert_int_equal(result->own_rule_count, 2);
    rule_choice_apply(&choice, result);
    finds(result, "Child=stored Gone=stored");
    choice.again = true;
    rule_choice_apply(&choice, result);
    finds(result, "Parent=of the parent 21 Child=received 42 Quiet=- Gone=stored");
    assert_int_equal(result->own_rule_count, 4);
}

static void only_what_is_asked_for_is_found_with_what_it_needs(void **state)
{
    (void)state;
    struct result *result = result_with(VERSION("rooftop"), STORED("Gone"));
    choice.again = true;
    choose("Child");
    assert_true(rule_find(&library, "Quiet")->off);
    assert_false(rule_find(&library, "Parent")->off);
    rule_choice_apply(&choice, result);
    finds(result, "Child=received 42");
}

static void a_regular_expression_asks_for_several(void **state)
{
    (void)state;
    struct result *result = result_with("", "");
    choose("regex:^(P|Q)");
    assert_true(rule_find(&library, "Child")->off);
    rule_choice_apply(&choice, result);
    finds(result, "Parent=of the parent 21 Quiet=-");
}

static void refuses(char *name, const char *problem)
{
    struct rule_choice other = {0};
    struct error error;
    assert_false(rule_choice_set(&other, &name, 1, &error) &&
                 rule_choice_limit(&other, &library, &error));
    if (!strstr(error.text, problem))
        fail_msg("%s", error.text);
    rule_choice_free(&other);
}

static void unknown_names_are_errors(void **state)
{
    (void)state;
    refuses("Chidl", "no rule is called \"Chidl\"; nearest is \"Child\"; see --list-rules");
    refuses("regex:^Z", "no rule is called \"regex:^Z\"; see --list-rules");
    refuses("regex:(", "--rule: \"(\" is not a regular expression");
    build_begin(&build, 7); /* for the tear-down */
}

int main(void)
{
#define with_rules(test) cmocka_unit_test_setup_teardown(test, open_rules, close_rules)
    const struct CMUnitTest tests[] = {
        with_rules(a_result_gets_what_rules_find_and_add),
        with_rules(findings_of_others_stay_and_are_told_apart),
        with_rules(findings_of_our_own_are_replaced),
        with_rules(only_what_is_asked_for_is_found_with_what_it_needs),
        with_rules(a_regular_expression_asks_for_several),
        with_rules(unknown_names_are_errors),
    };
    return cmocka_run_group_tests_name("rule_choice", tests, NULL, NULL);
}
