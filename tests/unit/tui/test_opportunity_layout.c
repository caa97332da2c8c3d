/* The line of an opportunity, the opportunities above the list, the tables of findings and of the
 * rules. */
#include <stdlib.h>

#include "build_report.h"
#include "report/base/mem.h"
#include "tui/details/finding_table.h"
#include "tui/term/screen.h"
#include "tui/views/opportunity_line.h"
#include "tui/views/rules_layout.h"
#include "tui/views/top_opportunities.h"

enum { WIDEST = 300 };

static void check_line(int columns, size_t count)
{
    struct opportunity_layout layout = opportunity_layout(columns, count);
    int end = 2; /* the selection and the mark */
    for (int i = 0; i < OPPORTUNITY_COLUMNS; i++) {
        if (!layout.width[i])
            continue;
        assert_true(layout.start[i] > end);
        end = layout.start[i] + layout.width[i];
    }
    if (layout.width[OPPORTUNITY_FINDING])
        assert_int_equal(end, columns - 1);
}

static void columns_of_a_line_stand_in_order_and_fill_the_screen(void **state)
{
    (void)state;
    for (int columns = 1; columns <= WIDEST; columns++)
        for (size_t count = 1; count <= 100000; count *= 10)
            check_line(columns, count);
}

static void what_tells_least_goes_first_on_a_narrow_screen(void **state)
{
    (void)state;
    struct opportunity_layout usual = opportunity_layout(80, 3), narrow = opportunity_layout(50, 3),
                              panes = opportunity_layout(38, 30),
                              narrowest = opportunity_layout(30, 3);
    assert_true(usual.width[OPPORTUNITY_SHARE] && usual.width[OPPORTUNITY_KERNEL] >= 24);
    assert_true(usual.width[OPPORTUNITY_FINDING] >= 24);
    assert_true(!narrow.width[OPPORTUNITY_SHARE] && narrow.width[OPPORTUNITY_KERNEL]);
    assert_true(panes.width[OPPORTUNITY_KERNEL] >= 10 && panes.width[OPPORTUNITY_FINDING] >= 8);
    assert_true(!narrowest.width[OPPORTUNITY_KERNEL] && narrowest.width[OPPORTUNITY_FINDING]);
    assert_int_equal(opportunity_layout(200, 1000).width[OPPORTUNITY_RANK], 4);
    assert_true(opportunity_layout(300, 3).width[OPPORTUNITY_KERNEL] <= 80);
}

static void they_have_as_many_rows_as_the_screen_has_room_for(void **state)
{
    (void)state;
    /* 80x24 and 120x40 have three other rows. */
    assert_int_equal(top_opportunities_rows(21, TOP_DONE, 100), 4);
    assert_int_equal(top_opportunities_rows(37, TOP_DONE, 100), 6);
    assert_int_equal(top_opportunities_rows(57, TOP_DONE, 100), 6);
    assert_int_equal(top_opportunities_rows(7, TOP_DONE, 100), 0);
    assert_int_equal(top_opportunities_rows(10, TOP_DONE, 100), 1);
    assert_int_equal(top_opportunities_rows(21, TOP_DONE, 2), 3);
    assert_int_equal(top_opportunities_rows(21, TOP_DONE, 0), 1);
    assert_int_equal(top_opportunities_rows(21, TOP_LOOKING, 0), 4);
    for (int rows = 0; rows < WIDEST; rows++) {
        assert_int_equal(top_opportunities_rows(rows, TOP_OFF, 100), 0);
        assert_true(top_opportunities_rows(rows, TOP_LOOKING, 0) <= rows / 4);
    }
}

static int fitted(int *widths, size_t count, int room)
{
    int sum = -2;
    finding_table_fit(widths, count, room, 2);
    for (size_t i = 0; i < count; i++)
        sum += widths[i] + 2;
    return sum;
}

static void the_widest_columns_of_a_table_get_narrower(void **state)
{
    (void)state;
    int fits[] = {5, 10, 3}, wide[] = {5, 100, 40}, tiny[] = {5, 5, 5};
    assert_int_equal(fitted(fits, 3, 22), 22);
    assert_int_equal(fits[1], 10);
    assert_int_equal(fitted(wide, 3, 59), 59);
    assert_true(wide[0] == 5 && wide[1] == 25 && wide[2] == 25);
    assert_int_equal(fitted(tiny, 3, 2), 7); /* a column each */
}

