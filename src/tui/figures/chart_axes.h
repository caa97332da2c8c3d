/* chart_axes: the frame of a chart on a canvas: a left and a lower edge with numbers, and the
 * conversion from values to places.
 *
 * The frame has a window of the canvas, so that several charts can be side by side. */
#ifndef ROOFTOP_TUI_FIGURES_CHART_AXES_H
#define ROOFTOP_TUI_FIGURES_CHART_AXES_H

#include <stdbool.h>

#include "tui/term/canvas.h"

struct chart_axis {
    double least, most; /* for a logarithmic axis, exponents of 10 */
    bool logarithmic;
    const char *label; /* NULL: none */
};

enum { CHART_LEFT = 8, CHART_BELOW = 2 }; /* cells of the edges */

struct chart_axes {
    int column, row, columns, rows; /* window on the canvas, edges included */
    struct chart_axis x, y;
};

/* Draws the edges. The label of the left edge takes a row above it. The label of the lower edge
 * follows its last number; a long one goes to the right end of the row above. */
void chart_axes_draw(const struct chart_axes *axes, struct canvas *canvas);

/* Returns the place of a value on the canvas in cells. It may lie outside of the window. */
double chart_axes_x(const struct chart_axes *axes, double value);
double chart_axes_y(const struct chart_axes *axes, double value);

/* Returns the cell of such a place, or -1 if it is far outside or not a number. */
int chart_axes_cell(double place);

/* Draws a line between two values, cut at the edges of the plot. Equal values draw a point. */
void chart_axes_line(const struct chart_axes *axes, struct canvas *canvas, double x0, double y0,
                     double x1, double y1, enum role role);

/* Return the first and the last cell of the plot itself. */
int chart_axes_left(const struct chart_axes *axes);
int chart_axes_right(const struct chart_axes *axes);
int chart_axes_top(const struct chart_axes *axes);
int chart_axes_bottom(const struct chart_axes *axes);

#endif
