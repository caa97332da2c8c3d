/* memory_items: the memory chart and the memory tables in the body of a section.
 *
 * Such an item names no metrics: it collects and lists a group (metric_group.h). It shows a table
 * of rows, columns and formulas of the group's metrics (data/memory_tables.tsv). The table is the
 * same on every chip; a cell is empty if the chip lacks a metric. */
#ifndef ROOFTOP_REPORT_METRIC_MEMORY_ITEMS_H
#define ROOFTOP_REPORT_METRIC_MEMORY_ITEMS_H

#include <stdbool.h>
#include <stddef.h>

#include "report.pb-c.h"

struct memory_item {
    const char *table; /* selects its rows in memory_formulas */
    const char *label; /* for sections that give none */
    const char *group; /* "group:NAME": what it collects, and where reports list it */
};

struct memory_formula {
    const char *table, *row, *column, *unit;
    const char *formula; /* an expression of metrics (expr.h), or MEMORY_JOINT */
};

/* The cell above is valid for this row, too. */
#define MEMORY_JOINT "joint"

extern const struct memory_formula memory_formulas[];
extern const size_t memory_formula_count;

/* Returns the memory item of a body item, or NULL for another kind of item. *label is the label to
 * show. */
const struct memory_item *memory_item_of(const Rep__ProfilerSectionBodyItem *item,
                                         const char **label);

/* Returns whether the item shows a row of its table: its fields ShowLoads and so on are not false
 * for it. */
bool memory_item_shows(const Rep__ProfilerSectionBodyItem *item, const char *row);

#endif
