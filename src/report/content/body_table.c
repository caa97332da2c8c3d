#include "report/content/body_table.h"

#include <stdlib.h>
#include <string.h>

const char *body_cell_source(const struct body_table *table, const struct body_row *row,
                             size_t column)
{
    return row->cells[column].source ? row->cells[column].source
           : table->sources[column]  ? table->sources[column]
                                     : row->metric;
}

void body_row_free(const struct body_table *table, struct body_row *row)
{
    for (size_t i = 0; row->cells && i < table->column_count; i++) {
        free(row->cells[i].text);
        free(row->cells[i].source);
    }
    free(row->cells);
    free(row->label);
    free(row->metric);
    free(row->course);
}

void body_table_free(struct body_table *table)
{
    for (size_t i = 0; i < table->row_count; i++)
        body_row_free(table, &table->rows[i]);
    body_row_free(table, &table->spare);
    for (size_t i = 0; i < table->column_count; i++) {
        free(table->columns[i]);
        free(table->sources[i]);
    }
    free(table->sources);
    for (size_t i = 0; i < table->line_count; i++) {
        free(table->lines[i].label);
        free(table->lines[i].metric);
        metric_points_free(&table->lines[i].points);
    }
    memory_map_free(table->map);
    free(table->lines);
    free(table->rows);
    free(table->columns);
    free(table->label);
    free(table->description);
    free(table->row_name);
}

const struct body_table *body_table_same(const struct body_table *tables, size_t count,
                                         const struct body_table *table)
{
    for (size_t i = 0; i < count; i++)
        if (tables[i].item == table->item && tables[i].kind == table->kind &&
            strcmp(tables[i].label, table->label) == 0)
            return &tables[i];
    return NULL;
}

void body_tables_free(struct body_table *tables, size_t count)
{
    for (size_t i = 0; i < count; i++)
        body_table_free(&tables[i]);
    free(tables);
}
