/* line_figure: line charts, with the place of this result marked and told in a line below. Where
 * there is room for two, charts of one kind stand side by side. */
#ifndef ROOFTOP_LINE_FIGURE_H
#define ROOFTOP_LINE_FIGURE_H

#include <stdbool.h>
#include <stddef.h>

#include "body_table.h"
#include "painter.h"

/* How many of the `count` tables are drawn in one row, at least 1. */
size_t line_figure_abreast(size_t count, int indent, const struct painter *painter);

/* Draws so many tables side by side, with their titles. before: for each where a baseline stands on
 * x, or NAN. */
void line_figure_draw(const struct body_table *tables, const double *before, size_t count,
                      bool tall, int indent, struct painter *painter);

/* Time series, a chart each: the course over the time since the first sample. */
void line_figure_draw_times(const struct body_table *table, int indent, struct painter *painter);

#endif
