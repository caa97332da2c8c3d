/* page_opportunities: the forms of the summary page other than text. */
#ifndef ROOFTOP_REPORT_PAGES_PAGE_OPPORTUNITIES_H
#define ROOFTOP_REPORT_PAGES_PAGE_OPPORTUNITIES_H

#include <stdio.h>

#include "report/page_parts/page_options.h"
#include "report/rules/opportunities.h"

void page_opportunities_csv(struct opportunities *all, struct report *report, FILE *out);
void page_opportunities_markdown(struct opportunities *all, struct report *report,
                                 const struct page_options *options, FILE *out);

#endif
