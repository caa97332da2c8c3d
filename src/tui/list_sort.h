/* list_sort: the order of the results list. Part of the list's view. */
#ifndef ROOFTOP_LIST_SORT_H
#define ROOFTOP_LIST_SORT_H

#include "list_view.h"

/* Puts view->sorted in order; what is not read yet counts as missing. What a result lacks stands
 * last in either direction; results that are the same stay in the order of the report. */
void list_sort(struct list_view *view);

/* What groups rank by the sort column: the sum of durations, else the median. */
double list_sort_rank(struct list_view *view, const struct list_group *group);

bool list_sort_is_descending(const struct list_view *view);

#endif
