/* list_internal: what the files of the results list's view share. */
#ifndef ROOFTOP_LIST_INTERNAL_H
#define ROOFTOP_LIST_INTERNAL_H

#include "list_view.h"

/* The rows to show, from all, and the cursor on the wanted one or where that would stand. */
void list_choose_rows(struct list_view *view);
/* The same in a new order: of the column, once all of it is read. */
void list_sort_rows(struct list_view *view);
/* By another column, which is copied. */
void list_sort_by(struct list_view *view, const struct list_column *column, bool reverse);

/* Whether the filter is for what is tagged. */
bool list_only_tagged(const struct list_view *view);
/* Tags what the cursor is on, or takes its tags, and moves on. */
void list_tag_row(struct list_view *view);

/* The first source that is not read yet and matters for all rows; LIST_NO_SOURCE: none. */
int list_missing_source(const struct list_view *view);

/* Place of a result among all that are shown or folded; their count: it is neither. */
size_t list_place_of(const struct list_view *view, size_t result);
/* The cursor to one of them. */
void list_go_to(struct list_view *view, size_t result);
/* Folds what a search unfolded. */
void list_close_searched(struct list_view *view);

#endif
