/* list_groups: finds what rows of the results list are grouped by. Part of the list's view. */
#ifndef ROOFTOP_TUI_LIST_LIST_GROUPS_H
#define ROOFTOP_TUI_LIST_LIST_GROUPS_H

#include "tui/list/list_view.h"

/* Returns the source of the grouping's labels, or LIST_NO_SOURCE if the summaries have them. */
int list_groups_source(struct list_view *view);
/* Returns the same, or LIST_NOT_READ, and makes nothing. */
int list_groups_find_source(const struct list_view *view);

/* Finds the group of each known result. The source must have been read. */
void list_groups_find(struct list_view *view);

#endif
