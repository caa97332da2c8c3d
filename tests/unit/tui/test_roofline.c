/* Rooflines with several results: which ones, where their marks stand, what part is seen. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "drawn.h"
#include "report/base/mem.h"
#include "report/base/strbuf.h"
#include "report/content/section_figures.h"
#include "roofline_sample.h"
#include "tui/details/details_section.h"
#include "tui/details/details_view.h"
#include "tui/figures/chart_axes.h"
#include "tui/figures/roofline_figure.h"
#include "tui/figures/roofline_marks.h"
#include "tui/figures/roofline_names.h"
#include "tui/figures/roofline_window.h"
#include "tui/list/list_points.h"
#include "tui/list/list_view.h"

/* ---- windows ---- */

static const struct roofline_window whole = {{-2, 4}, {9, 14}};

static bool near(double a, double b)
{
    return fabs(a - b) < 1e-9;
}

static void window_is(const struct roofline_zoom *zoom, double x0, double x1, double y0, double y1)
{
    struct roofline_window seen = roofline_window_of(&whole, zoom);
    if (!near(seen.x.least, x0) || !near(seen.x.most, x1) || !near(seen.y.least, y0) ||
        !near(seen.y.most, y1))
        fail_msg("seen: %g to %g, %g to %g", seen.x.least, seen.x.most, seen.y.least, seen.y.most);
}

static void a_step_halves_the_window_around_a_place(void **state)
{
    (void)state;
    struct roofline_zoom zoom = {0, 1, 11.5};
    window_is(&zoom, -2, 4, 9, 14);
    assert_true(roofline_zoom_step(&zoom, &whole, 1, 0.5, 11));
    window_is(&zoom, -1, 2, 9.75, 12.25);
    assert_true(roofline_zoom_step(&zoom, &whole, 1, NAN, NAN));
    window_is(&zoom, -0.25, 1.25, 10.375, 11.625);
    assert_true(roofline_zoom_step(&zoom, &whole, -1, 3, 3));
    window_is(&zoom, -1, 2, 9.75, 12.25);
    assert_true(roofline_zoom_step(&zoom, &whole, -1, 3, 3));
    window_is(&zoom, -2, 4, 9, 14);
    assert_false(roofline_zoom_step(&zoom, &whole, -1, 3, 3));
}

static void it_ends_at_a_tenth_of_a_decade(void **state)
{
    (void)state;
    struct roofline_zoom zoom = {0, 1, 11};
    int steps = 0;
    while (roofline_zoom_step(&zoom, &whole, 1, 1, 11))
        assert_true(++steps < 20);
    window_is(&zoom, 0.95, 1.05, 10.95, 11.05);
    assert_true(roofline_zoom_step(&zoom, &whole, -1, 1, 11));
    struct roofline_window seen = roofline_window_of(&whole, &zoom);
    assert_true(seen.x.most - seen.x.least > 0.15);
}

static void it_stays_inside_of_the_whole(void **state)
{
    (void)state;
    struct roofline_zoom zoom = {0, 1, 11.5};
    roofline_zoom_step(&zoom, &whole, 1, -1.9, 13.9);
    window_is(&zoom, -2, 1, 11.5, 14);
    assert_false(roofline_zoom_pan(&zoom, &whole, -1, 0));
    assert_false(roofline_zoom_pan(&zoom, &whole, 0, 1));
    assert_true(roofline_zoom_pan(&zoom, &whole, 1, 0));
    window_is(&zoom, -1.25, 1.75, 11.5, 14);
    assert_true(roofline_zoom_pan(&zoom, &whole, 0, -1));
    window_is(&zoom, -1.25, 1.75, 10.875, 13.375);
    for (int i = 0; i < 3; i++)
        assert_true(roofline_zoom_pan(&zoom, &whole, 1, 0));
    window_is(&zoom, 1, 4, 10.875, 13.375);
    assert_false(roofline_zoom_pan(&zoom, &whole, 1, 0));
}

static void it_goes_to_what_is_not_seen(void **state)
{
    (void)state;
    struct roofline_zoom zoom = {2, 0, 11};
    roofline_zoom_show(&zoom, &whole, 0.5, 11.2);
    window_is(&zoom, -0.75, 0.75, 10.375, 11.625);
    roofline_zoom_show(&zoom, &whole, 2, 11.2);
    window_is(&zoom, 1.25, 2.75, 10.575, 11.825);
}

