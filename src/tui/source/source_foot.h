/* source_foot: the lower part of the source view, which shows the selected row in full.
 *
 * It has the whole line, wrapped; the leading counters; the findings of the line; then every other
 * value that is not 0, by the metric's full label. It scrolls if there is no room for all. */
#ifndef ROOFTOP_TUI_SOURCE_SOURCE_FOOT_H
#define ROOFTOP_TUI_SOURCE_SOURCE_FOOT_H

#include "tui/source/source_view.h"
#include "tui/term/painter.h"

/* Returns the rows of this part in a view of `rows`; 0 if there is no room. */
int source_foot_rows(int rows);

/* Before drawing into `rows` rows: measures the contents and keeps the scrolling within them. */
void source_foot_fit(struct source_view *view, int rows);
/* Draws into `rows` rows of the screen: a rule with the row's place, and the contents. */
void source_foot_draw(const struct source_view *view, int row, int rows, const char *search);

/* Draws all the contents, which stand below the rule. */
void source_foot_paint(const struct source_view *view, struct painter *painter);

#endif
