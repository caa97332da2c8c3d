/* list_internal: what the files of the results list's view share. */
#ifndef ROOFTOP_TUI_LIST_LIST_INTERNAL_H
#define ROOFTOP_TUI_LIST_LIST_INTERNAL_H

#include "tui/list/list_view.h"

/* Selects the rows to show, and puts the cursor on the wanted one, or where that would be. */
void list_choose_rows(struct list_view *view);
/* Sorts by the column once it is read as a whole, and selects the rows again. */
void list_sort_rows(struct list_view *view);
/* Sorts by another column, which is copied. */
void list_sort_by(struct list_view *view, const struct list_column *column, bool reverse);

/* Returns whether the filter selects tagged results. */
bool list_only_tagged(const struct list_view *view);
/* Toggles the tags of the row under the cursor and moves on. */
void list_tag_row(struct list_view *view);

/* Returns the first source that all rows need and that is not read as a whole. It may be
 * LIST_NOT_READ. LIST_NO_SOURCE: there is none. */
int list_missing_source(const struct list_view *view);

/* Returns the place of a result among all that are shown or folded, or their count if it is
 * neither. */
size_t list_place_of(const struct list_view *view, size_t result);
/* Puts the cursor on such a result. */
void list_go_to(struct list_view *view, size_t result);
/* Folds the group that a search unfolded. */
void list_close_searched(struct list_view *view);

#endif
