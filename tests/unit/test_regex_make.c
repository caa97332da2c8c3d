#include "regex_make.h"

#include <stdio.h>
#include <string.h>

#include "build_report.h"

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
                                        "a{255}b{3,200}",
                                        "\\+\\+\\+\\+",
                                        "a+++",
                                        "",
                                        "((a+)+)+"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (made(texts[i]) != 0)
            fail_msg("%s is refused", texts[i]);
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
        cmocka_unit_test(other_faults_stay),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
