/* roofline_figure: a roofline chart on logarithmic axes: each roof with its name, each achieved
 * value as a numbered point, and a line for each point that tells how far below its roof it is and
 * which side of the ridge.
 *
 * Points of a baseline have letters, in its colour, and lines of their own.
 *
 * Roofs are listed below as well where the chart has no room for all names.
 * Values of 0 have no place on such axes: their line says so. */
#ifndef ROOFTOP_ROOFLINE_FIGURE_H
#define ROOFTOP_ROOFLINE_FIGURE_H

#include <stdbool.h>

#include "body_table.h"
#include "painter.h"

/* tall: with more rows than an 80x24 screen has to spare, and the list of roofs.
 * before: the same chart of a baseline; NULL: none. */
void roofline_figure_draw(const struct body_table *table, const struct body_table *before,
                          bool tall, int indent, struct painter *painter);

/* Without what all have in common: "DRAM Roofline" is "DRAM"; free() it. Safe. */
char *roofline_name(const char *label);

#endif
