#include "tui/widgets/menu_view.h"

#include <curses.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum { ROWS = 21, COLUMNS = 80 };

static const struct key_file nobody = {0};

static enum menu_reply press(struct menu_view *view, int views, int key)
{
    return menu_view_key(view, &nobody, views, key, ROWS, COLUMNS);
}

static void type(struct menu_view *view, int views, const char *text)
{
    for (; *text; text++)
        assert_int_equal(press(view, views, *text), MENU_STAYS);
}

static enum action_id selected(const struct menu_view *view, int views)
{
    const struct key_row *row = menu_view_selected(view, &nobody, views);
    return row ? row->action : DO_NOTHING;
}

static void letters_leave_what_has_them(void **state)
{
    (void)state;
    struct menu_view view = {.open = true};
    assert_int_equal(selected(&view, VIEW_LIST), DO_OPEN);
    type(&view, VIEW_LIST, "sou");
    assert_int_equal(selected(&view, VIEW_LIST), DO_SOURCE);
    type(&view, VIEW_LIST, "x");
    assert_int_equal(selected(&view, VIEW_LIST), DO_NOTHING);
    assert_int_equal(press(&view, VIEW_LIST, '\r'), MENU_STAYS);
    assert_int_equal(press(&view, VIEW_LIST, KEY_BACKSPACE), MENU_STAYS);
    assert_int_equal(press(&view, VIEW_LIST, '\r'), MENU_RUNS);
    /* A word of the description will do; a name that begins so goes before it. */
    view = (struct menu_view){.open = true};
    type(&view, VIEW_LIST, "clipboard");
    assert_int_equal(selected(&view, VIEW_LIST), DO_COPY);
    view = (struct menu_view){.open = true};
    type(&view, VIEW_LIST, "sort");
    assert_int_equal(selected(&view, VIEW_LIST), DO_SORT);
}

static void entries_are_those_of_the_view(void **state)
{
    (void)state;
    struct menu_view view = {.open = true};
    type(&view, VIEW_DETAILS, "group");
    assert_int_not_equal(selected(&view, VIEW_DETAILS), DO_GROUP);
    view = (struct menu_view){.open = true};
    type(&view, VIEW_LIST, "group");
    assert_int_equal(selected(&view, VIEW_LIST), DO_GROUP);
    view = (struct menu_view){.open = true};
    type(&view, VIEW_DETAILS, "cause");
    assert_int_equal(selected(&view, VIEW_DETAILS), DO_CAUSE);
}

static void arrows_go_to_entries_and_stop_at_the_ends(void **state)
{
    (void)state;
    struct menu_view view = {.open = true};
    press(&view, VIEW_LIST, KEY_UP);
    assert_int_equal(selected(&view, VIEW_LIST), DO_OPEN);
    press(&view, VIEW_LIST, KEY_DOWN);
    assert_int_equal(selected(&view, VIEW_LIST), DO_DIAGNOSIS);
    press(&view, VIEW_LIST, KEY_UP);
    assert_int_equal(selected(&view, VIEW_LIST), DO_OPEN);
    for (int i = 0; i < 200; i++) {
        press(&view, VIEW_LIST, i % 3 ? KEY_DOWN : KEY_RIGHT);
        assert_int_not_equal(selected(&view, VIEW_LIST), DO_NOTHING);
    }
    assert_int_equal(selected(&view, VIEW_LIST), DO_QUIT);
}

static void a_click_selects(void **state)
{
    (void)state;
    struct menu_view view = {.open = true};
    /* The first line is a title, the second a heading. */
    assert_false(menu_view_click(&view, &nobody, VIEW_LIST, 0, 3, ROWS, COLUMNS));
    assert_false(menu_view_click(&view, &nobody, VIEW_LIST, 1, 3, ROWS, COLUMNS));
    assert_true(menu_view_click(&view, &nobody, VIEW_LIST, 3, 3, ROWS, COLUMNS));
    assert_int_equal(selected(&view, VIEW_LIST), DO_DIAGNOSIS);
    assert_false(menu_view_click(&view, &nobody, VIEW_LIST, 3, COLUMNS - 1, ROWS, COLUMNS));
}

static void escape_and_an_empty_line_close(void **state)
{
    (void)state;
    struct menu_view view = {.open = true};
    assert_int_equal(press(&view, VIEW_LIST, 27), MENU_CLOSES);
    assert_int_equal(press(&view, VIEW_LIST, KEY_BACKSPACE), MENU_CLOSES);
    for (int i = 0; i < 2 * MENU_TYPED; i++)
        assert_int_equal(press(&view, VIEW_LIST, 'q'), MENU_STAYS);
    assert_int_equal(strlen(view.typed), MENU_TYPED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(letters_leave_what_has_them),
        cmocka_unit_test(entries_are_those_of_the_view),
        cmocka_unit_test(arrows_go_to_entries_and_stop_at_the_ends),
        cmocka_unit_test(a_click_selects),
        cmocka_unit_test(escape_and_an_empty_line_close),
    };
    return cmocka_run_group_tests_name("menu", tests, NULL, NULL);
}
