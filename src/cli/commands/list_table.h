/* list_table: the table that --list-sections and --list-rules print. A column is as wide as its
 * widest cell; the last column is not padded. A row may have a description, which is printed below
 * it. */
#ifndef ROOFTOP_CLI_COMMANDS_LIST_TABLE_H
#define ROOFTOP_CLI_COMMANDS_LIST_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* A table is empty if all but `columns` and `described` is zero. */
struct list_table {
    size_t columns;
    bool described; /* each row has one more cell, its description */
    char **cells;   /* row by row, safe to print */
    size_t count, capacity;
};

/* Adds the next cell. */
void list_table_add(struct list_table *table, const char *text);

/* Adds the last cell of a line: the file that the line comes from and what it replaces, or NULL. */
void list_table_add_origin(struct list_table *table, const char *file, bool built_in,
                           const char *replaces);

/* Prints the rows and releases them. */
void list_table_print(struct list_table *table, FILE *out);

#endif
