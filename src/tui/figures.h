/* figures: what a section's bodies show beside plain tables: charts, rooflines, the memory chart,
 * time series, tables of rows and columns; for items without any value a line with the reason. */
#ifndef ROOFTOP_FIGURES_H
#define ROOFTOP_FIGURES_H

#include <stdbool.h>
#include <stddef.h>

#include "painter.h"
#include "roofline_figure.h"
#include "section_view.h"

/* How the rooflines of a pane are looked at. */
struct roofline_sight {
    const struct roofline_points *others;
    size_t item; /* of which roofline the zoom is; SIZE_MAX: of none */
    struct roofline_zoom zoom;
    int rows; /* of its chart; 0: as usual */
};

struct figures_style {
    int indent;
    bool whole;                    /* tall charts, all rows, bodies that are not shown first */
    bool metric_names;             /* in place of labels */
    const struct result *baseline; /* NULL: none; then baseline_name too */
    const char *baseline_name;
    struct section_view *before;            /* the section in the baseline; NULL: none */
    const struct roofline_sight *rooflines; /* NULL: each by itself, all of it */
};

/* Those whose item's number is at least `from` and below `to`. */
void figures_draw(struct section_view *view, size_t from, size_t to,
                  const struct figures_style *style, struct painter *painter);

/* How that roofline of the section is drawn. */
struct roofline_look figures_roofline(const struct section_view *view,
                                      const struct body_table *table,
                                      const struct figures_style *style);

/* Whether the item has a table of instances, which then tells more than its plain cells. */
bool figures_replace(struct section_view *view, const struct view_block *block);

/* The block as a bar graph: warp states, and bar charts of anything but percentages. false: it is
 * not one, nothing was drawn. */
bool figures_draw_bars(const struct section_view *view, const struct view_block *block,
                       const struct figures_style *style, struct painter *painter);

#endif
