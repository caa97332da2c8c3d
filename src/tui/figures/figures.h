/* figures: draws what a section's bodies show beside plain tables: charts, rooflines, the memory
 * chart, time series, and tables of rows and columns. Items without any value have a line with the
 * reason.
 *
 * Figures compute nothing but places; all numbers come from body tables. They draw line by line
 * through a painter, so they can be measured and searched like text. Those that are more than lines
 * of text draw on a canvas, which is cut into runs of one role. */
#ifndef ROOFTOP_TUI_FIGURES_FIGURES_H
#define ROOFTOP_TUI_FIGURES_FIGURES_H

#include <stdbool.h>
#include <stddef.h>

#include "report/content/section_view.h"
#include "tui/figures/roofline_figure.h"
#include "tui/term/painter.h"

/* How the rooflines of a section are drawn. */
struct rooflines_style {
    const struct roofline_points *others;
    size_t item; /* number of the item whose roofline is zoomed; SIZE_MAX: none */
    struct roofline_zoom zoom;
    int rows; /* of the chart; 0: as usual */
};

struct figures_style {
    int indent;
    bool whole;                    /* tall charts, all rows, and bodies that are hidden at first */
    bool metric_names;             /* in place of labels */
    const struct result *baseline; /* NULL: none, like baseline_name */
    const char *baseline_name;
    struct section_view *before;             /* the section in the baseline; NULL: none */
    const struct rooflines_style *rooflines; /* NULL: whole, without points of other results */
};

/* Draws the figures whose item number is at least `from` and below `to`. */
void figures_draw(struct section_view *view, size_t from, size_t to,
                  const struct figures_style *style, struct painter *painter);

/* Returns how that roofline of the section is shown. */
struct roofline_look figures_roofline(const struct section_view *view,
                                      const struct body_table *table,
                                      const struct figures_style *style);

/* Returns whether the item has a table of instances, which says more than its plain cells. */
bool figures_replace(struct section_view *view, const struct view_block *block);

/* Draws the block as a bar graph if it has warp states, or is a bar chart of anything but
 * percentages. Otherwise draws nothing and returns false. */
bool figures_draw_bars(const struct section_view *view, const struct view_block *block,
                       const struct figures_style *style, struct painter *painter);

#endif
