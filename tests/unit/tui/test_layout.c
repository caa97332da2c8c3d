/* Where columns of the results list stand, at every width. */
#include "build_report.h"
#include "tui/list/list_column.h"
#include "tui/list/list_layout.h"

enum { NARROWEST = 1, WIDEST = 400, MOST = LIST_FIELDS + 3 };

/* What is shown beside the usual columns; the tests run for several. */
static struct {
    int report, series, extras;
    bool grouped;
} wish;

static size_t fill(struct list_room *rooms, enum list_field *fields)
{
    size_t count = 0;
    for (int i = 0; i < LIST_FIELDS; i++) {
        const struct list_field_row *row = &list_fields[i];
        struct list_room room = {row->least, row->most, row->rank, i == LIST_NAME};
        bool group = i == LIST_SUM || i == LIST_SPREAD;
        int own = i == LIST_REPORT ? wish.report : wish.series;
        if (!row->usual && wish.extras-- <= 0)
            continue;
        if ((group && !wish.grouped) || i == LIST_STANDS || i == LIST_PROGRAM)
            room.least = 0; /* no launches are left out of what these lists show */
        if (i == LIST_NAME && wish.grouped)
            room.least = 18;
        if (i == LIST_REPORT || i == LIST_SERIES) {
            room.least = own < room.least ? own : room.least;
            room.most = own < room.most ? own : room.most;
        }
        fields[count] = (enum list_field)i;
        rooms[count++] = room;
    }
    return count;
}

struct drawn_columns {
    struct list_room rooms[MOST];
    enum list_field fields[MOST];
    size_t count;
    struct list_layout layout;
};

static struct drawn_columns at(int columns)
{
    struct drawn_columns drawn;
    int extras = wish.extras;
    drawn.count = fill(drawn.rooms, drawn.fields);
    wish.extras = extras;
    drawn.layout = list_layout(columns, drawn.rooms, drawn.count);
    return drawn;
}

static int width_of(const struct drawn_columns *drawn, enum list_field field)
{
    for (size_t i = 0; i < drawn->count; i++)
        if (drawn->fields[i] == field)
            return drawn->layout.width[i];
    return 0;
}

static void name_and_duration_always_show(void **state)
{
    (void)state;
    for (int columns = NARROWEST; columns <= WIDEST; columns++) {
        struct drawn_columns drawn = at(columns);
        assert_true(width_of(&drawn, LIST_NAME) >= 1);
        assert_true(width_of(&drawn, LIST_DURATION) >= 1);
    }
}

static void columns_stand_in_order_and_do_not_overlap(void **state)
{
    (void)state;
    for (int columns = NARROWEST; columns <= WIDEST; columns++) {
        struct drawn_columns drawn = at(columns);
        int end = LIST_MARKS - 1; /* one blank between two */
        for (size_t i = 0; i < drawn.count; i++) {
            assert_true(drawn.layout.width[i] >= 0);
            if (!drawn.layout.width[i])
                continue;
            assert_true(drawn.layout.start[i] > end);
            end = drawn.layout.start[i] + drawn.layout.width[i];
        }
    }
}

static void nothing_is_outside_and_nothing_left_over(void **state)
{
    (void)state;
    /* A name of one column and the duration. */
    for (int columns = 14; columns <= WIDEST; columns++) {
        struct drawn_columns drawn = at(columns);
        int last = 0;
        for (size_t i = 0; i < drawn.count; i++)
            if (drawn.layout.width[i])
                last = drawn.layout.start[i] + drawn.layout.width[i];
        if (last != columns)
            print_error("%d columns: the last ends at %d\n", columns, last);
        assert_int_equal(last, columns);
    }
}

static void a_wider_screen_never_shows_less(void **state)
{
    (void)state;
    struct drawn_columns before = at(1);
    for (int columns = 2; columns <= WIDEST; columns++) {
        struct drawn_columns drawn = at(columns);
        bool more = false;
        for (size_t i = 0; i < drawn.count; i++) {
            if (before.layout.width[i])
                assert_true(drawn.layout.width[i] > 0);
            more = more || !before.layout.width[i] != !drawn.layout.width[i];
        }
        for (size_t i = 0; i < drawn.count && !more; i++)
            assert_true(drawn.layout.width[i] >= before.layout.width[i]);
        before = drawn;
    }
}

