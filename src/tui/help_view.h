/* help_view: the keys of a view, from the key table. */
#ifndef ROOFTOP_HELP_VIEW_H
#define ROOFTOP_HELP_VIEW_H

#include "keys.h"

/* Over the whole body; scroll in lines. Returns the lines there are. */
int help_view_draw(enum view view, int scroll, int top_row, int rows);

/* The row at the bottom. */
void help_view_bar(enum view view, int row);

#endif
