#include "report/base/error.h"

#include <string.h>

#include "build_report.h"

static void set_stores_and_returns_false(void **state)
{
    (void)state;
    struct error error;
    assert_false(error_set(&error, "no %s in \"%s\"", "section", "x"));
    assert_string_equal(error.text, "no section in \"x\"");
}

static void a_null_error_is_allowed(void **state)
{
    (void)state;
    assert_false(error_set(NULL, "text"));
    assert_false(error_prefix(NULL, "text"));
}

static void prefix_goes_before_what_is_there(void **state)
{
    (void)state;
    struct error error;
    error_set(&error, "cannot open");
    assert_false(error_prefix(&error, "file %d", 7));
    assert_string_equal(error.text, "file 7: cannot open");
}

static void a_long_message_is_cut_and_ended(void **state)
{
    (void)state;
    struct error error;
    char text[2000];
    memset(text, 'x', sizeof text);
    text[sizeof text - 1] = '\0';
    error_set(&error, "%s", text);
    assert_int_equal(strlen(error.text), sizeof error.text - 1);
    error_prefix(&error, "%s", text);
    assert_true(strlen(error.text) < sizeof error.text);
}

/* The remedy stands at the end of a message: a short prefix must not cost it. */
static void a_short_prefix_keeps_a_long_message(void **state)
{
    (void)state;
    struct error error;
    char text[601];
    memset(text, 'x', sizeof text);
    strcpy(text + sizeof text - 8, ": do it");
    error_set(&error, "%s", text);
    error_prefix(&error, "file");
    assert_non_null(strstr(error.text, ": do it"));
}

static size_t count_of(const char *text, const char *part)
{
    size_t count = 0;
    for (; (text = strstr(text, part)); text += strlen(part))
        count++;
    return count;
}

/* The place stands before a message, the remedy at its end; the middle is what the user wrote. */
static void the_middle_of_a_long_message_is_cut(void **state)
{
    (void)state;
    struct error error;
    char text[4000] = "";
    for (size_t i = 0; i + 2 < sizeof text; i += 2)
        memcpy(text + i, "\u00e4", 3);
    for (size_t more = 0; more < 4; more++) {
        error_set(&error, "%.*s\"%s\": do it", (int)more, "abcd", text);
        assert_in_range(strlen(error.text), sizeof error.text - 6, sizeof error.text - 1);
        error_prefix(&error, "line %d", 12);
        error_prefix(&error, "%s/file", text);
        assert_int_equal(strncmp(error.text, "\u00e4", 2), 0);
        assert_non_null(strstr(error.text, "/file: line 12: "));
        assert_string_equal(error.text + strlen(error.text) - 8, "\": do it");
        assert_int_equal(count_of(error.text, "\xc3"), count_of(error.text, "\u00e4"));
        assert_int_equal(count_of(error.text, "\xa4"), count_of(error.text, "\u00e4"));
        assert_true(strlen(error.text) < sizeof error.text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(set_stores_and_returns_false),
        cmocka_unit_test(a_null_error_is_allowed),
        cmocka_unit_test(prefix_goes_before_what_is_there),
        cmocka_unit_test(a_long_message_is_cut_and_ended),
        cmocka_unit_test(a_short_prefix_keeps_a_long_message),
        cmocka_unit_test(the_middle_of_a_long_message_is_cut),
    };
    return cmocka_run_group_tests_name("error", tests, NULL, NULL);
}
