#include "report/names/kernel_id.h"

#include <string.h>

#include "build_report.h"

static bool fits(const char *text, const char *name, uint32_t context, uint32_t stream,
                 uint64_t number)
{
    struct kernel_id id = {0};
    struct error error;
    if (!kernel_id_set(&id, text, &error))
        fail_msg("%s: %s", text, error.text);
    bool good = name_pattern_matches(&id.name, name) &&
                kernel_id_fits_place(&id, context, &stream) &&
                kernel_id_fits_invocation(&id, number);
    kernel_id_free(&id);
    return good;
}

static void empty_parts_fit_everything(void **state)
{
    (void)state;
    struct kernel_id unset = {0};
    assert_true(kernel_id_fits_place(&unset, 5, NULL));
    assert_true(kernel_id_fits_invocation(&unset, 9));
    assert_true(fits(":::", "any", 5, 6, 7));
    assert_true(fits("5:6:any:7", "any", 5, 6, 7));
    assert_false(fits("5:::", "any", 4, 6, 7));
    assert_false(fits(":6::", "any", 5, 5, 7));
    assert_false(fits("::any:", "many", 5, 6, 7));
    assert_false(fits(":::7", "any", 5, 6, 8));
}

static void a_launch_without_a_stream_fits_no_stream(void **state)
{
    (void)state;
    struct kernel_id id = {0};
    assert_true(kernel_id_set(&id, ":7::", NULL));
    assert_false(kernel_id_fits_place(&id, 1, NULL));
    kernel_id_free(&id);
}

static void names_may_hold_colons(void **state)
{
    (void)state;
    assert_true(fits("::ns::f(int):2", "ns::f(int)", 1, 7, 2));
    assert_true(fits(":7:regex:^foo:", "foobar", 1, 7, 2));
    assert_false(fits(":7:regex:^foo:", "barfoo", 1, 7, 2));
    assert_true(fits("::regex:ns::[[:alpha:]]+$:", "ns::f", 1, 7, 2));
}

static void invocations_match_as_a_whole(void **state)
{
    (void)state;
    assert_false(fits(":::2", "f", 1, 7, 12));
    assert_true(fits(":::.*2|3", "f", 1, 7, 12));
    assert_true(fits(":::.*2|3", "f", 1, 7, 3));
    assert_false(fits(":::.*2|3", "f", 1, 7, 13));
}

static void what_is_no_id_is_refused_with_the_reason(void **state)
{
    (void)state;
    static const struct {
        const char *text, *reason;
    } cases[] = {
        {"", "\"\" lacks a part: it must be CONTEXT:STREAM:[regex:]NAME:INVOCATION (any part may "
             "be empty)"},
        {"::f", "\"::f\" lacks a part: "},
        {"x:::", "\"x\" is not the number of a context"},
        {"-1:::", "\"-1\" is not the number of a context"},
        {":7x::", "\"7x\" is not the number of a stream"},
        {":4294967296::", "\"4294967296\" is not the number of a stream"},
        {"::regex:(a:", "\"(a\" is not a regular expression: "},
        {":::(2", "\"^(?:(2)$\" is not a regular expression: "},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct kernel_id id = {0};
        struct error error;
        assert_true(kernel_id_set(&id, "1:2:a:3", NULL));
        assert_false(kernel_id_set(&id, cases[i].text, &error));
        if (strncmp(error.text, cases[i].reason, strlen(cases[i].reason)) != 0)
            fail_msg("%s: %s", cases[i].text, error.text);
        assert_true(kernel_id_fits_place(&id, 9, NULL) && kernel_id_fits_invocation(&id, 9));
        kernel_id_free(&id);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(empty_parts_fit_everything),
        cmocka_unit_test(a_launch_without_a_stream_fits_no_stream),
        cmocka_unit_test(names_may_hold_colons),
        cmocka_unit_test(invocations_match_as_a_whole),
        cmocka_unit_test(what_is_no_id_is_refused_with_the_reason),
    };
    return cmocka_run_group_tests_name("kernel_id", tests, NULL, NULL);
}
