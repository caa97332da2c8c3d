/* How it works: the picture is written in layers: bars, then lines, then row by row backgrounds,
 * glyph shapes and texts, then marks. Colours are CSS classes by role (f: fill, s: stroke), which
 * keeps files small. A run of usual characters with one role becomes one text element; two blanks
 * end it, so that columns stay aligned with any font. */
#include "tui/term/svg.h"

#include <stdbool.h>
#include <string.h>

#include "report/base/safe_text.h"
#include "tui/term/canvas.h"
#include "tui/term/svg_colors.h"
#include "tui/term/svg_glyph.h"

enum { BASELINE = 13 }; /* of a row, below its top */

/* Space above and below the letters of a row. */
static const double air = 0.12;

struct writer {
    const struct picture *picture;
    struct svg_colors colors;
    FILE *out;
};

static double x_of(double column)
{
    return SVG_MARGIN + column * SVG_COLUMN;
}

static double y_of(double row)
{
    return SVG_MARGIN + row * SVG_ROW;
}

/* Writes text. Characters that XML 1.0 cannot contain become U+FFFD. */
static void put_text(const char *text, size_t length, FILE *out)
{
    for (size_t i = 0; i < length;) {
        long c;
        size_t size = safe_text_decode(text + i, length - i, &c);
        if (c == '&')
            fputs("&amp;", out);
        else if (c == '<')
            fputs("&lt;", out);
        else if (c == '>')
            fputs("&gt;", out);
        else if (c == '"')
            fputs("&quot;", out);
        else if (c < ' ' || (c >= 0x7f && c < 0xa0) || c == 0xfffe || c == 0xffff)
            fputs("\xef\xbf\xbd", out);
        else
            fwrite(text + i, 1, size, out);
        i += size;
    }
}

static void put_color(struct svg_color c, FILE *out)
{
    fprintf(out, "#%02x%02x%02x", c.red, c.green, c.blue);
}

static void put_styles(const struct writer *w)
{
    fputs("<style>\n"
          "text { font-family: \"DejaVu Sans Mono\", Menlo, Consolas, \"Liberation Mono\", "
          "monospace; font-size: 13.3px; }\n"
          "line, path { fill: none; stroke-linecap: round; }\n",
          w->out);
    for (int i = 0; i < ROLE_COUNT; i++) {
        const struct svg_style *style = &w->colors.styles[i];
        fprintf(w->out, ".f%d { fill: ", i);
        put_color(style->text, w->out);
        fprintf(w->out, ";%s%s }\n.s%d { stroke: ", style->bold ? " font-weight: bold;" : "",
                style->underline ? " text-decoration: underline;" : "", i);
        put_color(style->text, w->out);
        fputs("; }\n", w->out);
        if (style->filled) {
            fprintf(w->out, ".b%d { fill: ", i);
            put_color(style->back, w->out);
            fputs("; }\n", w->out);
        }
    }
    fputs(".back { fill: ", w->out);
    put_color(w->colors.back, w->out);
    fputs("; }\n</style>\n", w->out);
}

static void put_rect(const struct writer *w, char kind, int role, double x0, double y0, double x1,
                     double y1, double opacity)
{
    fprintf(w->out, "<rect class=\"%c%d\" x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\"",
            kind, role, x_of(x0), y_of(y0), (x1 - x0) * SVG_COLUMN, (y1 - y0) * SVG_ROW);
    if (opacity < 1)
        fprintf(w->out, " opacity=\"%.2f\"", opacity);
    fputs("/>\n", w->out);
}

static void put_line(const struct writer *w, int role, double x0, double y0, double x1, double y1,
                     double width)
{
    fprintf(w->out,
            "<line class=\"s%d\" x1=\"%.2f\" y1=\"%.2f\" x2=\"%.2f\" y2=\"%.2f\" "
            "stroke-width=\"%.1f\"/>\n",
            role, x_of(x0), y_of(y0), x_of(x1), y_of(y1), width);
}

/* Writes the shapes of one kind. */
static void put_shapes(const struct writer *w, enum picture_kind kind)
{
    for (size_t i = 0; i < w->picture->shape_count; i++) {
        const struct picture_shape *s = &w->picture->shapes[i];
        if (s->kind != kind)
            continue;
        if (kind == PICTURE_BAR)
            put_rect(w, 'f', s->role, s->x0, s->y0, s->x1, s->y1, 1);
        else
            put_line(w, s->role, s->x0, s->y0, s->x1, s->y1, 1.5);
    }
}

static const struct picture_cell *cell_at(const struct writer *w, int row, int column)
{
    return picture_cell(w->picture, row, column);
}

