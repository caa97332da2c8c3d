#include "tui/views/output_view.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "build_report.h"
#include "report/base/safe_text.h"

enum { RING = 10000 };

static int utf8_locale(void **state)
{
    (void)state;
    use_locale("C.UTF-8");
    return 0;
}

static const char *line(const struct output_view *view, size_t i)
{
    return view->lines[(view->first + i) % RING];
}

static void add(struct output_view *view, const char *text)
{
    output_view_add(view, text, strlen(text));
}

/* What one line of output shows, given whole and cut into two at every place. */
static void shows(const char *bytes, size_t length, const char *expected)
{
    for (size_t cut = 0; cut <= length; cut++) {
        struct output_view view = {0};
        output_view_add(&view, bytes, cut);
        output_view_add(&view, bytes + cut, length - cut);
        output_view_add(&view, "\n", 1);
        if (view.count != 1 || strcmp(line(&view, 0), expected) != 0) {
            struct strbuf quoted = {0};
            for (size_t i = 0; i < length; i++)
                strbuf_addf(&quoted, bytes[i] >= ' ' && bytes[i] < 127 ? "%c" : "\\x%02x",
                            (unsigned char)bytes[i]);
            fail_msg("%s, cut at %zu: \"%s\" instead of \"%s\"", quoted.data, cut,
                     view.count ? line(&view, 0) : "", expected);
        }
        output_view_free(&view);
    }
}

#define SHOWS(bytes, expected) shows(bytes, sizeof(bytes) - 1, expected)

static void colours_and_cursor_sequences_are_dropped(void **state)
{
    (void)state;
    SHOWS("plain", "plain");
    SHOWS("\033[31mred\033[0m", "red");
    SHOWS("\033[mx", "x");
    SHOWS("\033[38;5;208morange\033[39;49m", "orange");
    SHOWS("\033[38:2::1:2:3mtrue\033[0m", "true");
    SHOWS("\033[2J\033[H\033[?1049hx\033[?25l", "x");
    SHOWS("\033[1;2;3;4;5;6;7;8;9;10;11;12;13;14;15mx", "x");
    SHOWS("\033[>4;2mx\033[6 qy\033[!pz", "xyz");
    SHOWS("a\033[Kb", "ab");
}

static void strings_are_dropped(void **state)
{
    (void)state;
    SHOWS("\033]0;title\007x", "x");
    SHOWS("\033]0;title\033\\x", "x");
    SHOWS("\033]8;;http://a/\033\\link\033]8;;\033\\", "link");
    SHOWS("\033Pq#0;2;0\033\\x", "x");
    SHOWS("\033_apc\033\\x", "x");
    SHOWS("\033^pm\033\\x", "x");
}

static void sos_strings_are_dropped(void **state)
{
    (void)state;
    SHOWS("\033Xsos\033\\x", "x");
}

static void two_byte_sequences_are_dropped(void **state)
{
    (void)state;
    SHOWS("\0337save\0338", "save");
    SHOWS("\033=x\033>", "x");
    SHOWS("\033Mx\033cy", "xy");
}

/* What tput sgr0 of xterm and screen programs write. */
static void character_set_sequences_are_dropped(void **state)
{
    (void)state;
    SHOWS("\033(B\033[mx", "x");
    SHOWS("\033)0x\033(0y", "xy");
    SHOWS("\033#8x", "x");
    SHOWS("\033%Gx", "x");
    SHOWS("\033 Fx", "x");
}

static void an_escape_begins_anew_everywhere(void **state)
{
    (void)state;
    SHOWS("\033\033[31mx", "x");
    SHOWS("\033[3\033[31mx", "x");
}

static void a_sequence_that_never_ends_ends_with_its_line(void **state)
{
    (void)state;
    struct output_view view = {0};
    add(&view, "a\033]0;never\nsecond\033[31\nthird\n");
    assert_true(view.count >= 2);
    assert_string_equal(line(&view, view.count - 1), "third");
    output_view_free(&view);
}

static void control_bytes_become_visible(void **state)
{
    (void)state;
    static const char bytes[] = "\001\002\007\010\013\014\016\177\233\302\233\342\200\256\377\000x";
    struct output_view view = {0};
    output_view_add(&view, bytes, sizeof bytes - 1);
    add(&view, "\n");
    const char *text = line(&view, 0);
    for (const char *c = text; *c; c++)
        assert_true((unsigned char)*c >= ' ' && *c != 0x7f);
    assert_null(strstr(text, "\302\233"));
    assert_null(strstr(text, "\342\200\256"));
    assert_int_equal(text[strlen(text) - 1], 'x');
    output_view_free(&view);
}

static void characters_may_come_in_pieces(void **state)
{
    (void)state;
    SHOWS("gr\303\266\303\237e \342\202\254 \360\237\230\200",
          "gr\303\266\303\237e \342\202\254 \360\237\230\200");
}

static void tabs_go_to_columns_of_eight(void **state)
{
    (void)state;
    SHOWS("a\tb", "a       b");
    SHOWS("\tb", "        b");
    SHOWS("12345678\tb", "12345678        b");
}

static void tabs_count_columns_not_bytes(void **state)
{
    (void)state;
    SHOWS("\303\266\tb", "\303\266       b");
}

static void carriage_returns_end_lines_of_pty(void **state)
{
    (void)state;
    SHOWS("x\r", "x");
}