static void bars_give_way_before_names(void **state)
{
    (void)state;
    struct list_room rooms[] = {
        {.least = 20, .most = 40, .takes_rest = true, .wanted = 30},
        {.least = 7, .most = 16, .rank = 3},
    };
    for (int columns = LIST_MARKS + 28; columns <= WIDEST; columns++) {
        struct list_layout layout = list_layout(columns, rooms, COUNT(rooms));
        assert_true(layout.width[1] == 7 || layout.width[0] >= 30);
        assert_true(columns < LIST_MARKS + 47 || layout.width[1] > 7);
    }
    rooms[0].wanted = 0;
    assert_true(list_layout(LIST_MARKS + 36, rooms, COUNT(rooms)).width[1] > 7);
}

/* The higher rank first, of the same rank the rightmost. */
static void columns_go_in_the_order_of_their_ranks(void **state)
{
    (void)state;
    for (int columns = NARROWEST; columns <= WIDEST; columns++) {
        struct drawn_columns drawn = at(columns);
        for (size_t gone = 0; gone < drawn.count; gone++) {
            if (drawn.layout.width[gone] || !drawn.rooms[gone].least)
                continue;
            assert_true(drawn.rooms[gone].rank > 0);
            for (size_t i = 0; i < drawn.count; i++)
                if (drawn.layout.width[i])
                    assert_true(drawn.rooms[i].rank < drawn.rooms[gone].rank ||
                                (drawn.rooms[i].rank == drawn.rooms[gone].rank && i < gone));
        }
    }
}

static void a_wide_screen_shows_all(void **state)
{
    (void)state;
    struct drawn_columns drawn = at(WIDEST);
    for (size_t i = 0; i < drawn.count; i++)
        assert_int_equal(drawn.layout.width[i] > 0, drawn.rooms[i].least > 0);
    /* Long names are what a wider screen is for. */
    if (!wish.extras)
        assert_true(width_of(&drawn, LIST_NAME) > 100);
    /* Of these all, up to a limit. */
    assert_int_equal(width_of(&drawn, LIST_REPORT), wish.report < 28 ? wish.report : 28);
    assert_int_equal(width_of(&drawn, LIST_SERIES), wish.series < 48 ? wish.series : 48);
}

/* What limits a kernel is to be read on 80 columns, also beside what groups have. */
static void what_80_columns_have_room_for(void **state)
{
    (void)state;
    struct drawn_columns drawn = at(80);
    if (wish.report || wish.series || wish.extras)
        return;
    assert_true(width_of(&drawn, LIST_LIMIT) && width_of(&drawn, LIST_MEMORY));
    assert_int_equal(width_of(&drawn, LIST_SUM) > 0, wish.grouped);
    assert_int_equal(width_of(&drawn, LIST_SPREAD) > 0, wish.grouped);
    assert_int_equal(width_of(&drawn, LIST_OCCUPANCY) > 0, !wish.grouped);
}

static void absurd_widths_do_no_harm(void **state)
{
    struct list_room many[LIST_MOST_COLUMNS + 8];
    (void)state;
    for (int columns = -5; columns <= 0; columns++) {
        struct drawn_columns drawn = at(columns);
        assert_true(width_of(&drawn, LIST_NAME) >= 1);
    }
    struct drawn_columns drawn = at(1 << 20);
    assert_true(width_of(&drawn, LIST_NAME) > 1000);
    for (size_t i = 0; i < COUNT(many); i++)
        many[i] = (struct list_room){3, 5, 1, false};
    struct list_layout layout = list_layout(1 << 20, many, COUNT(many));
    assert_int_equal(layout.width[LIST_MOST_COLUMNS - 1], 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(name_and_duration_always_show),
        cmocka_unit_test(columns_stand_in_order_and_do_not_overlap),
        cmocka_unit_test(nothing_is_outside_and_nothing_left_over),
        cmocka_unit_test(bars_give_way_before_names),
        cmocka_unit_test(a_wider_screen_never_shows_less),
        cmocka_unit_test(columns_go_in_the_order_of_their_ranks),
        cmocka_unit_test(a_wide_screen_shows_all),
        cmocka_unit_test(what_80_columns_have_room_for),
        cmocka_unit_test(absurd_widths_do_no_harm),
    };
    static const int widths[] = {0, 7, 16, 60};
    int failed = 0;
    for (size_t i = 0; i < 8 * COUNT(widths); i++) {
        wish.report = widths[i / 8];
        wish.series = i % 2 ? widths[(i / 8 + 2) % COUNT(widths)] : 0;
        wish.grouped = i / 2 % 2;
        wish.extras = i / 4 % 2 ? 6 : 0;
        failed += cmocka_run_group_tests_name("list_layout", tests, NULL, NULL);
    }
    return failed;
}
