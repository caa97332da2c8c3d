#include "cli/commands/list_table.h"

#include <stdlib.h>

#include "report/base/mem.h"
#include "report/base/safe_text.h"

enum { BELOW_WIDTH = 100 };

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

static size_t width_of(const struct list_table *table, size_t column, size_t stride)
{
    size_t widest = 0;
    for (size_t i = column; i < table->count; i += stride) {
        size_t width = safe_text_width(table->cells[i]);
        widest = width > widest ? width : widest;
    }
    return widest;
}

static void print_below(const char *text, FILE *out)
{
    while (*text) {
        char *line;
        text += safe_text_line(text, BELOW_WIDTH, &line);
        fprintf(out, "    %s\n", line);
        free(line);
    }
}

void list_table_print(struct list_table *table, FILE *out)
{
    size_t stride = table->columns + table->described;
    size_t *widths = mem_alloc(table->columns * sizeof *widths);
    for (size_t i = 0; i + 1 < table->columns; i++)
        widths[i] = width_of(table, i, stride);
    for (size_t i = 0; i < table->count; i++) {
        const char *cell = table->cells[i];
        size_t column = i % stride;
        if (column == table->columns)
            print_below(cell, out);
        else if (column + 1 == table->columns)
            fprintf(out, "%s\n", cell);
        else
            fprintf(out, "%s%*s", cell, (int)(widths[column] - safe_text_width(cell)) + 1, "");
        free(table->cells[i]);
    }
    free(widths);
    free(table->cells);
    *table = (struct list_table){.columns = table->columns, .described = table->described};
}
