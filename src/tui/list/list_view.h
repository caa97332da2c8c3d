/* list_view: the list of results, one per row, or one row for launches that belong together. It
 * sorts, filters, groups, tags, moves and searches. list_draw.h draws it. */
#ifndef ROOFTOP_TUI_LIST_LIST_VIEW_H
#define ROOFTOP_TUI_LIST_LIST_VIEW_H

#include <stdbool.h>
#include <stddef.h>

#include "report/base/strbuf.h"
#include "report/file/report.h"
#include "report/filter/launch_filter.h"
#include "tui/list/baselines.h"
#include "tui/list/list_column.h"
#include "tui/list/list_facts.h"
#include "tui/list/list_filter.h"
#include "tui/list/list_tree.h"
#include "tui/term/completions.h"
#include "tui/widgets/keys.h"
#include "tui/widgets/row_cursor.h"

enum list_grouping {
    LIST_UNGROUPED,
    LIST_BY_NAME,
    LIST_BY_SHAPE,
    LIST_BY_NVTX,
    LIST_BY_STREAM,
    LIST_BY_DEVICE,
    LIST_GROUPINGS
};
extern const char *const list_grouping_names[LIST_GROUPINGS];

struct list_view {
    struct report *report;
    struct list_columns columns;
    struct list_facts facts;
    size_t *sorted; /* all known results in the order of the column */
    size_t known, sorted_capacity;
    size_t *shown; /* results that pass the filters, before they are grouped */
    size_t shown_capacity;
    struct list_kept_stats *kept_stats; /* of groups, see list_value_keep_stats() */
    unsigned generation;                /* counts changes of the tree */
    struct list_tree tree;              /* of `shown` */
    double duration;                    /* of `shown` together, ns */
    enum list_grouping group;           /* what was asked for; is_grouped says what is done */
    enum list_grouping last_group;
    bool is_grouped;
    bool widths_due; /* the rows have another form, so the measured widths are invalid */
    size_t *keys;    /* by result: number of its group's label */
    size_t key_capacity;
    struct completions labels; /* of groups */
    bool *open;                /* by label */
    size_t open_capacity;
    bool *tagged; /* by result */
    size_t tag_capacity, tags;
    struct row_cursor cursor; /* rows of the tree */
    size_t wanted;    /* the result where the user left the cursor, even if it is hidden now */
    bool at_group;    /* or the row of its group */
    size_t searched;  /* label of the group that a search opened, + 1 */
    bool wrapped;     /* the last search continued at the other end */
    int report_width; /* of the longest name of a report; 0: there is only one */
    struct list_filter filter;
    struct baselines *baselines;          /* NULL: none */
    const struct launch_filter *launches; /* of the command line; NULL: none */
    struct launch_counts counts;
    bool *launched; /* by result: whether it passes `launches` */
    size_t launched_capacity;
    bool all_launches;       /* `launches` is not applied */
    struct list_column sort; /* owns its metric */
    bool reverse;
    bool sort_is_due; /* the values to sort by are not all read yet */
    bool follow;      /* the cursor stays on the newest row while results arrive */
};

/* Initialises the view. `launches` selects what is shown at first; NULL: all. It and the report
 * must outlive the view. */
void list_view_init(struct list_view *view, struct report *report,
                    const struct launch_filter *launches);
void list_view_free(struct list_view *view);

/* Adds the results that came since the last call. */
void list_view_update(struct list_view *view);

/* list_view_pending() returns whether the order of rows needs values that are not read yet.
 * list_view_step() reads some of them. */
bool list_view_pending(const struct list_view *view);
void list_view_step(struct list_view *view);

/* Shows only the rows that pass the filter; "": all. The cursor stays if its result is shown;
 * otherwise it goes to the next one that is, until its result is shown again. Returns false, and
 * changes nothing, if the text is a wrong regular expression. */
bool list_view_filter(struct list_view *view, const char *text, struct error *error);

/* Return whether rows may be hidden, and whether the command line hides them. */
bool list_view_filtered(const struct list_view *view);
bool list_view_by_launches(const struct list_view *view);

/* Puts the cursor on a row, or on the last one. */
void list_view_move_to(struct list_view *view, size_t row);

/* list_view_go() puts the cursor on a result, or on its folded group, if it is shown.
 * list_view_go_on() puts it on the next or previous result, shown or folded. */
void list_view_go(struct list_view *view, size_t result);
void list_view_go_on(struct list_view *view, int step);

/* The place of the cursor, for going back there. */
struct list_place {
    size_t wanted, top;
    bool at_group, follow;
};
struct list_place list_view_place(const struct list_view *view);
void list_view_return(struct list_view *view, const struct list_place *place);

/* Sorts by a column: "duration", or "-duration" for the other direction; a metric by its name.
 * Returns false if there is no such column. */
bool list_view_sort_by(struct list_view *view, const char *name);
void list_view_sort_name(const struct list_view *view, struct strbuf *out);

/* Groups the rows. Returns false if there is no such grouping. */
bool list_view_group_by(struct list_view *view, const char *name);
/* Folds or unfolds the group under the cursor. Returns false if there is none. */
bool list_view_fold(struct list_view *view);
const char *list_view_label(const struct list_view *view, const struct list_group *group);

/* Sets the columns as in list_columns_parse(). A "+" or "-" before a name adds or removes it.
 * Returns false, and changes nothing, if a name is unknown; the error names it. */
bool list_view_set_columns(struct list_view *view, const char *names, struct error *error);
/* Returns whether the column has something to show. */
bool list_view_shows(const struct list_view *view, const struct list_column *column);

/* Tags the shown results whose name passes the filter. Returns their number, or SIZE_MAX with the
 * error. */
size_t list_view_tag(struct list_view *view, const char *pattern, struct error *error);
/* Toggles the tag of a result. Returns whether it has one now. */
bool list_view_tag_result(struct list_view *view, size_t result);
void list_view_untag(struct list_view *view);

/* Appends a note on tags and on what is still being read, with `dot` between; nothing if there is
 * nothing to say. */
void list_view_note(const struct list_view *view, const char *dot, struct strbuf *out);

/* Returns the result under the cursor, for a group one of its results, or the report's count if
 * there is none. */
size_t list_view_current(const struct list_view *view);

/* Moves, sorts, groups or tags. Returns false if the action is none of the list. */
bool list_view_act(struct list_view *view, enum action_id action, int rows);

/* Moves to the next row (step 1 or -1) whose name contains the text, or stays on the current row if
 * `here` is set and it does. A group opens if a result has the text but the group's label does not.
 * Returns false if there is none. */
bool list_view_search(struct list_view *view, const char *text, int step, bool here);

#endif
