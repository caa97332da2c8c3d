/* spark_figure: draws time series, a line each: name, course, mean and greatest value, and the
 * change of the mean against a baseline. */
#ifndef ROOFTOP_TUI_FIGURES_SPARK_FIGURE_H
#define ROOFTOP_TUI_FIGURES_SPARK_FIGURE_H

#include "report/content/body_table.h"
#include "tui/term/painter.h"

/* Draws the table. `before` is that of the baseline, or NULL. */
void spark_figure_draw(const struct body_table *table, const struct body_table *before, int indent,
                       struct painter *painter);

#endif
