#include "report/filter/range_filter.h"

#include <string.h>

#include "build_report.h"
#include "report/base/regex.h"

static bool fits(const char *expression, const char *number)
{
    struct regex *regex = regex_new(expression, NULL);
    assert_non_null(regex);
    const bool found = regex_found(regex, number);
    regex_free(regex);
    return found;
}

static void parts_are_read(void **unused)
{
    struct range_filter filter = {0};
    (void)unused;
    assert_true(range_filter_set(&filter, "yes:2:[3-5]", NULL));
    assert_true(filter.restart);
    assert_true(fits(filter.starts, "2"));
    assert_false(fits(filter.starts, "12"));
    assert_true(fits(filter.ranges, "4"));
    assert_false(fits(filter.ranges, "6"));
    assert_true(range_filter_set(&filter, "off::2|3", NULL));
    assert_false(filter.restart);
    assert_null(filter.starts);
    assert_true(fits(filter.ranges, "3"));
    assert_false(fits(filter.ranges, "13"));
    assert_false(fits(filter.ranges, "21"));
    assert_true(range_filter_set(&filter, "on:.*0:", NULL));
    assert_true(filter.restart && !filter.ranges && fits(filter.starts, "20"));
    assert_true(range_filter_set(&filter, "::", NULL));
    assert_true(!filter.restart && !filter.ranges && !filter.starts);
    range_filter_free(&filter);
}

static void what_is_none_is_refused(void **unused)
{
    static const struct {
        const char *text, *error;
    } wrong[] = {
        {"", "does not have three parts"},
        {"yes:2", "does not have three parts"},
        {"yes:2:3:4", "does not have three parts"},
        {"maybe:2:3", "\"maybe\" is not yes, no, on or off"},
        {":(:", "\"(\" is not a regular expression"},
        {"::[", "\"[\" is not a regular expression"},
    };
    (void)unused;
    for (size_t i = 0; i < COUNT(wrong); i++) {
        struct range_filter filter = {0};
        struct error error = {""};
        assert_false(range_filter_set(&filter, wrong[i].text, &error));
        assert_non_null(strstr(error.text, wrong[i].error));
        assert_true(!filter.restart && !filter.starts && !filter.ranges);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_are_read),
        cmocka_unit_test(what_is_none_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