static int rules_end(const struct rules_layout *layout)
{
    int end = 0;
    for (int i = 0; i < RULES_COLUMNS; i++) {
        if (!layout->width[i])
            continue;
        assert_true(layout->start[i] >= end + (end ? 2 : 0));
        end = layout->start[i] + layout->width[i];
    }
    return end;
}

static void the_rules_fit_and_keep_state_and_identifier(void **state)
{
    (void)state;
    const int widest[RULES_COLUMNS] = {6, 24, 27, 32, 8};
    for (int columns = 12; columns <= WIDEST; columns++) {
        struct rules_layout layout = rules_layout(columns, widest);
        assert_true(layout.width[RULES_STATE] == 6 && layout.width[RULES_ID] >= 1);
        assert_true(rules_end(&layout) <= columns);
    }
    struct rules_layout usual = rules_layout(80, widest), wide = rules_layout(120, widest);
    assert_true(usual.width[RULES_FILE] == 8 && usual.width[RULES_SECTION] >= 12);
    for (int i = 0; i < RULES_COLUMNS; i++)
        assert_int_equal(wide.width[i], widest[i]);
}

static void text_is(const struct cause *cause, enum opportunity_column column, const char *wanted)
{
    char *text = opportunity_text(cause, 2, NULL, column);
    assert_string_equal(text, wanted);
    free(text);
}

static void finding_is(const struct cause *cause, const char *wanted)
{
    struct strbuf text = {0};
    strbuf_adds(&text, "");
    for (const char *at = wanted; *at; at++)
        if (*at == '|')
            strbuf_adds(&text, screen_glyphs()->dot);
        else
            strbuf_addc(&text, *at);
    text_is(cause, OPPORTUNITY_FINDING, text.data);
    strbuf_free(&text);
}

static void a_limit_stands_before_its_cause(void **state)
{
    (void)state;
    assert_true(screen_set_glyphs("ascii"));
    const struct cause cause = {.name = "Tail", .count = 1, .launches = 1, .saving = 1};
    char *text = opportunity_text(&cause, 0, "Shared Memory", OPPORTUNITY_FINDING);
    char *wanted = mem_printf("Shared Memory %s Tail", screen_glyphs()->dot);
    assert_string_equal(text, wanted);
    free(text);
    free(wanted);
}

static void a_cause_tells_what_is_known_of_it(void **state)
{
    (void)state;
    const struct finding_place place = {"gemm", 16, "/src/gemm.cu", 57}, no_line = {"gemm", 16};
    struct cause cause = {.kernel = "gemm<8>(float *)",
                          .name = "Small Grid",
                          .count = 1,
                          .launches = 1,
                          .speedup = 12.5,
                          .saving = 1234567,
                          .share = 0.256};
    use_locale("C");
    const struct glyphs *before = screen_use_glyphs(glyphs_at(GLYPHS_ASCII));
    text_is(&cause, OPPORTUNITY_RANK, "3");
    text_is(&cause, OPPORTUNITY_SAVING, "-1.23 ms");
    text_is(&cause, OPPORTUNITY_SHARE, "-25.6 %");
    text_is(&cause, OPPORTUNITY_KERNEL, "gemm<8>(float *)");
    finding_is(&cause, "Small Grid");
    cause.place = &no_line;
    finding_is(&cause, "Small Grid");
    cause.place = &place;
    cause.launches = 3;
    finding_is(&cause, "Small Grid | line 57 | 3 launches");
    cause.count = 5;
    finding_is(&cause, "Small Grid | line 57 | 5 findings | 3 launches");
    cause.share = 0.0004;
    cause.kernel = NULL;
    text_is(&cause, OPPORTUNITY_SHARE, "<0.1 %");
    text_is(&cause, OPPORTUNITY_KERNEL, "all kernels");
    screen_use_glyphs(before);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(columns_of_a_line_stand_in_order_and_fill_the_screen),
        cmocka_unit_test(what_tells_least_goes_first_on_a_narrow_screen),
        cmocka_unit_test(they_have_as_many_rows_as_the_screen_has_room_for),
        cmocka_unit_test(the_widest_columns_of_a_table_get_narrower),
        cmocka_unit_test(a_limit_stands_before_its_cause),
        cmocka_unit_test(the_rules_fit_and_keep_state_and_identifier),
        cmocka_unit_test(a_cause_tells_what_is_known_of_it),
    };
    return cmocka_run_group_tests_name("opportunity_layout", tests, NULL, NULL);
}
