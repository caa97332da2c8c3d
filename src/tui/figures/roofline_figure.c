/* How it works: the window of the axes comes from all points and ridges, then the zoom takes a part
 * of it. Roofs and walls are drawn first, then the marks of points, then the labels of roofs into
 * what is free. A label tries several rows; if one finds no room, the list of roofs follows below.
 * The lowest row says where kernels are bound by memory and where by arithmetic.
 * Points of the baseline and of other results (guests) use the same axes and the roofs of this
 * result. */
#include "tui/figures/roofline_figure.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/base/safe_text.h"
#include "tui/figures/chart_axes.h"
#include "tui/figures/roofline_legend.h"
#include "tui/figures/roofline_marks.h"
#include "tui/figures/roofline_names.h"

enum { ROWS_LEAST = 12, ROWS_MOST = 24, TALL_MORE = 6 };

static void take(struct roofline_span *span, double number)
{
    if (!roofline_has_place(number))
        return;
    span->least = fmin(span->least, log10(number));
    span->most = fmax(span->most, log10(number));
}

/* Returns the row of the achieved value of that name, or NULL. */
static const struct body_row *point_named(const struct body_table *table, const char *label)
{
    for (size_t i = 0; i < table->row_count; i++)
        if (table->rows[i].part == BODY_POINT && strcmp(table->rows[i].label, label) == 0)
            return &table->rows[i];
    return NULL;
}

/* Returns whether two roofs differ. Clocks vary from launch to launch, so near ones are the
 * same. */
static bool is_other(double a, double b)
{
    return isfinite(a) && isfinite(b) && fabs(a - b) > 0.05 * fabs(b);
}

bool roofline_has_other_roofs(const struct body_table *table, const struct roofline_look *look,
                              const char *level, const char *chip, double peak, double traffic)
{
    const struct body_row *row = point_named(table, level);
    const struct body_row *roof = row && row->roof ? &table->rows[row->roof - 1] : NULL;
    return strcmp(chip, look->chip) != 0 ||
           (roof && (is_other(peak, roofline_number(roof, ROOF_PERFORMANCE)) ||
                     is_other(traffic, roofline_number(roof, ROOF_TRAFFIC))));
}

static size_t own_points(const struct body_table *table)
{
    size_t count = 0;
    for (size_t i = 0; i < table->row_count; i++)
        count += table->rows[i].part == BODY_POINT && roofline_has_work(&table->rows[i]);
    return count;
}

size_t roofline_guests(const struct body_table *table, const struct roofline_look *look,
                       struct roofline_guest guests[ROOFLINE_MOST])
{
    size_t count = 0, number = own_points(table);
    for (size_t i = 0; look->others && i < look->others->count; i++) {
        const struct roofline_other *other = &look->others->others[i];
        const struct roofline_point *point =
            other->is_read && other->result != look->others->shown
                ? roofline_points_find(other, look->section, table->label, look->nth,
                                       roofline_points_level(look->others, table))
                : NULL;
        if (!point)
            continue;
        guests[count] = (struct roofline_guest){other, point, ++number, false};
        guests[count].differs = roofline_has_other_roofs(table, look, point->level, other->chip,
                                                         point->peak, point->traffic);
        count++;
    }
    return count;
}

static void take_points(const struct body_table *table, struct roofline_window *window)
{
    for (size_t i = 0; table && i < table->row_count; i++) {
        const struct body_row *row = &table->rows[i];
        if (row->part == BODY_POINT && roofline_has_place(roofline_number(row, ROOF_PERFORMANCE))) {
            take(&window->x, roofline_number(row, ROOF_INTENSITY));
            take(&window->y, roofline_number(row, ROOF_PERFORMANCE));
        }
    }
}

/* Finds the window: a decade on each side of ridges and points, and a little space above the
 * roofs. */
