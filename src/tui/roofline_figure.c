#include "roofline_figure.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chart_axes.h"
#include "mem.h"
#include "safe_text.h"

enum { ROWS_LEAST = 12, ROWS_MOST = 24, TALL_MORE = 6, MOST_LISTED = 12 };

char *roofline_name(const char *label)
{
    static const char *const common[] = {" Achieved Value", " Roofline"};
    char *name = safe_text(label);
    for (size_t i = 0; i < sizeof common / sizeof *common; i++) {
        char *at = strstr(name, common[i]);
        if (at && (at > name || at[strlen(common[i])]))
            memmove(at, at + strlen(common[i]), strlen(at + strlen(common[i])) + 1);
    }
    return name;
}

static double number_of(const struct body_row *row, int column)
{
    return row->cells[column].has_number ? row->cells[column].number : NAN;
}

static bool is_drawn(double number)
{
    return number > 0 && isfinite(number);
}

/* Points of 0 have no place on the chart. */
static bool has_work(const struct body_row *row)
{
    return number_of(row, ROOF_PERFORMANCE) != 0;
}

/* Least and greatest logarithm of what is looked at. */
struct range {
    double least, most;
};

static void take(struct range *range, double number)
{
    if (!is_drawn(number))
        return;
    range->least = fmin(range->least, log10(number));
    range->most = fmax(range->most, log10(number));
}

/* Around ridges and points there is a decade on each side, above the roofs a little air. */
static bool find_ranges(const struct body_table *table, const struct body_table *before,
                        struct range *x, struct range *y)
{
    *x = *y = (struct range){NAN, NAN};
    double top = NAN, low = NAN;
    for (size_t i = 0; before && i < before->row_count; i++) {
        const struct body_row *row = &before->rows[i];
        if (row->part == BODY_POINT && is_drawn(number_of(row, ROOF_PERFORMANCE))) {
            take(x, number_of(row, ROOF_INTENSITY));
            take(y, number_of(row, ROOF_PERFORMANCE));
        }
    }
    for (size_t i = 0; i < table->row_count; i++) {
        const struct body_row *row = &table->rows[i];
        double work = number_of(row, ROOF_PERFORMANCE);
        if (row->part == BODY_POINT && !is_drawn(work))
            continue;
        take(x, number_of(row, ROOF_INTENSITY));
        take(y, work);
        if (row->part == BODY_ROOF && is_drawn(work)) {
            top = fmax(top, log10(work));
            low = fmin(low, log10(work));
        }
    }
    if (isnan(top))
        return false;
    if (isnan(x->least))
        x->least = x->most = 0;
    x->least = floor(x->least - 0.7);
    x->most = ceil(x->most + 0.5);
    y->least = floor(fmin(y->least, low - 2) - 0.1);
    y->most = top + 0.25;
    return true;
}

struct chart {
    const struct body_table *table;
    struct canvas *canvas;
    struct chart_axes axes;
    size_t marked; /* number of the point that the cursor is on; 0: none */
};

static void draw_roof(const struct chart *c, const struct body_row *row)
{
    double work = number_of(row, ROOF_PERFORMANCE), traffic = number_of(row, ROOF_TRAFFIC);
    double left = pow(10, c->axes.x.least), right = pow(10, c->axes.x.most);
    if (!is_drawn(work))
        return;
    double ridge = is_drawn(traffic) ? work / traffic : left;
    if (ridge > left)
        chart_axes_line(&c->axes, c->canvas, left, left * traffic, fmin(ridge, right),
                        fmin(ridge, right) * traffic, ROLE_RULE);
    if (ridge < right)
        chart_axes_line(&c->axes, c->canvas, fmax(ridge, left), work, right, work, ROLE_RULE);
}

static void draw_wall(const struct chart *c, const struct body_row *row)
{
    double x = number_of(row, ROOF_INTENSITY);
    if (is_drawn(x))
        chart_axes_line(&c->axes, c->canvas, x, pow(10, c->axes.y.least), x,
                        pow(10, c->axes.y.most), ROLE_DIM);
}

