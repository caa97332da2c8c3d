#include "report/base/name_pattern.h"

#include "build_report.h"

static void an_unset_pattern_matches_every_name(void **state)
{
    (void)state;
    struct name_pattern pattern = {0};
    assert_true(name_pattern_matches(&pattern, ""));
    assert_true(name_pattern_matches(&pattern, "a"));
    name_pattern_free(&pattern);
}

static void a_plain_pattern_is_the_whole_name(void **state)
{
    (void)state;
    struct name_pattern pattern = {0};
    assert_true(name_pattern_set(&pattern, "add.", NULL));
    assert_true(name_pattern_matches(&pattern, "add."));
    assert_false(name_pattern_matches(&pattern, "addx"));
    assert_false(name_pattern_matches(&pattern, "vector_add."));
    name_pattern_free(&pattern);
}

static void a_regular_expression_is_found_anywhere(void **state)
{
    (void)state;
    struct name_pattern pattern = {0};
    assert_true(name_pattern_set(&pattern, "regex:^(copy|add)_[0-9]+$", NULL));
    assert_true(name_pattern_matches(&pattern, "add_12"));
    assert_false(name_pattern_matches(&pattern, "xadd_12"));
    assert_true(name_pattern_set(&pattern, "regex:dd", NULL));
    assert_true(name_pattern_matches(&pattern, "add_12"));
    name_pattern_free(&pattern);
}

static void a_bad_expression_is_refused_with_its_reason(void **state)
{
    (void)state;
    struct name_pattern pattern = {0};
    struct error error;
    assert_false(name_pattern_set(&pattern, "regex:(a", &error));
    assert_string_equal(
        error.text,
        "\"(a\" is not a regular expression: missing closing parenthesis at character 2");
    name_pattern_free(&pattern);
    name_pattern_free(&pattern);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_unset_pattern_matches_every_name),
        cmocka_unit_test(a_plain_pattern_is_the_whole_name),
        cmocka_unit_test(a_regular_expression_is_found_anywhere),
        cmocka_unit_test(a_bad_expression_is_refused_with_its_reason),
    };
    return cmocka_run_group_tests_name("name_pattern", tests, NULL, NULL);
}
