/* help_view: the keys of a view (VIEW_x, with VIEW_PANED), from the key table. */
#ifndef ROOFTOP_HELP_VIEW_H
#define ROOFTOP_HELP_VIEW_H

#include <stdio.h>

#include "key_file.h"
#include "page.h"

/* Over the whole body; scroll in lines. */
void help_view_draw(const struct key_file *user, int views, int scroll, int top_row, int rows);
int help_view_lines(const struct key_file *user, int views);

/* The same as rows: keys, command and what it does. */
void help_view_print(const struct key_file *user, int views, enum page_format format, FILE *out);

/* The row at the bottom. */
void help_view_bar(const struct key_file *user, int views, int row);

#endif
