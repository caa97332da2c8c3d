/* columns_view: the columns that the results list can have, one a row: first those that are shown,
 * in their order, then the other built-in ones, then the metrics of the report. */
#ifndef ROOFTOP_COLUMNS_VIEW_H
#define ROOFTOP_COLUMNS_VIEW_H

#include <stdbool.h>

#include "list_view.h"

/* Initialise with {0}; release with columns_view_free(). */
struct columns_view {
    size_t cursor, top;
    struct list_columns rows; /* as of the last change */
    size_t shown;             /* those of them that the list shows, which are the first */
    size_t names;             /* strings of the report when they were listed */
};

void columns_view_free(struct columns_view *view);

/* The list's columns are also changed elsewhere, and metrics come while a program runs. */
void columns_view_refresh(struct columns_view *view, const struct list_view *list);
/* Appends what a column is; of a metric its unit; shown: whether it is one of the list's, and why
 * it is not to be seen there. */
void columns_view_about(struct list_view *list, const struct list_column *column, bool shown,
                        struct strbuf *out);

/* Moves, switches, reorders. false: not an action of the view. */
bool columns_view_act(struct columns_view *view, struct list_view *list, enum action_id action,
                      int rows);
/* Selects the column that was drawn there. false: none was. */
bool columns_view_click(struct columns_view *view, int row, int rows);
/* Moves to the next row (step 1 or -1) whose name, title or description has the text; from the row
 * itself if here. */
bool columns_view_search(struct columns_view *view, struct list_view *list, const char *text,
                         int step, bool here);
void columns_view_draw(struct columns_view *view, struct list_view *list, int rows,
                       const char *search);

/* Whether a name of the report is one of a metric that has values to show. */
bool columns_view_is_metric(const char *name);

#endif