static void put_backgrounds(const struct writer *w, int row)
{
    int columns = w->picture->columns;
    for (int from = 0, to; from < columns; from = to) {
        const struct picture_cell *first = cell_at(w, row, from);
        bool drawn = *first->text;
        to = from + 1;
        while (drawn && to < columns && cell_at(w, row, to)->role == first->role &&
               (*cell_at(w, row, to)->text || cell_at(w, row, to - 1)->width == 2))
            to++;
        if (drawn && w->colors.styles[first->role].filled)
            put_rect(w, 'b', first->role, from, row, to, row + 1, 1);
    }
}

static struct svg_glyph glyph_at(const struct writer *w, int row, int column)
{
    const struct picture_cell *cell = cell_at(w, row, column);
    long source_point = 0;
    size_t length = safe_text_decode(cell->text, strlen(cell->text), &source_point);
    if (cell->text[length] || cell->width != 1)
        return (struct svg_glyph){.kind = SVG_NO_GLYPH};
    return svg_glyph_of(source_point);
}

static bool goes_on(const struct writer *w, int row, int column, int role,
                    const struct svg_glyph *like)
{
    struct svg_glyph next = glyph_at(w, row, column);
    return cell_at(w, row, column)->role == role && next.kind == like->kind &&
           next.y0 == like->y0 && next.y1 == like->y1 && next.opacity == like->opacity &&
           next.x0 == 0 && next.left == like->left && next.right == like->right &&
           next.up == like->up && next.down == like->down && next.heavy == like->heavy &&
           next.twice == like->twice;
}

/* Writes full blocks, and a partial one at their end, as one rectangle. Returns where it ends. */
static int put_block(const struct writer *w, int row, int column, struct svg_glyph glyph)
{
    int role = cell_at(w, row, column)->role, at = column;
    double end = column + glyph.x1;
    while (glyph.x1 == 1 && at + 1 < w->picture->columns && goes_on(w, row, at + 1, role, &glyph)) {
        glyph = glyph_at(w, row, ++at);
        end = at + glyph.x1;
    }
    put_rect(w, 'f', role, column + glyph.x0, row + glyph.y0, end, row + glyph.y1, glyph.opacity);
    return at + 1;
}

static int put_strokes(const struct writer *w, int row, int column, const struct svg_glyph *g)
{
    int role = cell_at(w, row, column)->role, to = column + 1;
    double width = g->heavy ? 2.5 : 1, middle = row + 0.5, x = column + 0.5;
    if (g->left && g->right && !g->up && !g->down) {
        while (to < w->picture->columns && goes_on(w, row, to, role, g))
            to++;
        double apart = g->twice ? 0.08 : 0;
        put_line(w, role, column, middle - apart, to, middle - apart, width);
        if (g->twice)
            put_line(w, role, column, middle + apart, to, middle + apart, width);
        return to;
    }
    if (g->left || g->right)
        put_line(w, role, g->left ? column : x, middle, g->right ? column + 1 : x, middle, width);
    if (g->up || g->down)
        put_line(w, role, x, g->up ? row : middle, x, g->down ? row + 1 : middle, width);
    return to;
}

static void put_dots(const struct writer *w, int row, int column, unsigned dots)
{
    fprintf(w->out, "<path class=\"s%d\" stroke-width=\"1.8\" d=\"", cell_at(w, row, column)->role);
    for (unsigned i = 0; i < 8; i++) {
        const unsigned across = i % 2, down = i / 2;
        if (dots >> i & 1)
            fprintf(w->out, "M%.2f %.2fh0", x_of(column + 0.25 + 0.5 * across),
                    y_of(row + 0.125 + 0.25 * down));
    }
    fputs("\"/>\n", w->out);
}

/* Writes a polygon, whose cell begins at row and column. */
static void put_polygon(const struct writer *w, double row, double column, int role,
                        const struct svg_glyph *g)
{
    fprintf(w->out,
            g->hollow ? "<polygon class=\"s%d\" fill=\"none\" points=\""
                      : "<polygon class=\"f%d\" points=\"",
            role);
    for (size_t i = 0; i < g->point_count; i++)
        fprintf(w->out, "%s%.2f,%.2f", i ? " " : "", x_of(column + g->points[i][0]),
                y_of(row + g->points[i][1]));
    fputs("\"/>\n", w->out);
}

/* Returns whether a line of a figure crosses the letters in these cells. */
static bool is_crossed(const struct writer *w, int row, int from, int to)
{
    for (size_t i = 0; i < w->picture->shape_count; i++) {
        struct picture_shape s = w->picture->shapes[i];
        if (s.kind == PICTURE_LINE && canvas_cut(&s.x0, &s.x1, &s.y0, &s.y1, from, to) &&
            canvas_cut(&s.y0, &s.y1, &s.x0, &s.x1, row + air, row + 1 - air))
            return true;
    }
    return false;
}

