/* page_body: how the details page prints a section as text and CSV: the cells of its header, the
 * items of its bodies, and the tables of its rules. page_section.h says what a section has to
 * show. */
#ifndef ROOFTOP_REPORT_PAGE_PARTS_PAGE_BODY_H
#define ROOFTOP_REPORT_PAGE_PARTS_PAGE_BODY_H

#include <stdbool.h>
#include <stdio.h>

#include "report/base/text_table.h"
#include "report/page_parts/page_options.h"
#include "report/page_parts/page_section.h"

/* Prints a line of the text page, made safe. */
void page_line(FILE *out, const char *before, const char *text);

void page_cells(FILE *out, const struct view_cell *const *cells, size_t count,
                const struct page_options *options);
/* Prints a row for each cell. `identity` holds the fields before. If bodies are printed, the
 * label of the table has a column of its own. rules: an empty field follows where findings have
 * theirs, as in ncu. */
void page_cells_csv(FILE *out, const char *identity, const char *table,
                    const struct view_cell *const *cells, size_t count,
                    const struct page_options *options, bool rules);

/* Prints the items of the bodies (page_items.h). */
void page_body(FILE *out, const struct page_section *parts, const struct page_options *options);
/* Prints the items as CSV rows and, as ncu does, two things that are no such rows: a table of
 * NUMA nodes, and a sentence with an empty line if there are no links. */
void page_body_csv(FILE *out, const char *identity, const struct page_section *parts,
                   const struct page_options *options, bool rules);

/* Prints the table as rows of its own. exact: numbers to the last digit, in base units; the
 * table has to be made for base units, too. */
void page_body_table_csv(FILE *out, const struct body_table *table, bool exact);

/* Lays the table out as text, with the names that the options ask for, and calls print() with
 * it. */
void page_body_table(const struct body_table *body, const struct page_options *options, FILE *out,
                     void (*print)(const struct text_table *table, FILE *out));

#endif
