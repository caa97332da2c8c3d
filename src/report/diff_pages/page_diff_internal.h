/* page_diff_internal: the parts of a comparison as text, for page_diff_text(). */
#ifndef ROOFTOP_REPORT_DIFF_PAGES_PAGE_DIFF_INTERNAL_H
#define ROOFTOP_REPORT_DIFF_PAGES_PAGE_DIFF_INTERNAL_H

#include "report/diff_pages/page_diff.h"

/* Prints "  NAME (8, 1, 1)x(128, 1, 1), 3 launches" on one line, or on two lines if the kernel has
 * another name or shape in B. `columns` is the width of the terminal; a name that is too long is
 * cut. */
void page_diff_names(FILE *out, const struct diff_group *group, size_t columns);

/* Prints the kernels with their times, by change of the total. */
void page_diff_kernels(FILE *out, const struct report_diff *diff,
                       const struct page_diff_options *options);

/* Prints the metrics of a section that changed beyond noise; nothing if none did. */
void page_diff_section(FILE *out, const struct diff_section *section,
                       const struct page_diff_options *options);

/* Prints what rules say of a kernel. */
void page_diff_findings(FILE *out, const struct rule_findings *found, size_t columns);

#endif
