/* page_series: the profile series of a report on the summary page: a table for each series, with
 * its results that pass the filters, and what it showed. */
#include "report/base/json_writer.h"
#include "report/page_parts/page_options.h"

#ifndef ROOFTOP_REPORT_PAGE_PARTS_PAGE_SERIES_H
#define ROOFTOP_REPORT_PAGE_PARTS_PAGE_SERIES_H

/* Prints text or Markdown; nothing if there is no series. */
void page_series(struct report *report, const struct page_options *options, FILE *out);

/* Writes the member "series" if there is a series. */
void page_series_json(struct report *report, const struct page_options *options,
                      struct json_writer *json);

#endif
