/* fact_view: a list of facts on the screen: headings that fold, names, values wrapped to the width
 * of the pane, and the metrics that they come from. The views of launches and sessions are such
 * lists. */
#ifndef ROOFTOP_TUI_WIDGETS_FACT_VIEW_H
#define ROOFTOP_TUI_WIDGETS_FACT_VIEW_H

#include "report/base/strbuf.h"
#include "report/content/fact_list.h"
#include "tui/widgets/keys.h"
#include "tui/widgets/row_cursor.h"

struct fact_line {
    size_t fact;
    char *text; /* a line of the value, safe; "" for a heading */
    bool first; /* the first line of the fact */
};

struct fact_view {
    struct fact_list list; /* owned */
    struct row_cursor cursor;
    struct fact_line *lines;
    size_t line_count, line_capacity;
    int columns;   /* the width that the lines were made for; 0: make them again */
    char **turned; /* names of headings that were folded or unfolded by hand */
    size_t turned_count, turned_capacity;
};

/* Takes ownership of the facts. Folds and the cursor stay. */
void fact_view_set(struct fact_view *view, struct fact_list list);
void fact_view_free(struct fact_view *view);

/* Handle an action, a click and a search. columns: the width of the pane. */
bool fact_view_act(struct fact_view *view, enum action_id action, int columns, int rows);
bool fact_view_click(struct fact_view *view, int row, int rows);
bool fact_view_search(struct fact_view *view, const char *text, int columns, int step, bool here);
/* Appends the selected fact, or all facts below the selected heading. */
void fact_view_copy(const struct fact_view *view, struct strbuf *out);
/* Returns the metric that the selected fact comes from, "" if it comes from none, or NULL if there
 * are no facts. */
const char *fact_view_source(const struct fact_view *view);
/* Returns whether the cursor is on the last line. */
bool fact_view_is_at_end(const struct fact_view *view);
/* Makes the lines for the width of the screen, and brings the cursor into view. Call it before
 * drawing. */
void fact_view_fit(struct fact_view *view, int rows);
/* Draws the list from the row `top` on. */
void fact_view_draw(const struct fact_view *view, int top, int rows, const char *search);

#endif
