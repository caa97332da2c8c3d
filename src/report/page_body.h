/* page_body: what the details page prints of a section: cells of its header, items of its body, the
 * tables of its rules; as text and CSV. What there is: page_section.h. */
#ifndef ROOFTOP_PAGE_BODY_H
#define ROOFTOP_PAGE_BODY_H

#include <stdbool.h>
#include <stdio.h>

#include "page_internal.h"
#include "page_section.h"
#include "text_table.h"

/* A line of the text page, made safe. */
void page_line(FILE *out, const char *before, const char *text);

void page_cells(FILE *out, const struct view_cell *const *cells, size_t count,
                const struct page_options *options);
/* Rows of cells; the label of the table they are in has a column of its own where bodies are
 * printed. identity: the fields before. rules: one empty field follows where findings have theirs,
 * as in the reference. */
void page_cells_csv(FILE *out, const char *identity, const char *table,
                    const struct view_cell *const *cells, size_t count,
                    const struct page_options *options, bool rules);

/* The items of the bodies: page_items.h. */
void page_body(FILE *out, const struct page_section *parts, const struct page_options *options);
/* The same as rows, and as in the reference two things that are not such rows: a table of NUMA
 * nodes, and a sentence with an empty line where there are no links. */
void page_body_csv(FILE *out, const char *identity, const struct page_section *parts,
                   const struct page_options *options, bool rules);

/* The table as rows of its own. exact: numbers to the last digit, in base units, as the table has
 * to be made for. */
void page_body_table_csv(FILE *out, const struct body_table *table, bool exact);

/* Lays the table out as text, under the names that the options want, and has it printed. */
void page_body_table(const struct body_table *body, const struct page_options *options, FILE *out,
                     void (*print)(const struct text_table *table, FILE *out));

#endif
