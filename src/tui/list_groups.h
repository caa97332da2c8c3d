/* list_groups: what rows of the results list are grouped by. Part of the list's view. */
#ifndef ROOFTOP_LIST_GROUPS_H
#define ROOFTOP_LIST_GROUPS_H

#include "list_view.h"

/* Where the labels of the grouping come from; LIST_NO_SOURCE: the summaries have them. */
int list_groups_source(struct list_view *view);

/* Says of each known result which group it is in; what they need was read. */
void list_groups_find(struct list_view *view);

#endif
