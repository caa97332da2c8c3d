/* table_figure: a table of rows and columns, with wrapped headings. Columns that do not fit stand
 * in further parts below, under the labels again. Columns without values are left out and named, so
 * are rows of zeros unless the whole table is asked for. With a baseline a line below each row has
 * its changes, if there are any. */
#ifndef ROOFTOP_TABLE_FIGURE_H
#define ROOFTOP_TABLE_FIGURE_H

#include <stdbool.h>

#include "body_table.h"
#include "painter.h"

/* rows: at most so many, what is left out is told; 0: the whole table. metric_names: in place of
 * labels. before: the same table of a baseline; NULL: none. */
void table_figure_draw(const struct body_table *table, const struct body_table *before, size_t rows,
                       bool metric_names, int indent, struct painter *painter);

#endif
