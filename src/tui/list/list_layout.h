/* list_layout: computes the widths of the columns in the results list, by arithmetic alone.
 *
 * Columns stand in the given order, separated by one blank, behind two columns for marks. The name
 * takes what is left. On a narrow screen bars get shorter, then names, then columns go: those of
 * the highest rank first, and among equals the rightmost. Columns of rank 0 stay. */
#ifndef ROOFTOP_TUI_LIST_LIST_LAYOUT_H
#define ROOFTOP_TUI_LIST_LIST_LAYOUT_H

#include <stdbool.h>
#include <stddef.h>

enum { LIST_MOST_COLUMNS = 64, LIST_MARKS = 2 };

struct list_room {
    int least, most, rank; /* least 0: not shown */
    bool takes_rest;
    int wanted; /* it gets this width before others get more than their least; 0: it does not */
};

struct list_layout {
    int start[LIST_MOST_COLUMNS], width[LIST_MOST_COLUMNS]; /* width 0: not shown */
};

/* Returns the layout. Only the first LIST_MOST_COLUMNS are shown. */
struct list_layout list_layout(int columns, const struct list_room *rooms, size_t count);

#endif
