/* One line that is typed: keys, and what a field shows of it. */
#include "tui/widgets/line_edit.h"

#include <curses.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>

#include "build_report.h"
#include "report/base/mem.h"
#include "report/base/safe_text.h"

enum { LONGEST = 40 };

static char text[LONGEST + 1];
static size_t cursor;

/* '|' stands where the cursor is. */
static void begin(const char *with_cursor)
{
    cursor = strcspn(with_cursor, "|");
    snprintf(text, sizeof text, "%.*s%s", (int)cursor, with_cursor, with_cursor + cursor + 1);
}

static void expect(const char *with_cursor)
{
    char *now = mem_printf("%.*s|%s", (int)cursor, text, text + cursor);
    assert_string_equal(now, with_cursor);
    free(now);
}

static enum line_reply press(int key)
{
    return line_key(text, LONGEST, &cursor, key);
}

static void type(const char *bytes)
{
    for (; *bytes; bytes++)
        press((unsigned char)*bytes);
}

static void keys_do_what_they_are_there_for(void **state)
{
    static const struct {
        const char *before;
        int key;
        enum line_reply reply;
        const char *after;
    } cases[] = {
        {"ab|c", KEY_LEFT, LINE_MOVED, "a|bc"},
        {"ab|c", KEY_RIGHT, LINE_MOVED, "abc|"},
        {"|abc", KEY_LEFT, LINE_MOVED, "|abc"},
        {"abc|", KEY_RIGHT, LINE_MOVED, "abc|"},
        {"ab|c", KEY_HOME, LINE_MOVED, "|abc"},
        {"ab|c", 'A' & 0x1f, LINE_MOVED, "|abc"},
        {"ab|c", KEY_END, LINE_MOVED, "abc|"},
        {"ab|c", 'E' & 0x1f, LINE_MOVED, "abc|"},
        {"ab|c", KEY_BACKSPACE, LINE_CHANGED, "a|c"},
        {"ab|c", 127, LINE_CHANGED, "a|c"},
        {"ab|c", 8, LINE_CHANGED, "a|c"},
        {"ab|c", KEY_DC, LINE_CHANGED, "ab|"},
        {"abc|", KEY_DC, LINE_CHANGED, "abc|"},
        {"one two|three", 'U' & 0x1f, LINE_CHANGED, "|three"},
        {"one |two three", 'K' & 0x1f, LINE_CHANGED, "one |"},
        {"one two|three", 'W' & 0x1f, LINE_CHANGED, "one |three"},
        {"one two  |three", 'W' & 0x1f, LINE_CHANGED, "one |three"},
        {"|one", 'W' & 0x1f, LINE_CHANGED, "|one"},
        {"ab|c", 'x', LINE_CHANGED, "abx|c"},
        {"ab|c", KEY_UP, LINE_NOTHING, "ab|c"},
        {"ab|c", 'T' & 0x1f, LINE_NOTHING, "ab|c"},
        {"ab|c", -1, LINE_NOTHING, "ab|c"},
        {"ab|c", 0, LINE_NOTHING, "ab|c"},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        begin(cases[i].before);
        assert_int_equal(press(cases[i].key), cases[i].reply);
        expect(cases[i].after);
    }
}

static void characters_stay_whole(void **state)
{
    (void)state;
    begin("a\u00e4\u6f22|z");
    press(KEY_LEFT);
    expect("a\u00e4|\u6f22z");
    press(KEY_DC);
    expect("a\u00e4|z");
    press(KEY_BACKSPACE);
    expect("a|z");
    assert_int_equal(press(0xc3), LINE_NOTHING);
    assert_int_equal(press(0xb6), LINE_CHANGED);
    expect("a\u00f6|z");
    type("\U0001f600");
    expect("a\u00f6\U0001f600|z");
    /* With the marks that stand on it. */
    begin("ae\u0301|z");
    press(KEY_LEFT);
    expect("a|e\u0301z");
    press(KEY_RIGHT);
    expect("ae\u0301|z");
    press(KEY_BACKSPACE);
    expect("a|z");
}

static void bytes_of_no_character_stay_out(void **state)
{
    (void)state;
    begin("a|z");
    type("\x80\xbf");
    expect("a|z");
    /* One that never gets its rest can be erased. */
    type("\xe4");
    type("b");
    expect("a\xe4"
           "b|z");
    press(KEY_BACKSPACE);
    press(KEY_BACKSPACE);
    expect("a|z");
}

static void what_has_no_room_is_left_out_whole(void **state)
{
    (void)state;
    begin("|");
    for (int i = 0; i < LONGEST - 1; i++)
        type("a");
    type("\u00e4");
    assert_int_equal(strlen(text), LONGEST - 1);
    type("b");
    type("c");
    assert_int_equal(strlen(text), LONGEST);
    assert_int_equal(text[LONGEST - 1], 'b');
}

static void shows(const char *with_cursor, size_t columns, const char *shown, size_t at)
{
    struct strbuf out = {0};
    begin(with_cursor);
    assert_int_equal(line_window(&out, text, cursor, columns), at);
    assert_string_equal(out.data, shown);
    strbuf_free(&out);
}

static void the_cursor_is_seen(void **state)
{
    (void)state;
    shows("abc|", 10, "abc", 3);
    shows("012345678|", 10, "012345678", 9);
    shows("0123456789|", 10,
          "\u2026"
          "23456789",
          9);
    shows("01234|56789", 10, "0123456789", 5);
    shows("|0123456789abcdef", 10, "012345678\u2026", 0);
    shows("01234567|89abcdef", 10,
          "\u2026"
          "4567"
          "89ab\u2026",
          5);
    shows("0123456789abcde|f", 10,
          "\u2026"
          "89abcdef",
          8);
    /* Of a wide character no half. */
    shows("\u6f22\u6f22\u6f22\u6f22\u6f22\u6f22|", 8,
          "\u2026"
          "\u6f22\u6f22\u6f22",
          7);
    shows("|", 10, "", 0);
}

/* Wherever the cursor is, however wide the field: it is in it, and nothing is beside it. */
static void nothing_leaves_the_field(void **state)
{
    (void)state;
    static const char all[] = "ab\u6f22c\u00e4\u6f22\u6f22"
                              "de\u0301\u6f22"
                              "fgh";
    for (size_t columns = 1; columns < 24; columns++)
        for (size_t at = 0; at <= strlen(all); at++) {
            struct strbuf out = {0};
            if ((all[at] & 0xc0) == 0x80)
                continue;
            size_t column = line_window(&out, all, at, columns);
            assert_true(column < columns);
            assert_true(safe_text_width(out.data) <= columns);
            strbuf_free(&out);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_do_what_they_are_there_for),
        cmocka_unit_test(characters_stay_whole),
        cmocka_unit_test(bytes_of_no_character_stay_out),
        cmocka_unit_test(what_has_no_room_is_left_out_whole),
        cmocka_unit_test(the_cursor_is_seen),
        cmocka_unit_test(nothing_leaves_the_field),
    };
    setlocale(LC_ALL, "C.UTF-8");
    return cmocka_run_group_tests_name("line_edit", tests, NULL, NULL);
}
