/* list_table: what --list-sections and --list-rules print: columns as wide as their widest cell,
 * the last one as it is; below a row what it is about, if that is said. */
#ifndef ROOFTOP_LIST_TABLE_H
#define ROOFTOP_LIST_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* All zero but for the columns: empty. */
struct list_table {
    size_t columns;
    bool described; /* each row ends with one more cell, which stands below it */
    char **cells;   /* row by row, made safe */
    size_t count, capacity;
};

/* The next cell. */
void list_table_add(struct list_table *table, const char *text);

/* The last cell of a line: where it comes from, and what it replaces, or NULL. */
void list_table_add_origin(struct list_table *table, const char *file, bool built_in,
                           const char *replaces);

/* Prints the rows, and releases them. */
void list_table_print(struct list_table *table, FILE *out);

#endif
