/* source_rows: rows of the source page, as cells of text, and how they are printed. */
#ifndef ROOFTOP_SOURCE_ROWS_H
#define ROOFTOP_SOURCE_ROWS_H

#include <stdio.h>

#include "source_before.h"
#include "source_view.h"

/* Widths of text tables: an address, a line number, the source beside SASS, and what a metric
 * takes at least. */
enum {
    SOURCE_ADDRESS_WIDTH = 18,
    SOURCE_NUMBER_WIDTH = 9,
    SOURCE_BESIDE_WIDTH = 60,
    SOURCE_METRIC_WIDTH = 6
};
/* The columns before the metrics. */
enum { SOURCE_PLAIN_COLUMNS = 2 };

struct source_row {
    char **cells; /* owned */
    size_t count, capacity;
};

void source_row_add(struct source_row *row, char *text); /* takes the text over */
void source_row_free(struct source_row *row);

/* The cells of metrics for some instructions: each has the value, if the view is compared also that
 * of the baseline and the change. */
void source_row_add_values(struct source_row *row, const struct source_view *view,
                           const struct source_pick *pick);
enum { SOURCE_COMPARED_CELLS = 3 };
size_t source_cells_each(const struct source_view *view); /* of a metric */
size_t source_cells(const struct source_view *view);      /* of all of them */
/* Titles of these cells. */
void source_row_add_titles(struct source_row *row, const struct source_view *view);
/* Address, text and metrics of an instruction, and the titles of these columns. */
void source_row_sass(struct source_row *row, const struct source_view *view, size_t instruction);
void source_row_titles(struct source_row *row, const struct source_view *view);
char *source_address(const struct source_view *view, size_t instruction); /* a new string */

/* In CSV quotes inside of a cell are not doubled, as in the reference. */
void source_row_csv(FILE *out, const struct source_row *row);
void source_print_pair(FILE *out, const char *name, const char *value);

/* Text. Widths of so many columns, the first two given; free() them. */
size_t *source_widths(size_t columns, size_t first, size_t second);
/* Makes widths from the column `first` on large enough for the row. */
void source_widen(size_t *widths, const struct source_row *row, size_t first);
/* low: see source_table_row(). */
void source_row_text(FILE *out, const size_t *widths, const struct source_row *row, size_t low);
void source_print_titles(FILE *out, const size_t *widths, const struct source_view *view);
/* "Kernel Name" or "File Name" with its value above a table, between two rules. */
void source_print_heading(FILE *out, const size_t *widths, size_t columns, const char *name,
                          const char *value);

#endif
