/* roofline_legend: draws the lines below a roofline: how far each point is below its roof and on
 * which side of the ridge, a table of the points of other results, and the roofs. It also has what
 * the figure shares with these lines. */
#ifndef ROOFTOP_TUI_FIGURES_ROOFLINE_LEGEND_H
#define ROOFTOP_TUI_FIGURES_ROOFLINE_LEGEND_H

#include "report/base/strbuf.h"
#include "tui/figures/roofline_figure.h"
#include "tui/term/painter.h"

/* A point of another result. */
struct roofline_guest {
    const struct roofline_other *other;
    const struct roofline_point *point;
    size_t number;
    bool differs; /* its roofs are not the ones that are drawn */
};

/* Collects the points of other results in this chart, numbered after the result's own. Returns
 * their number. */
size_t roofline_guests(const struct body_table *table, const struct roofline_look *look,
                       struct roofline_guest guests[ROOFLINE_MOST]);

/* Returns whether a level on that chip with this peak and traffic (NAN: unknown) has other roofs
 * than those drawn. */
bool roofline_has_other_roofs(const struct body_table *table, const struct roofline_look *look,
                              const char *level, const char *chip, double peak, double traffic);

/* Returns whether the row's point is not 0, so that it may have a place. */
bool roofline_has_work(const struct body_row *row);

/* Draws a line per point. Those of the result are numbers for the cursor. */
void roofline_legend_points(const struct body_table *table, bool is_baseline, int indent,
                            struct painter *painter);
/* Draws a row per point of another result, which are numbers, too, and the notes about them. */
void roofline_legend_guests(const struct body_table *table, const struct roofline_look *look,
                            const struct roofline_guest *guests, size_t count, int indent,
                            struct painter *painter);
void roofline_legend_idle(const struct body_table *table, int indent, struct painter *painter);
void roofline_legend_roofs(const struct body_table *table, int indent, struct painter *painter);

#endif
