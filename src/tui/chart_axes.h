/* chart_axes: the frame of a chart on a canvas: a left and a lower edge with numbers, and the way
 * from values to places.
 *
 * The frame stands in a window of the canvas, so that several charts can stand side by side. */
#ifndef ROOFTOP_CHART_AXES_H
#define ROOFTOP_CHART_AXES_H

#include <stdbool.h>

#include "canvas.h"

struct chart_axis {
    double least, most; /* of a logarithmic axis: exponents of 10 */
    bool logarithmic;
    const char *label; /* NULL: none */
};

enum { CHART_LEFT = 8, CHART_BELOW = 2 }; /* cells that the edges take */

struct chart_axes {
    int column, row, columns, rows; /* window on the canvas, edges included */
    struct chart_axis x, y;
};

/* Draws the edges. The label of the left one stands above it, if it has one, and takes a row; that
 * of the lower one behind its last number, or if it is long at the right end of that row. */
void chart_axes_draw(const struct chart_axes *axes, struct canvas *canvas);

/* The place of a value on the canvas, in cells; it may lie outside of the window. */
double chart_axes_x(const struct chart_axes *axes, double value);
double chart_axes_y(const struct chart_axes *axes, double value);

/* The cell of such a place; -1 if it is far outside or no number. */
int chart_axes_cell(double place);

/* A line or point between two values, cut at the edges of the plot. */
void chart_axes_line(const struct chart_axes *axes, struct canvas *canvas, double x0, double y0,
                     double x1, double y1, enum role role);

/* The first and the last cell of the plot itself. */
int chart_axes_left(const struct chart_axes *axes);
int chart_axes_right(const struct chart_axes *axes);
int chart_axes_top(const struct chart_axes *axes);
int chart_axes_bottom(const struct chart_axes *axes);

#endif
