/* page_markdown: what the Markdown pages have in common. */
#ifndef ROOFTOP_PAGE_MARKDOWN_H
#define ROOFTOP_PAGE_MARKDOWN_H

#include "page_internal.h"

/* Appends "`name` (grid)x(block)", without sizes for ranges. */
void page_markdown_add_kernel(struct strbuf *line, const struct result *result);

/* Appends "process 896 `work` on `host`, " if it is known. */
void page_markdown_add_process(struct strbuf *line, const struct result *result);

/* Prints "## Report `label`" where there are several. */
void page_markdown_report(FILE *out, struct report *report, size_t file);

/* Prints "### KERNEL", and under it where it ran. */
void page_markdown_heading(FILE *out, const struct result *result);

/* Prints "#### Title". */
void page_markdown_title(FILE *out, const char *title);

/* Prints the messages of a rule after a mark, a line each. */
void page_markdown_findings(FILE *out, const Rep__RuleResult *rule, const char *mark);

/* Appends what the column of metric names shows: labels as text, names as code. */
void page_markdown_add_metric(struct strbuf *cell, const char *label, const char *metric,
                              enum metric_naming naming);

#endif
