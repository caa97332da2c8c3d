#include "list_table.h"

#include <stdlib.h>

#include "mem.h"
#include "safe_text.h"

void list_table_add(struct list_table *table, const char *text)
{
    mem_grow(&table->cells, table->count, &table->capacity, sizeof *table->cells);
    table->cells[table->count++] = safe_text(text);
}

void list_table_add_origin(struct list_table *table, const char *file, bool built_in,
                           const char *replaces)
{
    char *text = mem_printf("%s%s%s", built_in ? "built in" : file, replaces ? ", replaces " : "",
                            replaces ? replaces : "");
    list_table_add(table, text);
    free(text);
}

static size_t width_of(const struct list_table *table, size_t column)
{
    size_t widest = 0;
    for (size_t i = column; i < table->count; i += table->columns) {
        size_t width = safe_text_width(table->cells[i]);
        widest = width > widest ? width : widest;
    }
    return widest;
}

void list_table_print(struct list_table *table, FILE *out)
{
    size_t *widths = mem_alloc(table->columns * sizeof *widths);
    for (size_t i = 0; i + 1 < table->columns; i++)
        widths[i] = width_of(table, i);
    for (size_t i = 0; i < table->count; i++) {
        size_t column = i % table->columns;
        bool last = column + 1 == table->columns;
        int pad = last ? 0 : (int)(widths[column] - safe_text_width(table->cells[i])) + 1;
        fprintf(out, "%s%*s%s", table->cells[i], pad, "", last ? "\n" : "");
        free(table->cells[i]);
    }
    free(widths);
    free(table->cells);
    *table = (struct list_table){.columns = table->columns};
}
