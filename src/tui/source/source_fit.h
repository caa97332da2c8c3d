/* source_fit: the sides of the source view: where each stands, and how it is laid out before it is
 * drawn. Part of the source view. */
#ifndef ROOFTOP_TUI_SOURCE_SOURCE_FIT_H
#define ROOFTOP_TUI_SOURCE_SOURCE_FIT_H

#include "tui/source/source_cells.h"

/* Returns whether the left (0) or the right side (1) is visible. */
bool source_side_is_seen(const struct source_view *view, int side);

/* Returns a side in a view of `rows`, with the layout that source_view_fit() made. */
struct source_drawn_side source_side_of(const struct source_view *view, int rows, int side);

/* Measures, or draws, a note on what is missing into the first rows of a side. Returns how many
 * rows it takes. */
int source_side_missing(const struct source_drawn_side *side, bool draws);

/* Returns how many rows of code the side has if such a note takes `said` rows. */
size_t source_side_rows(const struct source_drawn_side *side, int said);

#endif
