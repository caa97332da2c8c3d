/* opportunity_cells: what the forms of the summary page share: the opportunities of a report in
 * words. An opportunity is what a finding could save; findings over several launches stand behind
 * them. */
#ifndef ROOFTOP_REPORT_PAGE_PARTS_OPPORTUNITY_CELLS_H
#define ROOFTOP_REPORT_PAGE_PARTS_OPPORTUNITY_CELLS_H

#include <stdbool.h>
#include <stddef.h>

#include "report/base/error.h"
#include "report/page_parts/page_options.h"
#include "report/rules/opportunities.h"

/* Collects the opportunities of the results that pass the filter. If rules looked at a result, what
 * they found counts; otherwise what the report stores. The caller releases *all with
 * opportunities_free(), in any case. Returns false as page_each() does. */
bool opportunities_of_page(struct report *report, const struct page_options *options,
                           struct opportunities **all, struct error *error);

/* "12 results, 8 kernels, 1.46 ms". A new string. */
char *opportunity_totals_text(const struct opportunities *all, bool base_units);

/* The kernel that a finding over several launches is about: "KERNEL, 3 launches, 1.46 ms". A new
 * string. */
char *opportunity_together_heading(const struct rule_group_finding *found, bool base_units);

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

/* A part of the ranking as text and Markdown show it; CSV and JSON have all of it. */
struct opportunity_part {
    const char *title, *note;
    const struct opportunity *list;
    size_t first, count; /* first: rank of the first one */
    size_t shown;        /* how many are shown, from the first one */
};
enum { OPPORTUNITY_PARTS = 2, TOGETHER_SHOWN = 20 };
void opportunity_parts(struct opportunities *all, struct opportunity_part parts[OPPORTUNITY_PARTS]);

/* The cells of a row. The caller frees each. */
void opportunity_cells(struct report *report, const struct opportunity *what, size_t rank,
                       bool base_units, char *cells[OPPORTUNITY_COLUMNS]);

extern const char opportunity_together_title[];
/* Stands in place of an empty ranking. */
extern const char opportunity_none[];

#endif
