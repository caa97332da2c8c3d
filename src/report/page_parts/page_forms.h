/* page_forms: every page in each of its forms. page_print() chooses among them. Each is in the file
 * of its name. */
#ifndef ROOFTOP_REPORT_PAGE_PARTS_PAGE_FORMS_H
#define ROOFTOP_REPORT_PAGE_PARTS_PAGE_FORMS_H

#include <stdbool.h>
#include <stdio.h>

#include "report/base/error.h"
#include "report/page_parts/page_options.h"

/* Prints a page in one form. Returns false as page_each() of page_results.h does. */
typedef bool page_form(struct report *report, const struct page_options *options, FILE *out,
                       struct error *error);

/* Text and CSV; page_auto(), page_diagnosis(), page_raw(), page_session(), page_opportunities(),
 * page_ranks() and page_hotspots() print Markdown, too. */
page_form page_auto, page_details, page_raw, page_session, page_source, page_opportunities,
    page_ranks, page_hotspots, page_diagnosis;
/* The details and raw pages of groups of results, as text, CSV and Markdown. */
page_form page_summary;
page_form page_markdown_details, page_markdown_source;
/* Any page as JSON. */
page_form page_json;

#endif
