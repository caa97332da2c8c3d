/* list_layout: widths of the columns of the results list, by arithmetic alone.
 *
 * Columns stand in the order given with one blank between them, behind two for marks; one of them,
 * the name, takes what is left. On a narrow screen bars get shorter, then names, and columns go:
 * those of the highest rank first, of the same rank the rightmost; those of rank 0 stay. */
#ifndef ROOFTOP_LIST_LAYOUT_H
#define ROOFTOP_LIST_LAYOUT_H

#include <stdbool.h>
#include <stddef.h>

enum { LIST_MOST_COLUMNS = 64, LIST_MARKS = 2 };

struct list_room {
    int least, most, rank; /* least 0: it is not shown */
    bool takes_rest;
    int wanted; /* it has so many before others get more than their least; 0: as they do */
};

struct list_layout {
    int start[LIST_MOST_COLUMNS], width[LIST_MOST_COLUMNS]; /* width 0: not shown */
};

/* Rooms after the first LIST_MOST_COLUMNS are not shown. */
struct list_layout list_layout(int columns, const struct list_room *rooms, size_t count);

#endif
