#include "tui/figures/chart_axes.h"

#include <math.h>
#include <string.h>

#include "report/base/safe_text.h"
#include "tui/term/short_number.h"

int chart_axes_left(const struct chart_axes *axes)
{
    return axes->column + CHART_LEFT;
}

int chart_axes_right(const struct chart_axes *axes)
{
    return axes->column + axes->columns - 1;
}

/* The first row has the label of the left edge. */
int chart_axes_top(const struct chart_axes *axes)
{
    return axes->row + (axes->y.label ? 1 : 0);
}

int chart_axes_bottom(const struct chart_axes *axes)
{
    return axes->row + axes->rows - 1 - CHART_BELOW;
}

static double share(const struct chart_axis *axis, double value)
{
    double at = axis->logarithmic ? log10(value) : value;
    return axis->most > axis->least ? (at - axis->least) / (axis->most - axis->least) : 0.5;
}

double chart_axes_x(const struct chart_axes *axes, double value)
{
    int left = chart_axes_left(axes);
    return left + share(&axes->x, value) * (chart_axes_right(axes) - left + 0.98);
}

double chart_axes_y(const struct chart_axes *axes, double value)
{
    int top = chart_axes_top(axes);
    return top + (1 - share(&axes->y, value)) * (chart_axes_bottom(axes) - top + 0.98);
}

void chart_axes_line(const struct chart_axes *axes, struct canvas *canvas, double x0, double y0,
                     double x1, double y1, enum role role)
{
    double from_x = chart_axes_x(axes, x0), to_x = chart_axes_x(axes, x1);
    double from_y = chart_axes_y(axes, y0), to_y = chart_axes_y(axes, y1);
    if (!isfinite(from_x) || !isfinite(to_x) || !isfinite(from_y) || !isfinite(to_y) ||
        !canvas_cut(&from_x, &to_x, &from_y, &to_y, chart_axes_left(axes),
                    chart_axes_right(axes) + 0.99) ||
        /* The row above has the label. */
        !canvas_cut(&from_y, &to_y, &from_x, &to_x, chart_axes_top(axes) + 1e-9,
                    chart_axes_bottom(axes) + 0.99))
        return;
    canvas_line(canvas, from_x, from_y, to_x, to_y, role);
}

enum { MOST_TICKS = 500 };

/* The values with a number at an edge. */
struct ticks {
    double values[MOST_TICKS];
    size_t count;
};

static void add_tick(struct ticks *ticks, double value)
{
    if (ticks->count < MOST_TICKS)
        ticks->values[ticks->count++] = value;
}

/* Returns the i-th multiple of a step from `least` on. */
static double multiple(double least, double step, size_t i)
{
    return (ceil(least / step - 1e-9) + (double)i) * step;
}

static void add_multiples(struct ticks *ticks, double least, double most, double step)
{
    double at;
    for (size_t i = 0; i < MOST_TICKS && (at = multiple(least, step, i)) <= most + step * 1e-9; i++)
        add_tick(ticks, fabs(at) < 1e-12 * step ? 0 : at);
}

/* Adds 1, 2 and 5 of each decade. */
static void add_mantissas(struct ticks *ticks, const struct chart_axis *axis)
{
    static const double mantissas[] = {1, 2, 5};
    int first = (int)fmax(floor(axis->least), -400), last = (int)fmin(axis->most, 400);
    for (int decade = first; decade <= last; decade++)
        for (int i = 0; i < 3; i++) {
            double value = mantissas[i] * pow(10, decade), at = log10(value);
            if (at >= axis->least - 1e-9 && at <= axis->most + 1e-9)
                add_tick(ticks, value);
        }
}

/* Finds ticks at decades. If fewer than three are visible, adds their parts, unless these would
 * touch. */
static void find_decades(struct ticks *ticks, const struct chart_axis *axis, int cells,
                         int cells_each)
{
    enum { FEW = 3 };
    static const double least_gap = 0.3; /* between 1 and 2 */
    double span = axis->most - axis->least, each = span * cells_each / (cells > 0 ? cells : 1);
    double step = fmax(short_number_round(each), 1), at;
    size_t seen = 0;
    for (size_t i = 0; i < MOST_TICKS && (at = multiple(axis->least, step, i)) <= axis->most + 1e-9;
         i++) {
        add_tick(ticks, pow(10, at));
        /* a tick at the end has no room for its number */
        seen += at < axis->most - each;
    }
    if (seen >= FEW || each > least_gap)
        return;
    ticks->count = 0;
    add_mantissas(ticks, axis);
    if (ticks->count >= FEW)
        return;
    double least = pow(10, axis->least), most = pow(10, axis->most);
    ticks->count = 0;
    /* Linear ticks are closest at the upper end. */
    add_multiples(ticks, least, most, short_number_round(each * most * log(10)));
}

/* Finds ticks whose numbers do not touch. */
static void find_ticks(struct ticks *ticks, const struct chart_axis *axis, int cells,
                       int cells_each)
{
    double each = (axis->most - axis->least) * cells_each / (cells > 0 ? cells : 1);
    ticks->count = 0;
    if (axis->logarithmic)
        find_decades(ticks, axis, cells, cells_each);
    else
        add_multiples(ticks, axis->least, axis->most, short_number_round(each));
}

