/* page_markdown: what the Markdown pages have in common. */
#ifndef ROOFTOP_REPORT_PAGE_PARTS_PAGE_MARKDOWN_H
#define ROOFTOP_REPORT_PAGE_PARTS_PAGE_MARKDOWN_H

#include <stdio.h>

#include "report/base/strbuf.h"
#include "report/page_parts/page_options.h"

/* Appends "`name` (grid)x(block)", for ranges without sizes. */
void page_markdown_add_kernel(struct strbuf *line, const struct result *result);

/* Appends "process 896 `work` on `host`, ", or nothing if the process is not known. */
void page_markdown_add_process(struct strbuf *line, const struct result *result);

/* Appends what the column of metric names shows: labels as text, names as code. */
void page_markdown_add_metric(struct strbuf *cell, const char *label, const char *metric,
                              enum metric_naming naming);

/* Prints "## Report `label`" if there are several reports. */
void page_markdown_report(FILE *out, struct report *report, size_t file);

/* Prints "### KERNEL" and below it in which process and on which device it ran. */
void page_markdown_heading(FILE *out, const struct result *result);

/* Prints "#### Title". */
void page_markdown_title(FILE *out, const char *title);

/* Prints the messages of a rule, a line each. `mark` stands before each message. */
void page_markdown_findings(FILE *out, const Rep__RuleResult *rule, const char *mark);

#endif
