/* page_identity: which report, process, kernel and device a result is of, as the text pages say it.
 * Texts of the report are made safe for a terminal, unless a comment says otherwise. */
#ifndef ROOFTOP_REPORT_PAGE_PARTS_PAGE_IDENTITY_H
#define ROOFTOP_REPORT_PAGE_PARTS_PAGE_IDENTITY_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "report/base/strbuf.h"
#include "report/file/report.h"

/* Prints "Report NAME, rank 3 @ node1" if there are several reports. */
void page_report_heading(FILE *out, struct report *report, size_t file);

/* Returns whether the result is the first one of its report that is printed. *files is 0 before the
 * first call and belongs to this function. */
bool page_is_first_of_file(const struct result *result, size_t *files);

/* Prints "[896] work@127.0.0.1" before the first result of each process, and the heading of its
 * report before the first process of each report. `last` is the process of the result before, or
 * NULL. Returns the process for the next call. */
const Rep__ProcessInfo *page_process_line(FILE *out, const struct result *result,
                                          const Rep__ProcessInfo *last);

/* Prints "  name (grid)x(block), Context 1, Stream 7, Device 0, CC 9.0". */
void page_result_line(FILE *out, const struct result *result);

/* Append parts of that line: "name (grid)x(block)"; " (grid)x(block)", which is empty for ranges;
 * "Device 0, CC 9.0". */
void page_add_kernel(struct strbuf *line, const struct result *result);
void page_add_sizes(struct strbuf *line, const struct result *result);
void page_add_device(struct strbuf *line, const struct result *result);

/* Appends "(16, 1, 1)". */
void page_add_dimensions(struct strbuf *text, const uint64_t size[3]);

/* File name of the process and name of its host, as the report has them; "" if it does not. */
const char *page_process_name(const struct result *result);
const char *page_host_name(const struct result *result);

#endif
