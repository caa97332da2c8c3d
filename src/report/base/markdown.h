/* markdown: text in GitHub's Markdown, for pages that are pasted into an issue.
 *
 * The content of a report stays text: characters with a meaning in Markdown are escaped, a line
 * break becomes <br>, other control bytes are made safe as in the text pages (safe_text.h). All
 * output may stand in a cell of a table. */
#ifndef ROOFTOP_REPORT_BASE_MARKDOWN_H
#define ROOFTOP_REPORT_BASE_MARKDOWN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "report/base/strbuf.h"
#include "report/base/text_table.h"

/* Appends text, escaped. */
void markdown_add_text(struct strbuf *out, const char *text);
/* Appends a name as a code span, or nothing for "". The name may contain back-ticks. Bars are
 * escaped only if it stands in a table. */
void markdown_add_code(struct strbuf *out, const char *text, bool in_table);

/* Prints the first two lines of a table. `names` are Markdown. `right` says which columns align to
 * the right; NULL: none. */
void markdown_table_begin(FILE *out, const char *const *names, const bool *right, size_t count);
/* Prints a row. The cells are Markdown. */
void markdown_table_row(FILE *out, const char *const *cells, size_t count);
/* Prints a whole table of plain texts and a blank line. */
void markdown_table(const struct text_table *table, FILE *out);

#endif
