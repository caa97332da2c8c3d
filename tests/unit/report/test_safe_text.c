#include "report/base/safe_text.h"

#include <stdlib.h>
#include <string.h>

#include "build_report.h"

static void is_safe(const char *text, const char *expected)
{
    char *safe = safe_text(text);
    assert_string_equal(safe, expected);
    free(safe);
}

static int utf8_locale(void **state)
{
    (void)state;
    use_locale("C.UTF-8");
    return 0;
}

static int c_locale(void **state)
{
    (void)state;
    use_locale("C");
    return 0;
}

static void characters_are_decoded(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t length;
        long code_point;
    } cases[] = {
        {"a", 1, 'a'},
        {"\x7f", 1, 0x7f},
        {"\xc3\xa9", 2, 0xe9},
        {"\xe2\x82\xac", 3, 0x20ac},
        {"\xf0\x9f\x98\x80", 4, 0x1f600},
        {"\xf4\x8f\xbf\xbf", 4, 0x10ffff},
        {"\x80", 1, -1},             /* a lone continuation */
        {"\xc3", 1, -1},             /* cut short */
        {"\xe2\x82", 1, -1},         /* cut short */
        {"\xc3(", 1, -1},            /* no continuation */
        {"\xc0\xaf", 1, -1},         /* overlong '/' */
        {"\xe0\x80\xaf", 1, -1},     /* overlong '/' */
        {"\xf0\x80\x80\xaf", 1, -1}, /* overlong '/' */
        {"\xed\xa0\x80", 1, -1},     /* a surrogate */
        {"\xf4\x90\x80\x80", 1, -1}, /* over U+10FFFF */
        {"\xf8\x88\x80\x80\x80", 1, -1},
        {"\xff", 1, -1},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        long code_point;
        size_t length = safe_text_decode(cases[i].text, strlen(cases[i].text), &code_point);
        assert_int_equal(length, cases[i].length);
        assert_int_equal(code_point, cases[i].code_point);
    }
    long code_point;
    assert_int_equal(safe_text_decode("", 0, &code_point), 0);
    assert_int_equal(safe_text_decode("\0", 1, &code_point), 1);
    assert_int_equal(code_point, 0);
}

static void control_bytes_become_pictures(void **state)
{
    (void)state;
    is_safe("a\x1b[31mb", "a\xe2\x90\x9b[31mb");
    is_safe("\r\n\t", "\xe2\x90\x8d\xe2\x90\x8a\xe2\x90\x89");
    is_safe("\x7f", "\xef\xbf\xbd");
    is_safe("\xc2\x9b"
            "31m",
            "\xef\xbf\xbd"
            "31m"); /* C1: CSI in one character */
    is_safe("\x9b"
            "31m",
            "\xef\xbf\xbd"
            "31m");
}

static void good_utf8_stays(void **state)
{
    (void)state;
    is_safe("caf\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80",
            "caf\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80");
    is_safe("", "");
}

static void each_bad_byte_becomes_one_character(void **state)
{
    (void)state;
    is_safe("\xc0\xaf", "\xef\xbf\xbd\xef\xbf\xbd");
    is_safe("x\xe2\x82", "x\xef\xbf\xbd\xef\xbf\xbd");
}

static void direction_marks_do_not_get_through(void **state)
{
    (void)state;
    static const char *const marks[] = {
        "\xe2\x80\x8b", "\xe2\x80\x8e", "\xe2\x80\x8f", "\xe2\x80\xa8",
        "\xe2\x80\xaa", "\xe2\x80\xae", "\xe2\x81\xa0", "\xe2\x81\xa6",
        "\xe2\x81\xa9", "\xef\xbb\xbf", "\xd8\x9c", /* U+061C, the Arabic letter mark */
    };
    for (size_t i = 0; i < COUNT(marks); i++)
        is_safe(marks[i], "\xef\xbf\xbd");
}

static void lines_are_kept_on_request(void **state)
{
    (void)state;
    struct strbuf out = {0};
    safe_text_add(&out, "a\n\tb\r", 5, true);
    assert_string_equal(out.data, "a\n\tb\xe2\x90\x8d");
    strbuf_free(&out);
}

