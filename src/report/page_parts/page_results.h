/* page_results: goes through the results that a page prints. */
#ifndef ROOFTOP_REPORT_PAGE_PARTS_PAGE_RESULTS_H
#define ROOFTOP_REPORT_PAGE_PARTS_PAGE_RESULTS_H

#include <stdbool.h>

#include "report/base/error.h"
#include "report/page_parts/page_options.h"

/* Called with each result that is printed. The result's name has the form that the options ask for;
 * the result is valid only during the call. */
typedef void page_visit(void *context, const struct result *result);

/* Calls visit() for each result that passes the filter, in the order of the report. Results that do
 * not pass are not decoded. A result is forgotten after its visit, since a decoded report can be
 * larger than the memory. Returns false with the error if a result is damaged or if none passes. */
bool page_each(struct report *report, const struct page_options *options, page_visit *visit,
               void *context, struct error *error);

#endif
