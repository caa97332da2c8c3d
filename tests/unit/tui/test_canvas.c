#include "tui/term/canvas.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "build_report.h"
#include "drawn.h"
#include "tui/term/picture.h"
#include "tui/term/short_number.h"

static int utf8_locale(void **state)
{
    (void)state;
    use_locale("C.UTF-8");
    return 0;
}

/* A slope, an edge, a label in the way, a point outside. */
static void draw_lines(void *context, struct painter *p)
{
    struct canvas *canvas = canvas_new(painter_glyphs(p), 12, 4);
    (void)context;
    canvas_line(canvas, 0, 4, 6, 0, ROLE_GOOD);
    canvas_line(canvas, 6, 0.1, 12, 0.1, ROLE_GOOD);
    canvas_glyph(canvas, 0, 3, ROLE_DIM, "L");
    canvas_point(canvas, 11.5, 3.9, ROLE_HOT);
    canvas_point(canvas, -1, 2, ROLE_HOT);
    canvas_point(canvas, 3, 99, ROLE_HOT);
    assert_true(canvas_label(canvas, 4, 2, ROLE_TITLE, "label"));
    assert_false(canvas_label(canvas, 8, 2, ROLE_TITLE, "x"));
    assert_false(canvas_label(canvas, 2, 2, ROLE_TITLE, "wide"));
    assert_true(canvas_label(canvas, 9, 2, ROLE_TITLE, "cut off"));
    assert_false(canvas_label(canvas, 12, 2, ROLE_TITLE, "outside"));
    assert_false(canvas_label(canvas, 0, 4, ROLE_TITLE, "outside"));
    canvas_draw(canvas, 1, p);
    canvas_free(canvas);
}

static void lines_points_and_labels(void **state)
{
    (void)state;
    drawn_is(draw_lines, NULL, GLYPHS_FULL, 13,
             "     \u28a0\u280a\u2809\u2809\u2809\u2809\u2809\u2809\n"
             "    \u2870\u2801\n"
             "  \u2880\u280e labelcu\u2026\n"
             " L\u2803         \u2880\n");
    drawn_is(draw_lines, NULL, GLYPHS_BLOCKS, 13,
             "     \u2584\u2580\u2580\u2580\u2580\u2580\u2580\u2580\n"
             "    \u2584\u2580\n"
             "   \u2588 labelcu\u2026\n"
             " L\u2580         \u2584\n");
    drawn_is(draw_lines, NULL, GLYPHS_ASCII, 13,
             "     .'''''''\n"
             "    .'\n"
             "   : labelcu\u2026\n"
             " L'         .\n");
}

/* What lies far outside, or is no number, neither crashes nor takes long. */
static void draw_wild(void *context, struct painter *p)
{
    static const double places[] = {-1e300, -5, 0, 3.5, 8, 1e300, NAN, INFINITY};
    struct canvas *canvas = canvas_new(painter_glyphs(p), 8, 3);
    (void)context;
    for (size_t i = 0; i < COUNT(places); i++)
        for (size_t j = 0; j < COUNT(places); j++) {
            canvas_line(canvas, places[i], places[j], places[j], places[i], ROLE_GOOD);
            canvas_point(canvas, places[i], places[j], ROLE_GOOD);
        }
    canvas_glyph(canvas, -1, 0, ROLE_GOOD, "!");
    canvas_glyph(canvas, 0, 3, ROLE_GOOD, "!");
    canvas_draw(canvas, 0, p);
    canvas_free(canvas);
}

static void nothing_leaves_the_canvas(void **state)
{
    (void)state;
    for (int level = GLYPHS_ASCII; level <= GLYPHS_FULL; level++) {
        char *text = drawn(draw_wild, NULL, (enum glyph_level)level, 8);
        assert_null(strchr(text, '!'));
        free(text);
    }
}

