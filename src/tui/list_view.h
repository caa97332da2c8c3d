/* list_view: the results, one a row, with their verdict; sorting, filtering, moving and searching
 * in them. */
#ifndef ROOFTOP_LIST_VIEW_H
#define ROOFTOP_LIST_VIEW_H

#include <stdbool.h>
#include <stddef.h>

#include "baselines.h"
#include "keys.h"
#include "launch_filter.h"
#include "list_filter.h"
#include "list_layout.h"
#include "report.h"
#include "strbuf.h"

struct list_view {
    struct report *report;
    size_t *sorted; /* all results that are known, in the order of the column */
    size_t known, sorted_capacity;
    size_t *order; /* those of them that are shown */
    size_t count, order_capacity;
    size_t cursor, top; /* in the order */
    size_t wanted;      /* result where the user left the cursor, also while it is not shown */
    int series_width;   /* of the longest parameters of a series shown so far; 0: none */
    int report_width;   /* of the longest name of a report; 0: there is just one */
    struct list_filter filter;
    const struct launch_filter *launches; /* of the command line; NULL: none */
    struct launch_counts counts;
    bool *launched; /* per result: whether it passes that */
    size_t launched_capacity;
    bool all_launches; /* it is not applied */
    enum list_column sort;
    bool reverse;
    struct baselines *baselines; /* NULL: none */
    bool follow;                 /* the cursor stays on the newest row while results come in */
};

/* launches: what to show to begin with; NULL: all. It and the report must outlive the view. */
void list_view_init(struct list_view *view, struct report *report,
                    const struct launch_filter *launches);
void list_view_free(struct list_view *view);

/* Takes in results that came since the last call. */
void list_view_update(struct list_view *view);

/* Shows only the rows that pass the filter; "": all. The selection stays where its result is shown,
 * else it goes to the next one that is, until that result is shown again. false: no regular
 * expression, nothing changes. */
bool list_view_filter(struct list_view *view, const char *text, struct error *error);

/* Whether rows may be hidden, and by the command line. */
bool list_view_filtered(const struct list_view *view);
bool list_view_by_launches(const struct list_view *view);

/* Puts the cursor on a row; after the last: on the last. */
void list_view_move_to(struct list_view *view, size_t row);

/* Puts the cursor on a result, if it is shown. */
void list_view_go(struct list_view *view, size_t result);

/* Names of the columns to sort by. */
extern const char *const list_column_names[LIST_COLUMNS];
/* "duration", or "-duration" for the other direction. false: no column is called so. */
bool list_view_sort_by(struct list_view *view, const char *name);
void list_view_sort_name(const struct list_view *view, struct strbuf *out);

/* The result under the cursor; count of the report if there is none. */
size_t list_view_current(const struct list_view *view);

/* Moves, sorts. false: not an action of the list. */
bool list_view_act(struct list_view *view, enum action_id action, int rows);

/* Puts the cursor on the row that was drawn there. false: none was. */
bool list_view_click(struct list_view *view, int row);

/* Moves to the next row (step 1 or -1) whose name has the text; from the row itself if here. false:
 * none. */
bool list_view_search(struct list_view *view, const char *text, int step, bool here);

void list_view_draw(struct list_view *view, int top_row, int rows, const char *search);

#endif
