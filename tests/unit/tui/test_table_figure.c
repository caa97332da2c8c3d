#include "tui/figures/table_figure.h"

#include <string.h>

#include "build_report.h"
#include "drawn.h"

enum { ROWS = 4, COLUMNS = 2 };

/* Misses are counted for local and global loads together. */
struct sample {
    struct body_table table;
    struct body_row rows[ROWS];
    struct body_cell cells[ROWS][COLUMNS];
    const struct body_table *before;
    size_t most; /* rows */
};

static void set(struct body_cell *cell, const char *text, double number)
{
    *cell = (struct body_cell){
        .text = (char *)text, .number = number, .has_number = text, .joint = !text};
}

/* The numbers are `scale` times those of the texts, so that they can differ. */
static void make(struct sample *sample, double scale)
{
    static const char *const labels[] = {"Local", "Global", "Store", "Texture"};
    static const char *const counts[] = {"0", "262,144", "12", "0"};
    static const double numbers[][COLUMNS] = {{0, 3180235}, {262144, 0}, {12, 77}, {0, 0}};
    static const char *const misses[] = {"3,180,235", NULL, "77", "0"};
    static char *columns[] = {(char *)"Instructions", (char *)"Misses"};
    static char *sources[COLUMNS];
    *sample = (struct sample){.table = {.label = (char *)"L1",
                                        .description = (char *)"",
                                        .body = "",
                                        .row_name = (char *)"Access",
                                        .columns = columns,
                                        .sources = sources,
                                        .column_count = COLUMNS,
                                        .rows = sample->rows,
                                        .row_count = ROWS},
                              .most = 9};
    for (size_t i = 0; i < ROWS; i++) {
        sample->rows[i].label = (char *)labels[i];
        sample->rows[i].cells = sample->cells[i];
        set(&sample->cells[i][0], counts[i], numbers[i][0] * scale);
        set(&sample->cells[i][1], misses[i], numbers[i][1] * scale);
    }
}

static void draw(void *context, struct painter *p)
{
    struct sample *sample = context;
    table_figure_draw(&sample->table, sample->before, sample->most, false, 0, p);
}

static void a_value_of_several_rows_has_a_bracket(void **state)
{
    (void)state;
    struct sample sample;
    make(&sample, 1);
    use_locale("C");
    drawn_is(draw, &sample, GLYPHS_ASCII, 60,
             "Access  Instructions       Misses\n"
             "Local              0       both \\\n"
             "Global       262,144  3,180,235 /\n"
             "Store             12         77\n"
             "all 0: Texture\n");
    use_locale("C.UTF-8");
    /* The glyphs are chosen apart from the locale. */
    drawn_is(draw, &sample, GLYPHS_ASCII, 60,
             "Access  Instructions       Misses\n"
             "Local              0       both \\\n"
             "Global       262,144  3,180,235 /\n"
             "Store             12         77\n"
             "all 0: Texture\n");
    drawn_is(draw, &sample, GLYPHS_FULL, 60,
             "Access  Instructions       Misses\n"
             "Local              0       both \u2510\n"
             "Global       262,144  3,180,235 \u2518\n"
             "Store             12         77\n"
             "all 0: Texture\n");
    drawn_at_widths(draw, &sample, 9);
}

static void changes_leave_the_bracket_closed(void **state)
{
    (void)state;
    struct sample sample, before;
    make(&sample, 1);
    make(&before, 2);
    sample.before = &before.table;
    use_locale("C.UTF-8");
    drawn_is(draw, &sample, GLYPHS_ASCII, 60,
             "Access    Instructions       Misses\n"
             "Local                0       both \\\n"
             "  change                          |\n"
             "Global         262,144  3,180,235 /\n"
             "  change       -50.0 %    -50.0 %\n"
             "Store               12         77\n"
             "  change       -50.0 %    -50.0 %\n"
             "all 0: Texture\n");
}

/* Columns give no room to brackets of rows that are left out. */
static void rows_without_values_need_no_room(void **state)
{
    (void)state;
    struct sample sample;
    make(&sample, 1);
    set(&sample.cells[0][1], "0", 0);
    set(&sample.cells[1][0], "0", 0);
    use_locale("C");
    drawn_is(draw, &sample, GLYPHS_ASCII, 60,
             "Access  Instructions  Misses\n"
             "Store             12      77\n"
             "all 0: Local, Global, Texture\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_value_of_several_rows_has_a_bracket),
        cmocka_unit_test(changes_leave_the_bracket_closed),
        cmocka_unit_test(rows_without_values_need_no_room),
    };
    return cmocka_run_group_tests_name("table_figure", tests, NULL, NULL);
}
