#include "report/content/body_points.h"

#include <math.h>
#include <string.h>

#include "build_report.h"
#include "report/base/mem.h"
#include "report/content/body_maker.h"

/* A roofline with a wall, whose cells have no units but one, a roof and a point. */
static void make_roofline(struct body_table *table)
{
    static const struct body_maker base = {.base_units = true};
    body_begin(table, "Levels", "why", "Roof or Achieved Value");
    table->body = "Chart";
    table->item = 3;
    table->kind = BODY_ROOFLINE;
    for (int i = ROOF_INTENSITY; i <= ROOF_SHARE; i++)
        body_add_column(table, "Column");
    struct body_row *wall = body_add_row(table, mem_strdup("wall"));
    body_set_number(&base, &wall->cells[ROOF_INTENSITY], 7, "FLOP/byte", 7);
    struct body_row *roof = body_add_row(table, mem_strdup("roof"));
    body_set_number(&base, &roof->cells[ROOF_INTENSITY], 10, "other/byte", 10);
    body_set_number(&base, &roof->cells[ROOF_PERFORMANCE], 1e11, "FLOP/s", 1e11);
}

static void points_are(const struct body_point *items, size_t count, bool base_units,
                       const char *expected)
{
    struct body_table *tables = mem_alloc(2 * sizeof *tables);
    struct strbuf text = {0};
    tables[0] = tables[1] = (struct body_table){0};
    make_roofline(&tables[0]);
    struct body_table *points = &tables[1];
    body_points_make(points, &tables[0], items, count, base_units);
    assert_string_equal(points->label, "Levels");
    assert_string_equal(points->description, "");
    assert_string_equal(points->body, "Chart");
    assert_int_equal(points->item, 3);
    assert_int_equal(points->kind, BODY_POINTS);
    assert_int_equal(points->row_count, count);
    strbuf_adds(&text, points->row_name);
    for (size_t i = 0; i < points->column_count; i++)
        strbuf_addf(&text, " | %s", points->columns[i]);
    for (size_t i = 0; i < points->row_count; i++) {
        strbuf_addf(&text, "\n%s", points->rows[i].label);
        for (size_t j = 0; j < points->column_count; j++) {
            const struct body_cell *cell = &points->rows[i].cells[j];
            strbuf_addf(&text, " | %s%s%s", cell->text ? cell->text : "-", *cell->unit ? " " : "",
                        cell->unit);
        }
    }
    if (strcmp(text.data, expected) != 0)
        fail_msg("made:\n%s\nexpected:\n%s", text.data, expected);
    strbuf_free(&text);
    body_tables_free(tables, 2);
}

#define HEAD                                                                                       \
    "Point | Result | Kernel | Level | Arithmetic Intensity | Performance | Of Roof | Below "      \
    "Roof | Roofs"

/* Performance has one unit for all, that of the greatest; a result's id is no number to round. */
static void numbers_stand_in_the_units_of_the_roofline(void **state)
{
    (void)state;
    static const struct body_point items[] = {
        {1, 12345678, "add<float>", "L2", 2, 4e9, 20, false},
        {2, 0, "mul", "DRAM", 0.5, 2.5e11, 50, true},
    };
    points_are(items, COUNT(items), false,
               HEAD "\n1 | 12345678 | add<float> | L2 | 2 FLOP/byte | 4 GFLOP/s | 20 % | 5 times | "
                    "these"
                    "\n2 | 0 | mul | DRAM | 0.5 FLOP/byte | 250 GFLOP/s | 50 % | 2 times | "
                    "others");
    points_are(items, 1, true,
               HEAD "\n1 | 12345678 | add<float> | L2 | 2 FLOP/byte | 4,000,000,000 FLOP/s | 20 % "
                    "| 5 times | these");
}

