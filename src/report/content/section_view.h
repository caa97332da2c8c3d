/* section_view: one section of one result, ready to be shown. Text pages print it and the screen
 * draws it.
 *
 * Cells of the header are in the section's own order. A metric whose filter does not pass has no
 * cell. A metric that was not collected has a cell with missing = true and the value "n/a"; a
 * metric that was collected but got no value has the value "no data". */
#ifndef ROOFTOP_REPORT_CONTENT_SECTION_VIEW_H
#define ROOFTOP_REPORT_CONTENT_SECTION_VIEW_H

#include <stdbool.h>
#include <stddef.h>

#include "report/content/view_cells.h"
#include "report/file/result.h"
#include "report/section/section.h"

struct section_figures; /* section_figures.h */

/* A table, bar chart or breakdown of a section's body. */
struct view_block {
    char *label;
    const char *body, *description; /* name of the body it is in; its own text; "" if none */
    size_t item;                    /* its number: see section_items.h */
    bool by_value, ascending;       /* the cells are in the order of their values; see `cells` */
    bool chart;                     /* a bar chart */
    double axis_end;         /* where its axis of values ends at least; 0: at the greatest value */
    struct view_cell *cells; /* in the order that the item asks for: SortKey, SortDirection */
    size_t count;
};

struct section_view {
    const Rep__ProfilerSection *section;
    struct view_cell *header;
    size_t header_count;
    struct view_block *blocks;
    size_t block_count;
    char *digest; /* one line about the section; "" if nothing was collected */
    const struct result *result;
    struct section_figures *figures; /* see section_view_figures() */
    bool digest_made;                /* see section_view_digest() */
};

struct section_view *section_view_new(const struct result *result,
                                      const Rep__ProfilerSection *section, struct view_style style);
void section_view_free(struct section_view *view);

/* Returns what figures of the section are drawn from. It is made at the first call and belongs
 * to the view. */
const struct section_figures *section_view_figures(struct section_view *view);

/* Returns the digest, with what only figures can tell: the longest stalls, or if there is
 * nothing else, what is drawn. It belongs to the view. */
const char *section_view_digest(struct section_view *view);

#endif
