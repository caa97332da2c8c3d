/* Fields that are filled in: keys, places, drawing. */
#include "tui/widgets/form_view.h"

#include <curses.h>
#include <stdlib.h>
#include <string.h>

#include "build_report.h"
#include "report/base/mem.h"
#include "report/base/safe_text.h"

enum { CHOICE, CHECKS, TEXT, BESIDE, LAST, FIELDS };

static struct form form;

static int set_up(void **state)
{
    (void)state;
    static const struct form_field fields[FIELDS] = {
        [CHOICE] = {.label = "Choice", .help = "one of them", .kind = FORM_CHOICE},
        [CHECKS] = {.label = "Checks", .help = "some of them", .kind = FORM_CHECKS},
        [TEXT] = {.label = "Text", .help = "a text", .kind = FORM_TEXT, .hint = "empty"},
        [BESIDE] = {.label = "number", .help = "a number", .kind = FORM_NUMBER, .beside = true},
        [LAST] = {.label = "Last", .help = "the last", .kind = FORM_TEXT},
    };
    form = (struct form){.count = FIELDS};
    form.fields = mem_alloc(sizeof fields);
    memcpy(form.fields, fields, sizeof fields);
    for (size_t i = 0; i < 3; i++)
        form_add_word(&form.fields[CHOICE], (const char *const[]){"one", "two", "three"}[i]);
    for (size_t i = 0; i < 25; i++) {
        char *word = mem_printf("Section%zu%.*s", i, (int)i, "_with_a_long_name_that_is_wide");
        form_add_word(&form.fields[CHECKS], word);
        free(word);
    }
    form_set_text(&form.fields[TEXT], "a\u00e4z");
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    form_free(&form);
    return 0;
}

static void press(const char *keys)
{
    for (; *keys; keys++)
        form_key(&form, (unsigned char)*keys);
}

static void keys_go_from_field_to_field(void **state)
{
    (void)state;
    assert_int_equal(form_key(&form, '\t'), FORM_MOVED);
    assert_int_equal(form.focus, CHECKS);
    form_key(&form, KEY_BTAB);
    form_key(&form, KEY_BTAB);
    assert_int_equal(form.focus, LAST);
    form_key(&form, KEY_DOWN);
    assert_int_equal(form.focus, CHOICE);
    assert_int_equal(form_key(&form, '\r'), FORM_RUN);
    assert_int_equal(form_key(&form, 27), FORM_CANCEL);
}

static void a_choice_goes_round(void **state)
{
    (void)state;
    assert_int_equal(form_key(&form, KEY_LEFT), FORM_CHANGED);
    assert_int_equal(form.fields[CHOICE].at, 2);
    assert_int_equal(form_key(&form, ' '), FORM_CHANGED);
    assert_int_equal(form.fields[CHOICE].at, 0);
    assert_int_equal(form_key(&form, 'x'), FORM_NOTHING);
}

static void boxes_are_gone_through_and_ticked(void **state)
{
    (void)state;
    struct form_layout layout;
    struct form_field *checks = &form.fields[CHECKS];
    form_layout(&layout, &form, 100, 100);
    assert_true(checks->in_a_column > 1 && checks->in_a_column < 25);
    form.focus = CHECKS;
    form_key(&form, KEY_RIGHT);
    assert_int_equal(checks->at, checks->in_a_column);
    assert_int_equal(form_key(&form, ' '), FORM_CHANGED);
    assert_true(checks->ticks[checks->at]);
    form_key(&form, ' ');
    assert_false(checks->ticks[checks->at]);
    form_key(&form, KEY_LEFT);
    assert_int_equal(form_key(&form, KEY_LEFT), FORM_NOTHING);
    form_key(&form, KEY_UP);
    assert_int_equal(form.focus, CHOICE);
    form.focus = CHECKS;
    checks->at = 24;
    form_key(&form, KEY_DOWN);
    assert_int_equal(form.focus, TEXT);
}

static void a_text_is_edited_by_characters(void **state)
{
    (void)state;
    form.focus = TEXT;
    form_key(&form, KEY_LEFT);
    form_key(&form, KEY_LEFT);
    press("b");
    assert_string_equal(form_text(&form.fields[TEXT]), "ab\u00e4z");
    form_key(&form, KEY_DC);
    assert_string_equal(form_text(&form.fields[TEXT]), "abz");
    form_key(&form, 127);
    assert_string_equal(form_text(&form.fields[TEXT]), "az");
    form_key(&form, KEY_END);
    press("\u00f6");
    form_key(&form, KEY_BACKSPACE);
    assert_string_equal(form_text(&form.fields[TEXT]), "az");
    form_key(&form, KEY_HOME);
    assert_int_equal(form_key(&form, 127), FORM_CHANGED);
    form_key(&form, 'K' & 0x1f);
    assert_string_equal(form_text(&form.fields[TEXT]), "");
    press("x y");
    form_key(&form, 'U' & 0x1f);
    assert_string_equal(form_text(&form.fields[TEXT]), "");
    assert_int_equal(form_key(&form, KEY_F(5)), FORM_NOTHING);
}

