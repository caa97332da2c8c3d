/* source_table: tables of the source page as text. Columns have given widths, are divided by a
 * blank and begin on the left; a cell that does not fit goes on in the next line, cut wherever the
 * column ends. */
#ifndef ROOFTOP_SOURCE_TABLE_H
#define ROOFTOP_SOURCE_TABLE_H

#include <stddef.h>
#include <stdio.h>

/* Terminal columns of a text as these tables print it: a tab counts as one. */
size_t source_table_width(const char *text);

void source_table_rule(FILE *out, const size_t *widths, size_t columns);
/* NULL cells are empty. Cells from the column `low` on stand in the last line of the row, the
 * others begin in its first. */
void source_table_row(FILE *out, const size_t *widths, size_t columns, const char *const *cells,
                      size_t low);
/* The titles of columns: from the column `first` on cut at so many terminal columns, however wide
 * theirs are. */
void source_table_titles(FILE *out, const size_t *widths, size_t columns, const char *const *cells,
                         size_t first, size_t most);

#endif
