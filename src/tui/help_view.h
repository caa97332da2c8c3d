/* help_view: the keys of a view, from the key table. */
#ifndef ROOFTOP_HELP_VIEW_H
#define ROOFTOP_HELP_VIEW_H

#include "keys.h"

/* Over the whole body; scroll in lines. */
void help_view_draw(enum view view, int scroll, int top_row, int rows);
int help_view_lines(enum view view);

/* The row at the bottom. */
void help_view_bar(enum view view, int row);

#endif