/* Progress bars write over their line. */
static void a_carriage_return_writes_over_the_line(void **state)
{
    (void)state;
    SHOWS("10 %\r20 %\r100 %", "100 %");
}

static void the_ring_keeps_the_newest(void **state)
{
    (void)state;
    struct output_view view = {0};
    char text[32];
    for (int i = 0; i < 3 * RING / 2; i++) {
        snprintf(text, sizeof text, "line %d\n", i);
        add(&view, text);
    }
    assert_int_equal(view.count, RING);
    assert_string_equal(line(&view, 0), "line 5000");
    assert_string_equal(line(&view, RING - 1), "line 14999");
    assert_string_equal(output_view_last(&view), "line 14999");
    output_view_free(&view);
}

static void endless_lines_are_cut(void **state)
{
    (void)state;
    struct output_view view = {0};
    char *bytes = malloc(1 << 20);
    memset(bytes, 'x', 1 << 20);
    output_view_add(&view, bytes, 1 << 20);
    assert_true(view.count > 100 && view.partial.length < 1 << 13);
    free(bytes);
    output_view_free(&view);
}

static void a_cut_does_not_split_a_character(void **state)
{
    (void)state;
    struct output_view view = {0};
    add(&view, "x");
    for (int i = 0; i < 5000; i++)
        add(&view, "\303\266");
    add(&view, "\n");
    for (size_t i = 0; i < view.count; i++)
        for (const char *c = line(&view, i) + (i == 0); *c; c += 2)
            assert_memory_equal(c, "\303\266", 2);
    output_view_free(&view);
}

static void the_last_line_with_something_on_it(void **state)
{
    (void)state;
    struct output_view view = {0};
    assert_string_equal(output_view_last(&view), "");
    add(&view, "a\n\n\n");
    assert_string_equal(output_view_last(&view), "a");
    output_view_free(&view);
}

static void scrolling_stays_in_the_lines(void **state)
{
    (void)state;
    struct output_view view = {0};
    static const enum action_id actions[] = {DO_UP,   DO_PAGE_UP,   DO_FIRST,
                                             DO_DOWN, DO_PAGE_DOWN, DO_LAST};
    for (int lines = 0; lines < 100; lines += 7) {
        for (int i = 0; i < 7; i++)
            add(&view, "x\n");
        for (int i = 0; i < 600; i++) {
            assert_true(output_view_act(&view, actions[(i * 7 + i / 5) % 6], 1 + i % 30));
            assert_true(view.scroll < view.count);
        }
        output_view_act(&view, DO_LAST, 20);
        assert_int_equal(view.scroll, 0);
    }
    assert_false(output_view_act(&view, DO_SORT, 20));
    output_view_free(&view);
}

/* Who has scrolled back keeps seeing the same lines; when these go, the oldest. */
static void scrolled_back_stays_until_the_lines_are_gone(void **state)
{
    (void)state;
    struct output_view view = {0};
    for (int i = 0; i < 100; i++)
        add(&view, "x\n");
    output_view_act(&view, DO_PAGE_UP, 20);
    size_t end = view.count - view.scroll;
    add(&view, "y\n");
    assert_int_equal(view.count - view.scroll, end);
    for (int i = 0; i < 2 * RING; i++)
        add(&view, "z\n");
    assert_true(view.scroll < view.count);
    output_view_free(&view);
}

static void search_goes_round_in_both_directions(void **state)
{
    (void)state;
    struct output_view view = {0};
    assert_false(output_view_search(&view, "x", 1));
    add(&view, "one\ntwo\nthree two\nfour\n");
    assert_true(output_view_search(&view, "two", -1));
    assert_int_equal(view.scroll, 1);
    assert_true(output_view_search(&view, "two", -1));
    assert_int_equal(view.scroll, 2);
    assert_true(output_view_search(&view, "two", -1));
    assert_int_equal(view.scroll, 1);
    assert_true(output_view_search(&view, "two", 1));
    assert_int_equal(view.scroll, 2);
    assert_false(output_view_search(&view, "five", 1));
    assert_int_equal(view.scroll, 2);
    output_view_free(&view);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(colours_and_cursor_sequences_are_dropped),
        cmocka_unit_test(strings_are_dropped),
        cmocka_unit_test(sos_strings_are_dropped),
        cmocka_unit_test(two_byte_sequences_are_dropped),
        cmocka_unit_test(character_set_sequences_are_dropped),
        cmocka_unit_test(an_escape_begins_anew_everywhere),
        cmocka_unit_test(a_sequence_that_never_ends_ends_with_its_line),
        cmocka_unit_test(control_bytes_become_visible),
        cmocka_unit_test(characters_may_come_in_pieces),
        cmocka_unit_test(tabs_go_to_columns_of_eight),
        cmocka_unit_test(tabs_count_columns_not_bytes),
        cmocka_unit_test(carriage_returns_end_lines_of_pty),
        cmocka_unit_test(a_carriage_return_writes_over_the_line),
        cmocka_unit_test(the_ring_keeps_the_newest),
        cmocka_unit_test(endless_lines_are_cut),
        cmocka_unit_test(a_cut_does_not_split_a_character),
        cmocka_unit_test(the_last_line_with_something_on_it),
        cmocka_unit_test(scrolling_stays_in_the_lines),
        cmocka_unit_test(scrolled_back_stays_until_the_lines_are_gone),
        cmocka_unit_test(search_goes_round_in_both_directions),
    };
    return cmocka_run_group_tests_name("output_view", tests, utf8_locale, NULL);
}
