/* list_change: the right edge of the results list while there is a baseline. It shows how the
 * duration of each result changed and, if there is room, compute, memory and occupancy. Nothing is
 * decoded. */
#ifndef ROOFTOP_TUI_LIST_LIST_CHANGE_H
#define ROOFTOP_TUI_LIST_LIST_CHANGE_H

#include "report/compare/value_change.h"
#include "tui/list/baselines.h"

enum list_measure {
    LIST_OF_DURATION,
    LIST_OF_COMPUTE,
    LIST_OF_MEMORY,
    LIST_OF_OCCUPANCY,
    LIST_MEASURES
};

/* Returns whether there is a baseline and changes are not off. */
bool list_change_is_shown(const struct baselines *baselines);

/* Returns the change of a measure. Its text is empty if there is no baseline or partner, or changes
 * are off. The baselines must be settled (baselines_settle()), as for drawing. */
struct value_change list_change_of(const struct baselines *baselines, size_t result,
                                   enum list_measure measure);

/* Returns how many of the screen's `columns` it takes; 0 if there is nothing to show or no room. */
int list_change_width(const struct baselines *baselines, int columns);

/* Draw the titles, and a row, into the last columns of a screen with `columns`. */
void list_change_titles(const struct baselines *baselines, int columns, int row);
void list_change_draw(const struct baselines *baselines, size_t result, int columns, int row,
                      bool selected);

/* Returns the columns for the marks of results that are baselines; 0 if none is. */
int list_change_marks(const struct baselines *baselines);

/* Draws the number of the baseline that the result is into the column of marks. */
void list_change_mark(const struct baselines *baselines, size_t result, int row, int column,
                      bool selected);

#endif
