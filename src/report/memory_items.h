/* memory_items: the memory chart and the memory tables of a section's body.
 *
 * These items name no metrics: each collects and lists a group (metric_group.h). What they show is
 * a table of rows, columns and formulas of the group's metrics (data/memory_tables.tsv), the same
 * on every chip: one that lacks a metric has an empty cell. */
#ifndef ROOFTOP_MEMORY_ITEMS_H
#define ROOFTOP_MEMORY_ITEMS_H

#include <stddef.h>

#include "report.pb-c.h"

struct memory_item {
    const char *table; /* its rows of memory_formulas */
    const char *label; /* if the section gives none */
    const char *group; /* "group:NAME": what it collects, and where reports list it */
};

struct memory_formula {
    const char *table, *row, *column, *unit;
    const char *formula; /* of metrics (expr.h), or MEMORY_JOINT */
};

/* The cell above counts for this row too. */
#define MEMORY_JOINT "joint"

extern const struct memory_formula memory_formulas[];
extern const size_t memory_formula_count;

/* NULL: the item is of another kind. *label is the one that it is shown with. */
const struct memory_item *memory_item_of(const Rep__ProfilerSectionBodyItem *item,
                                         const char **label);

#endif