static void the_first_error_gets_the_focus(void **state)
{
    (void)state;
    assert_null(form_go_to_error(&form));
    form_set_error(&form.fields[LAST], "this");
    form_set_error(&form.fields[TEXT], "that");
    assert_ptr_equal(form_go_to_error(&form), &form.fields[TEXT]);
    assert_int_equal(form.focus, TEXT);
}

/* Nothing may leave the box. */
struct paper {
    struct rect box;
};

static void put(void *context, int row, int column, int width, enum role role, const char *text)
{
    struct paper *paper = context;
    int used = (int)safe_text_width(text);
    used = used < width ? used : width;
    assert_true(role < ROLE_COUNT);
    assert_true(row >= paper->box.row && row < paper->box.row + paper->box.rows);
    assert_true(column >= paper->box.column);
    assert_true(column + used <= paper->box.column + paper->box.columns);
}

static void draw_at(int columns, int rows)
{
    struct paper paper = {.box = {0}};
    const struct form_box box = {.title = "A form with a title that is not short",
                                 .note = "1700 metrics, 100 passes, about 12 min for 128 launches "
                                         "and something more that has to be said of it",
                                 .sink = put,
                                 .sink_context = &paper,
                                 .glyphs = glyphs_at(GLYPHS_ASCII)};
    int row, column;
    paper.box = form_box_place(&form, &box, rows, columns);
    /* The header, the messages and the keys stay. */
    assert_true(paper.box.row >= 1 && paper.box.row + paper.box.rows <= rows - 2);
    assert_true(paper.box.column >= 0 && paper.box.column + paper.box.columns <= columns);
    form_box_draw(&form, &box, paper.box, &row, &column);
    const enum form_kind kind = form.fields[form.focus].kind;
    if (kind == FORM_TEXT || kind == FORM_NUMBER) {
        assert_true(row > paper.box.row && row < paper.box.row + paper.box.rows - 1);
        assert_true(column > paper.box.column && column < paper.box.column + paper.box.columns - 1);
        size_t word;
        assert_int_equal(form_box_at(&form, &box, paper.box, row, column, &word), form.focus);
    } else {
        assert_int_equal(row, -1);
    }
}

static void it_is_drawn_within_every_size(void **state)
{
    (void)state;
    form_set_error(&form.fields[TEXT], "--text takes a number, not \"abc\", which is a word that "
                                       "is not a number, in a sentence that is longer than a line");
    form_set_text(&form.fields[LAST],
                  "a very long command line --with --options that goes on and on and on, beyond "
                  "what any of these screens has room for in one line, and is scrolled to its end, "
                  "since that is where the cursor stands, which has to be seen by who types here");
    for (form.focus = 0; form.focus < FIELDS; form.focus++)
        for (int columns = 40; columns <= 300; columns += 13)
            for (int rows = 10; rows <= 100; rows += 3)
                draw_at(columns, rows);
}

static void boxes_fold_where_there_is_no_room(void **state)
{
    (void)state;
    struct form_layout layout;
    form_layout(&layout, &form, 76, 100);
    assert_false(layout.places[CHECKS].folded);
    const int whole = layout.lines;
    form_layout(&layout, &form, 76, whole);
    assert_false(layout.places[CHECKS].folded);
    form_layout(&layout, &form, 76, whole - 1);
    assert_true(layout.places[CHECKS].folded);
    assert_int_equal(layout.places[CHECKS].lines, 1);
    form.focus = CHECKS;
    form_layout(&layout, &form, 76, whole - 1);
    assert_false(layout.places[CHECKS].folded);
}

static void a_cell_is_found_where_it_is_drawn(void **state)
{
    (void)state;
    struct form_layout layout;
    size_t word;
    form_layout(&layout, &form, 100, 100);
    const struct form_place *place = &layout.places[CHECKS];
    for (size_t i = 0; i < form.fields[CHECKS].count; i++) {
        struct form_cell cell = form_cell(&form.fields[CHECKS], place, i);
        assert_int_equal(
            form_at(&form, &layout, place->line + cell.line, place->column + cell.column, &word),
            CHECKS);
        assert_int_equal(word, i);
        assert_true(cell.column + cell.width <= place->width);
    }
    place = &layout.places[CHOICE];
    assert_int_equal(form_at(&form, &layout, place->line, place->column + 6, &word), CHOICE);
    assert_int_equal(word, 1);
    assert_int_equal(form_at(&form, &layout, layout.lines, 0, &word), FIELDS);
    assert_int_equal(layout.places[BESIDE].line, layout.places[TEXT].line);
    form_layout(&layout, &form, 36, 100);
    assert_true(layout.places[BESIDE].line > layout.places[TEXT].line);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(keys_go_from_field_to_field),       TEST(a_choice_goes_round),
        TEST(boxes_are_gone_through_and_ticked), TEST(a_text_is_edited_by_characters),
        TEST(the_first_error_gets_the_focus),    TEST(it_is_drawn_within_every_size),
        TEST(boxes_fold_where_there_is_no_room), TEST(a_cell_is_found_where_it_is_drawn),
    };
    use_locale("C.UTF-8");
    return cmocka_run_group_tests(tests, NULL, NULL);
}
