/* page_words: words that several pages and forms share. */
#ifndef ROOFTOP_REPORT_PAGE_PARTS_PAGE_WORDS_H
#define ROOFTOP_REPORT_PAGE_PARTS_PAGE_WORDS_H

#include "report/base/strbuf.h"
#include "report/page_parts/page_options.h"

/* Appends what the column of metric names shows: the label, the name, or both. */
void page_add_metric(struct strbuf *text, const char *label, const char *metric,
                     enum metric_naming naming);

/* For results whose GPU clocks were not locked. */
extern const char page_clock_warning[];

#endif
