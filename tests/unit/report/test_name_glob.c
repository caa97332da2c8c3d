#include "report/base/name_glob.h"

#include <fnmatch.h>

#include "build_report.h"

static void patterns_match_as_fnmatch_has_it(void **state)
{
    (void)state;
    static const char *const patterns[] = {
        "",       "*",     "**",           "a",  "a*", "*a",  "*a*b*", "a*a",   "a*b", "[ab]",
        "[ab]*b", "*[24]", "x_*_on_x[24]", "[a", "ab", "*ab", "b*",    "*a*a*", "a.b", "sm__*.sum"};
    static const char *const names[] = {"",
                                        "a",
                                        "b",
                                        "ab",
                                        "ba",
                                        "aab",
                                        "abab",
                                        "aaaa",
                                        "x_on_x2",
                                        "x_y_on_x2",
                                        "x_y_on_x3",
                                        "a.b",
                                        "[a",
                                        "axb",
                                        "sm__.sum",
                                        "sm__inst.sum",
                                        "sm__inst.summ",
                                        "a*",
                                        "2",
                                        "bb"};
    for (size_t i = 0; i < COUNT(patterns); i++)
        for (size_t j = 0; j < COUNT(names); j++)
            if (name_glob(patterns[i], names[j]) != (fnmatch(patterns[i], names[j], 0) == 0))
                fail_msg("\"%s\" and \"%s\"", patterns[i], names[j]);
}

static void bytes_need_not_be_characters(void **state)
{
    (void)state;
    assert_true(name_glob("a*b", "a\xff\xc3 b"));
    assert_true(name_glob("[\xc3]*", "\xc3\xa4"));
    assert_false(name_glob("a\xff", "a"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(patterns_match_as_fnmatch_has_it),
        cmocka_unit_test(bytes_need_not_be_characters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