/* Whether another roof has the same value there: then it tells them not apart. */
static bool is_shared(const struct body_table *table, size_t roof, int column)
{
    double own = number_of(&table->rows[roof], column);
    for (size_t i = 0; i < table->row_count; i++) {
        const struct body_row *row = &table->rows[i];
        double other = number_of(row, column);
        if (i != roof && row->part == BODY_ROOF && fabs(other - own) <= fabs(own) * 1e-6)
            return true;
    }
    return false;
}

static bool is_first(const struct body_table *table, size_t roof, int column)
{
    double own = number_of(&table->rows[roof], column);
    for (size_t i = 0; i < roof; i++)
        if (table->rows[i].part == BODY_ROOF &&
            fabs(number_of(&table->rows[i], column) - own) <= fabs(own) * 1e-6)
            return false;
    return true;
}

static void add_cell(struct strbuf *out, const struct body_row *row, int column)
{
    const struct body_cell *cell = &row->cells[column];
    char *unit = safe_text(cell->unit);
    strbuf_addf(out, "%s%s%s", cell->text ? cell->text : "n/a", *unit ? " " : "", unit);
    free(unit);
}

/* What stands at the flat part or at the slope: the value, and the name where that tells roofs
 * apart. */
static char *roof_label(const struct body_table *table, size_t roof, int column)
{
    const struct body_row *row = &table->rows[roof];
    int other = column == ROOF_TRAFFIC ? ROOF_PERFORMANCE : ROOF_TRAFFIC;
    bool named = !is_shared(table, roof, column) &&
                 (column == ROOF_PERFORMANCE || is_shared(table, roof, other));
    struct strbuf text = {0};
    char *name = roofline_name(row->label);
    strbuf_addf(&text, " %s%s", named ? name : "", named ? " " : "");
    add_cell(&text, row, column);
    free(name);
    return strbuf_detach(&text);
}

