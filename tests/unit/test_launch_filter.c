#include "launch_filter.h"

#include <string.h>

#include "build_report.h"

static enum launch_verdict judge(struct launch_filter *filter, const char *name)
{
    return launch_filter_judge(filter, name, "void ns::name<int>(int)", "_Z4nameIiEvT_");
}

static void without_a_pattern_every_launch_is_taken(void **state)
{
    (void)state;
    struct launch_filter filter = {0};
    assert_int_equal(judge(&filter, "a"), LAUNCH_TAKE);
    assert_int_equal(judge(&filter, ""), LAUNCH_TAKE);
    assert_int_equal(filter.matched, 2);
    launch_filter_free(&filter);
}

static void a_plain_pattern_is_the_whole_name(void **state)
{
    (void)state;
    struct launch_filter filter = {0};
    assert_true(launch_filter_set_pattern(&filter, "add.", NULL));
    assert_int_equal(judge(&filter, "add."), LAUNCH_TAKE);
    assert_int_equal(judge(&filter, "addx"), LAUNCH_NEVER);
    assert_int_equal(judge(&filter, "vector_add."), LAUNCH_NEVER);
    launch_filter_free(&filter);
}

static void a_regular_expression_is_found_anywhere(void **state)
{
    (void)state;
    struct launch_filter filter = {0};
    assert_true(launch_filter_set_pattern(&filter, "regex:^(copy|add)_[0-9]+$", NULL));
    assert_int_equal(judge(&filter, "add_12"), LAUNCH_TAKE);
    assert_int_equal(judge(&filter, "xadd_12"), LAUNCH_NEVER);
    assert_true(launch_filter_set_pattern(&filter, "regex:dd", NULL));
    assert_int_equal(judge(&filter, "add_12"), LAUNCH_TAKE);
    launch_filter_free(&filter);
}

static void a_bad_expression_is_refused_with_its_reason(void **state)
{
    (void)state;
    struct launch_filter filter = {0};
    struct error error;
    assert_false(launch_filter_set_pattern(&filter, "regex:(a", &error));
    assert_string_equal(error.text, "\"(a\" is not a regular expression: Unmatched ( or \\(");
    launch_filter_free(&filter);
    launch_filter_free(&filter);
}

static void the_base_chooses_the_name(void **state)
{
    (void)state;
    struct launch_filter filter = {.base = NAME_DEMANGLED};
    assert_true(launch_filter_set_pattern(&filter, "regex:ns::", NULL));
    assert_int_equal(judge(&filter, "name"), LAUNCH_TAKE);
    filter.base = NAME_MANGLED;
    assert_int_equal(judge(&filter, "name"), LAUNCH_NEVER);
    assert_true(launch_filter_set_pattern(&filter, "_Z4nameIiEvT_", NULL));
    assert_int_equal(judge(&filter, "name"), LAUNCH_TAKE);
    launch_filter_free(&filter);
}

static void only_matching_launches_count_for_skip_and_count(void **state)
{
    (void)state;
    struct launch_filter filter = {.skip = 1, .count = 2};
    assert_true(launch_filter_set_pattern(&filter, "a", NULL));
    static const struct {
        const char *name;
        enum launch_verdict verdict;
    } launches[] = {{"a", LAUNCH_SKIP},  {"b", LAUNCH_NEVER}, {"a", LAUNCH_TAKE},
                    {"b", LAUNCH_NEVER}, {"a", LAUNCH_TAKE},  {"a", LAUNCH_DONE},
                    {"b", LAUNCH_DONE}};
    for (size_t i = 0; i < COUNT(launches); i++)
        assert_int_equal(judge(&filter, launches[i].name), launches[i].verdict);
    launch_filter_free(&filter);
}

static void a_huge_skip_skips_all(void **state)
{
    (void)state;
    struct launch_filter filter = {.skip = UINT64_MAX, .count = 1};
    assert_int_equal(judge(&filter, "a"), LAUNCH_SKIP);
    launch_filter_free(&filter);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_a_pattern_every_launch_is_taken),
        cmocka_unit_test(a_plain_pattern_is_the_whole_name),
        cmocka_unit_test(a_regular_expression_is_found_anywhere),
        cmocka_unit_test(a_bad_expression_is_refused_with_its_reason),
        cmocka_unit_test(the_base_chooses_the_name),
        cmocka_unit_test(only_matching_launches_count_for_skip_and_count),
        cmocka_unit_test(a_huge_skip_skips_all),
    };
    return cmocka_run_group_tests_name("launch_filter", tests, NULL, NULL);
}
