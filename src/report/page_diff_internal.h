/* page_diff_internal: the parts of a comparison as text, for page_diff_text(). */
#ifndef ROOFTOP_PAGE_DIFF_INTERNAL_H
#define ROOFTOP_PAGE_DIFF_INTERNAL_H

#include "page_diff.h"

/* "  NAME (8, 1, 1)x(128, 1, 1), 3 launches": one line, or two where the kernel has another name or
 * shape in B. columns: of the terminal; the name is what gives way. */
void page_diff_names(FILE *out, const struct diff_group *group, size_t columns);

/* The kernels with their times, by change of the total. */
void page_diff_kernels(FILE *out, const struct report_diff *diff,
                       const struct page_diff_options *options);

/* The metrics of a section that changed beyond noise; nothing without any. */
void page_diff_section(FILE *out, const struct diff_section *section,
                       const struct page_diff_options *options);

/* What rules say of a kernel. */
void page_diff_findings(FILE *out, const struct rule_findings *found, size_t columns);

#endif
