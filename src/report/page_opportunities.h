/* page_opportunities: what the forms of the summary page have in common: what the findings of a
 * report could save, and what rules say of several results together. */
#ifndef ROOFTOP_PAGE_OPPORTUNITIES_H
#define ROOFTOP_PAGE_OPPORTUNITIES_H

#include "opportunities.h"
#include "page_internal.h"

/* Goes through the results that pass. Where rules looked at a result, what they found counts, else
 * what it holds. opportunities_free() *all in any case; false as for page_each(). */
bool page_opportunities_of(struct report *report, const struct page_options *options,
                           struct opportunities **all, struct error *error);

/* "12 results, 8 kernels, 1.46 ms"; free() it, as those below. */
char *page_opportunity_totals(const struct opportunities *all, bool base_units);
/* Whom a finding over several results is about: "KERNEL, 3 launches, 1.46 ms". */
char *page_together_heading(const struct rule_group_finding *found, bool base_units);

/* The columns of text and Markdown. */
enum opportunity_column {
    OPPORTUNITY_RANK,
    OPPORTUNITY_SAVING,
    OPPORTUNITY_SHARE,
    OPPORTUNITY_KERNEL,
    OPPORTUNITY_LAUNCHES,
    OPPORTUNITY_FINDING,
    OPPORTUNITY_SPEEDUP,
    OPPORTUNITY_SECTION,
    OPPORTUNITY_RESULT,
    OPPORTUNITY_COLUMNS
};
extern const char *const opportunity_columns[OPPORTUNITY_COLUMNS];
extern const bool opportunity_is_number[OPPORTUNITY_COLUMNS];

/* Part of the ranking that text and Markdown show: CSV and JSON have all. */
struct opportunity_part {
    const char *title, *note;
    const struct opportunity *list;
    size_t first, count; /* first: rank of the first */
    size_t shown;        /* of them, the first */
};
enum { OPPORTUNITY_PARTS = 2, TOGETHER_SHOWN = 20 };
void page_opportunity_parts(struct opportunities *all,
                            struct opportunity_part parts[OPPORTUNITY_PARTS]);

/* The cells of a row; free() each. */
void page_opportunity_cells(struct report *report, const struct opportunity *what, size_t rank,
                            bool base_units, char *cells[OPPORTUNITY_COLUMNS]);

extern const char page_together_title[];
/* Stands for an empty ranking. */
extern const char page_no_opportunities[];

void page_opportunities_csv(struct opportunities *all, struct report *report, FILE *out);
void page_opportunities_markdown(struct opportunities *all, struct report *report,
                                 const struct page_options *options, FILE *out);

#endif
