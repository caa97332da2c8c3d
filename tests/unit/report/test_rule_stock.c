/* The rules that are built in, on the made-up results of tests/data/rule_cases.tsv.
 * tests/real/rules.c compares them with ncu on real reports, which have less than half of
 * the findings. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "report/base/file_bytes.h"
#include "report/base/mem.h"
#include "report/base/strbuf.h"
#include "report/rules/rule_eval.h"
#include "report/rules/rule_library.h"

enum { RULE, CAPABILITY, SCOPE, RECEIVED, FACTS, FOUND, SAYS, COLUMNS };

/* The words behind "NAME=" or "NAME[KEY]=", in a copy. NULL: there is no such fact. */
static char *fact(const char *facts, const struct expr_name *name)
{
    char *wanted =
        name->key ? mem_printf("%s[%s]=", name->text, name->key) : mem_printf("%s=", name->text);
    size_t length = strlen(wanted);
    char *words = NULL;
    for (const char *at = facts; *at && !words; at += strspn(at, " ")) {
        size_t end = strcspn(at, " ");
        if (strncmp(at, wanted, length) == 0)
            words = mem_strndup(at + length, end - length);
        at += end;
    }
    free(wanted);
    return words;
}

static bool metric(void *facts, const struct expr_name *name, struct expr_value *value)
{
    const struct expr_name whole = {.text = name->text};
    char *words = fact(facts, name), *rest;
    if (!words && name->key) { /* 0 if there are others */
        words = fact(facts, &whole);
        free(words);
        return words;
    }
    if (!words)
        return false;
    value->value = strtod(words, &rest);
    if (rest == words) {
        value->text = words;
        return true;
    }
    if (*rest == ',') {
        value->elements = mem_alloc(strlen(words) * sizeof *value->elements);
        value->ids = mem_alloc(strlen(words) * sizeof *value->ids);
    }
    for (char *at = words; value->ids && *at; at = rest + (*rest == ',')) {
        value->ids[value->count] = value->count;
        value->elements[value->count++] = strtod(at, &rest);
    }
    free(words);
    return true;
}

static void add_item(struct strbuf *out, const Rep__RuleResultBodyItem *item)
{
    static const char *const severities[] = {"default", "low", "high"},
                             *const types[] = {
                                 [REP__RULE_RESULT_MESSAGE_TYPE__Optimization] = "optimization",
                                 [REP__RULE_RESULT_MESSAGE_TYPE__Ok] = "information",
                                 [REP__RULE_RESULT_MESSAGE_TYPE__Warning] = "warning"};
    if (!item->message) {
        strbuf_addf(out, "chart %s", item->sourcemetrictable->metrics[0]->name);
        return;
    }
    strbuf_adds(out, types[item->message->type]);
    if (item->message->name)
        strbuf_addf(out, " %s", item->message->name);
    if (item->speedup)
        strbuf_addf(out, ", %.4g%% %s", item->speedup->value,
                    item->speedup->speeduptype == REP__RULE_RESULT_SPEEDUP_TYPE__Global ? "global"
                                                                                        : "local");
    for (size_t i = 0; i < item->n_focusmetrics; i++)
        strbuf_addf(out, "; %s %.4g %s", item->focusmetrics[i]->metricname,
                    item->focusmetrics[i]->metricvalue,
                    severities[item->focusmetrics[i]->severity]);
}

/* Sentences, without anything that was not there. */
static void check_text(const char *text)
{
    size_t length = strlen(text);
    if (length < 60 || text[length - 1] != '.' || strpbrk(text, "{}$|") || strstr(text, "n/a") ||
        strstr(text, "  ") || strstr(text, " ,") || strstr(text, " ."))
        fail_msg("\"%s\"", text);
}

static void compare(char *const *columns, const struct rule_found *found)
{
    struct strbuf all = {0}, texts = {0};
    strbuf_adds(&all, "");
    strbuf_adds(&texts, "");
    for (size_t i = 0; i < found->item_count; i++) {
        const Rep__RuleResultBodyItem *item = found->items[i];
        strbuf_adds(&all, i ? " | " : "");
        add_item(&all, item);
        if (!item->message)
            continue;
        check_text(item->message->message);
        strbuf_addf(&texts, "%s\n", item->message->message);
    }
    if (strcmp(all.data, columns[FOUND]) != 0)
        fail_msg("%s of %s:\n%s\ninstead of\n%s", columns[RULE], columns[FACTS], all.data,
                 columns[FOUND]);
    if (!strstr(texts.data, columns[SAYS]))
        fail_msg("%s: no \"%s\" in\n%s", columns[RULE], columns[SAYS], texts.data);
    strbuf_free(&all);
    strbuf_free(&texts);
}

static void evaluate(const struct rule_library *library, char *const *columns)
{
    const struct rule_entry *entry = rule_find(library, columns[RULE]);
    char *number = strchr(columns[RECEIVED], '=');
    struct rule_said said = {columns[RECEIVED], number ? strtod(number + 1, NULL) : 0};
    const struct rule_dictionary received = {&said, number != NULL};
    const struct rule_subject subject = {.metric = metric,
                                         .context = columns[FACTS],
                                         .capability = strtod(columns[CAPABILITY], NULL),
                                         .is_range = strcmp(columns[SCOPE], "range") == 0};
    struct rule_eval eval;
    struct arena arena = {0};
    struct rule_found found = {0};
    if (!entry || !entry->rule)
        fail_msg("there is no rule %s", columns[RULE]);
    if (number)
        *number = '\0';
    rule_eval_open(&eval, entry->rule, &subject, &received);
    if (rule_eval_can(&eval))
        rule_eval_findings(&eval, &arena, &found);
    compare(columns, &found);
    rule_found_free(&found);
    rule_eval_close(&eval);
    arena_free(&arena);
}

static void cases_find_what_they_should(void **state)
{
    (void)state;
    struct error error;
    struct rule_library library;
    size_t size, count = 0;
    char *table = file_bytes("tests/data/rule_cases.tsv", &size, &error), *rest = table, *line;
    if (!table)
        fail_msg("%s", error.text);
    rule_library_init(&library);
    while ((line = strsep(&rest, "\n"))) {
        char *columns[COLUMNS];
        if (!*line || *line == '#')
            continue;
        for (size_t i = 0; i < COLUMNS; i++)
            if (!(columns[i] = strsep(&line, "\t")))
                fail_msg("row %zu has %zu columns", count + 1, i);
        evaluate(&library, columns);
        count++;
    }
    assert_true(count > 80);
    rule_library_free(&library);
    free(table);
}

/* Whether it can be said at all that something was found, and where. */
static void rules_are_whole(void **state)
{
    (void)state;
    struct rule_library library;
    rule_library_init(&library);
    size_t of_results = 0;
    for (size_t i = 0; i < library.count; i++) {
        const struct rule_entry *entry = &library.entries[i];
        if (!entry->rule)
            fail_msg("%s", entry->error.text);
        of_results += entry->rule->over == RULE_OVER_RESULT;
        check_text(entry->rule->description);
        const struct rule_entry *parent =
            entry->rule->parent ? rule_find(&library, entry->rule->parent) : NULL;
        assert_true(!entry->rule->parent || parent);
    }
    assert_int_equal(of_results, 23);
    rule_library_free(&library);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(cases_find_what_they_should),
                                       cmocka_unit_test(rules_are_whole)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
