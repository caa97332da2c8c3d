/* page_body: what the details page prints of a section: cells of its header, items of its body, the
 * tables of its rules; as text and CSV. */
#ifndef ROOFTOP_PAGE_BODY_H
#define ROOFTOP_PAGE_BODY_H

#include <stdbool.h>
#include <stdio.h>

#include "body_table.h"
#include "page_internal.h"
#include "section_view.h"

/* A line of the text page, made safe. */
void page_line(FILE *out, const char *before, const char *text);

/* The cells of the header in order of their metrics, empty ones left out; free() the array. */
const struct view_cell **page_header_cells(const struct section_view *view, size_t *count);
void page_cells(FILE *out, const struct view_cell *const *cells, size_t count,
                const struct page_options *options);
/* Rows of cells; the label of the table they are in has a column of its own where bodies are
 * printed. identity: the fields before. */
void page_cells_csv(FILE *out, const char *identity, const char *table,
                    const struct view_cell *const *cells, size_t count,
                    const struct page_options *options);

/* The tables and bar charts of the body, and its other items as tables, in their order. */
void page_body(FILE *out, const struct section_view *view, const struct body_table *tables,
               size_t table_count, const struct page_options *options);
/* The same, and the tables of the section's rules. */
void page_body_csv(FILE *out, const char *identity, const struct section_view *view,
                   const struct result *result, const struct page_options *options);

bool page_rule_belongs(const Rep__RuleResult *rule, const Rep__ProfilerSection *section);
/* The tables that rules attached to the findings of a section. */
void page_rule_tables(FILE *out, const struct result *result, const Rep__ProfilerSection *section,
                      const struct page_options *options);

#endif