static bool find_whole(const struct body_table *table, const struct body_table *before,
                       const struct roofline_guest *guests, size_t guest_count,
                       struct roofline_window *window)
{
    struct roofline_span tops = {NAN, NAN}, *x = &window->x, *y = &window->y;
    *x = *y = tops;
    take_points(table, window);
    take_points(before, window);
    for (size_t i = 0; i < guest_count; i++) {
        take(x, guests[i].point->intensity);
        take(y, guests[i].point->performance);
    }
    for (size_t i = 0; i < table->row_count; i++) {
        const struct body_row *row = &table->rows[i];
        if (row->part != BODY_POINT)
            take(x, roofline_number(row, ROOF_INTENSITY));
        if (row->part == BODY_ROOF)
            take(&tops, roofline_number(row, ROOF_PERFORMANCE));
    }
    if (isnan(tops.most))
        return false;
    if (isnan(x->least))
        x->least = x->most = 0;
    x->least = floor(x->least - 0.7);
    x->most = ceil(x->most + 0.5);
    y->least = floor(fmin(y->least, tops.least - 2) - 0.1);
    y->most = fmax(y->most, tops.most) + 0.25;
    return true;
}

bool roofline_figure_whole(const struct body_table *table, const struct roofline_look *look,
                           struct roofline_window *whole)
{
    struct roofline_guest guests[ROOFLINE_MOST];
    size_t count = roofline_guests(table, look, guests);
    return find_whole(table, look->before, guests, count, whole);
}

static bool set_place(double intensity, double performance, double *x, double *y)
{
    *x = log10(intensity);
    *y = log10(performance);
    return roofline_has_place(intensity) && roofline_has_place(performance);
}

size_t roofline_figure_numbers(const struct body_table *table, const struct roofline_look *look)
{
    struct roofline_guest guests[ROOFLINE_MOST];
    return own_points(table) + roofline_guests(table, look, guests);
}

bool roofline_figure_place(const struct body_table *table, const struct roofline_look *look,
                           const struct number *number, double *x, double *y)
{
    struct roofline_guest guests[ROOFLINE_MOST];
    size_t count = roofline_guests(table, look, guests);
    for (size_t i = 0; i < table->row_count && number->label; i++) {
        const struct body_row *row = &table->rows[i];
        if (row->part == BODY_POINT && strcmp(row->label, number->label) == 0 &&
            roofline_number(row, ROOF_PERFORMANCE) == number->value)
            return set_place(roofline_number(row, ROOF_INTENSITY), number->value, x, y);
    }
    for (size_t i = 0; i < count && number->label; i++)
        if (strcmp(guests[i].other->called, number->label) == 0 &&
            guests[i].point->performance == number->value)
            return set_place(guests[i].point->intensity, number->value, x, y);
    return false;
}

bool roofline_figure_best(const struct body_table *table, double *x, double *y)
{
    const struct body_row *best = roofline_points_nearest(table);
    return best && set_place(roofline_number(best, ROOF_INTENSITY),
                             roofline_number(best, ROOF_PERFORMANCE), x, y);
}

struct chart {
    const struct body_table *table;
    struct canvas *canvas;
    struct chart_axes axes;
    size_t marked; /* number of the point under the cursor; 0: none */
};

static void draw_roof(const struct chart *c, const struct body_row *row)
{
    double work = roofline_number(row, ROOF_PERFORMANCE),
           traffic = roofline_number(row, ROOF_TRAFFIC);
    double left = pow(10, c->axes.x.least), right = pow(10, c->axes.x.most);
    if (!roofline_has_place(work))
        return;
    double ridge = roofline_has_place(traffic) ? work / traffic : left;
    if (ridge > left)
        chart_axes_line(&c->axes, c->canvas, left, left * traffic, fmin(ridge, right),
                        fmin(ridge, right) * traffic, ROLE_RULE);
    if (ridge < right)
        chart_axes_line(&c->axes, c->canvas, fmax(ridge, left), work, right, work, ROLE_RULE);
}

static void draw_wall(const struct chart *c, const struct body_row *row)
{
    double x = roofline_number(row, ROOF_INTENSITY);
    if (roofline_has_place(x))
        chart_axes_line(&c->axes, c->canvas, x, pow(10, c->axes.y.least), x,
                        pow(10, c->axes.y.most), ROLE_DIM);
}

