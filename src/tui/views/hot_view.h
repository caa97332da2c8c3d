/* hot_view: where the time of the whole run goes: the warp samples of all results that the list
 * shows, added up by source line, by instruction or by function (report/content/hot_spots.h).
 *
 * Nothing is done before the view is opened for the first time. From then on each result is decoded
 * once, in steps between two keys, and its samples are kept; the list's filter chooses among them
 * without decoding anything again. Results that come while a program runs are added. */
#ifndef ROOFTOP_TUI_VIEWS_HOT_VIEW_H
#define ROOFTOP_TUI_VIEWS_HOT_VIEW_H

#include "report/content/hot_spots.h"
#include "tui/widgets/row_cursor.h"
#include "tui/widgets/view.h"

enum hot_sort { HOT_SORT_TIME, HOT_SORT_LAUNCHES, HOT_SORT_PLACE, HOT_SORT_STALL, HOT_SORTS };

struct hot_view {
    struct hot_index *index; /* NULL: the view was not opened yet */
    size_t next;             /* the next result to add */
    struct result *held;     /* it, decoded */
    bool was_kept;           /* it was in the cache before */
    unsigned scanned;        /* scan->restarts when the index was begun */

    enum hot_by by;
    enum hot_sort sort;
    bool reverse;
    struct hot_spots spots;
    bool due;            /* the spots are not those of the index and the list */
    size_t summed;       /* results in the index when they were added up */
    unsigned generation; /* of the list, then */
    bool *shown;         /* by result: whether the list shows it */
    size_t shown_count;
    struct row_cursor cursor;
};

extern const struct view_ops hot_view_ops;

#endif
