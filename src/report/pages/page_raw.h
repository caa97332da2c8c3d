/* page_raw: the Markdown form of the raw page. Up to four results stand side by side in one table;
 * more results have a table each. */
#ifndef ROOFTOP_REPORT_PAGES_PAGE_RAW_H
#define ROOFTOP_REPORT_PAGES_PAGE_RAW_H

#include "report/page_parts/page_results.h"
#include "report/page_parts/raw_page.h"

/* Print the page: before the first result, for each result, and after the last one. */
void page_markdown_raw_begin(struct raw_page *page);
page_visit page_markdown_raw;
void page_markdown_raw_end(struct raw_page *page);

#endif