static void a_nul_inside_is_shown(void **state)
{
    (void)state;
    struct strbuf out = {0};
    safe_text_add(&out, "a\0b", 3, false);
    assert_string_equal(out.data, "a\xe2\x90\x80"
                                  "b");
    strbuf_free(&out);
}

static void without_utf8_everything_is_ascii(void **state)
{
    (void)state;
    assert_false(safe_text_utf8());
    is_safe("caf\xc3\xa9", "caf?");
    is_safe("\x1b[1m\x7f\xff", "?[1m??");
}

static void widths_are_columns(void **state)
{
    (void)state;
    assert_true(safe_text_utf8());
    assert_int_equal(safe_text_width(""), 0);
    assert_int_equal(safe_text_width("abc"), 3);
    assert_int_equal(safe_text_width("caf\xc3\xa9"), 4);
    assert_int_equal(safe_text_width("\xe4\xb8\xad\xe6\x96\x87"), 4); /* two wide characters */
    assert_int_equal(safe_text_width("e\xcc\x81"), 1);                /* a combining accent */
}

static void fits(const char *text, size_t columns, const char *expected)
{
    struct strbuf out = {0};
    strbuf_adds(&out, "");
    safe_text_fit(&out, text, columns);
    assert_string_equal(out.data, expected);
    assert_true(safe_text_width(out.data) <= columns);
    strbuf_free(&out);
}

static void texts_are_cut_to_columns(void **state)
{
    (void)state;
    fits("abc", 3, "abc");
    fits("abcd", 3, "ab\xe2\x80\xa6");
    fits("abcd", 1, "\xe2\x80\xa6");
    fits("abcd", 0, "");
    fits("", 0, "");
    fits("\xe4\xb8\xad\xe6\x96\x87", 3, "\xe4\xb8\xad\xe2\x80\xa6");
    fits("\xe4\xb8\xad\xe6\x96\x87", 2, "\xe2\x80\xa6"); /* half a wide character does not fit */
}

static void fits_middle(const char *text, size_t columns, const char *expected)
{
    struct strbuf out = {0};
    strbuf_adds(&out, "");
    safe_text_fit_middle(&out, text, columns);
    assert_string_equal(out.data, expected);
    assert_true(safe_text_width(out.data) <= columns);
    strbuf_free(&out);
}

static void texts_are_cut_in_the_middle(void **state)
{
    (void)state;
    fits_middle("abcdef", 6, "abcdef");
    fits_middle("abcdefgh", 6, "abc\xe2\x80\xa6gh");
    fits_middle("abcdefgh", 5, "ab\xe2\x80\xa6gh");
    fits_middle("abcdefgh", 3, "a\xe2\x80\xa6h");
    fits_middle("abcdefgh", 2, "a\xe2\x80\xa6");
    fits_middle("abcdefgh", 0, "");
    fits_middle("", 9, "");
    /* Wide characters are not cut in two. */
    fits_middle("\xe4\xb8\xad\xe4\xb8\xad\xe4\xb8\xad\xe4\xb8\xad", 6,
                "\xe4\xb8\xad\xe2\x80\xa6\xe4\xb8\xad");
}

static void without_utf8_a_cut_shows_as_a_tilde(void **state)
{
    (void)state;
    fits("abcd", 3, "ab~");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(characters_are_decoded),
        cmocka_unit_test_setup(control_bytes_become_pictures, utf8_locale),
        cmocka_unit_test_setup(good_utf8_stays, utf8_locale),
        cmocka_unit_test_setup(each_bad_byte_becomes_one_character, utf8_locale),
        cmocka_unit_test_setup(direction_marks_do_not_get_through, utf8_locale),
        cmocka_unit_test_setup(lines_are_kept_on_request, utf8_locale),
        cmocka_unit_test_setup(a_nul_inside_is_shown, utf8_locale),
        cmocka_unit_test_setup(without_utf8_everything_is_ascii, c_locale),
        cmocka_unit_test_setup(widths_are_columns, utf8_locale),
        cmocka_unit_test_setup(texts_are_cut_to_columns, utf8_locale),
        cmocka_unit_test_setup(texts_are_cut_in_the_middle, utf8_locale),
        cmocka_unit_test_setup(without_utf8_a_cut_shows_as_a_tilde, c_locale),
    };
    return cmocka_run_group_tests_name("safe_text", tests, NULL, NULL);
}
