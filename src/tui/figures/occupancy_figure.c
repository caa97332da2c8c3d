#include "tui/figures/occupancy_figure.h"

#include <math.h>

#include "report/base/safe_text.h"
#include "report/base/strbuf.h"
#include "report/metric/metric_format.h"
#include "tui/figures/chart_axes.h"

enum { GAP = 2, KIB = 1024 };

static const char *const titles[OCCUPANCY_CURVES] = {"Threads", "Registers", "Shared KiB"};

enum occupancy_curve occupancy_figure_of(enum what_if_input input, enum occupancy_curve before)
{
    switch (input) {
    case WHAT_IF_BLOCK:
        return CURVE_BLOCK;
    case WHAT_IF_REGISTERS:
        return CURVE_REGISTERS;
    case WHAT_IF_STATIC:
    case WHAT_IF_DYNAMIC:
    case WHAT_IF_CONFIG:
        return CURVE_SHARED;
    default:
        return before;
    }
}

static double percent_at(const struct what_if *what, enum occupancy_curve curve, unsigned value)
{
    return curve == CURVE_SHARED
               ? what_if_percent_shared(what, value)
               : what_if_percent(what, curve == CURVE_BLOCK ? WHAT_IF_BLOCK : WHAT_IF_REGISTERS,
                                 value);
}

static unsigned value_of(const unsigned values[WHAT_IF_INPUTS], enum occupancy_curve curve)
{
    return curve == CURVE_BLOCK       ? values[WHAT_IF_BLOCK]
           : curve == CURVE_REGISTERS ? values[WHAT_IF_REGISTERS]
                                      : values[WHAT_IF_STATIC] + values[WHAT_IF_DYNAMIC];
}

static unsigned most_of(const struct occupancy_chip *chip, enum occupancy_curve curve)
{
    return curve == CURVE_BLOCK       ? chip->max_threads_per_block
           : curve == CURVE_REGISTERS ? OCCUPANCY_REGISTERS
                                      : chip->max_shared_per_block;
}

/* Returns the unit of allocation. All values within one unit have the same occupancy. */
static unsigned unit_of(const struct occupancy_chip *chip, enum occupancy_curve curve)
{
    return curve == CURVE_BLOCK       ? chip->warp_size
           : curve == CURVE_REGISTERS ? 1
                                      : chip->shared_unit;
}

static double place_of(enum occupancy_curve curve, double value)
{
    return curve == CURVE_SHARED ? value / KIB : value;
}

static void draw_curve(const struct what_if *what, enum occupancy_curve curve,
                       const struct chart_axes *axes, struct canvas *canvas)
{
    unsigned unit = unit_of(&what->device.chip, curve), most = most_of(&what->device.chip, curve);
    unsigned from = 0;
    double before = percent_at(what, curve, unit), x = 0;
    for (unsigned value = unit; value <= most; value += unit) {
        double y = percent_at(what, curve, value);
        if (y != before) {
            double step = place_of(curve, value - unit);
            chart_axes_line(axes, canvas, x, before, step, before, ROLE_GOOD);
            chart_axes_line(axes, canvas, step, before, step, y, ROLE_GOOD);
            x = step;
            before = y;
        }
        from = value;
    }
    chart_axes_line(axes, canvas, x, before, place_of(curve, from), before, ROLE_GOOD);
}

static void mark(const struct chart_axes *axes, struct canvas *canvas, double x, double y,
                 enum role role, const char *glyph)
{
    double place_x = chart_axes_x(axes, x), place_y = chart_axes_y(axes, y);
    canvas_mark(canvas, chart_axes_cell(place_x), chart_axes_cell(place_y), place_x, place_y, role,
                glyph);
}

static void add_point(struct strbuf *out, enum occupancy_curve curve, const char *glyph,
                      unsigned value, double percent)
{
    strbuf_addf(out, "%s ", glyph);
    format_number(out, place_of(curve, value));
    strbuf_addf(out, ": %.4g %%", percent);
}

/* Draws "Registers  ◆ 32: 100 %  ◇ launch 40: 75 %". */
static void draw_title(const struct what_if *what, enum occupancy_curve curve, double now,
                       double launch, int column, int columns, struct canvas *canvas)
{
    const struct glyphs *g = canvas_glyphs(canvas);
    struct strbuf text = {0}, fitted = {0};
    strbuf_addf(&text, "%s  ", titles[curve]);
    int at = (int)safe_text_width(text.data);
    canvas_label(canvas, column, 0, ROLE_HEADING, titles[curve]);
    strbuf_clear(&text);
    add_point(&text, curve, g->finding, value_of(what->now, curve), now);
    if (!what_if_is_launch(what)) {
        strbuf_adds(&text, "  ");
        add_point(&text, curve, g->stored, value_of(what->launch, curve), launch);
    }
    safe_text_fit(&fitted, text.data, (size_t)(columns > at ? columns - at : 0));
    if (fitted.data && columns > at)
        canvas_label(canvas, column + at, 0, ROLE_NORMAL, fitted.data);
    strbuf_free(&text);
    strbuf_free(&fitted);
}

static void draw_chart(const struct what_if *what, enum occupancy_curve curve, int column,
                       int columns, int rows, struct canvas *canvas)
{
    const struct occupancy_chip *chip = &what->device.chip;
    const struct glyphs *g = canvas_glyphs(canvas);
    double now = what_if_outcome(what).percent, launch = what_if_outcome_launch(what).percent;
    struct chart_axes axes = {.column = column,
                              .row = 1,
                              .columns = columns,
                              .rows = rows - 1,
                              .x = {.most = place_of(curve, most_of(chip, curve))},
                              .y = {.most = 104}}; /* a point at 100 must be below the title */
    draw_title(what, curve, now, launch, column, columns, canvas);
    chart_axes_draw(&axes, canvas);
    draw_curve(what, curve, &axes, canvas);
    mark(&axes, canvas, place_of(curve, value_of(what->now, curve)), now, ROLE_FINDING, g->finding);
    if (!what_if_is_launch(what))
        mark(&axes, canvas, place_of(curve, value_of(what->launch, curve)), launch, ROLE_BASELINE,
             g->stored);
}

void occupancy_figure_draw(const struct what_if *what, enum occupancy_curve chosen, int rows,
                           struct painter *p)
{
    bool all = p->width >= OCCUPANCY_FIGURE_WIDE;
    int count = all ? OCCUPANCY_CURVES : 1, each = (p->width - (count - 1) * GAP) / count;
    rows = rows < OCCUPANCY_FIGURE_ROWS ? OCCUPANCY_FIGURE_ROWS : rows;
    struct canvas *canvas = canvas_new(painter_glyphs(p), p->width, rows);
    for (int i = 0; i < count; i++)
        draw_chart(what, all ? (enum occupancy_curve)i : chosen, i * (each + GAP), each, rows,
                   canvas);
    canvas_draw(canvas, 0, p);
    canvas_free(canvas);
}
