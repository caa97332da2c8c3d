#include "tui/list_layout.h"

#include "build_report.h"

enum { WIDEST = 400, SMALLEST_WHOLE = 14 /* a name of one column and the duration */ };

/* Of the names of reports, of parameters; the tests run for several. */
static int report_columns, series_columns;

static int right_end(const struct list_layout *layout, int column)
{
    return layout->start[column] + layout->width[column];
}

static void name_and_duration_always_show(void **state)
{
    (void)state;
    for (int columns = 1; columns <= WIDEST; columns++) {
        struct list_layout layout = list_layout(columns, report_columns, series_columns);
        assert_true(layout.width[LIST_NAME] >= 1);
        assert_true(layout.width[LIST_DURATION] >= 1);
    }
}

static void columns_stand_in_order_and_do_not_overlap(void **state)
{
    (void)state;
    for (int columns = 1; columns <= WIDEST; columns++) {
        struct list_layout layout = list_layout(columns, report_columns, series_columns);
        int end = 0; /* one blank between two; the mark stands before the first */
        for (int i = 0; i < LIST_COLUMNS; i++) {
            assert_true(layout.width[i] >= 0);
            if (!layout.width[i])
                continue;
            assert_true(layout.start[i] > end);
            end = right_end(&layout, i);
        }
    }
}

static void nothing_is_outside_and_nothing_left_over(void **state)
{
    (void)state;
    for (int columns = SMALLEST_WHOLE; columns <= WIDEST; columns++) {
        struct list_layout layout = list_layout(columns, report_columns, series_columns);
        int last = 0;
        for (int i = 0; i < LIST_COLUMNS; i++)
            if (layout.width[i])
                last = right_end(&layout, i);
        if (last != columns)
            print_error("%d columns: the last ends at %d\n", columns, last);
        assert_int_equal(last, columns);
    }
}

static void a_wider_screen_never_shows_less(void **state)
{
    (void)state;
    struct list_layout before = list_layout(1, report_columns, series_columns);
    for (int columns = 2; columns <= WIDEST; columns++) {
        struct list_layout layout = list_layout(columns, report_columns, series_columns);
        for (int i = 0; i < LIST_COLUMNS; i++)
            if (before.width[i])
                assert_true(layout.width[i] > 0);
        before = layout;
    }
}

static void a_wider_screen_shows_no_column_narrower_unless_another_comes(void **state)
{
    (void)state;
    for (int columns = 2; columns <= WIDEST; columns++) {
        struct list_layout narrow = list_layout(columns - 1, report_columns, series_columns),
                           wide = list_layout(columns, report_columns, series_columns);
        int more = 0;
        for (int i = 0; i < LIST_COLUMNS; i++)
            more += !narrow.width[i] != !wide.width[i];
        for (int i = 0; i < LIST_COLUMNS && !more; i++)
            assert_true(wide.width[i] >= narrow.width[i]);
    }
}

static void a_wide_screen_shows_all(void **state)
{
    (void)state;
    struct list_layout layout = list_layout(140, report_columns, series_columns);
    for (int i = 0; i < LIST_COLUMNS; i++)
        assert_true(layout.width[i] > 0 || (i == LIST_REPORT && !report_columns) ||
                    (i == LIST_SERIES && !series_columns));
    /* Long names are what a wider screen is for. */
    assert_true(list_layout(300, report_columns, series_columns).width[LIST_NAME] >
                layout.width[LIST_NAME] + 100);
}

static void the_report_has_a_column_where_there_are_several(void **state)
{
    (void)state;
    for (int columns = 60; columns <= WIDEST; columns++) {
        struct list_layout layout = list_layout(columns, report_columns, series_columns);
        assert_int_equal(layout.width[LIST_REPORT] > 0, report_columns > 0);
        assert_true(layout.width[LIST_REPORT] <= report_columns);
    }
    /* All of it where there is room. */
    if (report_columns < 28)
        assert_int_equal(list_layout(200, report_columns, series_columns).width[LIST_REPORT],
                         report_columns);
}

static void parameters_have_a_column_where_there_is_a_series(void **state)
{
    (void)state;
    for (int columns = 100; columns <= WIDEST; columns++) {
        struct list_layout layout = list_layout(columns, report_columns, series_columns);
        assert_int_equal(layout.width[LIST_SERIES] > 0, series_columns > 0);
        assert_true(layout.width[LIST_SERIES] <= series_columns);
    }
    /* All of it where there is room, up to a limit. */
    assert_int_equal(list_layout(300, report_columns, series_columns).width[LIST_SERIES],
                     series_columns < 48 ? series_columns : 48);
}

static void absurd_widths_do_no_harm(void **state)
{
    (void)state;
    for (int columns = -5; columns <= 0; columns++)
        assert_true(list_layout(columns, report_columns, series_columns).width[LIST_NAME] >= 1);
    assert_true(list_layout(1 << 20, report_columns, series_columns).width[LIST_NAME] > 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(name_and_duration_always_show),
        cmocka_unit_test(columns_stand_in_order_and_do_not_overlap),
        cmocka_unit_test(nothing_is_outside_and_nothing_left_over),
        cmocka_unit_test(a_wider_screen_never_shows_less),
        cmocka_unit_test(a_wider_screen_shows_no_column_narrower_unless_another_comes),
        cmocka_unit_test(a_wide_screen_shows_all),
        cmocka_unit_test(the_report_has_a_column_where_there_are_several),
        cmocka_unit_test(parameters_have_a_column_where_there_is_a_series),
        cmocka_unit_test(absurd_widths_do_no_harm),
    };
    static const int widths[] = {0, 7, 16, 60};
    int failed = 0;
    for (size_t i = 0; i < 2 * COUNT(widths); i++) {
        report_columns = widths[i / 2];
        series_columns = i % 2 ? widths[(i / 2 + 2) % COUNT(widths)] : 0;
        failed += cmocka_run_group_tests_name("list_layout", tests, NULL, NULL);
    }
    return failed;
}
