/* occupancy_figure: draws the occupancy over threads per block, registers per thread and shared
 * memory per block. The launch and the point that is asked about are marked. */
#ifndef ROOFTOP_TUI_FIGURES_OCCUPANCY_FIGURE_H
#define ROOFTOP_TUI_FIGURES_OCCUPANCY_FIGURE_H

#include "report/content/what_if.h"
#include "tui/term/painter.h"

enum occupancy_curve { CURVE_BLOCK, CURVE_REGISTERS, CURVE_SHARED, OCCUPANCY_CURVES };

enum { OCCUPANCY_FIGURE_WIDE = 118, OCCUPANCY_FIGURE_ROWS = 7 };

/* Returns the curve that shows the effect of an input, or `before` if there is none. */
enum occupancy_curve occupancy_figure_of(enum what_if_input input, enum occupancy_curve before);

/* Draws all three curves side by side if there are OCCUPANCY_FIGURE_WIDE columns, else the `chosen`
 * one. `rows` is at least OCCUPANCY_FIGURE_ROWS. */
void occupancy_figure_draw(const struct what_if *what, enum occupancy_curve chosen, int rows,
                           struct painter *painter);

#endif
