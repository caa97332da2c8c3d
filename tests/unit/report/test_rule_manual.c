/* What man/rooftop-rules.5 says of the language, against what reads it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "report/base/file_bytes.h"
#include "report/base/mem.h"
#include "report/rules/rule_load.h"

static char *text_of(const char *path)
{
    struct error error;
    size_t size;
    char *text = file_bytes(path, &size, &error);
    if (!text)
        fail_msg("%s", error.text);
    return text;
}

static void its_examples_are_rules(void **state)
{
    (void)state;
    char *page = text_of("man/rooftop-rules.5");
    size_t count = 0;
    for (char *at = page; (at = strstr(at, "\nidentifier: ")); count++) {
        struct error error;
        char *end = strstr(++at, "\n.Ed");
        assert_non_null(end);
        struct rule *rule = rule_load("example", at, (size_t)(end - at), &error);
        if (!rule)
            fail_msg("%s", error.text);
        rule_free(rule);
        at = end;
    }
    assert_int_equal(count, 3);
    free(page);
}

/* Whether the word stands behind a macro that says it, between blanks. */
static bool says(const char *page, const char *macro, const char *word)
{
    char *wanted = mem_printf(" %s ", word);
    bool found = false;
    for (const char *line = page; line && !found; line = strchr(line + 1, '\n')) {
        char *whole = mem_strndup(line + 1, strcspn(line + 1, "\n"));
        char *padded = mem_printf("%s ", whole);
        found = strstr(whole, macro) && strstr(padded, wanted);
        free(padded);
        free(whole);
    }
    free(wanted);
    return found;
}

/* Every word that follows `before` in the source, up to a quote, is said in the page. */
static size_t all_said(const char *source, const char *before, const char *macro)
{
    char *page = text_of("man/rooftop-rules.5"), *code = text_of(source);
    size_t count = 0;
    for (char *at = code; (at = strstr(at, before)); count++) {
        at += strlen(before);
        char *word = mem_strndup(at, strcspn(at, "\""));
        if (!says(page, macro, word))
            fail_msg("%s is not in the page", word);
        free(word);
    }
    free(page);
    free(code);
    return count;
}

static void it_has_every_key_and_function(void **state)
{
    (void)state;
    assert_true(all_said("src/report/rules/rule_load.c", "    {\"", "Cm ") > 12);
    assert_true(all_said("src/report/rules/rule_load_lets.c", "    {\"", "Cm ") > 6);
    assert_true(all_said("src/report/rules/rule_load_findings.c", "    {\"", "Cm ") > 20);
    assert_true(all_said("src/report/expr/expr_functions.c", "{ONE(\"", "Fn ") > 15);
    assert_true(all_said("src/report/expr/expr_functions.c", "{TWO(\"", "Fn ") > 4);
    assert_true(all_said("src/report/expr/expr_functions.c", "{MANY(\"", "Fn ") > 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(its_examples_are_rules),
                                       cmocka_unit_test(it_has_every_key_and_function)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
