/* source_page: the source page while it is printed, in whatever form.
 *
 * A module and a file are printed once, even if several results ran their code; the page keeps a
 * list of what was printed. */
#ifndef ROOFTOP_REPORT_PAGE_PARTS_SOURCE_PAGE_H
#define ROOFTOP_REPORT_PAGE_PARTS_SOURCE_PAGE_H

#include <stdbool.h>
#include <stdio.h>

#include "report/base/json_writer.h"
#include "report/code/code_listing.h"
#include "report/page_parts/page_results.h"

struct source_page {
    const struct page_options *options;
    FILE *out;                       /* text, CSV, Markdown */
    struct json_writer *json;        /* JSON */
    struct source_set *set, *before; /* before: sources of the baseline's report; NULL: none */
    struct source_printed *printed;  /* modules and files that were printed */
    size_t printed_count, printed_capacity;
    size_t results;               /* results printed before this one */
    size_t files;                 /* reports whose heading was printed, if there are several */
    const struct result *unnamed; /* Markdown: the result whose heading is still to be printed */
};

/* Goes through the results of the page, as page_each() does, with the sources of their report and
 * of the baseline's open. */
bool source_page_each(struct source_page *page, struct report *report, page_visit *visit,
                      struct error *error);

/* Returns whether the module or file has not been printed yet, and remembers that it has been now.
 * *first becomes the number of the result that printed it; first may be NULL. */
bool source_page_is_new(struct source_page *page, const void *item, size_t *first);

#endif
