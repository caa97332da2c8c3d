/* details_html: a report as one HTML page that can be sent: no scripts, nothing from elsewhere.
 *
 * It has the root causes, the list of results, and the sections of the results that take longest,
 * which fold. Sections are pictures (tui/term/svg.h), as the screen draws them. The text in them
 * can be searched and copied. */
#ifndef ROOFTOP_TUI_DETAILS_DETAILS_HTML_H
#define ROOFTOP_TUI_DETAILS_DETAILS_HTML_H

#include <stdbool.h>
#include <stdio.h>

#include "report/base/error.h"
#include "report/page_parts/page_options.h"

/* Of so many results, those that take longest, there are sections. */
enum { DETAILS_HTML_RESULTS = 20 };

/* Writes the page of the results that pass the filter. Sections and rules are those of the options,
 * and so are names. A remark (NULL: none) stands above the sections of each result, a paragraph for
 * each line. Returns false as page_print() does. */
bool details_html_write(struct report *report, const struct page_options *options,
                        const char *remark, FILE *out, struct error *error);

#endif
