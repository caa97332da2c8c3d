#include "tui/term/svg.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "figures_sample.h"
#include "tui/figures/chart_axes.h"
#include "tui/figures/figures.h"
#include "tui/term/painter.h"
#include "tui/term/svg_colors.h"
#include "xml_check.h"

static char *svg_of(const struct picture *picture, const char *theme_name, const char *title)
{
    struct theme theme;
    struct error error;
    size_t length;
    char *bytes = NULL;
    FILE *out = open_memstream(&bytes, &length);
    assert_true(theme_load(&theme, theme_name, &error));
    svg_write(picture, &theme, title, "what it is", out);
    fclose(out);
    return bytes;
}

/* What was met in a picture. */
struct seen {
    double width, height; /* of the view box */
    size_t lines, bars, texts, polygons, paths;
    char title[256];
    struct strbuf words; /* texts, each with a blank */
};

static double number_of(const struct xml_element *e, const char *name)
{
    const char *value = xml_attribute(e, name);
    char *end;
    if (!value)
        fail_msg("<%s> without %s", e->name, name);
    double number = strtod(value, &end);
    if (end == value || *end || !isfinite(number))
        fail_msg("<%s %s=\"%s\">: no number", e->name, name, value);
    return number;
}

static void inside(const struct seen *seen, const struct xml_element *e, double x, double y)
{
    if (x < -0.01 || y < -0.01 || x > seen->width + 0.01 || y > seen->height + 0.01)
        fail_msg("<%s> at %g, %g is outside of %g by %g", e->name, x, y, seen->width, seen->height);
}

static void see_points(const struct seen *seen, const struct xml_element *e)
{
    for (const char *at = xml_attribute(e, "points"); *at; at += strspn(at, " ")) {
        char *end;
        double x = strtod(at, &end), y = strtod(end + 1, &end);
        inside(seen, e, x, y);
        at = end;
    }
}

static void see(void *context, const struct xml_element *e, const char *text)
{
    struct seen *seen = context;
    if (strcmp(e->name, "svg") == 0) {
        assert_string_equal(xml_attribute(e, "xmlns"), "http://www.w3.org/2000/svg");
        assert_int_equal(
            sscanf(xml_attribute(e, "viewBox"), "0 0 %lf %lf", &seen->width, &seen->height), 2);
    } else if (strcmp(e->name, "line") == 0) {
        inside(seen, e, number_of(e, "x1"), number_of(e, "y1"));
        inside(seen, e, number_of(e, "x2"), number_of(e, "y2"));
        seen->lines++;
    } else if (strcmp(e->name, "rect") == 0) {
        double x = number_of(e, "x"), y = number_of(e, "y"), width = number_of(e, "width");
        assert_true(width >= 0 && number_of(e, "height") > 0);
        inside(seen, e, x, y);
        inside(seen, e, x + width, y + number_of(e, "height"));
        seen->bars += *xml_attribute(e, "class") == 'f';
    } else if (strcmp(e->name, "text") == 0) {
        double x = number_of(e, "x"), length = number_of(e, "textLength");
        inside(seen, e, x, number_of(e, "y"));
        inside(seen, e, x + length, number_of(e, "y"));
        assert_true(length > 0 && fmod(length, SVG_COLUMN) == 0);
        strbuf_addf(&seen->words, "%s ", text);
        seen->texts++;
    } else if (strcmp(e->name, "polygon") == 0) {
        see_points(seen, e);
        seen->polygons++;
    } else if (strcmp(e->name, "title") == 0) {
        snprintf(seen->title, sizeof seen->title, "%s", text);
    }
    seen->paths += strcmp(e->name, "path") == 0;
}

static struct seen look(const struct picture *picture, const char *theme)
{
    struct seen seen = {.width = 0};
    char *bytes = svg_of(picture, theme, "t");
    strbuf_adds(&seen.words, "");
    xml_check(bytes, see, &seen);
    assert_true(seen.width > 0);
    free(bytes);
    return seen;
}

struct sample {
    struct build build;
    struct report *report;
    struct result *result;
};

