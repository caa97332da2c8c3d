/* page_section: what the details page shows of one section of one result, in any form. */
#ifndef ROOFTOP_REPORT_PAGE_PARTS_PAGE_SECTION_H
#define ROOFTOP_REPORT_PAGE_PARTS_PAGE_SECTION_H

#include "report/content/body_table.h"
#include "report/content/section_view.h"
#include "report/page_parts/page_items.h"
#include "report/page_parts/page_options.h"

/* --print-details decides whether there are cells, and whether there are blocks and tables. */
struct page_section {
    bool any;                       /* there is something to show, maybe only a finding */
    const struct view_cell **cells; /* of the header, in the page's order */
    size_t cell_count;
    /* private */
    struct section_view *view;
    struct body_table *tables;
    size_t table_count, next_block, next_table;
    struct page_part *parts; /* text and CSV */
    size_t part_count;
};

struct page_section page_section_of(const struct result *result,
                                    const Rep__ProfilerSection *section,
                                    const struct page_options *options);
void page_section_free(struct page_section *parts);

/* An item of the section's bodies: a block or a table. */
struct page_item {
    const struct view_block *block;
    const struct body_table *table;
};

/* Sets *item to the next item in their order. Returns false after the last one. */
bool page_section_next(struct page_section *parts, struct page_item *item);

/* Returns the cells of a block in the order that it asks for, without empty ones. The caller
 * frees the array. */
const struct view_cell **page_block_cells(const struct view_block *block, size_t *count);

/* page_rule_belongs() returns whether the rule is one of the section; page_has_findings()
 * whether the section has findings to show. */
bool page_rule_belongs(const Rep__RuleResult *rule, const Rep__ProfilerSection *section);
bool page_has_findings(const struct result *result, const Rep__ProfilerSection *section);

#endif
