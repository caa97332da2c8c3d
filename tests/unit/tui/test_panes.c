/* Where panes stand, for every size, preset and a lot of splits. */
#include <string.h>

#include "build_report.h"
#include "tui/widgets/layout.h"

enum { ROWS = 100, COLUMNS = 300 };

static bool is_same(const struct layout *a, const struct layout *b)
{
    return memcmp(a, b, sizeof *a) == 0;
}

static void expect_inside(const struct rect *r, int rows, int columns)
{
    assert_true(r->row >= 0 && r->column >= 0 && r->rows >= 0 && r->columns >= 0);
    assert_true(r->row + r->rows <= rows && r->column + r->columns <= columns);
}

static bool overlap(const struct rect *a, const struct rect *b)
{
    return a->row < b->row + b->rows && b->row < a->row + a->rows &&
           a->column < b->column + b->columns && b->column < a->column + a->columns;
}

/* Inside, apart from each other and as large as the place together: then there is no gap. */
static void expect_tiled(const struct layout *layout, int rows, int columns)
{
    struct rect all[2 * LAYOUT_MOST];
    int count = 0, cells = 0;
    for (int i = 0; i < layout->count; i++)
        all[count++] = layout->panes[i];
    for (int i = 0; i < layout->border_count; i++) {
        all[count++] = layout->borders[i];
        assert_int_equal(layout->borders[i].columns, 1);
    }
    for (int i = 0; i < count; i++) {
        expect_inside(&all[i], rows, columns);
        cells += all[i].rows * all[i].columns;
        for (int j = 0; j < i; j++)
            assert_false(overlap(&all[i], &all[j]));
    }
    assert_int_equal(cells, rows * columns);
}

static void expect_least(const struct layout *layout)
{
    for (int i = 0; i < layout->count && layout->count > 1; i++) {
        assert_true(layout->panes[i].rows >= LAYOUT_LEAST_ROWS);
        assert_true(layout->panes[i].columns >= LAYOUT_LEAST_COLUMNS);
    }
}

static void for_every_size(void **state)
{
    static const int splits[][2] = {{0, 0}, {1, 1}, {99, 99}, {5, 95}, {95, 5}, {50, 33}};
    (void)state;
    for (int preset = 0; preset < LAYOUT_PRESETS; preset++)
        for (size_t s = 0; s < sizeof splits / sizeof *splits; s++)
            for (int rows = 1; rows <= ROWS; rows++)
                for (int columns = 1; columns <= COLUMNS; columns++) {
                    struct layout_wish wish = {(enum layout_preset)preset,
                                               {splits[s][0], splits[s][1]}};
                    struct layout layout = layout_panes(&wish, rows, columns);
                    expect_tiled(&layout, rows, columns);
                    expect_least(&layout);
                }
}

static void no_room(void **state)
{
    (void)state;
    for (int preset = 0; preset < LAYOUT_PRESETS; preset++)
        for (int rows = -2; rows <= 0; rows++) {
            struct layout_wish wish = {(enum layout_preset)preset, {0, 0}};
            struct layout layout = layout_panes(&wish, rows, 200);
            assert_int_equal(layout.count, 1);
            assert_int_equal(layout.panes[0].rows, 0);
        }
}

static int count_at(enum layout_preset preset, int rows, int columns)
{
    struct layout_wish wish = {preset, {0, 0}};
    return layout_panes(&wish, rows, columns).count;
}

static void as_many_as_fit(void **state)
{
    (void)state;
    assert_int_equal(count_at(LAYOUT_AUTO, 21, 80), 1);
    assert_int_equal(count_at(LAYOUT_AUTO, 37, 139), 1);
    assert_int_equal(count_at(LAYOUT_AUTO, 37, 140), 2);
    assert_int_equal(count_at(LAYOUT_AUTO, 57, 199), 2);
    assert_int_equal(count_at(LAYOUT_AUTO, 57, 200), 3);
    assert_int_equal(count_at(LAYOUT_AUTO, 3, 200), 1);
    assert_int_equal(count_at(LAYOUT_ONE, 97, 300), 1);
    assert_int_equal(count_at(LAYOUT_COLUMNS, 21, 80), 2);
    assert_int_equal(count_at(LAYOUT_ROWS, 21, 80), 2);
    assert_int_equal(count_at(LAYOUT_ROWS, 11, 80), 1);
    assert_int_equal(count_at(LAYOUT_THREE, 21, 100), 2);
    assert_int_equal(count_at(LAYOUT_TALL, 21, 80), 3);
    assert_int_equal(count_at(LAYOUT_TALL, 11, 80), 2);
}

/* More room never takes a pane away. */
static void more_room(void **state)
{
    (void)state;
    for (int preset = 0; preset < LAYOUT_PRESETS; preset++)
        for (int rows = 2; rows <= ROWS; rows++)
            for (int columns = 2; columns <= COLUMNS; columns++) {
                int here = count_at((enum layout_preset)preset, rows, columns);
                assert_true(here >= count_at((enum layout_preset)preset, rows - 1, columns));
                assert_true(here >= count_at((enum layout_preset)preset, rows, columns - 1));
            }
}

/* Moving a split as far as it goes and back gets through the same places, and none is lost. */
static void move_there_and_back(enum layout_preset preset, int split, int rows, int columns)
{
    struct layout_wish wish = {preset, {0, 0}};
    struct layout start = layout_panes(&wish, rows, columns);
    int steps = 0;
    bool back = false;
    while (layout_move(&wish, split, 2, rows, columns)) {
        struct layout now = layout_panes(&wish, rows, columns);
        expect_tiled(&now, rows, columns);
        expect_least(&now);
        assert_true(++steps < 100);
    }
    for (struct layout now = layout_panes(&wish, rows, columns); !back;
         now = layout_panes(&wish, rows, columns)) {
        back = is_same(&now, &start);
        if (!back)
            assert_true(layout_move(&wish, split, -2, rows, columns));
    }
    assert_true(back);
}

static void splits_move(void **state)
{
    (void)state;
    move_there_and_back(LAYOUT_AUTO, 0, 57, 200);
    move_there_and_back(LAYOUT_AUTO, 1, 57, 200);
    move_there_and_back(LAYOUT_COLUMNS, 0, 21, 160);
    move_there_and_back(LAYOUT_ROWS, 0, 57, 80);
    move_there_and_back(LAYOUT_TALL, 0, 57, 200);
    move_there_and_back(LAYOUT_TALL, 1, 57, 200);
}

static void what_cannot_move(void **state)
{
    struct layout_wish wish = {LAYOUT_AUTO, {0, 0}};
    (void)state;
    assert_false(layout_move(&wish, 0, 2, 21, 80));
    assert_false(layout_move(&wish, 1, 2, 40, 150));
    assert_true(layout_move(&wish, 0, 2, 40, 150));
    assert_int_equal(wish.splits[1], 0);
    /* Beyond what fits: one step back shows at once. */
    wish = (struct layout_wish){LAYOUT_COLUMNS, {95, 0}};
    struct layout before = layout_panes(&wish, 21, 100);
    assert_true(layout_move(&wish, 0, -2, 21, 100));
    struct layout after = layout_panes(&wish, 21, 100);
    assert_true(after.panes[0].columns < before.panes[0].columns);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(for_every_size), cmocka_unit_test(no_room),
        cmocka_unit_test(as_many_as_fit), cmocka_unit_test(more_room),
        cmocka_unit_test(splits_move),    cmocka_unit_test(what_cannot_move),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
