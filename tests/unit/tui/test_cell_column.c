#include "tui/details/cell_column.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>

static const struct view_cell
    duration = {.label = "Duration", .value = "1.08", .unit = "ms", .number = 1},
    cycles = {.label = "Elapsed Cycles", .value = "2,143,007", .unit = "cycles", .number = 2},
    ratio = {.label = "Ratio", .value = "12.5", .number = 3},
    text = {.label = "Policy", .value = "v1.2", .number = NAN},
    missing = {.label = "Gone", .value = "n/a", .missing = true, .number = NAN};

static void value_is(const struct cell_column *column, const struct view_cell *cell,
                     const char *expected)
{
    char *value = cell_column_value(column, cell);
    assert_string_equal(value, expected);
    free(value);
}

static void points_and_units_stand_below_each_other(void **state)
{
    const struct view_cell *cells[] = {&duration, &cycles, &ratio, &text, &missing};
    struct cell_column column = cell_column_of(cells, 5, 40, 34, false);
    (void)state;
    assert_int_equal(column.label, 14);
    value_is(&column, &duration, "1.08 ms    ");
    value_is(&column, &cycles, "2,143,007    cycles");
    value_is(&column, &ratio, "12.5        ");
    value_is(&column, &text, "v1.2");
    value_is(&column, &missing, "n/a");
}

/* A label that can be read is worth more. */
static void labels_are_not_cut_for_that(void **state)
{
    const struct view_cell *cells[] = {&duration, &cycles};
    struct cell_column column = cell_column_of(cells, 2, 32, 34, false);
    (void)state;
    /* First the unit gives way that the label says. */
    value_is(&column, &cycles, "2,143,007      ");
    value_is(&column, &duration, "1.08 ms");
    column = cell_column_of(cells, 2, 29, 34, false);
    value_is(&column, &cycles, "2,143,007");
    value_is(&column, &duration, "1.08 ms");
    column = cell_column_of(cells, 2, 34, 34, false);
    value_is(&column, &cycles, "2,143,007    cycles");
    value_is(&column, &duration, "1.08 ms    ");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(points_and_units_stand_below_each_other),
        cmocka_unit_test(labels_are_not_cut_for_that),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
