/* summary_view: the root causes that cost time, ranked, followed by what rules about several
 * results say. */
#ifndef ROOFTOP_TUI_VIEWS_SUMMARY_VIEW_H
#define ROOFTOP_TUI_VIEWS_SUMMARY_VIEW_H

#include "tui/views/scan.h"
#include "tui/widgets/row_cursor.h"
#include "tui/widgets/view.h"

struct summary_view {
    struct row_cursor cursor; /* over the opportunities, then the notes */
};

/* Returns the selected cause, or NULL. */
const struct cause *summary_view_cause(const struct summary_view *view, const struct scan *scan);
/* Returns the selected note, or NULL. */
const struct scan_note *summary_view_note(const struct summary_view *view, const struct scan *scan);

bool summary_view_act(struct summary_view *view, const struct scan *scan, enum action_id action,
                      int rows);
/* Selects the row that is drawn at a place. Returns false if there is none. */
bool summary_view_click(struct summary_view *view, const struct scan *scan, int row, int rows);
bool summary_view_search(struct summary_view *view, const struct scan *scan, const char *text,
                         int step, bool here);
/* Puts the cursor into the list and into view. Call it before drawing. */
void summary_view_fit(struct summary_view *view, const struct scan *scan, int rows);
void summary_view_draw(const struct summary_view *view, const struct scan *scan, int top_row,
                       int rows, const char *search);

extern const struct view_ops summary_view_ops;

#endif
