/* table_figure: draws a table of rows and columns with wrapped headings. Columns that do not fit
 * follow in further parts below, with the labels repeated. Columns without values, and rows of
 * zeros, are left out and named, except in a whole table. With a baseline, a line below each row
 * has its changes, if there are any. */
#ifndef ROOFTOP_TUI_FIGURES_TABLE_FIGURE_H
#define ROOFTOP_TUI_FIGURES_TABLE_FIGURE_H

#include <stdbool.h>

#include "report/content/body_table.h"
#include "tui/term/painter.h"

/* Draws a table with at most `rows` rows, and says what is left out; 0: the whole table.
 * metric_names: in place of labels. before: the same table in a baseline; NULL: none. */
void table_figure_draw(const struct body_table *table, const struct body_table *before, size_t rows,
                       bool metric_names, int indent, struct painter *painter);

#endif
