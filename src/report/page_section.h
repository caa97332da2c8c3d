/* page_section: what the details page shows of one section of one result, whatever its form. */
#ifndef ROOFTOP_PAGE_SECTION_H
#define ROOFTOP_PAGE_SECTION_H

#include "body_table.h"
#include "page.h"
#include "page_items.h"
#include "section_view.h"

/* --print-details decides whether there are cells, and whether there are blocks and tables. */
struct page_section {
    bool any;                       /* something to show, a finding too */
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

/* An item of the section's bodies: one of the two. */
struct page_item {
    const struct view_block *block;
    const struct body_table *table;
};

/* The items in their order; false after the last. */
bool page_section_next(struct page_section *parts, struct page_item *item);

/* The cells of a table in the order that it asks for, empty ones left out; free() the array. */
const struct view_cell **page_block_cells(const struct view_block *block, size_t *count);

/* Whether the rule is one of the section; whether the section has findings to show. */
bool page_rule_belongs(const Rep__RuleResult *rule, const Rep__ProfilerSection *section);
bool page_has_findings(const struct result *result, const Rep__ProfilerSection *section);

#endif
