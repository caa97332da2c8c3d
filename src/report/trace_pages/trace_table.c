#include "report/trace_pages/trace_table.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"

struct trace_table *trace_table_new(const char *page, const char *title)
{
    struct trace_table *table = mem_alloc(sizeof *table);
    table->page = page;
    table->title = title;
    return table;
}

void trace_table_free(struct trace_table *table)
{
    if (!table)
        return;
    for (size_t i = 0; i < table->rows * table->column_count + table->open; i++)
        free(table->cells[i].text);
    free(table->cells);
    free(table->spots);
    free(table->note);
    free(table);
}

void trace_table_column(struct trace_table *table, const char *title, const char *key,
                        enum trace_unit unit)
{
    table->columns[table->column_count++] = (struct trace_heading){title, key, unit};
}

static void add(struct trace_table *table, struct trace_cell cell)
{
    const size_t count = table->rows * table->column_count + table->open;
    mem_grow(&table->cells, count, &table->capacity, sizeof *table->cells);
    table->cells[count] = cell;
    if (++table->open == table->column_count) {
        table->open = 0;
        table->rows++;
    }
}

void trace_table_text(struct trace_table *table, const char *text)
{
    add(table, (struct trace_cell){mem_strdup(text), NAN});
}

static void add_spot(struct trace_table *table, struct trace_spot spot)
{
    while (table->spot_count < table->rows) {
        mem_grow(&table->spots, table->spot_count, &table->spot_capacity, sizeof *table->spots);
        table->spots[table->spot_count++] = (struct trace_spot){.form = SPOT_NONE};
    }
    table->spots[table->rows - 1] = spot;
}

void trace_table_record(struct trace_table *table, enum trace_kind kind, size_t row)
{
    add_spot(table, (struct trace_spot){.form = SPOT_RECORD, .kind = kind, .row = row});
}

void trace_table_gap(struct trace_table *table, size_t gpu, uint64_t start, uint64_t end)
{
    add_spot(table, (struct trace_spot){.form = SPOT_GAP, .row = gpu, .start = start, .end = end});
}

void trace_table_page(struct trace_table *table, size_t page)
{
    add_spot(table, (struct trace_spot){.form = SPOT_PAGE, .row = page});
}

struct trace_spot trace_table_spot(const struct trace_table *table, size_t row)
{
    return row < table->spot_count ? table->spots[row] : (struct trace_spot){.form = SPOT_NONE};
}

static char *formatted(const char *format, va_list arguments)
{
    char *text = NULL;
    if (vasprintf(&text, format, arguments) < 0)
        text = mem_strdup("");
    return text;
}

void trace_table_textf(struct trace_table *table, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    add(table, (struct trace_cell){formatted(format, arguments), NAN});
    va_end(arguments);
}

void trace_table_number(struct trace_table *table, double number)
{
    add(table, (struct trace_cell){NULL, number});
}

void trace_table_none(struct trace_table *table)
{
    add(table, (struct trace_cell){NULL, NAN});
}

void trace_table_note(struct trace_table *table, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *text = formatted(format, arguments);
    va_end(arguments);
    if (!table->note) {
        table->note = text;
        return;
    }
    char *both = mem_printf("%s; %s", table->note, text);
    free(table->note);
    free(text);
    table->note = both;
}

const struct trace_cell *trace_table_cell(const struct trace_table *table, size_t row,
                                          size_t column)
{
    return &table->cells[row * table->column_count + column];
}
