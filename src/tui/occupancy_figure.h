/* occupancy_figure: curves of the occupancy over threads per block, registers per thread and shared
 * memory per block; the point that is asked for and that of the launch are marked. */
#ifndef ROOFTOP_OCCUPANCY_FIGURE_H
#define ROOFTOP_OCCUPANCY_FIGURE_H

#include "painter.h"
#include "what_if.h"

enum occupancy_curve { CURVE_BLOCK, CURVE_REGISTERS, CURVE_SHARED, OCCUPANCY_CURVES };

enum { OCCUPANCY_FIGURE_WIDE = 118, OCCUPANCY_FIGURE_ROWS = 7 };

/* The curve that shows what an input changes; `before` if none does. */
enum occupancy_curve occupancy_figure_of(enum what_if_input input, enum occupancy_curve before);

/* All three side by side with OCCUPANCY_FIGURE_WIDE columns, else `chosen`. rows: at least
 * OCCUPANCY_FIGURE_ROWS. */
void occupancy_figure_draw(const struct what_if *what, enum occupancy_curve chosen, int rows,
                           struct painter *painter);

#endif
