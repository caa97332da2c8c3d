/* cell_column: cells that stand below each other: their labels have one width, the points of their
 * numbers one column, and their units another one. */
#ifndef ROOFTOP_TUI_DETAILS_CELL_COLUMN_H
#define ROOFTOP_TUI_DETAILS_CELL_COLUMN_H

#include <stdbool.h>

#include "report/content/view_cells.h"

struct cell_column {
    int label;          /* the widest label, at most what was asked for */
    int fraction, unit; /* the widest point with decimals, and unit; -1: values are not aligned */
    bool terse;         /* units that end the label are left out: "Elapsed Cycles  7,505" */
};

/* Returns what is written in front of a cell: its label or its metric; free() it. */
char *cell_column_label(const struct view_cell *cell, bool metric_names);

/* Looks at the cells, which have `width` columns. Where a value would then take room from a label,
 * first units that the label says already are left out; where that does not suffice, values are not
 * aligned. */
struct cell_column cell_column_of(const struct view_cell *const *cells, size_t count, int width,
                                  int label_most, bool metric_names);

/* Returns the value with its unit, with blanks where others have more; free() it. */
char *cell_column_value(const struct cell_column *column, const struct view_cell *cell);

#endif
