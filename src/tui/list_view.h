/* list_view: the results, one a row, or launches that belong together as one; sorting, filtering,
 * grouping, tagging, moving and searching in them. What is drawn: list_draw.h. */
#ifndef ROOFTOP_LIST_VIEW_H
#define ROOFTOP_LIST_VIEW_H

#include <stdbool.h>
#include <stddef.h>

#include "baselines.h"
#include "choices.h"
#include "keys.h"
#include "launch_filter.h"
#include "list_column.h"
#include "list_facts.h"
#include "list_filter.h"
#include "list_tree.h"
#include "report.h"
#include "strbuf.h"

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
    size_t *sorted; /* all results that are known, in the order of the column */
    size_t known, sorted_capacity;
    size_t *shown; /* those of them that pass, before they are grouped */
    size_t shown_capacity;
    struct list_kept_stats *kept_stats; /* of groups, see list_value_stats() */
    unsigned generation;                /* of the tree */
    struct list_tree tree;              /* of those */
    double duration;                    /* of those together, ns */
    enum list_grouping group;           /* what was asked for: see list_view_is_grouped() */
    enum list_grouping last_group;
    bool is_grouped;
    bool widths_due; /* rows have another form: what columns were seen to take does not hold */
    size_t *keys;    /* by result: number of its group's label */
    size_t key_capacity;
    struct choices labels; /* of groups */
    bool *open;            /* by label */
    size_t open_capacity;
    bool *tagged; /* by result */
    size_t tag_capacity, tags;
    size_t cursor, top; /* rows of the tree */
    size_t wanted;      /* result where the user left the cursor, also while it is not shown */
    bool at_group;      /* or on the row of its group */
    size_t searched;    /* label of the group that a search opened, + 1 */
    bool wrapped;       /* the last search went on at the other end of the list */
    int report_width;   /* of the longest name of a report; 0: there is just one */
    struct list_filter filter;
    struct baselines *baselines;          /* NULL: none */
    const struct launch_filter *launches; /* of the command line; NULL: none */
    struct launch_counts counts;
    bool *launched; /* per result: whether it passes that */
    size_t launched_capacity;
    bool all_launches;       /* it is not applied */
    struct list_column sort; /* owns its metric */
    bool reverse;
    bool sort_is_due; /* not all of what to sort by was read yet */
    bool follow;      /* the cursor stays on the newest row while results come in */
};

/* launches: what to show to begin with; NULL: all. It and the report must outlive the view. */
void list_view_init(struct list_view *view, struct report *report,
                    const struct launch_filter *launches);
void list_view_free(struct list_view *view);

/* Takes in results that came since the last call. */
void list_view_update(struct list_view *view);

/* Whether something is to be read of results before rows stand as they should, and reads some of
 * it.
 */
bool list_view_pending(const struct list_view *view);
void list_view_step(struct list_view *view);

/* Shows only the rows that pass the filter; "": all. The selection stays where its result is shown,
 * else it goes to the next one that is, until that result is shown again. false: no regular
 * expression, nothing changes. */
bool list_view_filter(struct list_view *view, const char *text, struct error *error);

/* Whether rows may be hidden, and by the command line. */
bool list_view_filtered(const struct list_view *view);
bool list_view_by_launches(const struct list_view *view);

/* Puts the cursor on a row; after the last: on the last. */
void list_view_move_to(struct list_view *view, size_t row);

/* Puts the cursor on a result, or on the group that it is folded in, if it is shown; and on the
 * next or previous one of all that are shown or folded. */
void list_view_go(struct list_view *view, size_t result);
void list_view_go_on(struct list_view *view, int step);

/* Where the cursor is, for going back there. */
struct list_place {
    size_t wanted, top;
    bool at_group, follow;
};
struct list_place list_view_place(const struct list_view *view);
void list_view_return(struct list_view *view, const struct list_place *place);

/* "duration", or "-duration" for the other direction; a metric by its name. false: no column is
 * called so. */
bool list_view_sort_by(struct list_view *view, const char *name);
void list_view_sort_name(const struct list_view *view, struct strbuf *out);

/* Groups rows. false: there is no such grouping. */
bool list_view_group_by(struct list_view *view, const char *name);
/* Folds or unfolds the group under the cursor. false: there is none. */
bool list_view_fold(struct list_view *view);
const char *list_view_label(const struct list_view *view, const struct list_group *group);

/* Other columns, as list_columns_parse() has them; with "+" or "-" before it a name is added or
 * removed. false: nothing changes, the error names what is none. */
bool list_view_set_columns(struct list_view *view, const char *names, struct error *error);
/* Whether there is something to show in a column. */
bool list_view_shows(struct list_view *view, const struct list_column *column);

/* Tags the results that are shown and whose name passes such a filter; returns how many, or
 * SIZE_MAX with the error. */
size_t list_view_tag(struct list_view *view, const char *pattern, struct error *error);
/* Tags one result, or takes its tag away; returns whether it has one now. */
bool list_view_tag_result(struct list_view *view, size_t result);
void list_view_untag(struct list_view *view);

/* What is to be said of tags and of what is still read, with `dot` between; nothing if there is
 * nothing. */
void list_view_note(const struct list_view *view, const char *dot, struct strbuf *out);

/* The result under the cursor, of a group one of it; count of the report if there is none. */
size_t list_view_current(const struct list_view *view);

/* Moves, sorts, groups, tags. false: not an action of the list. */
bool list_view_act(struct list_view *view, enum action_id action, int rows);

/* Moves to the next row (step 1 or -1) whose name has the text; from the row itself if here. Groups
 * open where the text is in a result and not in what the group is called. false: none. */
bool list_view_search(struct list_view *view, const char *text, int step, bool here);

#endif
