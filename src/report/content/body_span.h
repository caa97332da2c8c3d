/* body_span: cells of a body table that are one with cells above or below: their value counts for
 * all rows that they span.
 *
 * The value stands in the first row that has other numbers than 0. A bracket behind the cells joins
 * the rows, and a word in the other rows says how many the value counts for, so that nobody takes
 * it for the value of one row:
 *
 *   Local Load             0        both \
 *   Global Load      262,144   3,180,235 /
 *
 * All cells of such a column end in a bracket or in as many blanks. */
#ifndef ROOFTOP_REPORT_CONTENT_BODY_SPAN_H
#define ROOFTOP_REPORT_CONTENT_BODY_SPAN_H

#include "report/content/body_table.h"

/* Returns whether the column has a cell that spans rows. */
bool body_span_in(const struct body_table *table, size_t column);

/* Returns the row that holds the value which is shown in this row: mostly the row itself. NULL: the
 * value of the rows that its cell spans is shown in another one. */
const struct body_row *body_span_holder(const struct body_table *table, const struct body_row *row,
                                        size_t column);

/* Returns the value of a cell as it is shown: with its unit unless `shared_unit`; free() it. */
char *body_span_text(const struct body_table *table, const struct body_row *row, size_t column,
                     bool shared_unit);

/* Returns what stands behind a cell: a part of a bracket or blanks; "" if no cell of the column
 * spans rows. With `below`, what stands in a line between the row and the next one. */
const char *body_span_bracket(const struct body_table *table, const struct body_row *row,
                              size_t column, bool below, bool utf8);

/* Returns the labels of all rows that a cell spans, "Local Load + Global Load"; free() it. */
char *body_span_label(const struct body_table *table, const struct body_row *row, size_t column);

#endif
