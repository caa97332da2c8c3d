/* roofline_figure: a roofline chart on logarithmic axes: each roof with its name, each achieved
 * value as a numbered point, and a line for each point that tells how far below its roof it is and
 * which side of the ridge.
 *
 * Points of a baseline have letters, in its colour, and lines of their own. Points of other results
 * go on with the numbers and are rows of a table; the roofs stay those of the result.
 *
 * Roofs are listed below as well where the chart has no room for all names.
 * Values of 0 have no place on such axes: their line says so. */
#ifndef ROOFTOP_ROOFLINE_FIGURE_H
#define ROOFTOP_ROOFLINE_FIGURE_H

#include <stdbool.h>

#include "body_table.h"
#include "painter.h"
#include "roofline_points.h"
#include "roofline_window.h"

/* How a roofline is looked at. */
struct roofline_look {
    bool whole; /* with more rows than an 80x24 screen has to spare, and the list of roofs */
    int rows;   /* of the chart; 0: as many as suit its width */
    struct roofline_zoom zoom;
    const struct body_table *before;      /* the same chart of a baseline; NULL: none */
    const struct roofline_points *others; /* NULL: none; else what follows too */
    const char *section;                  /* whose roofline it is */
    size_t nth;                           /* among those of the section that are called so */
    const char *chip;                     /* of the result */
};

void roofline_figure_draw(const struct body_table *table, const struct roofline_look *look,
                          int indent, struct painter *painter);

/* Rows of the chart in so many columns of a pane. */
int roofline_figure_rows(const struct roofline_look *look, int columns);

/* How many numbers it draws: points with a line of their own, in that order. */
size_t roofline_figure_numbers(const struct body_table *table, const struct roofline_look *look);

/* What there is to be seen. false: no roof is known. */
bool roofline_figure_whole(const struct body_table *table, const struct roofline_look *look,
                           struct roofline_window *whole);

/* Where the point stands that a number of the pane stands for, in exponents of 10. false: it is
 * none of this chart. */
bool roofline_figure_place(const struct body_table *table, const struct roofline_look *look,
                           const struct number *number, double *x, double *y);
/* The place of the result's point that comes nearest to its roof. false: it has none. */
bool roofline_figure_best(const struct body_table *table, double *x, double *y);

/* Without what all have in common: "DRAM Roofline" is "DRAM"; free() it. Safe. */
char *roofline_name(const char *label);

#endif
