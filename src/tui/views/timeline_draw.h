/* timeline_draw: where the parts of the timeline are on the screen, for drawing and for the mouse.
 */
#ifndef ROOFTOP_TUI_VIEWS_TIMELINE_DRAW_H
#define ROOFTOP_TUI_VIEWS_TIMELINE_DRAW_H

#include "tui/views/timeline_view.h"

/* Returns the columns of the time axis, at least 1. */
int timeline_draw_columns(const struct timeline_view *view, int rows);
/* timeline_draw_first() returns the row of the first line, timeline_draw_lines() how many lines are
 * seen. */
int timeline_draw_first(const struct timeline_view *view, int rows);
int timeline_draw_lines(const struct timeline_view *view, int rows);
/* Gets the time at a place of the screen. Returns false if there is no time axis. */
bool timeline_draw_time_at(const struct timeline_view *view, int row, int column, int rows,
                           double *at);

#endif
