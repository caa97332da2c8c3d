#include "report/base/regex.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "build_report.h"
#include "report/base/mem.h"

static bool found(const char *expression, const char *text)
{
    char fault[REGEX_FAULT] = "";
    struct regex *regex = regex_new(expression, fault);
    if (!regex)
        fail_msg("%s: %s", expression, fault);
    const bool fits = regex_found(regex, text);
    regex_hasten(regex);
    assert_int_equal(regex_found(regex, text), fits);
    regex_free(regex);
    return fits;
}

static void expressions_are_those_of_perl(void **state)
{
    static const struct {
        const char *expression, *text;
        bool found;
    } cases[] = {
        {"gemm", "volta_sgemm_128", true},
        {"gemm", "volta_SGEMM_128", false},
        {"(?i)gemm", "volta_SGEMM_128", true},
        {"^(?!.*reduce).*kernel", "sum_kernel", true},
        {"^(?!.*reduce).*kernel", "reduce_kernel", false},
        {"k\\d+$", "k128", true},
        {"k\\d+$", "kd", false},
        {"(?:ab){2}c", "ababc", true},
        {"(a)\\1", "xaa", true},
        {"\\bnative\\b", "at::native::sum", true},
        {"\\bnative\\b", "at::natively::sum", false},
        {"[[:alpha:]]+\\[", "a[1]", true},
        {"[]a+{9}]", "x{", true},
        {"^a.c$", "a\nc", true},
        {"^ac$", "ac\n", false},
        {"^\u00e4.$", "\u00e4\u00f6", true},
        {"", "anything", true},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++)
        if (found(cases[i].expression, cases[i].text) != cases[i].found)
            fail_msg("%s in %s: not %d", cases[i].expression, cases[i].text, cases[i].found);
    assert_true(found("k", "\xff\xfek"));
    assert_false(found("k", "\xff\xfe"));
}

static void expect_fault(const char *expression, const char *wanted)
{
    char fault[REGEX_FAULT] = "";
    assert_null(regex_new(expression, fault));
    assert_null(regex_new(expression, NULL));
    if (!strstr(fault, wanted))
        fail_msg("%s: \"%s\" lacks \"%s\"", expression, fault, wanted);
}

static void faults_have_their_places(void **state)
{
    (void)state;
    expect_fault("(a", "missing closing parenthesis at character 2");
    expect_fault("ab[c", "missing terminating ] for character class at character 4");
    expect_fault("a*(+b)", "quantifier does not follow a repeatable item at character 3");
    expect_fault("\u00e4\u00e4(b", "missing closing parenthesis at character 4");
    expect_fault("a{3,2}", "numbers out of order in {} quantifier at character 5");
    expect_fault("ab\\", "\\ at end of pattern at character 3");
    expect_fault("*", "at character 1");
    expect_fault("a\xff", "UTF-8 error");
}

/* Each of them would be gigabytes, or a very deep recursion. */
static void what_would_take_all_memory_is_refused(void **state)
{
    (void)state;
    char *deep = mem_alloc(60001), *long_one = mem_alloc(100001);
    memset(deep, '(', 60000);
    memset(long_one, 'a', 100000);
    deep[60000] = long_one[100000] = '\0';
    expect_fault("((a{99}){99}){99}", "too large");
    expect_fault("((a{999}){999}){999}", "too large");
    expect_fault(deep, "parentheses are too deeply nested");
    expect_fault(long_one, "pattern string is longer than the limit");
    free(deep);
    free(long_one);
}

static void names_by_the_thousand_are_no_problem(void **state)
{
    (void)state;
    char *names = mem_strdup("k1");
    for (int i = 0; i < 1000; i++) {
        char *longer = mem_printf("%s|a_kernel_of_a_program_%d", names, i);
        free(names);
        names = longer;
    }
    assert_true(found(names, "a_kernel_of_a_program_999"));
    free(names);
    char *name = mem_alloc(5001);
    memset(name, 'a', 5000);
    name[5000] = '\0';
    assert_false(found(".*gemm.*", name));
    assert_false(found("^.*a.*gemm", name));
    /* More groups than the stack of compiled code has room for. */
    assert_true(found("^((a|b)+,?)*$", name));
    free(name);
    assert_false(regex_take_complaint((char[REGEX_COMPLAINT]){0}));
}

/* Of a processor: others may work, too. */
static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* Each of them would take years. It is tried once, and then fits nothing. */
static void what_takes_too_long_is_given_up(void **state)
{
    static const struct {
        const char *expression, *fits;
    } cases[] = {
        {"(a+)+$", "a"},
        {"^(a|a)*$", "aa"},
        {"(a+a+)+[!]y|^b", "b"},
        {"^(([a-z])+.)+[A-Z]([a-z])+$", "ab.Cd"},
        {"^(a?){30}a{30}c?$", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"},
    };
    static const char name[] = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!x";
    char complaint[REGEX_COMPLAINT], wanted[REGEX_COMPLAINT];
    (void)state;
    for (size_t j = 0; j < 2 * COUNT(cases); j++) {
        const size_t i = j / 2;
        struct regex *regex = regex_new(cases[i].expression, NULL);
        assert_non_null(regex);
        if (j % 2)
            regex_hasten(regex);
        assert_true(regex_found(regex, cases[i].fits));
        const double start = seconds();
        for (int k = 0; k < 1000; k++)
            regex_found(regex, name);
        assert_true(seconds() - start < 10);
        if (!regex_take_complaint(complaint))
            fail_msg("%s: no complaint", cases[i].expression);
        snprintf(wanted, sizeof wanted, "the regular expression \"%s\" takes too long with a name",
                 cases[i].expression);
        assert_int_equal(strncmp(complaint, wanted, strlen(wanted)), 0);
        assert_false(regex_take_complaint(complaint));
        assert_false(regex_found(regex, cases[i].fits));
        regex_free(regex);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(expressions_are_those_of_perl),
        cmocka_unit_test(faults_have_their_places),
        cmocka_unit_test(what_would_take_all_memory_is_refused),
        cmocka_unit_test(names_by_the_thousand_are_no_problem),
        cmocka_unit_test(what_takes_too_long_is_given_up),
    };
    return cmocka_run_group_tests_name("regex", tests, NULL, NULL);
}
