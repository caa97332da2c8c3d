/* roofline_legend: the lines below a roofline: how far each point is below its roof and on which
 * side of the ridge, points of other results as a table, roofs; and what the figure shares with
 * them. */
#ifndef ROOFTOP_ROOFLINE_LEGEND_H
#define ROOFTOP_ROOFLINE_LEGEND_H

#include "painter.h"
#include "roofline_figure.h"
#include "strbuf.h"

/* A point of another result. */
struct roofline_guest {
    const struct roofline_other *other;
    const struct roofline_point *point;
    size_t number;
    bool differs; /* its roofs are not those that are drawn */
};

/* The points of other results that have one in this chart, numbered behind the result's own. */
size_t roofline_guests(const struct body_table *table, const struct roofline_look *look,
                       struct roofline_guest guests[ROOFLINE_MOST]);

/* Whether the roofs of a level on that chip, of such a peak and traffic (NAN: not known), are not
 * those that are drawn. */
bool roofline_has_other_roofs(const struct body_table *table, const struct roofline_look *look,
                              const char *level, const char *chip, double peak, double traffic);

/* Of a row's column; NAN: it has none. */
double roofline_number(const struct body_row *row, int column);
/* Whether it has a place on a logarithmic axis. */
bool roofline_has_place(double number);
/* Points of 0 have no place on the chart. */
bool roofline_has_work(const struct body_row *row);
/* "5.17 TFLOP/s", safe. */
void roofline_add_cell(struct strbuf *out, const struct body_row *row, int column);
/* Without a prefix; free() it. Safe. */
char *roofline_unit(const struct body_table *table, int column);

/* A line for each point; those of the result are numbers for the cursor. */
void roofline_legend_points(const struct body_table *table, bool is_baseline, int indent,
                            struct painter *painter);
/* A row for each, numbers too, and what is to be said of them all. */
void roofline_legend_guests(const struct body_table *table, const struct roofline_look *look,
                            const struct roofline_guest *guests, size_t count, int indent,
                            struct painter *painter);
void roofline_legend_idle(const struct body_table *table, int indent, struct painter *painter);
void roofline_legend_roofs(const struct body_table *table, int indent, struct painter *painter);

#endif
