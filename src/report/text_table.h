/* text_table: the ruled tables of the text pages. Columns are as wide as their longest cell. */
#ifndef ROOFTOP_TEXT_TABLE_H
#define ROOFTOP_TEXT_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct text_table {
    size_t columns;
    const char *const *names;
    const bool *right;     /* per column: numbers stand on the right */
    size_t indent, most;   /* most: widest column, longer cells wrap; 0 = any width */
    size_t last_width;     /* of the last column, whose longer cells wrap; 0: as the others */
    bool open;             /* no rule above the names */
    char **cells, **shown; /* row-major, owned: as they are, and made safe */
    size_t rows, capacity, shown_capacity;
};

/* Adds a row of copies. */
void text_table_add(struct text_table *table, const char *const *cells);
void text_table_print(const struct text_table *table, FILE *out);
/* One more rule, as wide as the table, for pages that close their tables. */
void text_table_print_rule(const struct text_table *table, FILE *out);
void text_table_free(struct text_table *table);

#endif