/* Returns the label of the flat part or of the slope: the name, and the value. */
static char *roof_label(const struct body_table *table, size_t roof, int column)
{
    struct strbuf text = {0};
    char *name =
        column == ROOF_TRAFFIC ? roofline_memory(table, roof) : roofline_precision(table, roof);
    strbuf_addf(&text, " %s%s", name, *name ? " " : "");
    roofline_add_cell(&text, &table->rows[roof], column);
    free(name);
    return strbuf_detach(&text);
}

/* Labels the flat part at its right end, or below if that is taken. Returns false if there is no
 * room. */
static bool label_top(const struct chart *c, size_t roof)
{
    const struct body_row *row = &c->table->rows[roof];
    double work = roofline_number(row, ROOF_PERFORMANCE);
    if (!roofline_has_place(work) || !roofline_is_first(c->table, roof, ROOF_PERFORMANCE))
        return true;
    if (log10(roofline_number(row, ROOF_INTENSITY)) >= c->axes.x.most)
        return false;
    char *text = roof_label(c->table, roof, ROOF_PERFORMANCE);
    int width = (int)safe_text_width(text), y = chart_axes_cell(chart_axes_y(&c->axes, work));
    int column = chart_axes_right(&c->axes) - width + 1;
    bool placed = false;
    for (int i = 0; i < 3 && !placed && column > chart_axes_left(&c->axes); i++)
        placed = y + i >= chart_axes_top(&c->axes) && y + i <= chart_axes_bottom(&c->axes) &&
                 canvas_label(c->canvas, column, y + i, ROLE_NORMAL, text);
    free(text);
    return placed;
}

/* Labels the slope on its right in row y. Returns false if there is no room. */
static bool label_slope_at(const struct chart *c, double traffic, const char *text, int y)
{
    int bottom = chart_axes_bottom(&c->axes), height = bottom - chart_axes_top(&c->axes) + 1;
    double low = c->axes.y.least, span = c->axes.y.most - low;
    double share = 1 - (y + 0.5 - chart_axes_top(&c->axes)) / height;
    double x = chart_axes_x(&c->axes, pow(10, low + share * span) / traffic);
    int column = isfinite(x) && fabs(x) < 1e6 ? (int)ceil(x) + 1 : -1;
    return column > chart_axes_left(&c->axes) &&
           column + (int)safe_text_width(text) <= chart_axes_right(&c->axes) + 1 &&
           canvas_label(c->canvas, column, y, ROLE_NORMAL, text);
}

/* Labels the slope in the first free row from *row_wanted on, or else above. Returns false if there
 * is none. */
static bool label_slope(const struct chart *c, size_t roof, int *row_wanted)
{
    const struct body_row *row = &c->table->rows[roof];
    double work = roofline_number(row, ROOF_PERFORMANCE),
           traffic = roofline_number(row, ROOF_TRAFFIC);
    if (!roofline_has_place(traffic) || !roofline_has_place(work) ||
        !roofline_is_first(c->table, roof, ROOF_TRAFFIC))
        return true;
    char *text = roof_label(c->table, roof, ROOF_TRAFFIC);
    int first = (int)fmax(chart_axes_y(&c->axes, work), chart_axes_top(&c->axes)) + 1;
    int from = *row_wanted > first ? *row_wanted : first, bottom = chart_axes_bottom(&c->axes);
    bool placed = false;
    for (int y = from; y <= bottom && !placed; y++)
        if ((placed = label_slope_at(c, traffic, text, y)))
            *row_wanted = y + 1;
    for (int y = first; y < from && !placed; y++)
        placed = label_slope_at(c, traffic, text, y);
    free(text);
    return placed;
}

/* Says in the lowest row where memory is the lower roof and where arithmetic is: left of all ridges
 * and right of all of them, as far as there is room. */
