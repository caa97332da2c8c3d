/* markdown: text in GitHub's Markdown, for pages that are pasted into an issue.
 *
 * What a report holds stays text: characters that would mark it up are escaped, a line break
 * becomes <br>, other control bytes are made safe as in the text pages (safe_text.h). All of it may
 * stand in the cell of a table. */
#ifndef ROOFTOP_MARKDOWN_H
#define ROOFTOP_MARKDOWN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "strbuf.h"
#include "text_table.h"

/* Appends text. */
void markdown_add_text(struct strbuf *out, const char *text);
/* Appends a code span, for names: whatever back-ticks they hold; nothing for "". Bars are escaped
 * in the cells of tables only. */
void markdown_add_code(struct strbuf *out, const char *text, bool in_table);

/* The first two lines of a table; names as Markdown. right: per column, numbers stand on the right;
 * NULL: nowhere. */
void markdown_table_begin(FILE *out, const char *const *names, const bool *right, size_t count);
/* A row of cells as Markdown. */
void markdown_table_row(FILE *out, const char *const *cells, size_t count);
/* A whole table of texts and a blank line. */
void markdown_table(const struct text_table *table, FILE *out);

#endif
