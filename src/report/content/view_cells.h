/* view_cells: metrics of a section as cells: label, value and unit as they are shown. ncu's details
 * page gives a few metrics another unit than its raw page (raw_unit.h); view_cells.c has a table of
 * them. */
#ifndef ROOFTOP_REPORT_CONTENT_VIEW_CELLS_H
#define ROOFTOP_REPORT_CONTENT_VIEW_CELLS_H

#include <stdbool.h>
#include <stddef.h>

#include "report/content/raw_cell.h"
#include "report/file/result.h"
#include "report/section/section.h"

struct view_cell {
    char *label;
    const char *metric; /* name; NULL for an empty cell */
    const char *asked;  /* the name by which the section asks for it, which can be that of a list */
    char unit[48];
    char *value;
    double number; /* NAN if it is a text or missing */
    bool missing, percent;
    bool odd;  /* the result lacks the metric altogether, or its value is no finite number */
    char *own; /* private */
};

/* How values are written: in base units or scaled to their size; whole numbers with or without
 * decimals; with instances. lists: as ncu's details page writes them, with instances where the
 * section asks for them and with units that its raw page does not have. */
struct view_style {
    bool base_units, real;
    enum raw_instances instances;
    bool lists;
    bool usual_units; /* as people write them: unit_spelling.h */
    bool all; /* as ncu's details page of header and bodies, which has further units of its own */
};

/* Cells that are added one by one. Sections come from the file and can ask for a metric any
 * number of times, so cells beyond some hundred thousand, and values beyond 64 MiB, are left
 * out. */
struct view_cells {
    struct view_cell *cells;
    size_t count, capacity;
    size_t bytes; /* of the values */
};

/* Appends the metrics of a section that apply to the result. A list ("group:", "breakdown:",
 * "regex:") becomes the metrics in it. If the report has no list for a pattern, the metrics of the
 * result are compared with it. */
void view_cells_add(struct view_cells *to, const struct result *result,
                    const Rep__ProfilerSection *section, Rep__ProfilerSectionMetric *const *metrics,
                    size_t count, struct view_style style);
/* Appends the metrics of a list under their names, or as "LABEL (NAME)" if a label is given. */
void view_cells_add_list(struct view_cells *to, const struct result *result, const char *list,
                         const char *label, struct view_style style);
/* Appends one metric and takes over its name. */
void view_cells_add_named(struct view_cells *to, const struct result *result, char *name,
                          const char *label, struct view_style style);
void view_cells_free(struct view_cells *cells);

/* Makes a cell of one metric. The caller releases it with view_cell_free(). */
void view_cell_fill(struct view_cell *cell, const struct result *result, const char *metric,
                    const char *label, struct view_style style);
void view_cell_free(struct view_cell *cell);

#endif
