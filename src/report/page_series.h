/* page_series: the profile series of a report on the summary page: for each a table of its results
 * that pass the filters, and what came out of it. */
#ifndef ROOFTOP_PAGE_SERIES_H
#define ROOFTOP_PAGE_SERIES_H

#include "page_internal.h"
#include "page_json.h"

/* As text or Markdown; nothing if there is none. */
void page_series(struct report *report, const struct page_options *options, FILE *out);

/* The member "series", if there is one. */
void page_series_json(struct report *report, const struct page_options *options,
                      struct json_writer *json);

#endif
