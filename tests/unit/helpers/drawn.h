/* drawn: what a painter draws, as lines of text, for tests. */
#ifndef DRAWN_H
#define DRAWN_H

#include "tui/term/painter.h"

/* Draws with the context: called to measure, then to draw. */
typedef void drawn_what(void *context, struct painter *painter);

/* The lines, without blanks at their ends, each with a newline; free() it. Fails the test if
 * measuring and drawing differ in height or anything leaves the pane's columns or lines. */
char *drawn(drawn_what *draw, void *context, enum glyph_level level, int width);

/* The same, compared. */
void drawn_is(drawn_what *draw, void *context, enum glyph_level level, int width,
              const char *expected);

/* Every width from 40 to 300 at every level, ASCII in the C locale; leaves C.UTF-8. */
void drawn_at_all_widths(drawn_what *draw, void *context);
/* Each of those widths at one of the levels. */
void drawn_at_levels_in_turn(drawn_what *draw, void *context);
/* Draws at the same levels, at widths that are `step` columns apart. */
void drawn_at_widths(drawn_what *draw, void *context, int step);

#endif
