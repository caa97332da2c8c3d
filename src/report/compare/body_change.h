/* body_change: how a cell in a body's table differs from the same cell of a baseline. Rows
 * correspond by label, columns by name. */
#ifndef ROOFTOP_REPORT_COMPARE_BODY_CHANGE_H
#define ROOFTOP_REPORT_COMPARE_BODY_CHANGE_H

#include "report/compare/value_change.h"
#include "report/content/body_table.h"

/* Returns the baseline's row with the same label, or NULL. */
const struct body_row *body_row_before(const struct body_table *before, const struct body_row *row);

/* Compares the cell of `row`, a row of `table`, in this column. The text is empty for cells that
 * are no numbers. It says so if a number is missing on one side. */
struct value_change body_change_of(const struct body_table *before, const struct body_row *row,
                                   const struct body_table *table, size_t column);

/* Compares the mean of all samples in a time series with that of the series with the same label.
 * The verdict is neither better nor worse, because most samples lie outside of the kernel. The text
 * is empty if the units differ. */
struct value_change body_line_change(const struct body_table *before, const struct body_line *line);

#endif
