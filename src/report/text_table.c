#include "text_table.h"

#include <stdlib.h>
#include <string.h>

#include "mem.h"
#include "safe_text.h"

void text_table_add(struct text_table *table, const char *const *cells)
{
    for (size_t i = 0; i < table->columns; i++) {
        mem_grow(&table->cells, table->rows * table->columns + i, &table->capacity,
                 sizeof *table->cells);
        mem_grow(&table->shown, table->rows * table->columns + i, &table->shown_capacity,
                 sizeof *table->shown);
        table->cells[table->rows * table->columns + i] = mem_strdup(cells[i]);
        table->shown[table->rows * table->columns + i] = safe_text(cells[i]);
    }
    table->rows++;
}

void text_table_free(struct text_table *table)
{
    for (size_t i = 0; i < table->rows * table->columns; i++) {
        free(table->cells[i]);
        free(table->shown[i]);
    }
    free(table->cells);
    free(table->shown);
    table->cells = table->shown = NULL;
    table->rows = table->capacity = table->shown_capacity = 0;
}

static void print_rule(const struct text_table *table, const size_t *widths, FILE *out)
{
    fprintf(out, "%*s", (int)table->indent, "");
    for (size_t i = 0; i < table->columns; i++) {
        if (i)
            fputc(' ', out);
        for (size_t j = 0; j < widths[i]; j++)
            fputc('-', out);
    }
    fputc('\n', out);
}

/* Prints one row; cells longer than their column go on in further lines, cut anywhere. */
static void print_row(const struct text_table *table, const size_t *widths,
                      const char *const *cells, FILE *out)
{
    const char **rest = mem_alloc(table->columns * sizeof *rest);
    bool more = true;
    for (size_t i = 0; i < table->columns; i++)
        rest[i] = cells[i];
    while (more) {
        more = false;
        fprintf(out, "%*s", (int)table->indent, "");
        for (size_t i = 0; i < table->columns; i++) {
            size_t take = safe_text_cut(rest[i], widths[i]);
            char *part = mem_strndup(rest[i], take);
            size_t columns = safe_text_width(part);
            free(part);
            int pad = columns < widths[i] ? (int)(widths[i] - columns) : 0;
            if (i)
                fputc(' ', out);
            if (table->right[i])
                fprintf(out, "%*s", pad, "");
            fwrite(rest[i], 1, take, out);
            if (!table->right[i])
                fprintf(out, "%*s", pad, "");
            rest[i] += take;
            more = more || *rest[i];
        }
        fputc('\n', out);
    }
    free(rest);
}

/* Widths of the columns; free() them. */
static size_t *measure(const struct text_table *table)
{
    size_t *widths = mem_alloc(table->columns * sizeof *widths);
    for (size_t i = 0; i < table->columns; i++) {
        widths[i] = strlen(table->names[i]);
        for (size_t j = 0; j < table->rows; j++) {
            size_t width = safe_text_width(table->shown[j * table->columns + i]);
            if (width > widths[i])
                widths[i] = width;
        }
        if (table->most && widths[i] > table->most)
            widths[i] = table->most;
    }
    if (table->last_width)
        widths[table->columns - 1] = table->last_width;
    return widths;
}

void text_table_print(const struct text_table *table, FILE *out)
{
    size_t *widths = measure(table);
    if (!table->open)
        print_rule(table, widths, out);
    print_row(table, widths, table->names, out);
    print_rule(table, widths, out);
    for (size_t j = 0; j < table->rows; j++)
        print_row(table, widths, (const char *const *)table->shown + j * table->columns, out);
    free(widths);
}

void text_table_print_rule(const struct text_table *table, FILE *out)
{
    size_t *widths = measure(table);
    print_rule(table, widths, out);
    free(widths);
}
