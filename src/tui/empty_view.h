/* empty_view: what a view says that has nothing to show: why, and what would bring it. */
#ifndef ROOFTOP_EMPTY_VIEW_H
#define ROOFTOP_EMPTY_VIEW_H

/* Paragraphs, each ended by a newline; safe texts. */
void empty_view_draw(int rows, const char *text);
/* The same in these rows. */
void empty_view_draw_from(int top, int rows, const char *text);

#endif