/* ---- axes ---- */

static void draw_axes(void *context, struct painter *p)
{
    const struct chart_axis *x = context;
    struct canvas *canvas = canvas_new(painter_glyphs(p), 70, 4);
    const struct chart_axes axes = {.columns = 70, .rows = 4, .x = *x, .y = {0, 1, false, NULL}};
    chart_axes_draw(&axes, canvas);
    canvas_draw(canvas, 0, p);
    canvas_free(canvas);
}

static void numbers_are(double least, double most, const char *expected)
{
    struct chart_axis x = {least, most, true, NULL};
    char *text = drawn(draw_axes, &x, GLYPHS_ASCII, 71);
    struct strbuf numbers = {0};
    char *line = strstr(strstr(text, "++") ? strstr(text, "++") : strstr(text, "+-"), "\n") + 1;
    for (char *word = strtok(line, " \n"); word; word = strtok(NULL, " \n"))
        strbuf_addf(&numbers, "%s%s", numbers.length ? " " : "", word);
    assert_string_equal(numbers.data, expected);
    strbuf_free(&numbers);
    free(text);
}

static void axes_have_numbers_at_every_zoom(void **state)
{
    (void)state;
    numbers_are(-2, 4.2, "0.01 0.1 1 10 100 1K 10K");
    numbers_are(-2, 0, "0.01 0.02 0.05 0.1 0.2 0.5 1");
    numbers_are(-2, 1.3, "0.01 0.1 1 10");
    numbers_are(0.2, 1.8, "2 5 10 20 50");
    numbers_are(-0.4, 0.4, "0.5 1 2");
    numbers_are(2.35, 2.6, "250 300 350");
    numbers_are(2.4, 2.5, "260 270 280 290 300 310");
}

/* ---- marks ---- */

static const struct roofline_plot plot = {8, 1, 40, 10};

/* Places points of which `marked` is under the cursor; "3+ at 20 5" for each text. */
static char *placed(enum glyph_level level, const double (*at)[2], size_t count, size_t letters,
                    size_t marked)
{
    struct roofline_mark *marks = mem_alloc(count * sizeof *marks);
    struct strbuf text = {0};
    for (size_t i = 0; i < count; i++) {
        marks[i] = (struct roofline_mark){.x = at[i][0], .y = at[i][1], .marked = i + 1 == marked};
        if (i < count - letters)
            roofline_mark_number(marks[i].label, glyphs_at(level), i + 1);
        else
            roofline_mark_letter(marks[i].label, i + 1 - (count - letters));
    }
    roofline_marks_place(marks, count, &plot, glyphs_at(level));
    strbuf_adds(&text, "");
    for (size_t i = 0; i < count; i++)
        if (*marks[i].text)
            strbuf_addf(&text, "%s%s%s at %d %d", text.length ? ", " : "",
                        marks[i].role == ROLE_SELECTION ? ">" : "", marks[i].text, marks[i].column,
                        marks[i].row);
    free(marks);
    return strbuf_detach(&text);
}

static void placed_is(enum glyph_level level, const double (*at)[2], size_t count, size_t letters,
                      size_t marked, const char *expected)
{
    char *text = placed(level, at, count, letters, marked);
    assert_string_equal(text, expected);
    free(text);
}