/* On the flat part, at its right end, or below where that is taken. false: there is no room. */
static bool label_top(const struct chart *c, size_t roof)
{
    const struct body_row *row = &c->table->rows[roof];
    double work = number_of(row, ROOF_PERFORMANCE);
    if (!is_drawn(work) || !is_first(c->table, roof, ROOF_PERFORMANCE))
        return true;
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

/* Right of the slope in row y; false: there is no room. */
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

/* In the first row from *row_wanted on that has room, else above. false: none has. */
static bool label_slope(const struct chart *c, size_t roof, int *row_wanted)
{
    const struct body_row *row = &c->table->rows[roof];
    double work = number_of(row, ROOF_PERFORMANCE), traffic = number_of(row, ROOF_TRAFFIC);
    if (!is_drawn(traffic) || !is_drawn(work) || !is_first(c->table, roof, ROOF_TRAFFIC))
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

static void add_mark(struct strbuf *out, const struct glyphs *g, size_t number, bool is_baseline)
{
    if (is_baseline)
        strbuf_addf(out, "%c", number <= 26 ? (char)('a' + number - 1) : '?');
    else if (number <= g->number_count)
        strbuf_adds(out, g->numbers[number - 1]);
    else
        strbuf_addf(out, "%zu", number);
}

/* Where another point is already, the next cell. */
static void draw_point(const struct chart *c, const struct body_row *row, const char *mark,
                       enum role role, bool marked)
{
    double x = number_of(row, ROOF_INTENSITY), y = number_of(row, ROOF_PERFORMANCE);
    if (!is_drawn(x) || !is_drawn(y))
        return;
    double place_x = chart_axes_x(&c->axes, x), place_y = chart_axes_y(&c->axes, y);
    int column = chart_axes_cell(place_x), line = chart_axes_cell(place_y);
    role = marked ? ROLE_SELECTION : role;
    while (column < chart_axes_right(&c->axes) &&
           !canvas_mark(c->canvas, column, line, place_x, place_y, role, mark))
        column++;
    if (marked)
        canvas_glyph(c->canvas, column - 1, line, role, canvas_glyphs(c->canvas)->cursor);
}

/* Those of the baseline after those of the result, which must be seen. */
static void draw_points(const struct chart *c, const struct body_table *table, bool is_baseline)
{
    size_t number = 0;
    for (size_t i = 0; table && i < table->row_count; i++) {
        struct strbuf mark = {0};
        if (table->rows[i].part != BODY_POINT || !has_work(&table->rows[i]))
            continue;
        add_mark(&mark, canvas_glyphs(c->canvas), ++number, is_baseline);
        draw_point(c, &table->rows[i], mark.data, is_baseline ? ROLE_BASELINE : ROLE_FINDING,
                   !is_baseline && number == c->marked);
        strbuf_free(&mark);
    }
}

static char *unit_of(const struct body_table *table, int column)
{
    for (size_t i = 0; i < table->row_count; i++)
        if (table->rows[i].cells[column].text) {
            const char *unit = table->rows[i].cells[column].unit;
            const char *operations = strstr(unit, "FLOP");
            return safe_text(operations           ? operations
                             : strstr(unit, "OP") ? strstr(unit, "OP")
                                                  : unit);
        }
    return mem_strdup("");
}

/* false: the names of some roofs had no room. */
static bool draw_chart(const struct body_table *table, const struct body_table *before,
                       const struct range *x, const struct range *y, bool tall, int indent,
                       struct painter *p)
{
    int columns = p->width - indent, rows = columns / 8 + (tall ? TALL_MORE : 0);
    rows = rows < ROWS_LEAST ? ROWS_LEAST : rows > ROWS_MOST ? ROWS_MOST : rows;
    char *intensity = unit_of(table, ROOF_INTENSITY), *work = unit_of(table, ROOF_PERFORMANCE);
    struct chart c = {table,
                      canvas_new(painter_glyphs(p), columns, rows),
                      {.columns = columns,
                       .rows = rows,
                       .x = {x->least, x->most, true, intensity},
                       .y = {y->least, y->most, true, work}},
                      painter_marked(p)};
    chart_axes_draw(&c.axes, c.canvas);
    bool all = true;
    int slope_row = chart_axes_top(&c.axes) + (rows - CHART_BELOW) / 3;
    for (size_t i = 0; i < table->row_count; i++)
        if (table->rows[i].part == BODY_ROOF)
            draw_roof(&c, &table->rows[i]);
        else if (table->rows[i].part == BODY_WALL)
            draw_wall(&c, &table->rows[i]);
    draw_points(&c, table, false);
    draw_points(&c, before, true);
    for (size_t i = 0; i < table->row_count; i++)
        if (table->rows[i].part == BODY_ROOF) {
            all = label_top(&c, i) && all;
            all = label_slope(&c, i, &slope_row) && all;
        }
    canvas_draw(c.canvas, indent, p);
    canvas_free(c.canvas);
    free(intensity);
    free(work);
    return all;
}

/* "8.54 % of its roof, 11.7 times below it" */
static void add_distance(struct strbuf *out, const struct body_row *row)
{
    double share = number_of(row, ROOF_SHARE);
    if (!is_drawn(share))
        return;
    strbuf_addf(out, " %s %.3g %% of its roof", safe_text_utf8() ? "\u00b7" : "|", share);
    if (share < 100)
        strbuf_addf(out, ", %.3g times below it", 100 / share);
}

/* What the cursor says of a point: its place, and how far it is from the roof. */
static void draw_told(const struct body_table *table, const struct body_row *row, const char *text,
                      int indent, struct painter *p)
{
    struct strbuf note = {0};
    strbuf_adds(&note, "");
    if (is_drawn(number_of(row, ROOF_INTENSITY))) {
        strbuf_adds(&note, "at ");
        add_cell(&note, row, ROOF_INTENSITY);
    }
    add_distance(&note, row);
    painter_wrapped_number(
        p, indent, ROLE_NORMAL, text,
        &(struct number){.source = body_cell_source(table, row, ROOF_PERFORMANCE),
                         .label = row->label,
                         .value = number_of(row, ROOF_PERFORMANCE),
                         .unit = row->cells[ROOF_PERFORMANCE].base_unit,
                         .peak = NAN,
                         .note = note.data});
    strbuf_free(&note);
}

/* "2.92 FLOP/byte: 52.1 GFLOP/s of 14.1 TFLOP/s (0.4 %), left of the ridge at 13.6: memory is the
 * limit" */
static void tell_point(const struct body_table *table, const struct body_row *row, size_t number,
                       bool is_baseline, int indent, struct painter *p)
{
    struct strbuf text = {0};
    char *name = roofline_name(row->label);
    add_mark(&text, painter_glyphs(p), number, is_baseline);
    strbuf_addf(&text, " %s%s: ", is_baseline ? "baseline " : "", name);
    free(name);
    double x = number_of(row, ROOF_INTENSITY);
    if (!is_drawn(x)) {
        add_cell(&text, row, ROOF_PERFORMANCE);
        strbuf_adds(&text, ", its traffic was not collected: no point");
    } else {
        const struct body_row *roof = row->roof ? &table->rows[row->roof - 1] : NULL;
        double ridge = roof ? number_of(roof, ROOF_INTENSITY) : NAN;
        add_cell(&text, row, ROOF_PERFORMANCE);
        strbuf_adds(&text, " of ");
        add_cell(&text, row, ROOF_ATTAINABLE);
        if (row->cells[ROOF_SHARE].has_number)
            strbuf_addf(&text, " (%.3g %%)", row->cells[ROOF_SHARE].number);
        strbuf_adds(&text, " at ");
        add_cell(&text, row, ROOF_INTENSITY);
        if (roof && is_drawn(ridge)) {
            strbuf_addf(&text,
                        x < ridge ? ", left of the ridge at %s: memory is the limit"
                                  : ", right of the ridge at %s: compute is the limit",
                        roof->cells[ROOF_INTENSITY].text);
        }
    }
    if (is_baseline)
        painter_wrapped(p, indent, ROLE_BASELINE, text.data);
    else
        draw_told(table, row, text.data, indent, p);
    strbuf_free(&text);
}

static void tell_points(const struct body_table *table, bool is_baseline, int indent,
                        struct painter *p)
{
    size_t number = 0;
    for (size_t i = 0; table && i < table->row_count; i++)
        if (table->rows[i].part == BODY_POINT && has_work(&table->rows[i]))
            tell_point(table, &table->rows[i], ++number, is_baseline, indent, p);
}

static void tell_idle(const struct body_table *table, int indent, struct painter *p)
{
    struct strbuf text = {0};
    for (size_t i = 0; i < table->row_count; i++) {
        const struct body_row *row = &table->rows[i];
        if (row->part != BODY_POINT || has_work(row))
            continue;
        char *name = roofline_name(row->label);
        strbuf_addf(&text, "%s%s", text.length ? ", " : "", name);
        free(name);
    }
    if (text.length) {
        strbuf_adds(&text, ": none of these operations was executed, no point");
        painter_wrapped(p, indent, ROLE_DIM, text.data);
    }
    strbuf_free(&text);
}

/* Every roof. */
static void tell_roofs(const struct body_table *table, int indent, struct painter *p)
{
    struct strbuf text = {0};
    size_t told = 0, count = 0;
    for (size_t i = 0; i < table->row_count; i++) {
        const struct body_row *row = &table->rows[i];
        if (row->part == BODY_POINT)
            continue;
        if (count++ >= MOST_LISTED)
            continue;
        char *name = roofline_name(row->label);
        strbuf_addf(&text, "%s%s ", told++ ? ", " : "Roofs: ", name);
        if (row->part == BODY_WALL) {
            strbuf_adds(&text, "(wall) at ");
            add_cell(&text, row, ROOF_INTENSITY);
        } else {
            add_cell(&text, row, ROOF_PERFORMANCE);
            if (row->cells[ROOF_TRAFFIC].text) {
                strbuf_adds(&text, " and ");
                add_cell(&text, row, ROOF_TRAFFIC);
            }
        }
        free(name);
    }
    if (count > told)
        strbuf_addf(&text, ", %zu more", count - told);
    if (text.length)
        painter_wrapped(p, indent, ROLE_DIM, text.data);
    strbuf_free(&text);
}

void roofline_figure_draw(const struct body_table *table, const struct body_table *before,
                          bool tall, int indent, struct painter *p)
{
    struct range x, y;
    bool named = false;
    if (find_ranges(table, before, &x, &y))
        named = draw_chart(table, before, &x, &y, tall, indent, p);
    else
        painter_wrapped(p, indent, ROLE_DIM, "no chart: the peaks of its roofs were not collected");
    tell_points(table, false, indent, p);
    tell_points(before, true, indent, p);
    tell_idle(table, indent, p);
    if (!named || tall)
        tell_roofs(table, indent, p);
}
