/* fact_view: a list of facts on the screen: headings that fold, names, values wrapped to the pane's
 * width, and the metrics they come from. The views of launches and sessions are such lists. */
#ifndef ROOFTOP_FACT_VIEW_H
#define ROOFTOP_FACT_VIEW_H

#include "fact_list.h"
#include "keys.h"
#include "row_cursor.h"
#include "strbuf.h"

struct fact_line {
    size_t fact;
    char *text; /* of the value; "" for a heading; safe */
    bool first; /* of the fact */
};

struct fact_view {
    struct fact_list list; /* the view's */
    struct row_cursor cursor;
    struct fact_line *lines;
    size_t line_count, line_capacity;
    int columns;   /* that the lines were made for; 0: they are to be made anew */
    char **turned; /* names of headings that are not open or closed as the list has them */
    size_t turned_count, turned_capacity;
};

/* Takes over the facts; folds and cursor stay. */
void fact_view_set(struct fact_view *view, struct fact_list list);
void fact_view_free(struct fact_view *view);

/* columns: of the pane. */
bool fact_view_act(struct fact_view *view, enum action_id action, int columns, int rows);
bool fact_view_click(struct fact_view *view, int row, int rows);
bool fact_view_search(struct fact_view *view, const char *text, int columns, int step, bool here);
/* The selected fact, or all below the selected heading. */
void fact_view_copy(const struct fact_view *view, struct strbuf *out);
/* The metric that the selected fact is of; "" if it is none's, NULL: there is none. */
const char *fact_view_source(const struct fact_view *view);
/* Whether the cursor is on the last line. */
bool fact_view_is_at_end(const struct fact_view *view);
/* From the row `top` on. */
void fact_view_draw(struct fact_view *view, int top, int rows, const char *search);

#endif