static void marks_of_a_cell_share_it(void **state)
{
    (void)state;
    static const double apart[][2] = {{10.4, 3.9}, {12.2, 3.1}, {12.2, 4.1}};
    static const double two[][2] = {{20.1, 5.5}, {20.9, 5.1}, {30, 5}};
    static const double four[][2] = {{20, 5}, {20.2, 5.1}, {20.4, 5.2}, {20.6, 5.3}};
    static const double beside[][2] = {{20, 5}, {21, 5}};
    placed_is(GLYPHS_ASCII, apart, 3, 0, 0, "1 at 10 3, 2 at 12 3, 3 at 12 4");
    placed_is(GLYPHS_ASCII, two, 3, 0, 0, "1+ at 20 5, 3 at 30 5");
    placed_is(GLYPHS_FULL, two, 3, 0, 0, "\u2776\u2777 at 20 5, \u2778 at 30 5");
    placed_is(GLYPHS_ASCII, two, 2, 1, 0, "1a at 20 5");
    placed_is(GLYPHS_FULL, four, 4, 0, 0, "\u2776+ at 20 5");
    placed_is(GLYPHS_FULL, four, 4, 0, 3, ">\u2778+ at 20 5");
    /* 1 and 2 beside each other would be twelve. */
    placed_is(GLYPHS_ASCII, beside, 2, 0, 0, "1+ at 20 5");
    placed_is(GLYPHS_FULL, beside, 2, 0, 0, "\u2776 at 20 5, \u2777 at 21 5");
}

/* What takes up room may come to touch the next one. */
static void sharing_goes_on(void **state)
{
    (void)state;
    static const double chain[][2] = {{20, 5}, {20, 5}, {22, 5}, {25, 5}};
    placed_is(GLYPHS_ASCII, chain, 4, 0, 0, "1+ at 20 5, 4 at 25 5");
    static const double wide[12][2] = {{10, 2}, {12, 2}, {14, 2}, {16, 2}, {18, 2}, {20, 2},
                                       {22, 2}, {24, 2}, {26, 2}, {10, 4}, {20, 6}, {21, 6}};
    char *text = placed(GLYPHS_ASCII, wide, 12, 0, 0);
    assert_non_null(strstr(text, "10 at 10 4, 11+ at 20 6"));
    free(text);
}

static void marks_outside_stand_at_the_edge(void **state)
{
    (void)state;
    static const double out[][2] = {{-5, 3.5}, {1e9, 4}, {20, -1}, {30, 80}, {-1e300, 1e300}};
    placed_is(GLYPHS_ASCII, out, 5, 0, 0,
              "<1 at 8 3, 2> at 39 4, 3^ at 20 1, 4v at 30 10, <5 at 8 10");
    static const double same[][2] = {{50, 3}, {60, 3}, {40, 3}};
    placed_is(GLYPHS_FULL, same, 3, 0, 0, "\u2776+\u25b8 at 38 3");
    /* At the right edge there is room for all of it. */
    static const double last[][2] = {{40.9, 3}, {40.2, 3}, {40, 3}, {40, 3}};
    placed_is(GLYPHS_FULL, last, 4, 0, 0, "\u2776+ at 39 3");
}

/* ---- which results ---- */

struct fixture {
    struct build build;
    struct report *report;
    struct result_cache *cache;
    struct list_view list;
    struct roofline_points points;
    struct section_choice choice;
};

static void begin(struct fixture *f, size_t count)
{
    *f = (struct fixture){0};
    build_rooflines(&f->build, count);
    f->report = build_open(&f->build);
    f->cache = result_cache_new(f->report, 1 << 20);
    list_view_init(&f->list, f->report, NULL);
}

static void end(struct fixture *f)
{
    roofline_points_clear(&f->points);
    list_view_free(&f->list);
    result_cache_free(f->cache);
    report_close(f->report);
    build_free(&f->build);
}

static void choose(struct fixture *f, enum roofline_with with, size_t shown)
{
    f->points.with = with;
    list_points_choose(&f->list, &f->points, shown);
}

static size_t read_all(struct fixture *f)
{
    size_t steps = 0;
    for (; roofline_points_pending(&f->points); steps++)
        roofline_points_step(&f->points, f->cache, &f->choice);
    return steps;
}

static void results_are(const struct fixture *f, const char *expected)
{
    struct strbuf text = {0};
    strbuf_adds(&text, "");
    for (size_t i = 0; i < f->points.count; i++)
        strbuf_addf(&text, "%s%zu", i ? " " : "", f->points.others[i].result);
    assert_string_equal(text.data, expected);
    strbuf_free(&text);
}

