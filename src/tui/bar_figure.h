/* bar_figure: a bar graph: a line for each bar with its label, value, share of a whole and bar, and
 * an axis above. Without room the axis goes first, then the shares. */
#ifndef ROOFTOP_BAR_FIGURE_H
#define ROOFTOP_BAR_FIGURE_H

#include <stdbool.h>
#include <stddef.h>

#include "painter.h"

struct bar {
    const char *label, *value; /* as they are shown; safe */
    double number;             /* NAN: there is none; no bar */
    double share;              /* percent of the whole; NAN: none */
    double baseline;           /* NAN: none */
    enum role role;
    const char *source, *unit, *note; /* see number_map.h */
    const char *change;               /* against the baseline; NULL: none; safe */
    enum role change_role;
};

struct bar_figure {
    const char *title, *value_heading, *share_heading; /* NULL: none */
    const char *baseline;                              /* what it is; NULL: none */
    const struct bar *bars;
    size_t count;
    double most; /* right end of the bars; 0: a round number above the greatest */
};

void bar_figure_draw(const struct bar_figure *figure, int indent, struct painter *painter);

/* Over a bar of `columns` columns that shows `share`, 0 to 1: where another value would end. A
 * longer one goes on as a ghost, a shorter one is a mark in the bar. */
void bar_figure_ghost(struct painter *painter, int column, int columns, double share,
                      double baseline);

#endif