static void mark_areas(const struct chart *c)
{
    struct roofline_span ridges = {NAN, NAN};
    const int y = chart_axes_bottom(&c->axes);
    for (size_t i = 0; i < c->table->row_count; i++) {
        const struct body_row *row = &c->table->rows[i];
        if (row->part == BODY_ROOF && roofline_has_place(roofline_number(row, ROOF_TRAFFIC)))
            take(&ridges,
                 roofline_number(row, ROOF_PERFORMANCE) / roofline_number(row, ROOF_TRAFFIC));
    }
    if (isnan(ridges.least))
        return;
    static const char memory[] = "memory bound", compute[] = "compute bound";
    const int left = chart_axes_cell(chart_axes_x(&c->axes, pow(10, ridges.least))),
              right = chart_axes_cell(chart_axes_x(&c->axes, pow(10, ridges.most))),
              first = chart_axes_left(&c->axes), last = chart_axes_right(&c->axes);
    const int end = left - 1 < last ? left - 1 : last,
              begin = right + 2 > first ? right + 2 : first;
    const int width = (int)sizeof memory - 1;
    if (end - width >= first)
        canvas_label(c->canvas, end - width, y, ROLE_DIM, memory);
    if (begin + (int)sizeof compute - 1 <= last + 1)
        canvas_label(c->canvas, begin, y, ROLE_DIM, compute);
}

/* Adds a mark if the point has a place. */
static void add_mark(const struct chart *c, struct roofline_mark *marks, size_t *count,
                     struct roofline_mark mark, double intensity, double performance)
{
    if (!roofline_has_place(intensity) || !roofline_has_place(performance))
        return;
    mark.x = chart_axes_x(&c->axes, intensity);
    mark.y = chart_axes_y(&c->axes, performance);
    marks[(*count)++] = mark;
}

static void add_marks(const struct chart *c, const struct body_table *table, bool is_baseline,
                      struct roofline_mark *marks, size_t *count)
{
    size_t number = 0;
    for (size_t i = 0; table && i < table->row_count; i++) {
        const struct body_row *row = &table->rows[i];
        struct roofline_mark mark = {.role = is_baseline ? ROLE_BASELINE : ROLE_FINDING};
        if (row->part != BODY_POINT || !roofline_has_work(row))
            continue;
        number++;
        mark.marked = !is_baseline && number == c->marked;
        if (is_baseline)
            roofline_mark_letter(mark.label, number);
        else
            roofline_mark_number(mark.label, canvas_glyphs(c->canvas), number);
        add_mark(c, marks, count, mark, roofline_number(row, ROOF_INTENSITY),
                 roofline_number(row, ROOF_PERFORMANCE));
    }
}

/* Draws a mark at its point. A mark that stands for several points, or is at the edge, is where its
 * text is. */
static void draw_mark(const struct chart *c, const struct roofline_mark *mark)
{
    bool inside = !mark->arrow && safe_text_width(mark->text) == safe_text_width(mark->label);
    double x = inside ? mark->x + (mark->width - 1) / 2.0 : mark->column + mark->width / 2.0;
    if (!canvas_mark(c->canvas, mark->column, mark->row, x, inside ? mark->y : mark->row + 0.5,
                     mark->role, mark->text))
        return;
    if (mark->marked)
        canvas_glyph(c->canvas, mark->column - 1, mark->row, mark->role,
                     canvas_glyphs(c->canvas)->cursor);
}

/* Draws the marks. The result's own come first, because they must be visible. */
static void draw_marks(const struct chart *c, const struct body_table *before,
                       const struct roofline_guest *guests, size_t guest_count)
{
    size_t count = 0, most = c->table->row_count + guest_count + (before ? before->row_count : 0);
    struct roofline_mark *marks = mem_alloc((most + 1) * sizeof *marks);
    const struct roofline_plot plot = {chart_axes_left(&c->axes), chart_axes_top(&c->axes),
                                       chart_axes_right(&c->axes), chart_axes_bottom(&c->axes)};
    add_marks(c, c->table, false, marks, &count);
    for (size_t i = 0; i < guest_count; i++) {
        struct roofline_mark mark = {.role = ROLE_NORMAL, .marked = guests[i].number == c->marked};
        roofline_mark_number(mark.label, canvas_glyphs(c->canvas), guests[i].number);
        add_mark(c, marks, &count, mark, guests[i].point->intensity, guests[i].point->performance);
    }
    add_marks(c, before, true, marks, &count);
    roofline_marks_place(marks, count, &plot, canvas_glyphs(c->canvas));
    for (size_t i = 0; i < count; i++)
        if (*marks[i].text)
            draw_mark(c, &marks[i]);
    free(marks);
}