int chart_axes_cell(double place)
{
    return fabs(place) < 1e6 ? (int)place : -1;
}

static void draw_left(const struct chart_axes *axes, struct canvas *canvas)
{
    const struct chart_axis *axis = &axes->y;
    const struct glyphs *g = canvas_glyphs(canvas);
    int top = chart_axes_top(axes), bottom = chart_axes_bottom(axes);
    struct ticks ticks;
    find_ticks(&ticks, axis, bottom - top, 2);
    for (int row = top; row <= bottom; row++)
        canvas_edge_glyph(canvas, axes->column + CHART_LEFT - 1, row, ROLE_DIM, g->wall);
    canvas_edge(canvas, axes->column + CHART_LEFT, top, axes->column + CHART_LEFT, bottom + 1,
                ROLE_DIM);
    for (size_t i = 0; i < ticks.count; i++) {
        struct strbuf text = {0};
        double place = chart_axes_y(axes, ticks.values[i]);
        int row = chart_axes_cell(place), left = axes->column + CHART_LEFT;
        short_number(&text, ticks.values[i]);
        int width = (int)safe_text_width(text.data), room = CHART_LEFT - 2;
        if (row >= top && row <= bottom &&
            canvas_mark(canvas, axes->column + (width < room ? room - width : 0), row,
                        left - 1 - width / 2.0, place, ROLE_DIM, text.data)) {
            canvas_edge_glyph(canvas, left - 1, row, ROLE_DIM, g->tick);
            canvas_edge(canvas, left - 0.6, place, left, place, ROLE_DIM);
        }
        strbuf_free(&text);
    }
}

/* Returns whether the label of the lower edge is below it. A long one would leave no room for the
 * numbers. */
static bool is_below(const struct chart_axes *axes)
{
    return axes->x.label && (int)safe_text_width(axes->x.label) <=
                                (chart_axes_right(axes) - chart_axes_left(axes)) / 5;
}

static void draw_below(const struct chart_axes *axes, struct canvas *canvas)
{
    const struct chart_axis *axis = &axes->x;
    const struct glyphs *g = canvas_glyphs(canvas);
    int left = chart_axes_left(axes), right = chart_axes_right(axes);
    int row = chart_axes_bottom(axes) + 1, end = left;
    struct ticks ticks;
    find_ticks(&ticks, axis, right - left, 8);
    canvas_edge_glyph(canvas, left - 1, row, ROLE_DIM, g->corner);
    for (int column = left; column <= right; column++)
        canvas_edge_glyph(canvas, column, row, ROLE_DIM, g->axis);
    canvas_edge(canvas, left, row, right + 1, row, ROLE_DIM);
    int label = is_below(axes) ? (int)safe_text_width(axis->label) : -1;
    for (size_t i = 0; i < ticks.count; i++) {
        struct strbuf text = {0};
        double place = chart_axes_x(axes, ticks.values[i]);
        int column = chart_axes_cell(place);
        short_number(&text, ticks.values[i]);
        int width = (int)safe_text_width(text.data), from = column - (width - 1) / 2;
        if (column >= left && column <= right && from + width <= right - label &&
            (from > end || end == left) &&
            canvas_mark(canvas, from, row + 1, place, row + 0.9, ROLE_DIM, text.data)) {
            canvas_edge_glyph(canvas, column, row, ROLE_DIM, g->foot);
            canvas_edge(canvas, place, row, place, row + 0.3, ROLE_DIM);
            end = from + width;
        }
        strbuf_free(&text);
    }
    if (label > 0)
        canvas_mark(canvas, right - label + 1, row + 1, right + 1 - label / 2.0, row + 0.9,
                    ROLE_DIM, axis->label);
}

/* Draws the label of the lower edge at the right end of the first row. */
static void draw_above(const struct chart_axes *axes, struct canvas *canvas)
{
    struct strbuf text = {0}, fitted = {0};
    int room = axes->columns - (int)safe_text_width(axes->y.label) - 2;
    strbuf_addf(&text, "x: %s", axes->x.label);
    if (room > 0) {
        safe_text_fit(&fitted, text.data, (size_t)room);
        canvas_label(canvas, chart_axes_right(axes) + 1 - (int)safe_text_width(fitted.data),
                     axes->row, ROLE_DIM, fitted.data);
    }
    strbuf_free(&text);
    strbuf_free(&fitted);
}

void chart_axes_draw(const struct chart_axes *axes, struct canvas *canvas)
{
    if (axes->y.label) {
        struct strbuf text = {0};
        safe_text_fit(&text, axes->y.label, (size_t)(axes->columns > 0 ? axes->columns : 0));
        canvas_label(canvas, axes->column, axes->row, ROLE_DIM, text.data ? text.data : "");
        strbuf_free(&text);
    }
    if (axes->y.label && axes->x.label && !is_below(axes))
        draw_above(axes, canvas);
    draw_left(axes, canvas);
    draw_below(axes, canvas);
}
