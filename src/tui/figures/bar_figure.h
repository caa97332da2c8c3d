/* bar_figure: draws a bar graph: a line per bar with its label, value, share of a whole and bar,
 * and an axis above. If there is no room, the axis goes first, then the shares. */
#ifndef ROOFTOP_TUI_FIGURES_BAR_FIGURE_H
#define ROOFTOP_TUI_FIGURES_BAR_FIGURE_H

#include <stdbool.h>
#include <stddef.h>

#include "tui/term/painter.h"

struct bar {
    const char *label, *value; /* as shown; safe */
    double number;             /* NAN: none, and no bar */
    double share;              /* percent of the whole; NAN: none */
    double baseline;           /* NAN: none */
    enum role role;
    const char *source, *unit, *note; /* see number_map.h */
    const char *change;               /* against the baseline; NULL: none; safe */
    enum role change_role;
};

struct bar_figure {
    const char *title, *value_heading, *share_heading; /* NULL: none */
    const char *baseline;                              /* its name; NULL: none */
    const struct bar *bars;
    size_t count;
    double most; /* right end of the bars; 0: a round number above the greatest */
};

/* Draws the graph from column `indent` on. */
void bar_figure_draw(const struct bar_figure *figure, int indent, struct painter *painter);

/* Draws where another value would end over a bar of `columns` columns that shows `share`, both from
 * 0 to 1. A longer one continues the bar as a ghost, a shorter one is a mark in it. */
void bar_figure_ghost(struct painter *painter, int column, int columns, double share,
                      double baseline);

#endif