static int open_sample(void **state)
{
    static struct sample sample;
    use_locale("C.UTF-8");
    build_figures(&sample.build);
    sample.report = build_open(&sample.build);
    sample.result = report_result(sample.report, 0, NULL);
    assert_non_null(sample.result);
    *state = &sample;
    return 0;
}

static int close_sample(void **state)
{
    struct sample *sample = *state;
    report_close(sample->report);
    build_free(&sample->build);
    return 0;
}

/* All figures of a section, in a picture of that width. */
static struct picture *draw_section(const struct result *result, size_t section, int width,
                                    enum glyph_level level)
{
    struct section_view *view =
        section_view_new(result, result->sections[section], (struct view_style){0});
    const struct figures_style style = {.indent = 3, .whole = width % 2};
    struct picture *picture = NULL;
    int rows = 0;
    for (int pass = 0; pass < 2; pass++) {
        struct picture *paper = picture_new(rows, width);
        struct painter p = {.measure = !pass,
                            .width = width,
                            .last = rows,
                            .glyphs = glyphs_at(level),
                            .picture = paper};
        for (size_t i = 0; i < view->block_count; i++)
            if (!figures_replace(view, &view->blocks[i]))
                figures_draw_bars(view, &view->blocks[i], &style, &p);
        figures_draw(view, 0, SIZE_MAX, &style, &p);
        rows = p.line;
        if (pass)
            picture = paper;
        else
            picture_free(paper);
    }
    section_view_free(view);
    return picture;
}

static void figures_are_well_formed_at_all_widths(void **state)
{
    const struct sample *sample = *state;
    for (size_t i = 0; i < sample->result->section_count; i++)
        for (int width = 40; width <= 300; width += width < 130 ? 3 : 17) {
            struct picture *picture =
                draw_section(sample->result, i, width, (enum glyph_level)(width % GLYPH_LEVELS));
            struct seen seen = look(picture, "default");
            assert_true(seen.width == width * SVG_COLUMN + 2 * SVG_MARGIN);
            strbuf_free(&seen.words);
            picture_free(picture);
        }
}

static size_t section_of(const struct result *result, const char *identifier)
{
    for (size_t i = 0; i < result->section_count; i++)
        if (strcmp(result->sections[i]->identifier, identifier) == 0)
            return i;
    fail_msg("no section %s", identifier);
    return 0;
}

/* No dot stands for a line: there are lines. At each glyph level it is the same picture. */
static void rooflines_are_lines(void **state)
{
    const struct sample *sample = *state;
    size_t roofline = section_of(sample->result, "FigRoofline");
    struct seen first = {0};
    for (int level = 0; level < GLYPH_LEVELS; level++) {
        struct picture *picture =
            draw_section(sample->result, roofline, 100, (enum glyph_level)level);
        struct seen seen = look(picture, "dark");
        assert_int_equal(seen.paths, 0);
        assert_true(seen.lines > 10);
        if (level == 0)
            first.lines = seen.lines;
        assert_int_equal(seen.lines, first.lines);
        strbuf_free(&seen.words);
        picture_free(picture);
    }
}

