/* page: the pages that scripts and people read. enum page lists them; each is printed as text, CSV,
 * JSON or Markdown.
 *
 * A page prints the results that pass the filter, in the order of the report. It shows the same
 * views of sections as the screen (section_view.h). Text from the report is made safe for a
 * terminal. CSV keeps the bytes of such text and quotes them. man/rooftop-json.5 describes JSON.
 *
 * Where ncu has the page, text and CSV are like ncu's, with these differences: warnings, notes and
 * headings have other words; quotes in CSV fields are doubled (not on the source page); rows of CSV
 * summaries are whole, where ncu breaks them at metrics without a value and at facts of the
 * device. */
#ifndef ROOFTOP_REPORT_PAGES_PAGE_H
#define ROOFTOP_REPORT_PAGES_PAGE_H

#include <stdbool.h>
#include <stdio.h>

#include "report/base/error.h"
#include "report/page_parts/page_options.h"

/* Prints a page. Returns false with the error if a result could not be decoded, or if nothing
 * passed the filter; what could be printed was printed. JSON is a whole document in any case, with
 * the error in it. */
bool page_print(struct report *report, const struct page_options *options, FILE *out,
                struct error *error);

#endif
