#include "tui/term/glyphs.h"

#include <math.h>
#include <string.h>

#include "build_report.h"
#include "report/base/safe_text.h"

static const enum glyph_level all[] = {GLYPHS_ASCII, GLYPHS_BLOCKS, GLYPHS_FULL};

static int utf8_locale(void **state)
{
    (void)state;
    use_locale("C.UTF-8");
    return 0;
}

static size_t bar_width(enum glyph_level level, double share, size_t columns)
{
    struct strbuf bar = {0};
    strbuf_adds(&bar, "");
    glyphs_bar(glyphs_at(level), &bar, share, columns);
    size_t width = safe_text_width(bar.data);
    strbuf_free(&bar);
    return width;
}

static void is_bar(enum glyph_level level, double share, size_t columns, const char *expected)
{
    struct strbuf bar = {0};
    strbuf_adds(&bar, "");
    glyphs_bar(glyphs_at(level), &bar, share, columns);
    assert_string_equal(bar.data, expected);
    strbuf_free(&bar);
}

static void a_bar_takes_exactly_its_columns(void **state)
{
    (void)state;
    static const double shares[] = {-1, -0.0,  0,     1e-300, 0.001,    0.999,
                                    1,  1.001, 1e300, NAN,    INFINITY, -INFINITY};
    for (size_t l = 0; l < COUNT(all); l++)
        for (size_t columns = 0; columns <= 60; columns++) {
            for (size_t i = 0; i < COUNT(shares); i++)
                assert_int_equal(bar_width(all[l], shares[i], columns), columns);
            for (int i = 0; i <= 1000; i++)
                assert_int_equal(bar_width(all[l], i / 1000.0, columns), columns);
        }
}

/* Steps that are filled: cells times what a cell is divided in, plus the part. */
static size_t filled(enum glyph_level level, double share, size_t columns)
{
    const struct glyphs *g = glyphs_at(level);
    struct strbuf bar = {0};
    strbuf_adds(&bar, "");
    glyphs_bar(g, &bar, share, columns);
    size_t steps = 0;
    const char *at = bar.data;
    for (; strncmp(at, g->full, strlen(g->full)) == 0; at += strlen(g->full))
        steps += g->part_count + 1;
    for (size_t i = 0; i < g->part_count; i++)
        if (strncmp(at, g->parts[i], strlen(g->parts[i])) == 0)
            steps += i + 1;
    strbuf_free(&bar);
    return steps;
}

static void a_bar_grows_with_its_share(void **state)
{
    (void)state;
    for (size_t l = 0; l < COUNT(all); l++) {
        size_t before = 0, steps = 20 * (glyphs_at(all[l])->part_count + 1);
        for (int i = 0; i <= 2000; i++) {
            size_t now = filled(all[l], i / 2000.0, 20);
            assert_true(now >= before);
            assert_true(fabs((double)now - i / 2000.0 * (double)steps) <= 1);
            before = now;
        }
        assert_int_equal(before, steps);
    }
}

static void what_is_not_nothing_shows(void **state)
{
    (void)state;
    for (size_t l = 0; l < COUNT(all); l++) {
        assert_int_equal(filled(all[l], 0, 10), 0);
        assert_int_equal(filled(all[l], 1e-9, 10), 1);
    }
}

static void levels_agree_to_half_a_cell(void **state)
{
    (void)state;
    for (size_t columns = 1; columns <= 60; columns++)
        for (int i = 0; i <= 1000; i++)
            for (size_t l = 0; l < COUNT(all); l++) {
                double cells = (double)filled(all[l], i / 1000.0, columns) /
                               (double)(glyphs_at(all[l])->part_count + 1);
                double exact = i / 1000.0 * (double)columns;
                /* but for the mark of what is not nothing */
                if (fabs(cells - exact) > 0.5 + 1e-9 && !(exact < 0.5 && cells <= 1))
                    fail_msg("%g of %zu columns: %g", i / 1000.0, columns, cells);
            }
}

static void bars_of_each_level(void **state)
{
    (void)state;
    is_bar(GLYPHS_ASCII, 0.5, 4, "##..");
    is_bar(GLYPHS_ASCII, 0, 3, "...");
    is_bar(GLYPHS_ASCII, 0.001, 3, "-..");
    is_bar(GLYPHS_ASCII, 0.2, 3, "=..");
    is_bar(GLYPHS_ASCII, 0.337, 3, "#..");
    is_bar(GLYPHS_ASCII, 0.9, 3, "##=");
    is_bar(GLYPHS_ASCII, 1, 3, "###");
    is_bar(GLYPHS_BLOCKS, 0.625, 4, "\u2588\u2588\u258c\u2591");
    is_bar(GLYPHS_FULL, 0.5 + 1 / 32.0, 4, "\u2588\u2588\u258f ");
    is_bar(GLYPHS_FULL, 0.7, 0, "");
}

static void ascii_is_ascii_and_marks_take_one_column(void **state)
{
    (void)state;
    for (size_t l = 0; l < COUNT(all); l++) {
        const struct glyphs *g = glyphs_at(all[l]);
        const char *const marks[] = {g->full,   g->empty, g->open,  g->closed, g->rule, g->finding,
                                     g->cursor, g->dot,   g->times, g->back,   g->up,   g->down};
        for (size_t i = 0; i < COUNT(marks); i++) {
            assert_int_equal(safe_text_width(marks[i]), 1);
            for (const char *c = marks[i]; *c && all[l] == GLYPHS_ASCII; c++)
                assert_true(*c >= ' ' && *c < 0x7f);
        }
        for (size_t i = 0; i < g->part_count; i++)
            assert_int_equal(safe_text_width(g->parts[i]), 1);
        assert_int_equal(g->level, all[l]);
        assert_string_not_equal(g->open, g->closed);
        assert_string_not_equal(g->up, g->down);
    }
}

static void the_level_is_chosen_by_locale_and_terminal(void **state)
{
    (void)state;
    static const struct {
        const char *term;
        enum glyph_level level;
    } cases[] = {{"xterm-256color", GLYPHS_FULL},  {"screen", GLYPHS_FULL},
                 {"tmux-256color", GLYPHS_FULL},   {"linux", GLYPHS_BLOCKS},
                 {"linux-16color", GLYPHS_BLOCKS}, {"vt100", GLYPHS_BLOCKS},
                 {"vt220", GLYPHS_BLOCKS},         {NULL, GLYPHS_BLOCKS}};
    for (size_t i = 0; i < COUNT(cases); i++)
        assert_int_equal(glyphs_choose(cases[i].term)->level, cases[i].level);
    use_locale("C");
    for (size_t i = 0; i < COUNT(cases); i++)
        assert_int_equal(glyphs_choose(cases[i].term)->level, GLYPHS_ASCII);
    use_locale("C.UTF-8");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_bar_takes_exactly_its_columns),
        cmocka_unit_test(a_bar_grows_with_its_share),
        cmocka_unit_test(what_is_not_nothing_shows),
        cmocka_unit_test(levels_agree_to_half_a_cell),
        cmocka_unit_test(bars_of_each_level),
        cmocka_unit_test(ascii_is_ascii_and_marks_take_one_column),
        cmocka_unit_test(the_level_is_chosen_by_locale_and_terminal),
    };
    return cmocka_run_group_tests_name("glyphs", tests, utf8_locale, NULL);
}
