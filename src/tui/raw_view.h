/* raw_view: every metric of the result of the details with its value and unit, by name; instances
 * below those that are unfolded. */
#ifndef ROOFTOP_RAW_VIEW_H
#define ROOFTOP_RAW_VIEW_H

#include "keys.h"
#include "number_map.h"
#include "raw_rows.h"
#include "view_place.h"

enum { RAW_TYPED = 208 };

struct raw_view {
    struct raw_rows rows;
    struct result *result; /* the rows are its own once they are made */
    size_t cursor, top;
    bool base;             /* units are not scaled */
    char typed[RAW_TYPED]; /* the filter */
    char *again;           /* name under the cursor while there are no rows */
};

void raw_view_free(struct raw_view *view);
/* NULL: the result is let go of. The cursor stays on its metric. */
void raw_view_show(struct raw_view *view, struct result *result);
/* Makes the rows of the result; before all below. */
void raw_view_make(struct raw_view *view);

/* false: not an action of the view. */
bool raw_view_act(struct raw_view *view, enum action_id action, int rows);
bool raw_view_click(struct raw_view *view, int row, int rows);
bool raw_view_search(struct raw_view *view, const char *text, int step, bool here);
void raw_view_draw(struct raw_view *view, int rows, const char *search);
void raw_view_copy(const struct raw_view *view, struct strbuf *out);

/* What was typed is the filter from now on. */
bool raw_view_filter(struct raw_view *view, struct error *error);

/* What stands under the cursor; its texts are those of the result, but for the label, which is in
 * `label`. false: nothing does. */
bool raw_view_number(const struct raw_view *view, struct number *number, struct strbuf *label);
/* The name of the metric under the cursor; NULL: none. */
const char *raw_view_metric(const struct raw_view *view);

#endif
