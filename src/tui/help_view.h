/* help_view: the keys of a view (VIEW_x, with VIEW_PANED), from the key table. */
#ifndef ROOFTOP_HELP_VIEW_H
#define ROOFTOP_HELP_VIEW_H

#include "keys.h"

/* Over the whole body; scroll in lines. */
void help_view_draw(int views, int scroll, int top_row, int rows);
int help_view_lines(int views);

/* The row at the bottom. */
void help_view_bar(int views, int row);

#endif
