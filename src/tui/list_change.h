/* list_change: the right edge of the results list while there is a baseline: how the duration of
 * each result changed, with room also compute, memory and occupancy. Nothing is decoded. */
#ifndef ROOFTOP_LIST_CHANGE_H
#define ROOFTOP_LIST_CHANGE_H

#include "baselines.h"
#include "value_change.h"

enum list_measure {
    LIST_OF_DURATION,
    LIST_OF_COMPUTE,
    LIST_OF_MEMORY,
    LIST_OF_OCCUPANCY,
    LIST_MEASURES
};

/* Whether there is a baseline, and changes are not off. */
bool list_change_is_shown(const struct baselines *baselines);

/* Says nothing without a baseline, while changes are off, and where the result has no partner. */
struct value_change list_change_of(struct baselines *baselines, size_t result,
                                   enum list_measure measure);

/* Columns that it takes of so many of the screen; 0: there is nothing to show, or no room. */
int list_change_width(const struct baselines *baselines, int columns);

/* Draws into the last columns of a screen with so many: the titles, and a row. */
void list_change_titles(const struct baselines *baselines, int columns, int row);
void list_change_draw(struct baselines *baselines, size_t result, int columns, int row,
                      bool selected);

/* Columns for the marks of results that are baselines; 0: none is. */
int list_change_marks(const struct baselines *baselines);

/* The number of the baseline that the result is, in the column of marks. */
void list_change_mark(const struct baselines *baselines, size_t result, int row, int column,
                      bool selected);

#endif