/* An edge, a line and a point are where their values are. */
static void charts_keep_their_values(void **state)
{
    (void)state;
    struct canvas *canvas = canvas_new(glyphs_at(GLYPHS_FULL), 60, 20);
    const struct chart_axes axes = {.columns = 60, .rows = 20, .x = {.most = 8}, .y = {.most = 50}};
    struct picture *picture = picture_new(22, 64);
    struct painter p = {.x = 4,
                        .y = 2,
                        .width = 60,
                        .last = 22,
                        .picture = picture,
                        .glyphs = glyphs_at(GLYPHS_FULL)};
    chart_axes_draw(&axes, canvas);
    chart_axes_line(&axes, canvas, 1, 10, 7, 40, ROLE_GOOD);
    double x = chart_axes_x(&axes, 3.3), y = chart_axes_y(&axes, 21.7);
    canvas_mark(canvas, (int)x, (int)y, x, y, ROLE_FINDING, "\u25c6");
    canvas_draw(canvas, 0, &p);
    bool line = false, point = false;
    for (size_t i = 0; i < picture->shape_count; i++) {
        const struct picture_shape *s = &picture->shapes[i];
        if (s->kind == PICTURE_LINE && s->role == ROLE_GOOD) {
            assert_true(fabs(s->x0 - 4 - chart_axes_x(&axes, 1)) < 1e-9);
            assert_true(fabs(s->y1 - 2 - chart_axes_y(&axes, 40)) < 1e-9);
            line = true;
        }
        if (s->kind == PICTURE_MARK && s->role == ROLE_FINDING) {
            assert_true(fabs(s->x0 - 4 - x) < 1e-9 && fabs(s->y0 - 2 - y) < 1e-9);
            point = true;
        }
    }
    assert_true(line && point);
    struct seen seen = look(picture, "default");
    assert_non_null(strstr(seen.words.data, "50 "));
    assert_int_equal(seen.polygons, 1);
    strbuf_free(&seen.words);
    picture_free(picture);
    canvas_free(canvas);
}

/* What lies above or below the rows that may be drawn is cut off. */
static void lines_are_cut_with_their_pane(void **state)
{
    (void)state;
    struct canvas *canvas = canvas_new(glyphs_at(GLYPHS_FULL), 10, 10);
    struct picture *picture = picture_new(20, 10);
    struct painter p = {.y = -3, .width = 10, .first = 2, .last = 4, .picture = picture};
    canvas_line(canvas, 0, 0, 9, 9, ROLE_GOOD);
    canvas_line(canvas, 0, 9.5, 9, 9.5, ROLE_GOOD);
    canvas_draw(canvas, 0, &p);
    assert_int_equal(picture->shape_count, 1);
    assert_true(fabs(picture->shapes[0].y0 - 2) < 1e-9 && fabs(picture->shapes[0].y1 - 4) < 1e-9);
    assert_true(fabs(picture->shapes[0].x0 - 5) < 1e-9);
    picture_free(picture);
    canvas_free(canvas);
}

static void bars_have_their_exact_length(void **state)
{
    (void)state;
    struct picture *picture = picture_new(1, 60);
    struct painter p = {.width = 60, .last = 1, .picture = picture};
    painter_bar(&p, 5, 50, ROLE_HOT, 0.1234);
    char *bytes = svg_of(picture, "default", "t");
    /* 13 pixels of margin and columns, 0.1234 * 50 columns of 8 */
    assert_non_null(strstr(bytes, "x=\"48.00\" y=\"10.16\" width=\"49.36\""));
    free(bytes);
    picture_free(picture);
}

/* Blocks, lines and dots of texts join. */
static void drawn_characters_are_shapes(void **state)
{
    (void)state;
    struct picture *picture = picture_new(6, 20);
    picture_text(picture, 0, 0, 20, ROLE_GOOD, "\u2588\u2588\u2588\u258c\u2588");
    picture_text(picture, 1, 0, 20, ROLE_RULE, "\u250c\u2500\u2500\u2500\u2510");
    picture_text(picture, 2, 0, 20, ROLE_NORMAL, "\u2581\u2588");
    picture_text(picture, 3, 0, 20, ROLE_NORMAL, "\u2847\u25c6\u25c7");
    picture_text(picture, 4, 0, 20, ROLE_NORMAL, "\u2550\u2501");
    char *bytes = svg_of(picture, "default", "t");
    assert_non_null(strstr(bytes, "x=\"8.00\" y=\"9.44\" width=\"28.00\" height=\"15.48\""));
    assert_non_null(strstr(bytes, "x=\"40.00\" y=\"9.44\" width=\"8.00\" height=\"15.48\""));
    assert_non_null(strstr(bytes, "x1=\"16.00\" y1=\"35.00\" x2=\"40.00\" y2=\"35.00\""));
    assert_non_null(strstr(bytes, "x=\"8.00\" y=\"58.98\" width=\"8.00\" height=\"1.93\""));
    struct seen seen = {0};
    xml_check(bytes, see, &seen);
    assert_int_equal(seen.texts, 0);
    assert_int_equal(seen.polygons, 2);
    assert_int_equal(seen.paths, 1);
    free(bytes);
    strbuf_free(&seen.words);
    picture_free(picture);
}

