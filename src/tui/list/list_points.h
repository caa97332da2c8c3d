/* list_points: which results of the list stand as points in the rooflines of the result that is
 * shown: those with a tag, those of the same kernel, or all rows of the list, in its order. */
#ifndef ROOFTOP_TUI_LIST_LIST_POINTS_H
#define ROOFTOP_TUI_LIST_LIST_POINTS_H

#include "tui/figures/roofline_points.h"
#include "tui/list/list_view.h"

/* Asks for results anew by points->with: tags, list and what is shown may have changed. */
void list_points_choose(const struct list_view *list, struct roofline_points *points, size_t shown);

#endif
