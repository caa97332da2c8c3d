#include "report/base/text_table.h"

#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/base/safe_text.h"

void text_table_add(struct text_table *table, const char *const *cells)
{
    for (size_t i = 0; i < table->columns; i++) {
        const char *cell = cells[i] ? cells[i] : "";
        mem_grow(&table->cells, table->rows * table->columns + i, &table->capacity,
                 sizeof *table->cells);
        mem_grow(&table->shown, table->rows * table->columns + i, &table->shown_capacity,
                 sizeof *table->shown);
        table->cells[table->rows * table->columns + i] = mem_strdup(cell);
        table->shown[table->rows * table->columns + i] = safe_text(cell);
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

static size_t take(const char *text, size_t width, bool cuts, char **part)
{
    if (!cuts)
        return safe_text_line(text, width, part);
    size_t length = safe_text_cut(text, width);
    *part = mem_strndup(text, length);
    return length;
}

/* Prints one row, which takes several lines if a cell is longer than its column. */
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
            char *part;
            rest[i] += take(rest[i], widths[i], table->cuts, &part);
            size_t columns = safe_text_width(part);
            int pad = columns < widths[i] ? (int)(widths[i] - columns) : 0;
            if (i)
                fputc(' ', out);
            if (table->right[i])
                fprintf(out, "%*s", pad, "");
            fputs(part, out);
            if (!table->right[i])
                fprintf(out, "%*s", pad, "");
            free(part);
            more = more || *rest[i];
        }
        fputc('\n', out);
    }
    free(rest);
}

/* Makes the widest columns of texts narrower until a line has no more columns than it may. */
static void narrow(const struct text_table *table, size_t *widths)
{
    for (;;) {
        size_t all = table->indent + table->columns - 1, widest = table->columns;
        for (size_t i = 0; i < table->columns; i++) {
            all += widths[i];
            if (!table->right[i] && widths[i] > TEXT_TABLE_LEAST &&
                (widest == table->columns || widths[i] > widths[widest]))
                widest = i;
        }
        if (all <= table->line || widest == table->columns)
            return;
        widths[widest]--;
    }
}

/* Returns the widths of the columns; free() them. */
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
        const struct text_width *limits = table->widths ? &table->widths[i] : NULL;
        if (limits && limits->most && widths[i] > limits->most)
            widths[i] = limits->most;
        if (limits && widths[i] < limits->least)
            widths[i] = limits->least;
    }
    if (table->line && table->columns)
        narrow(table, widths);
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