int roofline_figure_rows(const struct roofline_look *look, int columns)
{
    int rows = columns / 8 + (look->whole ? TALL_MORE : 0);
    rows = rows > ROWS_MOST ? ROWS_MOST : rows;
    rows = look->rows ? look->rows : rows;
    return rows < ROWS_LEAST ? ROWS_LEAST : rows;
}

/* Draws the chart. Returns false if the names of some roofs had no room. */
static bool draw_chart(const struct body_table *table, const struct roofline_look *look,
                       const struct roofline_guest *guests, size_t guest_count,
                       const struct roofline_window *seen, int indent, struct painter *p)
{
    int columns = p->width - indent, rows = roofline_figure_rows(look, columns);
    char *intensity = roofline_unit(table, ROOF_INTENSITY);
    char *work = roofline_unit(table, ROOF_PERFORMANCE);
    struct chart c = {table,
                      canvas_new(painter_glyphs(p), columns, rows),
                      {.columns = columns,
                       .rows = rows,
                       .x = {seen->x.least, seen->x.most, true, intensity},
                       .y = {seen->y.least, seen->y.most, true, work}},
                      painter_marked(p)};
    chart_axes_draw(&c.axes, c.canvas);
    bool all = true;
    int slope_row = chart_axes_top(&c.axes) + (rows - CHART_BELOW) / 3;
    for (size_t i = 0; i < table->row_count; i++)
        if (table->rows[i].part == BODY_ROOF)
            draw_roof(&c, &table->rows[i]);
        else if (table->rows[i].part == BODY_WALL)
            draw_wall(&c, &table->rows[i]);
    draw_marks(&c, look->before, guests, guest_count);
    for (size_t i = 0; i < table->row_count; i++)
        if (table->rows[i].part == BODY_ROOF) {
            all = label_top(&c, i) && all;
            all = label_slope(&c, i, &slope_row) && all;
        }
    mark_areas(&c);
    canvas_draw(c.canvas, indent, p);
    canvas_free(c.canvas);
    free(intensity);
    free(work);
    return all;
}

/* Says that only a part is visible. */
static void tell_zoom(const struct roofline_window *whole, const struct roofline_window *seen,
                      int indent, struct painter *p)
{
    char line[80];
    snprintf(line, sizeof line, "Zoom: %.3g %% of each axis; - shows more, 0 all of it",
             100 * (seen->x.most - seen->x.least) / (whole->x.most - whole->x.least));
    painter_wrapped(p, indent, ROLE_DIM, line);
}

void roofline_figure_draw(const struct body_table *table, const struct roofline_look *look,
                          int indent, struct painter *p)
{
    struct roofline_guest guests[ROOFLINE_MOST];
    struct roofline_window whole;
    size_t guest_count = roofline_guests(table, look, guests);
    bool named = false;
    if (find_whole(table, look->before, guests, guest_count, &whole)) {
        struct roofline_window seen = roofline_window_of(&whole, &look->zoom);
        named = draw_chart(table, look, guests, guest_count, &seen, indent, p);
        if (look->zoom.steps)
            tell_zoom(&whole, &seen, indent, p);
    } else {
        painter_wrapped(p, indent, ROLE_DIM, "no chart: the peaks of its roofs were not collected");
    }
    roofline_legend_points(table, false, indent, p);
    roofline_legend_guests(table, look, guests, guest_count, indent, p);
    roofline_legend_points(look->before, true, indent, p);
    roofline_legend_idle(table, indent, p);
    if (!named || look->whole)
        roofline_legend_roofs(table, indent, p);
}
