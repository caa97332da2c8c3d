/* list_sort: the order of the results list. Part of the list's view. */
#ifndef ROOFTOP_TUI_LIST_LIST_SORT_H
#define ROOFTOP_TUI_LIST_LIST_SORT_H

#include "tui/list/list_view.h"

/* Sorts view->sorted. Values that are missing, or not read yet, come last in both directions. Equal
 * results keep the order of the report. */
void list_sort(struct list_view *view);

/* Returns what groups rank by: the sum of durations, or the median of the sort column. */
double list_sort_rank(struct list_view *view, const struct list_group *group);

/* Returns whether the largest comes first. */
bool list_sort_is_descending(const struct list_view *view);

#endif
