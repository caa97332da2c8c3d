/* export_table: writes the rows of a view as text with tabs, CSV, JSON (one object for each row) or
 * Markdown. */
#ifndef ROOFTOP_TUI_WIDGETS_EXPORT_TABLE_H
#define ROOFTOP_TUI_WIDGETS_EXPORT_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "report/pages/page.h"

/* A table is empty if all but the first three members are zero. */
struct export_table {
    size_t columns;
    const char *const *names; /* names of the columns, and of the members in JSON */
    const bool *numbers;      /* which columns are numbers in JSON; "" is null in every column */
    char **cells;             /* row by row */
    size_t count, capacity;
};

/* Appends a cell. */
void export_table_add(struct export_table *table, const char *text);

void export_table_print(const struct export_table *table, enum page_format format, FILE *out);
void export_table_free(struct export_table *table);

#endif