/* A line that is cut stays on its course. */
static void cut_lines_keep_their_slope(void **state)
{
    (void)state;
    double x0 = -10, x1 = 30, y0 = 0, y1 = 40;
    assert_true(canvas_cut(&x0, &x1, &y0, &y1, 0, 20));
    assert_true(fabs(x0) < 1e-9 && fabs(x1 - 20) < 1e-9);
    assert_true(fabs(y0 - 10) < 1e-9 && fabs(y1 - 30) < 1e-9);
    assert_false(canvas_cut(&x0, &x1, &y0, &y1, 21, 30));
    /* One that stands still on that axis is not cut at all. */
    x0 = x1 = 5;
    assert_true(canvas_cut(&x0, &x1, &y0, &y1, 0, 20));
    assert_true(fabs(y0 - 10) < 1e-9 && fabs(y1 - 30) < 1e-9);
}

static void numbers_are_short(void **state)
{
    (void)state;
    static const struct {
        double number;
        const char *text;
    } cases[] = {{0, "0"},
                 {1, "1"},
                 {999, "999"},
                 {999.6, "1K"},
                 {1000, "1K"},
                 {16777216, "16.8M"},
                 {5.29e8, "529M"},
                 {6.09e13, "60.9T"},
                 {0.25, "0.25"},
                 {-1500, "-1.5K"},
                 {0.0001, "1.0e-04"},
                 {1e30, "1.0e+12"},
                 {NAN, "n/a"}};
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct strbuf text = {0};
        short_number(&text, cases[i].number);
        assert_string_equal(text.data, cases[i].text);
        strbuf_free(&text);
    }
    for (double number = 1e-9; number < 1e12; number *= 1.7) {
        double round = short_number_round(number);
        assert_true(round >= number * 0.999999 && round <= number * 2.5001);
    }
    assert_true(short_number_round(-3) == 1 && short_number_round(NAN) == 1);
}

/* Marks of a picture as close as they like, and labels in cells: none lies on another; what is
 * alone stands where it is. */
static void texts_of_a_picture_lie_on_no_other(void **state)
{
    (void)state;
    unsigned seed = 7;
    size_t kept = 0;
    for (int turn = 0; turn < 500; turn++) {
        struct picture *picture = picture_new(8, 30);
        struct canvas *canvas = canvas_new(glyphs_at(GLYPHS_FULL), 30, 8);
        struct painter p = {.width = 30, .last = 8, .picture = picture};
        assert_true(canvas_label(canvas, 4, 3, ROLE_DIM, "a wall"));
        for (int i = 0; i < 9; i++) {
            seed = seed * 1103515245 + 12345;
            double x = 3 + (seed >> 16 & 255) / 32.0, y = 2 + (seed >> 24 & 63) / 24.0;
            canvas_mark(canvas, (int)x, (int)y, x, y, ROLE_GOOD, "x");
        }
        canvas_mark(canvas, 20, 6, 20.25, 6.75, ROLE_HOT, "alone");
        canvas_draw(canvas, 0, &p);
        const struct picture_shape *shapes = picture->shapes;
        size_t alone = 0;
        for (size_t i = 0; i < picture->shape_count; i++) {
            const struct picture_shape *a = &shapes[i];
            for (size_t j = 0; j < i; j++)
                assert_true(fabs(a->y0 - shapes[j].y0) > 0.749 ||
                            fabs(a->x0 - shapes[j].x0) > 0.999);
            if (a->role == ROLE_GOOD)
                assert_true(fabs(a->y0 - 3.5) > 0.749 || fabs(a->x0 - 7) > 3.499);
            alone += a->role == ROLE_HOT && a->x0 == 20.25 && a->y0 == 6.75;
        }
        assert_int_equal(alone, 1);
        kept += picture->shape_count;
        canvas_free(canvas);
        picture_free(picture);
    }
    assert_true(kept > 3 * 500);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_points_and_labels),
        cmocka_unit_test(nothing_leaves_the_canvas),
        cmocka_unit_test(cut_lines_keep_their_slope),
        cmocka_unit_test(numbers_are_short),
        cmocka_unit_test(texts_of_a_picture_lie_on_no_other),
    };
    return cmocka_run_group_tests_name("canvas", tests, utf8_locale, NULL);
}
