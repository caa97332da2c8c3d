/* source_table: prints tables of the source page as text.
 *
 * Columns have given widths, are separated by a blank and align to the left. A cell that does not
 * fit continues on the next line, cut wherever the column ends. */
#ifndef ROOFTOP_REPORT_PAGE_PARTS_SOURCE_TABLE_H
#define ROOFTOP_REPORT_PAGE_PARTS_SOURCE_TABLE_H

#include <stddef.h>
#include <stdio.h>

/* Returns the terminal columns of a text as these tables print it; a tab counts as one. */
size_t source_table_width(const char *text);

/* Prints a rule below or above all columns. */
void source_table_rule(FILE *out, const size_t *widths, size_t columns);
/* Prints a row. NULL cells are empty. Cells from column `low` on stand in the row's last line, the
 * others begin in its first. */
void source_table_row(FILE *out, const size_t *widths, size_t columns, const char *const *cells,
                      size_t low);
/* Prints the titles. From column `first` on they are cut to `most` terminal columns, however wide
 * their column is. */
void source_table_titles(FILE *out, const size_t *widths, size_t columns, const char *const *cells,
                         size_t first, size_t most);

#endif
