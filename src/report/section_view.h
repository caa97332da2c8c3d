/* section_view: one section of one result, ready to be shown: what the text pages print and the
 * panes draw.
 *
 * Cells are in the section's own order. A metric whose filter does not pass has no cell; one that
 * was not collected has a cell with missing = true and the value "n/a", one that was collected
 * without getting a value has "no data". */
#ifndef ROOFTOP_SECTION_VIEW_H
#define ROOFTOP_SECTION_VIEW_H

#include <stdbool.h>
#include <stddef.h>

#include "result.h"
#include "section.h"
#include "view_cells.h"

struct section_figures; /* section_figures.h */

/* A table, bar chart or breakdown of a section's body. */
struct view_block {
    char *label;
    const char *body, *description; /* name of the body it is in, its own text; "" if none */
    size_t item;                    /* its number: see section_items.h */
    bool by_value, ascending;       /* wanted order: by value, else none */
    bool chart;                     /* a bar chart */
    struct view_cell *cells;
    size_t count;
};

struct section_view {
    const Rep__ProfilerSection *section;
    struct view_cell *header;
    size_t header_count;
    struct view_block *blocks;
    size_t block_count;
    char *digest; /* one telling line; "" if nothing was collected */
    const struct result *result;
    struct section_figures *figures; /* see section_view_figures() */
    bool digest_made;                /* see section_view_digest() */
};

struct section_view *section_view_new(const struct result *result,
                                      const Rep__ProfilerSection *section, struct view_style style);
void section_view_free(struct section_view *view);

/* What figures of the section are drawn of; made when it is first asked for, the view's. */
const struct section_figures *section_view_figures(struct section_view *view);

/* The digest, with what only the figures can tell: the longest stalls, or where there is none, what
 * is drawn. The view's. */
const char *section_view_digest(struct section_view *view);

/* What filters of sections are asked with for this result. */
struct section_scope section_scope_of(const struct result *result);

#endif
