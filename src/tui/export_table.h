/* export_table: rows that a view is about, written as text with tabs, CSV, JSON (an object a row)
 * or Markdown. */
#ifndef ROOFTOP_EXPORT_TABLE_H
#define ROOFTOP_EXPORT_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "page.h"

/* All zero but for the first three: empty. */
struct export_table {
    size_t columns;
    const char *const *names; /* of the columns, and of the members in JSON */
    const bool *numbers;      /* columns that are numbers in JSON; "" is null in any */
    char **cells;             /* row by row */
    size_t count, capacity;
};

/* The next cell. */
void export_table_add(struct export_table *table, const char *text);

void export_table_print(const struct export_table *table, enum page_format format, FILE *out);
void export_table_free(struct export_table *table);

#endif
