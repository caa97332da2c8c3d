/* view_cells: metrics of a section as cells: label, value and unit as they are shown. */
#ifndef ROOFTOP_VIEW_CELLS_H
#define ROOFTOP_VIEW_CELLS_H

#include <stdbool.h>
#include <stddef.h>

#include "raw_cell.h"
#include "result.h"
#include "section.h"

struct view_cell {
    char *label;
    const char *metric; /* name; NULL for an empty cell */
    const char *asked;  /* the name under which the section asks for it: may be a list's */
    char unit[48];
    char *value;
    double number; /* NAN if it is a text or missing */
    bool missing, percent;
    bool odd;  /* the result does not know the metric at all, or it is no finite number */
    char *own; /* private */
};

/* How values are written: in their base units or scaled to their size; whole numbers with decimals
 * too or without; with instances. lists: as the reference's details page has them, with instances
 * where the section asks for them and units that its raw page does not have. */
struct view_style {
    bool base_units, real;
    enum raw_instances instances;
    bool lists;
    bool all; /* its details page of header and bodies, which has further units of its own */
};

/* Sections come from the file and may ask for any metric any number of times: what is beyond some
 * hundred thousand cells or 64 MiB of values is left out. */
struct view_cells {
    struct view_cell *cells;
    size_t count, capacity;
    size_t bytes; /* of the values */
};

/* Appends the metrics of a section that are there for the result. One that is a list ("group:",
 * "breakdown:", "regex:") becomes those in it. */
void view_cells_add(struct view_cells *to, const struct result *result,
                    const Rep__ProfilerSection *section, Rep__ProfilerSectionMetric *const *metrics,
                    size_t count, struct view_style style);
/* The metrics of a list, under their names: "LABEL (NAME)" if a label is given. */
void view_cells_add_list(struct view_cells *to, const struct result *result, const char *list,
                         const char *label, struct view_style style);
/* One metric, whose name is taken over. */
void view_cells_add_named(struct view_cells *to, const struct result *result, char *name,
                          const char *label, struct view_style style);
void view_cells_free(struct view_cells *cells);

/* One metric as a cell. */
void view_cell_fill(struct view_cell *cell, const struct result *result, const char *metric,
                    const char *label, struct view_style style);
void view_cell_free(struct view_cell *cell);

#endif