static void results_are_tagged_alike_or_listed(void **state)
{
    (void)state;
    struct fixture f;
    struct error error;
    begin(&f, 8);
    choose(&f, ROOFLINE_TAGGED, 0);
    results_are(&f, "");
    assert_int_equal(list_view_tag(&f.list, "copy", &error), 2);
    choose(&f, ROOFLINE_TAGGED, 0);
    results_are(&f, "2 3");
    choose(&f, ROOFLINE_KERNEL, 1);
    results_are(&f, "0 1 6");
    choose(&f, ROOFLINE_LIST, 0);
    results_are(&f, "0 1 2 3 4 5 6 7");
    assert_true(list_view_filter(&f.list, "gemm", &error));
    choose(&f, ROOFLINE_LIST, 0);
    results_are(&f, "0 1 6");
    /* A tag holds, whatever the filter hides. */
    choose(&f, ROOFLINE_TAGGED, 0);
    results_are(&f, "2 3");
    assert_true(list_view_filter(&f.list, "", &error));
    assert_true(list_view_sort_by(&f.list, "-number"));
    choose(&f, ROOFLINE_KERNEL, 1);
    results_are(&f, "6 1 0");
    choose(&f, ROOFLINE_ALONE, 1);
    results_are(&f, "");
    assert_false(roofline_points_pending(&f.points));
    end(&f);
}

static void of_many_the_first_ones_are_taken(void **state)
{
    (void)state;
    struct fixture f;
    begin(&f, 90);
    choose(&f, ROOFLINE_LIST, 3);
    assert_int_equal(f.points.count, ROOFLINE_MOST);
    assert_int_equal(f.points.wanted, 90);
    choose(&f, ROOFLINE_KERNEL, 2);
    assert_int_equal(f.points.count, 22);
    assert_int_equal(f.points.wanted, 22);
    end(&f);
}

/* Nothing is read twice, and nothing that was not asked for. */
static void what_was_read_stays(void **state)
{
    (void)state;
    struct fixture f;
    begin(&f, 8);
    choose(&f, ROOFLINE_KERNEL, 0);
    assert_true(roofline_points_pending(&f.points));
    assert_int_equal(read_all(&f), 3);
    choose(&f, ROOFLINE_KERNEL, 1);
    assert_int_equal(read_all(&f), 0);
    choose(&f, ROOFLINE_LIST, 1);
    assert_int_equal(read_all(&f), 5);
    assert_false(result_cache_has(f.cache, 4));
    roofline_points_clear(&f.points);
    choose(&f, ROOFLINE_LIST, 1);
    assert_int_equal(read_all(&f), 8);
    end(&f);
}

static void a_point_is_of_the_level_nearest_to_its_roof(void **state)
{
    (void)state;
    struct fixture f;
    begin(&f, 8);
    choose(&f, ROOFLINE_LIST, 7);
    read_all(&f);
    const struct roofline_other *others = f.points.others;
    const struct roofline_point *point =
        roofline_points_find(&others[0], "RoofLevels", "Levels", 0, NULL);
    assert_string_equal(point->level, "L1 Achieved Value");
    assert_true(near(point->intensity, 0.25) && near(point->performance, 5.2e12));
    assert_true(fabs(point->share - 100 * 5.2 / (0.25 * 33)) < 1e-6);
    assert_string_equal(others[0].called, "0 gemm(float *)");
    point = roofline_points_find(&others[0], "RoofLevels", "Device Memory", 0, NULL);
    assert_string_equal(point->level, "DRAM Achieved Value");
    assert_null(roofline_points_find(&others[0], "RoofLevels", "Levels", 1, NULL));
    assert_null(roofline_points_find(&others[0], "Roof", "Levels", 0, NULL));
    point = roofline_points_find(&others[0], "RoofLevels", "Levels", 0, "DRAM Achieved Value");
    assert_true(near(point->intensity, 260));
    assert_null(
        roofline_points_find(&others[0], "RoofLevels", "Device Memory", 0, "L1 Achieved Value"));
    /* No such work was done, or measured. */
    assert_null(roofline_points_find(&others[5], "RoofLevels", "Levels", 0, NULL));
    assert_null(roofline_points_find(&others[7], "RoofLevels", "Levels", 0, NULL));
    end(&f);
}

/* ---- the figure ---- */

static void draw_pane(void *context, struct painter *p)
{
    details_section_draw(context, p);
}

