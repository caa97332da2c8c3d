/* timeline_draw: places of the timeline on the screen, for who draws it and who points at it. */
#ifndef ROOFTOP_TIMELINE_DRAW_H
#define ROOFTOP_TIMELINE_DRAW_H

#include "timeline_view.h"

/* Columns that time takes; at least 1. */
int timeline_draw_columns(const struct timeline_view *view, int rows);
/* The row of the first line, and how many are seen. */
int timeline_draw_first(const struct timeline_view *view, int rows);
int timeline_draw_lines(const struct timeline_view *view, int rows);
/* false: no time is there. */
bool timeline_draw_time_at(const struct timeline_view *view, int row, int column, int rows,
                           double *at);

#endif
