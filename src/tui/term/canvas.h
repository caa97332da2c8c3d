/* canvas: a grid of cells for figures: lines and points in dots, glyphs and labels.
 *
 * Places are in cells from the upper left corner. Lines and points take fractions of cells, which
 * the glyph level resolves to braille (2 by 4 dots in a cell), half blocks or ASCII (1 by 2). What
 * lies outside is cut off. Labels cover dots and never each other. */
#ifndef ROOFTOP_TUI_TERM_CANVAS_H
#define ROOFTOP_TUI_TERM_CANVAS_H

#include <stdbool.h>

#include "tui/term/painter.h"

struct canvas;

/* Returns a canvas; release it with canvas_free(). Sizes are limited to 1 to some thousand. */
struct canvas *canvas_new(const struct glyphs *glyphs, int columns, int rows);
void canvas_free(struct canvas *canvas);

const struct glyphs *canvas_glyphs(const struct canvas *canvas);

/* Cuts the part of a line below `least` or above `most` on one axis off; the coordinates on the
 * other axis follow. Returns false if nothing is left. All must be finite. */
bool canvas_cut(double *from, double *to, double *other_from, double *other_to, double least,
                double most);

/* Draw a point and a line. */
void canvas_point(struct canvas *canvas, double x, double y, enum role role);
void canvas_line(struct canvas *canvas, double x0, double y0, double x1, double y1, enum role role);

/* Draws one glyph, one column wide, in place of the cell's dots. */
void canvas_glyph(struct canvas *canvas, int column, int row, enum role role, const char *glyph);

/* Draws a text, made safe and cut at the right edge. Returns false, and changes nothing, if another
 * label is there or it is outside. */
bool canvas_label(struct canvas *canvas, int column, int row, enum role role, const char *text);

/* Draws a label for a point with an exact place. A picture (picture.h) shows it with its middle
 * there, or nearer to its cells if it would cover another label. */
bool canvas_mark(struct canvas *canvas, int column, int row, double x, double y, enum role role,
                 const char *text);

/* canvas_edge_glyph() stands for a line on character terminals; canvas_edge() is that line in a
 * picture. */
void canvas_edge_glyph(struct canvas *canvas, int column, int row, enum role role,
                       const char *glyph);
void canvas_edge(struct canvas *canvas, double x0, double y0, double x1, double y1, enum role role);
/* Says that these cells show a number, or stand for one. The cursor visits numbers in the order of
 * the calls. */
void canvas_number(struct canvas *canvas, int column, int row, int columns,
                   const struct number *number);

/* Makes the cursor visit the numbers from left to right, and within a column from top to bottom. */
void canvas_order_numbers(struct canvas *canvas);

/* Draws all rows from the painter's line on, starting at column `indent`. */
void canvas_draw(const struct canvas *canvas, int indent, struct painter *painter);

#endif
