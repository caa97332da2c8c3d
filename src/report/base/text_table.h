/* text_table: the ruled tables of the text pages.
 *
 * A column is as wide as its longest cell, within limits. A longer cell continues on further lines
 * (safe_text_line()). */
#ifndef ROOFTOP_REPORT_BASE_TEXT_TABLE_H
#define ROOFTOP_REPORT_BASE_TEXT_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct text_width {
    size_t least, most; /* most: 0 = any */
};

enum { TEXT_TABLE_LEAST = 10 };

struct text_table {
    size_t columns;
    const char *const *names;
    const bool *right;               /* per column: numbers stand on the right */
    const struct text_width *widths; /* per column; NULL: no limits */
    size_t indent, most;             /* most: the widest column; 0: any width */
    size_t line; /* most columns of a line: columns of texts become narrower, but not narrower than
                  * TEXT_TABLE_LEAST; 0: any length */
    bool open;   /* no rule above the names */
    bool cuts;   /* longer cells are cut anywhere, not at blanks */
    char **cells, **shown; /* row-major, owned; cells: as given, shown: made safe */
    size_t rows, capacity, shown_capacity;
};

/* Adds a row. The cells are copied. */
void text_table_add(struct text_table *table, const char *const *cells);
void text_table_print(const struct text_table *table, FILE *out);
/* Prints a rule as wide as the table, for pages that close their tables with one. */
void text_table_print_rule(const struct text_table *table, FILE *out);
void text_table_free(struct text_table *table);

#endif