static struct details_section section_of(struct fixture *f, size_t shown)
{
    const struct result *result = report_result(f->report, shown, NULL);
    return (struct details_section){
        .view = section_view_new(result, result->sections[0], (struct view_style){0}),
        .result = result,
        .open = true,
        .rooflines = {.others = &f->points, .item = SIZE_MAX}};
}

static void other_results_go_on_with_the_numbers(void **state)
{
    (void)state;
    struct fixture f;
    begin(&f, 8);
    choose(&f, ROOFLINE_LIST, 4);
    read_all(&f);
    struct details_section section = section_of(&f, 4);
    char *text = drawn(draw_pane, &section, GLYPHS_ASCII, 80);
    static const char *const lines[] = {
        "    1 DRAM: 2.45 TFLOP/s of 60.90 TFLOP/s at 40.83 FLOP/byte, right of the ridge\n"
        "    at 12.69: 4.02 % of the roof of FLOP/s; neither roof is the limit\n",
        "    2 L1: 2.45 TFLOP/s",
        "      Result           Grid, Block   Level  FLOP/byte  FLOP/s  Of Roof\n"
        "    3 0 gemm(float *)  64x64, 16x16  L1          0.25    5.2T     63 %\n"
        "    4 1 gemm(float *)  32x32, 32x32  DRAM         256    8.7T   14.3 %\n"
        "    5 2 copy(float *)  16384, 256    DRAM      0.0886    280G   65.8 %\n"
        "    6 3 copy(float *)  16384, 256    DRAM      0.0886    279G   65.6 %\n"
        "    7 6 gemm(float *)  64x64, 16x16  DRAM         210    2.1T   10.8 %*\n"
        "    2 results of the list without a point here.\n"
        "    * relative to its own roofs, which differ from those drawn: another GPU,\n"
        "    NVIDIA A100\n",
        "|''       ...5+\n",
    };
    for (size_t i = 0; i < COUNT(lines); i++)
        if (!strstr(text, lines[i]))
            fail_msg("no \"%s\" in\n%s", lines[i], text);
    free(text);
    drawn_at_widths(draw_pane, &section, 7);
    section_view_free(section.view);
    end(&f);
}

/* ---- names of roofs, and the one that is the limit ---- */

static void a_limit_is_named_only_near_its_roof(void **state)
{
    (void)state;
    struct fixture f;
    begin(&f, 8);
    struct details_section section = section_of(&f, 2);
    char *text = drawn(draw_pane, &section, GLYPHS_ASCII, 200);
    static const char *const lines[] = {
        ": 65.8 % of the roof of DRAM, which is the limit\n",
        ": 12.1 % of the roof of L1; neither roof is the limit\n",
    };
    for (size_t i = 0; i < COUNT(lines); i++)
        if (!strstr(text, lines[i]))
            fail_msg("no \"%s\" in\n%s", lines[i], text);
    free(text);
    section_view_free(section.view);
    end(&f);
}

/* Roofs with the same top; traffic 0: none. */
struct named_roof {
    const char *label, *memory;
    double traffic;
};

static void names_are(const struct named_roof *roofs, size_t count, const char *const *expected)
{
    struct body_cell cells[4][ROOF_SHARE + 1] = {0};
    struct body_row rows[4] = {0};
    const struct body_table table = {.rows = rows, .row_count = count};
    for (size_t i = 0; i < count; i++) {
        rows[i] = (struct body_row){
            .label = (char *)roofs[i].label, .memory = roofs[i].memory, .cells = cells[i]};
        cells[i][ROOF_PERFORMANCE] = (struct body_cell){
            .text = (char *)"60", .unit = "TFLOP/s", .has_number = true, .number = 6e13};
        cells[i][ROOF_TRAFFIC].number = roofs[i].traffic;
        cells[i][ROOF_TRAFFIC].has_number = roofs[i].traffic > 0;
    }
    for (size_t i = 0; i < count; i++) {
        char *slope = roofline_memory(&table, i), *top = roofline_precision(&table, i);
        char *names = mem_printf("%s, %s", slope, top);
        assert_string_equal(names, expected[i]);
        free(slope);
        free(top);
        free(names);
    }
}

