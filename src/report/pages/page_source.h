/* page_source: the four views of the source page as text and CSV: SASS, PTX, CUDA C++, and CUDA C++
 * with the SASS of each line.
 *
 * Forms and rows are those of ncu, with two peculiarities: a function is listed once for each entry
 * that the report has of its module, and quotes inside of a CSV field are not doubled. JSON and
 * Markdown list a function once. Where a metric has no value, text and CSV print 0, and JSON has
 * null. Notes on what is missing go to a stream of their own, so that CSV stays CSV. */
#ifndef ROOFTOP_REPORT_PAGES_PAGE_SOURCE_H
#define ROOFTOP_REPORT_PAGES_PAGE_SOURCE_H

#include <stddef.h>

#include "report/page_parts/source_listing.h"

/* Prints the functions of one result. */
typedef void source_print(struct source_page *page, const struct code_function *functions,
                          size_t count);
source_print source_print_sass, source_print_ptx, source_print_cuda, source_print_mixed;

#endif