static void put_run(const struct writer *w, int row, int from, int to)
{
    const struct picture_cell *first = cell_at(w, row, from);
    int columns = to - from;
    if (is_crossed(w, row, from, to))
        fprintf(w->out,
                "<rect class=\"back\" x=\"%.2f\" y=\"%.2f\" width=\"%d\" height=\"%.2f\"/>\n",
                x_of(from), y_of(row + air), columns * SVG_COLUMN, (1 - 2 * air) * SVG_ROW);
    fprintf(w->out,
            "<text class=\"f%d\" x=\"%.2f\" y=\"%.2f\" textLength=\"%d\" "
            "lengthAdjust=\"spacingAndGlyphs\">",
            first->role, x_of(from), y_of(row) + BASELINE, columns * SVG_COLUMN);
    for (int i = from; i < to; i++)
        put_text(cell_at(w, row, i)->text, strlen(cell_at(w, row, i)->text), w->out);
    fputs("</text>\n", w->out);
}

static bool is_blank(const struct picture_cell *cell)
{
    return !*cell->text || strcmp(cell->text, " ") == 0;
}

/* Returns whether every monospace font has the character in its usual width. */
static bool is_usual(const struct picture_cell *cell)
{
    return cell->width == 1 && (unsigned char)cell->text[0] < 0x80 && !cell->text[1];
}

/* Returns where a text from a column on ends. Two blanks end it, so that columns stay aligned. */
static int run_end(const struct writer *w, int row, int from)
{
    const struct picture_cell *first = cell_at(w, row, from);
    int end = from + first->width;
    if (!is_usual(first))
        return end < w->picture->columns ? end : w->picture->columns;
    for (int at = end; at < w->picture->columns && at <= end + 1; at++) {
        const struct picture_cell *cell = cell_at(w, row, at);
        if (!is_usual(cell) || cell->role != first->role)
            break;
        if (!is_blank(cell))
            end = at + 1;
    }
    return end;
}

static void put_row(const struct writer *w, int row)
{
    put_backgrounds(w, row);
    for (int column = 0; column < w->picture->columns;) {
        if (is_blank(cell_at(w, row, column))) {
            column++;
            continue;
        }
        struct svg_glyph glyph = glyph_at(w, row, column);
        if (glyph.kind == SVG_BLOCK) {
            column = put_block(w, row, column, glyph);
        } else if (glyph.kind == SVG_STROKES) {
            column = put_strokes(w, row, column, &glyph);
        } else if (glyph.kind == SVG_NO_GLYPH) {
            int end = run_end(w, row, column);
            put_run(w, row, column, end);
            column = end;
        } else {
            if (glyph.kind == SVG_DOTS)
                put_dots(w, row, column, glyph.dots);
            else
                put_polygon(w, row, column, cell_at(w, row, column)->role, &glyph);
            column++;
        }
    }
}

/* Writes the numbers of ticks and the points, above everything else. */
static void put_marks(const struct writer *w)
{
    for (size_t i = 0; i < w->picture->shape_count; i++) {
        const struct picture_shape *s = &w->picture->shapes[i];
        if (s->kind != PICTURE_MARK)
            continue;
        long source_point = 0;
        safe_text_decode(s->text, strlen(s->text), &source_point);
        struct svg_glyph glyph = svg_glyph_of(source_point);
        if (glyph.kind == SVG_POLYGON) {
            put_polygon(w, s->y0 - 0.5, s->x0 - 0.5, s->role, &glyph);
            continue;
        }
        int width = (int)safe_text_width(s->text) * SVG_COLUMN;
        fprintf(w->out,
                "<text class=\"f%d\" x=\"%.2f\" y=\"%.2f\" textLength=\"%d\" "
                "lengthAdjust=\"spacingAndGlyphs\">",
                s->role, x_of(s->x0) - width / 2.0, y_of(s->y0 - 0.5) + BASELINE, width);
        put_text(s->text, strlen(s->text), w->out);
        fputs("</text>\n", w->out);
    }
}

void svg_write(const struct picture *picture, const struct theme *theme, const char *title,
               const char *description, FILE *out)
{
    const struct writer w = {picture, svg_colors(theme), out};
    int width = picture->columns * SVG_COLUMN + 2 * SVG_MARGIN;
    int height = picture->rows * SVG_ROW + 2 * SVG_MARGIN;
    fprintf(out,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
            "viewBox=\"0 0 %d %d\" role=\"img\" aria-labelledby=\"title desc\" "
            "xml:space=\"preserve\">\n<title id=\"title\">",
            width, height, width, height);
    put_text(title, strlen(title), out);
    fputs("</title>\n<desc id=\"desc\">", out);
    put_text(description, strlen(description), out);
    fputs("</desc>\n", out);
    put_styles(&w);
    fprintf(out, "<rect class=\"back\" x=\"0\" y=\"0\" width=\"%d\" height=\"%d\"/>\n", width,
            height);
    put_shapes(&w, PICTURE_BAR);
    put_shapes(&w, PICTURE_LINE);
    for (int row = 0; row < picture->rows; row++)
        put_row(&w, row);
    put_marks(&w);
    fputs("</svg>\n", out);
}
