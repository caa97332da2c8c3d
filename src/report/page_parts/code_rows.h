/* code_rows: the rows of the source page as cells of text, and how they are printed. */
#ifndef ROOFTOP_REPORT_PAGE_PARTS_CODE_ROWS_H
#define ROOFTOP_REPORT_PAGE_PARTS_CODE_ROWS_H

#include <stdio.h>

#include "report/code/code_listing.h"
#include "report/compare/code_before.h"

/* Widths in text tables: an address, a line number, the source beside SASS, and the least for a
 * metric. */
enum {
    SOURCE_ADDRESS_WIDTH = 18,
    SOURCE_NUMBER_WIDTH = 9,
    SOURCE_BESIDE_WIDTH = 60,
    SOURCE_METRIC_WIDTH = 6
};
/* The number of columns before the metrics. */
enum { SOURCE_PLAIN_COLUMNS = 2 };

struct code_row {
    char **cells; /* owned */
    size_t count, capacity;
};

void code_row_add(struct code_row *row, char *text); /* takes ownership of the text */
void code_row_free(struct code_row *row);

/* Adds the metric cells for some instructions: each metric's value and, if the view is compared,
 * the baseline's value and the change. */
void code_row_add_values(struct code_row *row, const struct code_listing *view,
                         const struct source_pick *pick);
enum { SOURCE_COMPARED_CELLS = 3 };
size_t code_row_cells_each(const struct code_listing *view); /* cells per metric */
size_t code_row_cells(const struct code_listing *view);      /* cells of all metrics */
/* Adds the titles of these cells. */
void code_row_add_titles(struct code_row *row, const struct code_listing *view);
/* Make the row of an instruction (address, text and metrics) and the row of the titles. */
void code_row_sass(struct code_row *row, const struct code_listing *view, size_t instruction);
void code_row_titles(struct code_row *row, const struct code_listing *view);
char *source_address(const struct code_listing *view, size_t instruction); /* a new string */

/* Prints a row as CSV. Quotes inside of a cell are not doubled, as in ncu. */
void code_row_csv(FILE *out, const struct code_row *row);
void source_print_pair(FILE *out, const char *name, const char *value);

/* Text tables. Returns the widths of `columns` columns, of which the first two are given; free()
 * them. */
size_t *source_widths(size_t columns, size_t first, size_t second);
/* Widens the columns from `first` on so that the row fits. */
void source_widen(size_t *widths, const struct code_row *row, size_t first);
/* Prints a row as text; source_table_row() explains `low`. */
void code_row_text(FILE *out, const size_t *widths, const struct code_row *row, size_t low);
void source_print_titles(FILE *out, const size_t *widths, const struct code_listing *view);
/* Prints "Kernel Name" or "File Name" with its value above a table, between two rules. */
void source_print_heading(FILE *out, const size_t *widths, size_t columns, const char *name,
                          const char *value);

#endif
