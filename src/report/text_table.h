/* text_table: the ruled tables of the text pages. Columns are as wide as their longest cell, or
 * within limits; what is longer goes on in further lines, see safe_text_line(). */
#ifndef ROOFTOP_TEXT_TABLE_H
#define ROOFTOP_TEXT_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct text_width {
    size_t least, most; /* most: 0 = any */
};

struct text_table {
    size_t columns;
    const char *const *names;
    const bool *right;               /* per column: numbers stand on the right */
    const struct text_width *widths; /* per column; NULL: no limits */
    size_t indent, most;             /* most: widest column; 0 = any width */
    bool open;                       /* no rule above the names */
    bool cuts;                       /* longer cells are cut anywhere, not between words */
    char **cells, **shown;           /* row-major, owned: as they are, and made safe */
    size_t rows, capacity, shown_capacity;
};

/* Adds a row of copies. */
void text_table_add(struct text_table *table, const char *const *cells);
void text_table_print(const struct text_table *table, FILE *out);
/* One more rule, as wide as the table, for pages that close their tables. */
void text_table_print_rule(const struct text_table *table, FILE *out);
void text_table_free(struct text_table *table);

#endif
