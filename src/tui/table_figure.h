/* table_figure: a table of rows and columns. Columns that do not fit stand in further parts below,
 * under the labels again; columns without any number are left out, and told. */
#ifndef ROOFTOP_TABLE_FIGURE_H
#define ROOFTOP_TABLE_FIGURE_H

#include <stdbool.h>

#include "body_table.h"
#include "painter.h"

/* At most `rows` of it; what is left out is told. metric_names: in place of labels. */
void table_figure_draw(const struct body_table *table, size_t rows, bool metric_names, int indent,
                       struct painter *painter);

#endif
