#include "tui/figures/line_figure.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/base/safe_text.h"
#include "report/metric/metric_format.h"
#include "tui/figures/chart_axes.h"
#include "tui/term/short_number.h"

enum { ROWS = 11, TALL_ROWS = 17, TIME_ROWS = 8, SIDE_LEAST = 48, MOST_ABREAST = 3, GAP = 2 };

static const enum role line_roles[] = {ROLE_GOOD, ROLE_BUSY, ROLE_HOT, ROLE_TITLE};

size_t line_figure_abreast(size_t count, int indent, const struct painter *p)
{
    int room = (p->width - indent + GAP) / (SIDE_LEAST + GAP);
    size_t most = room < 1 ? 1 : room > MOST_ABREAST ? MOST_ABREAST : (size_t)room;
    return count < most ? count : most;
}

static void take(double *least, double *most, double value)
{
    if (!isfinite(value))
        return;
    *least = fmin(*least, value);
    *most = fmax(*most, value);
}

/* Sets the axes: from 0 to a round number, or from below 0 if there are negative values. */
static void find_axes(const struct body_line *lines, size_t count, double here,
                      struct chart_axes *axes)
{
    double low = 0, high = NAN, left = NAN, right = NAN;
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < lines[i].points.count; j++) {
            take(&left, &right, lines[i].points.items[j].x);
            take(&low, &high, lines[i].points.items[j].y);
        }
    take(&left, &right, here);
    axes->x.least = isnan(left) ? 0 : left;
    axes->x.most = isnan(right) ? 1 : right;
    axes->y.least = low < 0 ? -short_number_round(-low) : 0;
    axes->y.most = high > 0 ? high * 1.05 : 1;
}

static void draw_line(const struct body_line *line, const struct chart_axes *axes,
                      struct canvas *canvas, enum role role)
{
    const struct metric_points *points = &line->points;
    for (size_t i = 0; i < points->count; i++) {
        const struct metric_point *to = &points->items[i];
        const struct metric_point *from = i ? &points->items[i - 1] : to;
        if (isfinite(from->y) && isfinite(to->y))
            chart_axes_line(axes, canvas, from->x, from->y, to->x, to->y, role);
    }
}

/* Returns the value at x, which is that of the last point up to x. Returns NAN if x lies
 * outside. */
static double value_at(const struct metric_points *points, double x)
{
    double y = NAN;
    for (size_t i = 0; i < points->count && points->items[i].x <= x; i++)
        y = points->items[i].y;
    return points->count && x <= points->items[points->count - 1].x ? y : NAN;
}

static void mark_lines(const struct body_table *table, double x, const struct chart_axes *axes,
                       struct canvas *canvas, enum role role, const char *mark)
{
    int column = chart_axes_cell(chart_axes_x(axes, x));
    for (size_t i = 0; i < table->line_count; i++) {
        double y = value_at(&table->lines[i].points, x);
        if (isfinite(y))
            canvas_label(canvas, column, chart_axes_cell(chart_axes_y(axes, y)), role, mark);
    }
}

static void draw_here(const struct body_table *table, const struct chart_axes *axes,
                      struct canvas *canvas)
{
    if (!isfinite(table->here))
        return;
    const struct glyphs *g = canvas_glyphs(canvas);
    double x = chart_axes_x(axes, table->here);
    int column = chart_axes_cell(x), top = chart_axes_top(axes), bottom = chart_axes_bottom(axes);
    for (int row = top; row <= bottom; row += 2)
        canvas_edge_glyph(canvas, column, row, ROLE_DIM, g->dot);
    canvas_edge(canvas, x, top, x, bottom + 1, ROLE_DIM);
    mark_lines(table, table->here, axes, canvas, ROLE_FINDING, g->finding);
}

/* Marks the place of the baseline. At the same place as this result it is hidden. */
static void draw_before(const struct body_table *table, double before,
                        const struct chart_axes *axes, struct canvas *canvas)
{
    if (isfinite(before))
        mark_lines(table, before, axes, canvas, ROLE_BASELINE, canvas_glyphs(canvas)->stored);
}

/* Appends "here: 32, 62.5", or says what is unknown. */
static void tell_here(const struct body_table *table, double before, const struct glyphs *g,
                      struct strbuf *out)
{
    if (!isfinite(table->here)) {
        strbuf_adds(out, "the position of this result was not collected");
        return;
    }
    char *x = safe_text(table->row_name);
    strbuf_addf(out, "%s %s ", g->finding, x);
    format_number(out, table->here);
    free(x);
    for (size_t i = 0; i < table->line_count; i++) {
        double y = value_at(&table->lines[i].points, table->here);
        char *name = safe_text(table->lines[i].label);
        strbuf_addf(out, "%s %s ", i ? "," : ":", name);
        if (isfinite(y))
            format_number(out, y);
        else
            strbuf_adds(out, "n/a");
        free(name);
    }
    if (isfinite(before)) {
        strbuf_addf(out, " (baseline %s ", g->stored);
        format_number(out, before);
        strbuf_adds(out, ")");
    }
}

static void place(struct canvas *canvas, int column, int row, int columns, enum role role,
                  const char *text)
{
    struct strbuf fitted = {0};
    safe_text_fit(&fitted, text, (size_t)columns);
    if (fitted.data)
        canvas_label(canvas, column, row, role, fitted.data);
    strbuf_free(&fitted);
}

