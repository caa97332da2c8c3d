/* The help: what it has beside the key table, searching in it, glyph_legend. */
#include "tui/widgets/help_view.h"

#include <curses.h>
#include <locale.h>
#include <string.h>

#include "build_report.h"
#include "report/base/safe_text.h"
#include "tui/term/glyph_legend.h"
#include "tui/term/screen.h"

enum { ROWS = 10 };

static struct help_view view;
static const struct key_file no_keys;

static bool search(const char *text, int step, bool here)
{
    return help_view_search(&view, &no_keys, VIEW_LIST, text, step, here, ROWS);
}

static int set_up(void **state)
{
    (void)state;
    view = (struct help_view){0};
    return !screen_set_glyphs("ascii");
}

static void a_search_goes_from_line_to_line(void **state)
{
    (void)state;
    assert_true(search("page", 1, true));
    size_t first = view.found;
    assert_true(first > 0);
    assert_true(search("page", 1, true));
    assert_int_equal(view.found, first);
    assert_true(search("page", 1, false));
    assert_true(view.found > first);
    assert_true(search("page", -1, false));
    assert_int_equal(view.found, first);
    /* And round. */
    assert_true(search("page", -1, false));
    assert_true(view.found > first);
    assert_true(search("page", 1, false));
    assert_int_equal(view.found, first);
}

static void what_is_found_is_seen(void **state)
{
    (void)state;
    static const char *const texts[] = {"move down", "^Z", "erase the word", "tagged", ":theme"};
    for (size_t i = 0; i < COUNT(texts); i++) {
        assert_true(search(texts[i], 1, true));
        assert_in_range(view.found - 1, view.scroll, view.scroll + ROWS - 3);
    }
}

static void what_is_nowhere_moves_nothing(void **state)
{
    (void)state;
    assert_true(search("^Z", 1, true));
    struct help_view before = view;
    assert_false(search("no such key", 1, false));
    assert_memory_equal(&before, &view, sizeof view);
}

static void keys_scroll_and_others_do_not(void **state)
{
    (void)state;
    assert_true(help_view_act(&view, DO_DOWN, ROWS));
    assert_true(help_view_act(&view, DO_NUMBER_DOWN, ROWS));
    assert_int_equal(view.scroll, 2);
    assert_true(help_view_act(&view, DO_PAGE_DOWN_RULES, ROWS));
    assert_in_range(view.scroll, 5, 2 + ROWS);
    assert_true(help_view_act(&view, DO_FIRST, ROWS));
    assert_int_equal(view.scroll, 0);
    assert_true(help_view_act(&view, DO_UP, ROWS));
    assert_int_equal(view.scroll, 0);
    assert_false(help_view_act(&view, DO_HELP, ROWS));
    assert_false(help_view_act(&view, DO_BACK, ROWS));
}

static void signs_are_those_of_the_glyphs(void **state)
{
    (void)state;
    for (int level = 0; level < GLYPH_LEVELS; level++)
        for (size_t i = 0; i < glyph_legend_count; i++) {
            const char *text =
                glyph_legend_text(&glyph_legend[i], glyphs_at((enum glyph_level)level));
            assert_true(*text && *glyph_legend[i].help);
            assert_true(safe_text_width(text) <= 16);        /* its column in the help */
            assert_true(strlen(glyph_legend[i].help) <= 60); /* of 80 columns */
        }
    assert_string_equal(glyph_legend_text(&glyph_legend[0], glyphs_at(GLYPHS_ASCII)), ">");
    assert_string_equal(glyph_legend_text(&glyph_legend[0], glyphs_at(GLYPHS_FULL)), "\u25b8");
}

static void the_terminals_keys_are_no_actions(void **state)
{
    (void)state;
    for (size_t i = 0; i < key_note_count; i++) {
        const char *name = key_notes[i].keys;
        assert_true(strlen(name) == 2 && *name == '^');
        for (size_t j = 0; j < key_row_count; j++)
            assert_null(strstr(key_rows[j].keys, name));
        assert_true(search(name, 1, true));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(a_search_goes_from_line_to_line, set_up),
        cmocka_unit_test_setup(what_is_found_is_seen, set_up),
        cmocka_unit_test_setup(what_is_nowhere_moves_nothing, set_up),
        cmocka_unit_test_setup(keys_scroll_and_others_do_not, set_up),
        cmocka_unit_test_setup(signs_are_those_of_the_glyphs, set_up),
        cmocka_unit_test_setup(the_terminals_keys_are_no_actions, set_up),
    };
    setlocale(LC_ALL, "C.UTF-8");
    return cmocka_run_group_tests_name("help", tests, NULL, NULL);
}
