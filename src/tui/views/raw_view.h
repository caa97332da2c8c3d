/* raw_view: every metric of the result in the details, by name, with its value and unit. The
 * instances of an unfolded metric stand below it. */
#ifndef ROOFTOP_TUI_VIEWS_RAW_VIEW_H
#define ROOFTOP_TUI_VIEWS_RAW_VIEW_H

#include "tui/term/number_map.h"
#include "tui/views/raw_rows.h"
#include "tui/widgets/row_cursor.h"
#include "tui/widgets/view.h"
#include "tui/widgets/view_place.h"

enum { RAW_TYPED = 208 };

struct raw_view {
    struct raw_rows rows;
    struct result *result; /* the rows show this result once they are made */
    struct row_cursor cursor;
    bool base;             /* units are not scaled */
    char typed[RAW_TYPED]; /* the filter */
    char *again;           /* name under the cursor when there are no rows */
};

void raw_view_free(struct raw_view *view);
/* Shows another result; NULL: forgets the result. The cursor stays on its metric. */
void raw_view_show(struct raw_view *view, struct result *result);
/* Makes the rows of the result. Call it before the functions below. */
void raw_view_make(struct raw_view *view);

/* Carries out an action. Returns false if the action is not the view's. */
bool raw_view_act(struct raw_view *view, enum action_id action, int rows);
bool raw_view_click(struct raw_view *view, int row, int rows);
bool raw_view_search(struct raw_view *view, const char *text, int step, bool here);
/* Puts the cursor into the list and into view. Call it before drawing. */
void raw_view_fit(struct raw_view *view, int rows);
void raw_view_draw(const struct raw_view *view, int rows, const char *search);
void raw_view_copy(const struct raw_view *view, struct strbuf *out);

/* Applies the filter that was typed. Returns false with the error if it is not valid. */
bool raw_view_filter(struct raw_view *view, struct error *error);

/* Gets the number under the cursor. Its texts belong to the result, but the label is in `label`.
 * Returns false if there is none. */
bool raw_view_number(const struct raw_view *view, struct number *number, struct strbuf *label);
/* Returns the name of the metric under the cursor, or NULL. */
const char *raw_view_metric(const struct raw_view *view);

extern const struct view_ops raw_view_ops;

#endif
