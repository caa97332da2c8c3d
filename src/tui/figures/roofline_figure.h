/* roofline_figure: draws a roofline chart on logarithmic axes: each roof with its name, each
 * achieved value as a numbered point, and a line per point that says how far below its roof it is
 * and on which side of the ridge.
 *
 * Points of a baseline have letters, the baseline's colour and lines of their own. Points of other
 * results continue the numbers and are rows of a table; the roofs stay those of the result. If the
 * chart has no room for the names of all roofs, these are listed below, too. Values of 0 have no
 * place on such axes, which their lines say. */
#ifndef ROOFTOP_TUI_FIGURES_ROOFLINE_FIGURE_H
#define ROOFTOP_TUI_FIGURES_ROOFLINE_FIGURE_H

#include <stdbool.h>

#include "report/content/body_table.h"
#include "tui/figures/roofline_points.h"
#include "tui/figures/roofline_window.h"
#include "tui/term/painter.h"

/* How a roofline is shown. */
struct roofline_look {
    bool whole; /* with more rows than an 80x24 screen has to spare, and the list of roofs */
    int rows;   /* of the chart; 0: as suits its width */
    struct roofline_zoom zoom;
    const struct body_table *before;      /* the same chart in a baseline; NULL: none */
    const struct roofline_points *others; /* NULL: none; else the members below are set */
    const char *section;                  /* identifier of its section */
    size_t nth;       /* index among the rooflines of that name in the section */
    const char *chip; /* of the result */
};

/* Draws the chart and the lines below it. */
void roofline_figure_draw(const struct body_table *table, const struct roofline_look *look,
                          int indent, struct painter *painter);

/* Returns the rows of the chart in `columns` columns. */
int roofline_figure_rows(const struct roofline_look *look, int columns);

/* Returns how many numbers it draws: points that have a line, in that order. */
size_t roofline_figure_numbers(const struct body_table *table, const struct roofline_look *look);

/* Finds the whole window of the axes. Returns false if no roof is known. */
bool roofline_figure_whole(const struct body_table *table, const struct roofline_look *look,
                           struct roofline_window *whole);

/* Finds the place of the point that a number of the section stands for, in exponents of 10. Returns
 * false if it belongs to another chart. */
bool roofline_figure_place(const struct body_table *table, const struct roofline_look *look,
                           const struct number *number, double *x, double *y);
/* Finds the place of the result's point that is nearest to its roof. Returns false if there is
 * none. */
bool roofline_figure_best(const struct body_table *table, double *x, double *y);

/* Returns a safe name without the words that all have in common, "DRAM" for "DRAM Roofline"; free()
 * it. */
char *roofline_name(const char *label);

#endif
