/* empty_view: the text of a view that has nothing to show: why that is, and what to do about it. */
#ifndef ROOFTOP_TUI_WIDGETS_EMPTY_VIEW_H
#define ROOFTOP_TUI_WIDGETS_EMPTY_VIEW_H

/* Draws paragraphs, each ended by a newline. The text must be safe. */
void empty_view_draw(int rows, const char *text);
/* Does the same in the rows from `top` on. */
void empty_view_draw_from(int top, int rows, const char *text);

#endif