static void slopes_are_called_after_memories_and_tops_after_units(void **state)
{
    (void)state;
    names_are((struct named_roof[]){{"DRAM Roofline", "DRAM", 1},
                                    {"L1 Roofline (Global/Local)", "L1", 3}},
              2, (const char *const[]){"DRAM, ", "L1 (Global/Local), "});
    names_are((struct named_roof[]){{"Single Precision Roofline", "DRAM", 1},
                                    {"Double Precision Roofline", "DRAM", 1}},
              2, (const char *const[]){"DRAM, Single Precision", "DRAM, Double Precision"});
    names_are((struct named_roof[]){{"L2 Cache (Src:fp16)", "L2", 2},
                                    {"DRAM (Src:fp16)", "DRAM", 1},
                                    {"DRAM", "DRAM", 1}},
              3, (const char *const[]){"L2 Cache (Src:fp16), ", "DRAM, Src:fp16", "DRAM, "});
    /* The memory is not known. */
    names_are((struct named_roof[]){{"Scratch", NULL, 1}, {"Far", NULL, 2}, {"Top", NULL, 0}}, 3,
              (const char *const[]){"Scratch, ", "Far, ", "memory, Top"});
    names_are((struct named_roof[]){{"A", NULL, 1}, {"B", NULL, 1}}, 2,
              (const char *const[]){"memory, A", "memory, B"});
}

static void levels_take_turns(void **state)
{
    (void)state;
    struct fixture f;
    begin(&f, 8);
    choose(&f, ROOFLINE_LIST, 4);
    read_all(&f);
    struct details_section section = section_of(&f, 4);
    const struct body_table *tables = section_view_figures(section.view)->tables;
    static const char *const rows[] = {
        "0 gemm(float *)  64x64, 16x16  DRAM         260    5.2T   8.54 %",
        "2 copy(float *)  16384, 256    L1          0.07    280G   12.1 %",
        "0 gemm(float *)  64x64, 16x16  L1          0.25    5.2T     63 %"};
    for (size_t i = 0; i < COUNT(rows); i++) {
        roofline_points_next_level(&f.points, &tables[0]);
        char *text = drawn(draw_pane, &section, GLYPHS_ASCII, 80);
        if (!strstr(text, rows[i]))
            fail_msg("no \"%s\" in\n%s", rows[i], text);
        free(text);
        /* The other roofline has no such level. */
        if (i == 1)
            assert_null(roofline_points_level(&f.points, &tables[1]));
    }
    assert_null(f.points.level);
    section_view_free(section.view);
    end(&f);
}

static void too_many_and_unread_ones_are_told(void **state)
{
    (void)state;
    struct fixture f;
    begin(&f, 90);
    choose(&f, ROOFLINE_LIST, 0);
    roofline_points_step(&f.points, f.cache, &f.choice);
    roofline_points_step(&f.points, f.cache, &f.choice);
    struct details_section section = section_of(&f, 0);
    char *text = drawn(draw_pane, &section, GLYPHS_ASCII, 80);
    assert_non_null(strstr(text, "The first 40 of 90 results of the list. Reading: 2 of 40."));
    assert_null(strstr(text, "4 2 copy"));
    free(text);
    read_all(&f);
    text = drawn(draw_pane, &section, GLYPHS_ASCII, 80);
    assert_non_null(
        strstr(text, "The first 40 of 90 results of the list. 10 results of the list without"));
    assert_non_null(strstr(text, "31 38 gemm(float *)"));
    assert_null(strstr(text, "40 copy"));
    free(text);
    section_view_free(section.view);
    end(&f);
}

