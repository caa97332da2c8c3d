/* canvas: a grid of cells for figures: lines and points in dots, glyphs and labels.
 *
 * Places are in cells from the upper left corner; lines and points take fractions, which the glyph
 * level resolves to braille (2 by 4 dots in a cell), half blocks or ASCII (1 by 2). What lies
 * outside is cut off. Labels stand above dots and never over each other. */
#ifndef ROOFTOP_CANVAS_H
#define ROOFTOP_CANVAS_H

#include <stdbool.h>

#include "painter.h"

struct canvas;

/* At least 1 by 1, at most some thousand; canvas_free() it. */
struct canvas *canvas_new(const struct glyphs *glyphs, int columns, int rows);
void canvas_free(struct canvas *canvas);

const struct glyphs *canvas_glyphs(const struct canvas *canvas);

/* Cuts off of a line what lies below `least` or above `most` on one axis; the coordinates of the
 * other one follow. false: nothing is left. All are finite. */
bool canvas_cut(double *from, double *to, double *other_from, double *other_to, double least,
                double most);

void canvas_point(struct canvas *canvas, double x, double y, enum role role);
void canvas_line(struct canvas *canvas, double x0, double y0, double x1, double y1, enum role role);

/* One glyph of one column; dots of the cell go. */
void canvas_glyph(struct canvas *canvas, int column, int row, enum role role, const char *glyph);

/* A text that is made safe, cut at the right edge. false: a label is there already, or it is
 * outside; nothing is changed. */
bool canvas_label(struct canvas *canvas, int column, int row, enum role role, const char *text);

/* The same for what has a place of its own, which a picture (picture.h) shows it at: its middle.
 * Where it would lie on another text it is nearer to its cells. */
bool canvas_mark(struct canvas *canvas, int column, int row, double x, double y, enum role role,
                 const char *text);

/* What stands for a line where there are only characters, and that line where there are others. */
void canvas_edge_glyph(struct canvas *canvas, int column, int row, enum role role,
                       const char *glyph);
void canvas_edge(struct canvas *canvas, double x0, double y0, double x1, double y1, enum role role);
/* What stands in these cells is a number, or stands for one; over numbers the cursor goes in the
 * order of the calls. */
void canvas_number(struct canvas *canvas, int column, int row, int columns,
                   const struct number *number);

/* The cursor goes over them from left to right, in each column from top to bottom. */
void canvas_order_numbers(struct canvas *canvas);

/* Draws all rows from the painter's line on, each from the column `indent`. */
void canvas_draw(const struct canvas *canvas, int indent, struct painter *painter);

#endif
