/* page_summary: what the forms of summaries of groups of results share. */
#ifndef ROOFTOP_REPORT_PAGES_PAGE_SUMMARY_H
#define ROOFTOP_REPORT_PAGES_PAGE_SUMMARY_H

#include <stdbool.h>
#include <stdio.h>

#include "report/base/error.h"
#include "report/content/summary.h"
#include "report/page_parts/page_options.h"

/* Sums up the results that pass the filter. The caller releases *summary with summary_free(), in
 * any case. Returns false as page_each() does. */
bool page_sum_up(struct report *report, const struct page_options *options,
                 struct summary **summary, struct error *error);

/* Prints the groups as Markdown. */
void page_markdown_summary(const struct summary_group *groups, size_t count,
                           const struct page_options *options, FILE *out);

#endif