static void a_zoomed_chart_has_arrows_for_what_is_outside(void **state)
{
    (void)state;
    struct fixture f;
    begin(&f, 8);
    choose(&f, ROOFLINE_LIST, 4);
    read_all(&f);
    struct details_section section = section_of(&f, 4);
    const struct section_figures *figures = section_view_figures(section.view);
    section.rooflines.item = figures->tables[0].item;
    section.rooflines.zoom = (struct roofline_zoom){2, log10(40.8), log10(2.45e12)};
    char *text = drawn(draw_pane, &section, GLYPHS_ASCII, 80);
    char *second = strstr(text, "Device Memory");
    assert_non_null(second);
    /* Only that one. */
    assert_non_null(strstr(second, "100T +"));
    *second = '\0';
    static const char *const parts[] = {"Zoom: 25 % of each axis",
                                        "        5T +",
                                        "4>\n",
                                        "|<",
                                        " 10               20 ",
                                        "Roofs: DRAM 4.80 TB/s, 60.90 TFLOP/s, L1 33 TB/s"};
    for (size_t i = 0; i < COUNT(parts); i++)
        if (!strstr(text, parts[i]))
            fail_msg("no \"%s\" in\n%s", parts[i], text);
    assert_null(strstr(text, "100T"));
    free(text);
    for (int steps = 1; steps < 9; steps++) {
        section.rooflines.zoom.steps = steps;
        drawn_at_widths(draw_pane, &section, 23);
    }
    section_view_free(section.view);
    end(&f);
}

static void a_large_chart_has_the_rows_that_it_is_given(void **state)
{
    (void)state;
    struct fixture f;
    begin(&f, 1);
    struct details_section section = section_of(&f, 0);
    for (int rows = 12; rows < 60; rows += 11) {
        section.rooflines.rows = rows;
        char *text = drawn(draw_pane, &section, GLYPHS_ASCII, 80);
        char *from = strstr(text, "Levels\n") + strlen("Levels\n"),
             *to = strstr(text, "    1 DRAM");
        int lines = 0;
        for (char *c = from; c < to; c++)
            lines += *c == '\n';
        assert_int_equal(lines, rows);
        free(text);
    }
    section_view_free(section.view);
    end(&f);
}

/* The place of a number is that of the point that it stands for. */
static void numbers_have_places(void **state)
{
    (void)state;
    struct fixture f;
    double x, y;
    begin(&f, 8);
    choose(&f, ROOFLINE_LIST, 0);
    read_all(&f);
    struct details_section section = section_of(&f, 0);
    struct figures_style style = details_section_style(&section);
    const struct body_table *table = &section_view_figures(section.view)->tables[0];
    struct roofline_look look = figures_roofline(section.view, table, &style);
    assert_true(roofline_figure_place(
        table, &look, &(struct number){.label = "L1 Achieved Value", .value = 5.2e12}, &x, &y));
    assert_true(near(x, log10(0.25)) && near(y, log10(5.2e12)));
    assert_true(roofline_figure_place(
        table, &look, &(struct number){.label = "4 scan(float *)", .value = 2.45e12}, &x, &y));
    assert_true(near(y, log10(2.45e12)));
    assert_false(roofline_figure_place(
        table, &look, &(struct number){.label = "4 scan(float *)", .value = 1}, &x, &y));
    assert_true(roofline_figure_best(table, &x, &y));
    assert_true(near(x, log10(0.25)));
    section_view_free(section.view);
    end(&f);
}

int main(void)
{
    use_locale("C.UTF-8");
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_step_halves_the_window_around_a_place),
        cmocka_unit_test(it_ends_at_a_tenth_of_a_decade),
        cmocka_unit_test(it_stays_inside_of_the_whole),
        cmocka_unit_test(it_goes_to_what_is_not_seen),
        cmocka_unit_test(axes_have_numbers_at_every_zoom),
        cmocka_unit_test(marks_of_a_cell_share_it),
        cmocka_unit_test(sharing_goes_on),
        cmocka_unit_test(marks_outside_stand_at_the_edge),
        cmocka_unit_test(results_are_tagged_alike_or_listed),
        cmocka_unit_test(of_many_the_first_ones_are_taken),
        cmocka_unit_test(what_was_read_stays),
        cmocka_unit_test(a_point_is_of_the_level_nearest_to_its_roof),
        cmocka_unit_test(other_results_go_on_with_the_numbers),
        cmocka_unit_test(a_limit_is_named_only_near_its_roof),
        cmocka_unit_test(slopes_are_called_after_memories_and_tops_after_units),
        cmocka_unit_test(levels_take_turns),
        cmocka_unit_test(too_many_and_unread_ones_are_told),
        cmocka_unit_test(a_zoomed_chart_has_arrows_for_what_is_outside),
        cmocka_unit_test(a_large_chart_has_the_rows_that_it_is_given),
        cmocka_unit_test(numbers_have_places),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