static void texts_are_escaped_and_stand_in_their_columns(void **state)
{
    (void)state;
    struct picture *picture = picture_new(3, 30);
    picture_text(picture, 0, 2, 28, ROLE_NORMAL, "a<b>&\"'&amp;  far");
    picture_text(picture, 1, 0, 30, ROLE_NORMAL, "\u4f60x e\u0301 \u2026");
    picture_text(picture, 2, 26, 10, ROLE_NORMAL, "too long");
    picture_text(picture, 2, 0, 10, ROLE_NORMAL, "\uffff");
    /* Combining ones without, and behind a wide one. */
    picture_text(picture, 2, 5, 10, ROLE_NORMAL, "\u0301\u4f60\u0301y");
    char *bytes = svg_of(picture, "default", "<t> & \"\xef\xbf\xbf\" \x01");
    struct seen seen = {0};
    strbuf_adds(&seen.words, "");
    xml_check(bytes, see, &seen);
    assert_string_equal(seen.title, "<t> & \"\uFFFD\" \uFFFD");
    assert_non_null(strstr(seen.words.data, "a<b>&\"'&amp; far "));
    assert_non_null(strstr(seen.words.data, "\u4f60 x e\u0301 \u2026 "));
    assert_non_null(strstr(seen.words.data, "\u4f60\u0301 y "));
    /* Two columns for the first, and each where it stood. */
    assert_non_null(strstr(bytes, "x=\"8.00\" y=\"39.00\" textLength=\"16\""));
    assert_non_null(strstr(bytes, "x=\"24.00\" y=\"39.00\" textLength=\"8\""));
    assert_non_null(strstr(bytes, "x=\"136.00\" y=\"21.00\" textLength=\"24\""));
    free(bytes);
    strbuf_free(&seen.words);
    picture_free(picture);
}

/* In each theme each role can be read on what is behind it. */
static void colours_stand_out(void **state)
{
    (void)state;
    static const char *const names[] = {"default",     "dark",          "light",
                                        "color-blind", "high-contrast", "mono"};
    const struct svg_color white = {255, 255, 255}, black = {0, 0, 0};
    assert_true(fabs(svg_contrast(white, black) - 21) < 1e-9);
    for (size_t i = 0; i < COUNT(names); i++) {
        struct theme theme;
        struct error error;
        assert_true(theme_load(&theme, names[i], &error));
        struct svg_colors colors = svg_colors(&theme);
        for (int role = 0; role < ROLE_COUNT; role++) {
            const struct svg_style *style = &colors.styles[role];
            double contrast = svg_contrast(style->text, style->back);
            if (contrast < (theme.styles[role].dim ? 3 : 4.5))
                fail_msg("%s: role %d has a contrast of %g", names[i], role, contrast);
            assert_true(style->filled || memcmp(&style->back, &colors.back, 3) == 0);
        }
        double light = svg_contrast(colors.back, black);
        if (strcmp(names[i], "light") == 0)
            assert_true(light > 20);
        else if (strcmp(names[i], "dark") == 0 || strcmp(names[i], "high-contrast") == 0)
            assert_true(light < 2);
    }
    assert_int_equal(svg_color_of(196).red, 255);
    assert_int_equal(svg_color_of(232).red, 8);
    assert_int_equal(svg_color_of(255).green, 238);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(figures_are_well_formed_at_all_widths),
        cmocka_unit_test(rooflines_are_lines),
        cmocka_unit_test(charts_keep_their_values),
        cmocka_unit_test(lines_are_cut_with_their_pane),
        cmocka_unit_test(bars_have_their_exact_length),
        cmocka_unit_test(drawn_characters_are_shapes),
        cmocka_unit_test(texts_are_escaped_and_stand_in_their_columns),
        cmocka_unit_test(colours_stand_out),
    };
    return cmocka_run_group_tests_name("svg", tests, open_sample, close_sample);
}