/* A point on its roof or above it is not below. */
static void what_is_not_known_is_empty(void **state)
{
    (void)state;
    static const struct body_point items[] = {
        {3, 1, "a", "L1", NAN, NAN, NAN, false}, {4, 2, "b", "L1", 1, 1000, 100, false},
        {5, 3, "c", "L1", 1, 1000, 400, false},  {6, 4, "d", "L1", 1, 1000, 0, false},
        {7, 5, "e", "L1", 1, 1000, -5, false},
    };
    points_are(items, COUNT(items), false,
               HEAD "\n3 | 1 | a | L1 | - | - | - | - | these"
                    "\n4 | 2 | b | L1 | 1 FLOP/byte | 1 KFLOP/s | 100 % | - | these"
                    "\n5 | 3 | c | L1 | 1 FLOP/byte | 1 KFLOP/s | 400 % | - | these"
                    "\n6 | 4 | d | L1 | 1 FLOP/byte | 1 KFLOP/s | 0 % | - | these"
                    "\n7 | 5 | e | L1 | 1 FLOP/byte | 1 KFLOP/s | -5 % | - | these");
    points_are(NULL, 0, false, HEAD);
}

/* Beside those of a baseline, which have letters, each says whose it is. */
static void points_of_a_baseline_have_letters(void **state)
{
    (void)state;
    static const struct body_point items[] = {
        {1, 4, "a", "L1", 1, 1000, 50, false, POINT_SHOWN},
        {2, 7, "a", "L1", 1, 1000, 25, true, POINT_BASELINE},
        {27, 7, "a", "L1", 1, 1000, 25, true, POINT_BASELINE},
        {2, 5, "b", "L1", 1, 1000, 50, false, POINT_OTHER},
    };
    points_are(items, COUNT(items), false,
               HEAD " | Of"
                    "\n1 | 4 | a | L1 | 1 FLOP/byte | 1 KFLOP/s | 50 % | 2 times | these | "
                    "this result"
                    "\nb | 7 | a | L1 | 1 FLOP/byte | 1 KFLOP/s | 25 % | 4 times | others | "
                    "baseline"
                    "\n? | 7 | a | L1 | 1 FLOP/byte | 1 KFLOP/s | 25 % | 4 times | others | "
                    "baseline"
                    "\n2 | 5 | b | L1 | 1 FLOP/byte | 1 KFLOP/s | 50 % | 2 times | these | "
                    "other result");
}

/* Whatever the text shows, in base units. */
static void cells_keep_their_numbers(void **state)
{
    (void)state;
    static const struct body_point item = {1, 9, "a", "L1", 2, 4e9, 20, false};
    struct body_table *tables = mem_alloc(2 * sizeof *tables);
    tables[0] = tables[1] = (struct body_table){0};
    make_roofline(&tables[0]);
    body_points_make(&tables[1], &tables[0], &item, 1, false);
    const struct body_cell *cells = tables[1].rows[0].cells;
    assert_true(cells[0].has_number && cells[0].number == 9);
    assert_false(cells[1].has_number);
    assert_true(cells[4].has_number && cells[4].number == 4e9);
    assert_string_equal(cells[4].base_unit, "FLOP/s");
    assert_true(cells[6].has_number && cells[6].number == 5);
    body_tables_free(tables, 2);
}

/* A roofline without units has points without units. */
static void without_units(void **state)
{
    (void)state;
    static const struct body_point item = {1, 9, "a", "L1", 2, 4e9, 20, false};
    struct body_table *tables = mem_alloc(2 * sizeof *tables);
    tables[0] = tables[1] = (struct body_table){0};
    body_begin(&tables[0], "", "", "");
    body_points_make(&tables[1], &tables[0], &item, 1, false);
    assert_string_equal(tables[1].rows[0].cells[4].unit, "");
    assert_string_equal(tables[1].rows[0].cells[4].text, "4,000,000,000");
    body_tables_free(tables, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(numbers_stand_in_the_units_of_the_roofline),
                                       cmocka_unit_test(what_is_not_known_is_empty),
                                       cmocka_unit_test(points_of_a_baseline_have_letters),
                                       cmocka_unit_test(cells_keep_their_numbers),
                                       cmocka_unit_test(without_units)};
    return cmocka_run_group_tests_name("body_points", tests, NULL, NULL);
}
