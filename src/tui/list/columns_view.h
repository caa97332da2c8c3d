/* columns_view: lists the columns that the results list can have, one per row: first the shown ones
 * in their order, then the other built-in ones, then the metrics of the report. */
#ifndef ROOFTOP_TUI_LIST_COLUMNS_VIEW_H
#define ROOFTOP_TUI_LIST_COLUMNS_VIEW_H

#include <stdbool.h>

#include "tui/list/list_view.h"
#include "tui/widgets/row_cursor.h"
#include "tui/widgets/view.h"

/* Initialise with {0}; release with columns_view_free(). */
struct columns_view {
    struct row_cursor cursor;
    struct list_columns rows; /* as of the last change */
    size_t first;             /* number of rows at the top that the list shows, or showed when the
                               * rows were listed: a column that is switched off keeps its row */
    size_t names;             /* number of the report's strings when they were listed */
};

void columns_view_free(struct columns_view *view);

/* Returns whether the list shows the column of a row. place: gets its number there, from 1, if it
 * is not NULL. */
bool columns_view_shows(const struct columns_view *view, const struct list_view *list, size_t row,
                        size_t *place);

/* Updates the rows. The list's columns also change elsewhere, and metrics arrive while a program
 * runs. */
void columns_view_refresh(struct columns_view *view, const struct list_view *list);
/* Appends a description of the column, for a metric its unit. `shown` says that the list has the
 * column; then the reason is added if it is not visible there. */
void columns_view_about(const struct list_view *list, const struct list_column *column, bool shown,
                        struct strbuf *out);

/* Moves, shows, hides or reorders columns. Returns false if the action is none of the view. */
bool columns_view_act(struct columns_view *view, struct list_view *list, enum action_id action,
                      int rows);
/* Selects the column that was drawn there. Returns false if there was none. */
bool columns_view_click(struct columns_view *view, int row, int rows);
/* Moves to the next row (step 1 or -1) whose name, title or description contains the text, or stays
 * on the current row if `here` is set and it does. Returns false if there is none. */
bool columns_view_search(struct columns_view *view, struct list_view *list, const char *text,
                         int step, bool here);
/* Before drawing: the rows are those of now, and the cursor is in view. */
void columns_view_fit(struct columns_view *view, const struct list_view *list, int rows);
void columns_view_draw(const struct columns_view *view, const struct list_view *list, int rows,
                       const char *search);

/* Returns whether the name is that of a metric with values to show. */
bool columns_view_is_metric(const char *name);

extern const struct view_ops columns_view_ops;

#endif
