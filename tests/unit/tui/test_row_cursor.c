#include "tui/widgets/row_cursor.h"

#include <string.h>

#include "build_report.h"

static void acts(struct row_cursor *cursor, size_t count, enum action_id action, int rows,
                 size_t at, size_t top)
{
    assert_true(row_cursor_act(cursor, count, action, rows));
    assert_int_equal(cursor->at, at);
    assert_int_equal(cursor->top, top);
}

static void it_moves_within_the_list(void **state)
{
    (void)state;
    struct row_cursor cursor = {0};
    acts(&cursor, 10, DO_UP, 4, 0, 0);
    acts(&cursor, 10, DO_DOWN, 4, 1, 0);
    /* A page less one row, that one sees where it was. */
    acts(&cursor, 10, DO_PAGE_DOWN, 4, 4, 1);
    acts(&cursor, 10, DO_PAGE_DOWN, 4, 7, 4);
    acts(&cursor, 10, DO_PAGE_DOWN, 4, 9, 6);
    acts(&cursor, 10, DO_DOWN, 4, 9, 6);
    acts(&cursor, 10, DO_PAGE_UP, 4, 6, 6);
    acts(&cursor, 10, DO_UP, 4, 5, 5);
    acts(&cursor, 10, DO_LAST, 4, 9, 6);
    acts(&cursor, 10, DO_FIRST, 4, 0, 0);
    assert_false(row_cursor_act(&cursor, 10, DO_QUIT, 4));
}

static void lists_that_are_short_or_empty(void **state)
{
    (void)state;
    struct row_cursor cursor = {0};
    acts(&cursor, 0, DO_LAST, 4, 0, 0);
    acts(&cursor, 0, DO_DOWN, 4, 0, 0);
    acts(&cursor, 2, DO_PAGE_DOWN, 4, 1, 0);
    /* No room at all is as good as one row. */
    acts(&cursor, 10, DO_PAGE_DOWN, 0, 2, 2);
    acts(&cursor, 10, DO_PAGE_DOWN, -5, 3, 3);
    /* The list has become shorter, the screen larger. */
    cursor = (struct row_cursor){90, 80};
    row_cursor_fit(&cursor, 5, 3);
    assert_true(cursor.at == 4 && cursor.top == 2);
    row_cursor_fit(&cursor, 5, 20);
    assert_true(cursor.at == 4 && cursor.top == 0);
}

static void rows_of_several_lines_are_seen_whole(void **state)
{
    (void)state;
    struct row_cursor cursor = {0};
    assert_true(row_cursor_move(&cursor, 10, DO_PAGE_DOWN, 4));
    assert_true(cursor.at == 3 && cursor.top == 0);
    row_cursor_show(&cursor, 12, 14, 30, 4);
    assert_true(cursor.at == 3 && cursor.top == 11);
    row_cursor_show(&cursor, 9, 10, 30, 4);
    assert_int_equal(cursor.top, 9);
    /* Without room for all lines, the first ones. */
    row_cursor_show(&cursor, 20, 27, 30, 4);
    assert_int_equal(cursor.top, 20);
    /* Nothing is left free at the end, and nothing is above the start. */
    row_cursor_show(&cursor, 20, 20, 22, 4);
    assert_int_equal(cursor.top, 18);
    row_cursor_show(&cursor, -1, 0, 2, 4);
    assert_int_equal(cursor.top, 0);
}

static void a_click_goes_to_what_was_drawn(void **state)
{
    (void)state;
    struct row_cursor cursor = {5, 3};
    assert_true(row_cursor_click(&cursor, 10, 0, 4));
    assert_true(cursor.at == 3 && cursor.top == 3);
    assert_true(row_cursor_click(&cursor, 10, 3, 4));
    assert_int_equal(cursor.at, 6);
    assert_false(row_cursor_click(&cursor, 10, 4, 4));
    assert_false(row_cursor_click(&cursor, 10, -1, 4));
    assert_false(row_cursor_click(&cursor, 6, 3, 4));
    assert_int_equal(cursor.at, 6);
}

static const char *const rows[] = {"ab", "b", "cd", "ab", "e"};

static bool has(const void *context, size_t row, const char *text)
{
    return strstr(((const char *const *)context)[row], text) != NULL;
}

static void finds(size_t from, const char *text, int step, bool here, size_t at)
{
    struct row_cursor cursor = {from, 0};
    assert_true(row_cursor_search(&cursor, COUNT(rows), has, rows, text, step, here));
    assert_int_equal(cursor.at, at);
}

static void a_search_goes_around(void **state)
{
    (void)state;
    finds(0, "a", 1, true, 0);
    finds(0, "a", 1, false, 3);
    finds(3, "a", 1, false, 0);
    finds(0, "a", -1, false, 3);
    finds(1, "d", -1, false, 2);
    /* Only here: it is found again. */
    finds(4, "e", 1, false, 4);
    struct row_cursor cursor = {2, 0};
    assert_false(row_cursor_search(&cursor, COUNT(rows), has, rows, "x", 1, true));
    assert_int_equal(cursor.at, 2);
    assert_false(row_cursor_search(&cursor, 0, has, rows, "a", 1, true));
}

static void it_comes_back_to_a_place(void **state)
{
    (void)state;
    struct row_cursor cursor = {7, 5};
    struct view_place place = {0};
    row_cursor_place(&cursor, &place, false);
    cursor = (struct row_cursor){0};
    row_cursor_place(&cursor, &place, true);
    assert_true(cursor.at == 7 && cursor.top == 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(it_moves_within_the_list),
                                       cmocka_unit_test(lists_that_are_short_or_empty),
                                       cmocka_unit_test(rows_of_several_lines_are_seen_whole),
                                       cmocka_unit_test(a_click_goes_to_what_was_drawn),
                                       cmocka_unit_test(a_search_goes_around),
                                       cmocka_unit_test(it_comes_back_to_a_place)};
    return cmocka_run_group_tests_name("row_cursor", tests, NULL, NULL);
}
