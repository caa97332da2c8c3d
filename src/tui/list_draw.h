/* list_draw: the results list on the screen. */
#ifndef ROOFTOP_LIST_DRAW_H
#define ROOFTOP_LIST_DRAW_H

#include "list_view.h"

/* empty: what to say where there is no result yet. */
void list_view_draw(struct list_view *view, int top_row, int rows, const char *search,
                    const char *empty);

/* Puts the cursor on the row that was drawn there; on the titles, sorts by the column, or the other
 * way round. false: no row was. */
bool list_view_click(struct list_view *view, int row, int column);

#endif
