/* line_figure: draws line charts. The place of this result is marked and described in a line below.
 * If there is room, charts of one kind are side by side. */
#ifndef ROOFTOP_TUI_FIGURES_LINE_FIGURE_H
#define ROOFTOP_TUI_FIGURES_LINE_FIGURE_H

#include <stdbool.h>
#include <stddef.h>

#include "report/content/body_table.h"
#include "tui/term/painter.h"

/* Returns how many of the `count` tables are drawn in one row, at least 1. */
size_t line_figure_abreast(size_t count, int indent, const struct painter *painter);

/* Draws `count` tables side by side with their titles. before[i] is where the baseline is on x, or
 * NAN. */
void line_figure_draw(const struct body_table *tables, const double *before, size_t count,
                      bool tall, int indent, struct painter *painter);

/* Draws time series, a chart each, over the time since the first sample. */
void line_figure_draw_times(const struct body_table *table, int indent, struct painter *painter);

#endif