/* Makes the line about this result a number for the cursor. Without a place there is no number. */
static void number_here(const struct body_table *table, struct canvas *canvas, int column, int row,
                        int columns, const char *told)
{
    if (!table->line_count || !isfinite(table->here))
        return;
    const struct body_line *line = &table->lines[0];
    int width = (int)safe_text_width(told);
    canvas_number(canvas, column, row, width < columns ? width : columns,
                  &(struct number){.source = line->metric,
                                   .label = table->label,
                                   .value = value_at(&line->points, table->here),
                                   .unit = "",
                                   .note = told});
}

static void draw_chart(const struct body_table *table, double before, struct canvas *canvas,
                       int column, int columns, int rows)
{
    char *x = safe_text(table->row_name), *title = safe_text(table->label);
    char *y = safe_text(table->line_count ? table->lines[0].label : "");
    struct chart_axes axes = {column, 1, columns, rows - 2, {.label = x}, {.label = y}};
    struct strbuf told = {0};
    find_axes(table->lines, table->line_count, table->here, &axes);
    place(canvas, column, 0, columns, ROLE_HEADING, title);
    chart_axes_draw(&axes, canvas);
    for (size_t i = 0; i < table->line_count; i++)
        draw_line(&table->lines[i], &axes, canvas, line_roles[i % 4]);
    draw_here(table, &axes, canvas);
    draw_before(table, before, &axes, canvas);
    tell_here(table, before, canvas_glyphs(canvas), &told);
    place(canvas, column, rows - 1, columns, ROLE_NORMAL, told.data);
    number_here(table, canvas, column, rows - 1, columns, told.data);
    strbuf_free(&told);
    free(title);
    free(x);
    free(y);
}

void line_figure_draw(const struct body_table *tables, const double *before, size_t count,
                      bool tall, int indent, struct painter *p)
{
    int room = p->width - indent, rows = tall ? TALL_ROWS : ROWS;
    int each = (room + GAP) / (int)(count ? count : 1) - GAP;
    struct canvas *canvas = canvas_new(painter_glyphs(p), room, rows);
    for (size_t i = 0; i < count; i++)
        draw_chart(&tables[i], before[i], canvas, (int)i * (each + GAP), each, rows);
    canvas_draw(canvas, indent, p);
    canvas_free(canvas);
}

static char *series_title(const struct body_line *line)
{
    struct strbuf text = {0};
    strbuf_adds(&text, line->label);
    if (*line->unit)
        strbuf_addf(&text, " [%s]", line->unit);
    char *safe = safe_text(text.data);
    strbuf_free(&text);
    return safe;
}

/* Makes the title of a time series a number that stands for the series. */
static void number_title(const struct body_line *line, struct canvas *canvas, int column,
                         int columns, const char *title)
{
    int width = (int)safe_text_width(title);
    struct strbuf most = {0};
    char *label = mem_printf("%s, mean of all samples", line->label);
    strbuf_adds(&most, "the greatest is ");
    format_number(&most, line->points.maximum);
    canvas_number(canvas, column, 0, width < columns ? width : columns,
                  &(struct number){.source = line->metric,
                                   .label = label,
                                   .value = line->points.mean,
                                   .unit = line->unit,
                                   .note = most.data});
    strbuf_free(&most);
    free(label);
}

static void draw_time(const struct body_line *line, struct canvas *canvas, int column, int columns)
{
    struct body_line moved = *line;
    const struct metric_points *points = &line->points;
    double start = points->count ? points->items[0].x : 0;
    double span = points->count ? points->items[points->count - 1].x - start : 0;
    struct unit_scale scale = unit_scale_for("ns", span);
    moved.points.items = mem_alloc((points->count + 1) * sizeof *moved.points.items);
    for (size_t i = 0; i < points->count; i++) {
        moved.points.items[i] = points->items[i];
        moved.points.items[i].x = (points->items[i].x - start) / scale.factor;
    }
    struct chart_axes axes = {column, 1, columns, TIME_ROWS - 1, {.label = scale.unit}, {0}};
    char *title = series_title(line);
    find_axes(&moved, 1, NAN, &axes);
    place(canvas, column, 0, columns, ROLE_HEADING, title);
    number_title(line, canvas, column, columns, title);
    chart_axes_draw(&axes, canvas);
    draw_line(&moved, &axes, canvas, ROLE_GOOD);
    free(moved.points.items);
    free(title);
}

void line_figure_draw_times(const struct body_table *table, int indent, struct painter *p)
{
    int room = p->width - indent;
    for (size_t i = 0, abreast; i < table->line_count; i += abreast) {
        abreast = line_figure_abreast(table->line_count - i, indent, p);
        size_t full = line_figure_abreast(table->line_count, indent, p);
        int each = (room + GAP) / (int)full - GAP;
        struct canvas *canvas = canvas_new(painter_glyphs(p), room, TIME_ROWS);
        for (size_t j = 0; j < abreast; j++)
            draw_time(&table->lines[i + j], canvas, (int)j * (each + GAP), each);
        canvas_draw(canvas, indent, p);
        canvas_free(canvas);
    }
}
