#include "report/base/regex_make.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "build_report.h"
#include "report/base/mem.h"

static int made(const char *text)
{
    regex_t regex;
    const int problem = regex_make(&regex, text);
    if (!problem)
        regfree(&regex);
    return problem;
}

static void what_people_write_is_compiled(void **state)
{
    (void)state;
    static const char *const texts[] = {"sgemm",
                                        "^s.*m$",
                                        "(a|b)+[0-9]{1,3}x?",
                                        "[]a+{9}]+",
                                        "[[:alpha:]+]{20}",
                                        "a{255}b{3,100}",
                                        "\\+\\+\\+\\+",
                                        "a+++",
                                        "",
                                        "((a+)+)+",
                                        "(.*)*",
                                        "((a|b)*c*)*",
                                        "(a?b?c?)*d?e?f?",
                                        "(foo_)*(bar_?)*",
                                        "\\<(at::)?native.*<(float|double)?>.*$"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (made(texts[i]) != 0)
            fail_msg("%s is refused", texts[i]);
    char *names = mem_strdup("k1");
    for (int i = 0; i < 1000; i++) {
        char *longer = mem_printf("%s|a_kernel_of_a_program_%d", names, i);
        free(names);
        names = longer;
    }
    assert_int_equal(made(names), 0);
    free(names);
    regex_t regex;
    assert_int_equal(regex_make(&regex, "^k[0-9]+$"), 0);
    assert_int_equal(regexec(&regex, "k12", 0, NULL, 0), 0);
    assert_int_equal(regexec(&regex, "k", 0, NULL, 0), REG_NOMATCH);
    regfree(&regex);
}

static void what_would_take_all_memory_is_not(void **state)
{
    (void)state;
    char deep[256] = "";
    assert_int_equal(made("a++++++++++++++++++++++++++"), REG_ESPACE);
    assert_int_equal(made("[21]++++++++++++++++++++++++++"), REG_ESPACE);
    assert_int_equal(made("((a{99}){99}){99}"), REG_ESPACE);
    assert_int_equal(made("a{200}{200}{200}"), REG_ESPACE);
    assert_int_equal(made("(x(a{3,90}b){90}){90}"), REG_ESPACE);
    memset(deep, '(', 200);
    assert_int_equal(made(deep), REG_ESPACE);
}

/* Each of them takes regcomp() or regexec() seconds to hours. */
static void what_would_take_long_is_not(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "^(a*+++++)$",
        "k*++++++++++",
        "((k*)*){1000}",
        "b+*?{9}{3,}",
        "[ab]?{1,100}+{2}",
        "a(ab*|)?{50}?b??*{2}",
        "a{2}+(ab|ab?+){2}(([ab]{2}+*{,4}{2}{9}[ab]**[ab]?{2}[ab]*))",
        "(b{,4}\\<){1,100}b",
        "(\\b|){50}+|.[ab]",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (made(texts[i]) != REG_ESPACE)
            fail_msg("%s is not refused", texts[i]);
    assert_int_equal(made("(a)\\1"), REG_ESUBREG);
    char *branches = mem_alloc(60001);
    memset(branches, '|', 60000);
    branches[60000] = '\0';
    assert_int_equal(made(branches), REG_ESPACE);
    free(branches);
}

static void other_faults_stay(void **state)
{
    (void)state;
    assert_int_equal(made("("), REG_EPAREN);
    assert_int_equal(made("a{3,2}"), REG_BADBR);
    assert_true(made("[a") != 0);
    assert_true(made("[[:") != 0);
    assert_true(made("a\\") != 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_people_write_is_compiled),
        cmocka_unit_test(what_would_take_all_memory_is_not),
        cmocka_unit_test(what_would_take_long_is_not),
        cmocka_unit_test(other_faults_stay),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
