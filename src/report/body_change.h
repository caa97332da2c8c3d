/* body_change: how a cell of a body's table differs from the same cell of a baseline's: rows are
 * the same by label, columns by name. */
#ifndef ROOFTOP_BODY_CHANGE_H
#define ROOFTOP_BODY_CHANGE_H

#include "body_table.h"
#include "value_change.h"

/* The row of that label; NULL: there is none. */
const struct body_row *body_row_before(const struct body_table *before, const struct body_row *row);

/* The cell of `row`, which is of `table`, in this column. Says nothing of cells that are no
 * numbers; that one is missing on one side is said. */
struct value_change body_change_of(const struct body_table *before, const struct body_row *row,
                                   const struct body_table *table, size_t column);

/* Of the mean of all samples of a series, against the series of that label; neither better nor
 * worse, since most of it is what the kernel does not last. Says nothing where units differ. */
struct value_change body_line_change(const struct body_table *before, const struct body_line *line);

#endif
