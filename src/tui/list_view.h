/* list_view: the results, one a row, with their verdict; sorting, moving and searching in them. */
#ifndef ROOFTOP_LIST_VIEW_H
#define ROOFTOP_LIST_VIEW_H

#include <stdbool.h>
#include <stddef.h>

#include "keys.h"
#include "list_layout.h"
#include "report.h"

struct list_view {
    struct report *report;
    size_t *order; /* results in the order shown */
    size_t count, capacity;
    size_t cursor, top; /* in the order */
    enum list_column sort;
    bool reverse;
    bool follow; /* the cursor stays on the newest row while results come in */
};

void list_view_init(struct list_view *view, struct report *report);
void list_view_free(struct list_view *view);

/* Takes in results that came since the last call. */
void list_view_update(struct list_view *view);

/* The result under the cursor; count of the report if there is none. */
size_t list_view_current(const struct list_view *view);

/* Moves, sorts. false: not an action of the list. */
bool list_view_act(struct list_view *view, enum action_id action, int rows);

/* Moves to the next row (step 1 or -1) whose name has the text; from the row itself if here. false:
 * none. */
bool list_view_search(struct list_view *view, const char *text, int step, bool here);

void list_view_draw(struct list_view *view, int top_row, int rows, const char *search);

#endif
