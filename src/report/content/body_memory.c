/* How it works: the rows, columns and formulas of the memory chart and of the memory tables are
 * data (data/memory_tables.tsv), so this file only evaluates the formulas of the item's table
 * for the result. Links of the chart that carried nothing are left out. The chart gets a
 * memory_map, too, from which the screen draws it. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/content/body_items.h"
#include "report/content/memory_map.h"
#include "report/metric/memory_items.h"

static size_t column_of(struct body_table *table, const char *name)
{
    size_t i = 0;
    while (i < table->column_count && strcmp(table->columns[i], name) != 0)
        i++;
    if (i == table->column_count)
        body_add_column(table, name);
    return i;
}

static void set_cell(const struct body_maker *maker, struct body_cell *cell,
                     const struct memory_formula *from)
{
    cell->joint = strcmp(from->formula, MEMORY_JOINT) == 0;
    if (cell->joint)
        return;
    double number = memory_value(maker->result, from->formula);
    body_set_number(maker, cell, number, from->unit, number);
    free(cell->source);
    cell->source = mem_strdup(from->formula);
}

/* The formula of a cell. A cell that is one with the cell above has that formula itself if the row
 * above is hidden. */
static const struct memory_formula *formula_of(const Rep__ProfilerSectionBodyItem *item,
                                               const struct memory_formula *from)
{
    for (const struct memory_formula *at = from; at > memory_formulas; at--) {
        if (strcmp(at->table, from->table) != 0 || strcmp(at->column, from->column) != 0)
            continue;
        if (at != from && memory_item_shows(item, at->row))
            return from;
        if (strcmp(at->formula, MEMORY_JOINT) != 0)
            return at;
    }
    return from;
}

static void make_table(struct body_maker *maker, const Rep__ProfilerSectionBodyItem *item,
                       const char *table)
{
    struct body_row *row = NULL;
    const char *row_name = "";
    for (size_t i = 0; i < memory_formula_count; i++)
        if (strcmp(memory_formulas[i].table, table) == 0)
            column_of(maker->table, memory_formulas[i].column);
    for (size_t i = 0; i < memory_formula_count; i++) {
        const struct memory_formula *from = &memory_formulas[i];
        if (strcmp(from->table, table) != 0 || !memory_item_shows(item, from->row))
            continue;
        if (!row || strcmp(row_name, from->row) != 0) {
            row = NULL;
            for (size_t j = 0; j < maker->table->row_count && !row; j++)
                if (strcmp(maker->table->rows[j].label, from->row) == 0)
                    row = &maker->table->rows[j];
            if (!row)
                row = body_add_row(maker->table, mem_strdup(from->row));
        }
        row_name = from->row;
        set_cell(maker, &row->cells[column_of(maker->table, from->column)], formula_of(item, from));
    }
}

static void make_chart(struct body_maker *maker)
{
    body_add_column(maker->table, "Value");
    for (size_t i = 0; i < memory_formula_count; i++) {
        const struct memory_formula *from = &memory_formulas[i];
        if (strcmp(from->table, "chart") != 0)
            continue;
        double number = memory_value(maker->result, from->formula);
        if (isnan(number) || number == 0)
            continue;
        char *label = mem_printf("%s: %s", from->row, from->column);
        body_set_number(maker, &body_add_row(maker->table, label)->cells[0], number, from->unit,
                        number);
    }
}

void body_memory(struct body_maker *maker, const Rep__ProfilerSectionBodyItem *item)
{
    const char *label;
    const struct memory_item *memory = memory_item_of(item, &label);
    if (!memory)
        return;
    bool chart = strcmp(memory->table, "chart") == 0;
    if (chart) {
        maker->table->kind = BODY_MEMORY_MAP;
        maker->table->map = memory_map_new(maker->result);
    }
    body_begin(maker->table, label, "", chart ? "Link" : "Access");
    if (chart)
        make_chart(maker);
    else
        make_table(maker, item, memory->table);
}
