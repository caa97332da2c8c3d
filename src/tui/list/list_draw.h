/* list_draw: draws the results list on the screen. */
#ifndef ROOFTOP_TUI_LIST_LIST_DRAW_H
#define ROOFTOP_TUI_LIST_LIST_DRAW_H

#include "tui/list/list_view.h"

/* Before drawing: brings the cursor into view, reads what the visible rows show, computes the
 * statistics of their groups and measures the columns. */
void list_view_fit(struct list_view *view, int rows);
/* Draws the list. `empty` is the text to show if there is no result yet. */
void list_view_draw(const struct list_view *view, int top_row, int rows, const char *search,
                    const char *empty);

/* Puts the cursor on the row that was drawn there. A click on a title sorts by the column, or
 * reverses the order. Returns false if no row was there. */
bool list_view_click(struct list_view *view, int row, int column);

/* Appends the name of the kernel under the cursor if its row has not all of it. */
void list_view_says(const struct list_view *view, struct strbuf *out);

#endif
