/* cause_cells: the root causes of the summary page in words, for text and Markdown. */
#ifndef ROOFTOP_REPORT_PAGE_PARTS_CAUSE_CELLS_H
#define ROOFTOP_REPORT_PAGE_PARTS_CAUSE_CELLS_H

#include "report/page_parts/page_options.h"
#include "report/rules/opportunities.h"

enum cause_column {
    CAUSE_RANK,
    CAUSE_SAVING,
    CAUSE_SHARE,
    CAUSE_KERNEL,
    CAUSE_NAME,
    CAUSE_LINE,
    CAUSE_EXPLAINS,
    CAUSE_RESULT,
    CAUSE_COLUMNS
};
extern const char *const cause_columns[CAUSE_COLUMNS];
extern const bool cause_is_number[CAUSE_COLUMNS];
extern const char cause_title[];
enum { CAUSES_SHOWN = 20 };

/* "8.1 of 10.7 ms could be saved. A cause ...". A new string. */
char *cause_note(struct opportunities *all, bool base_units);

/* The cells of a row. The caller frees each. */
void cause_cells(struct report *report, const struct cause *cause, size_t rank, bool base_units,
                 char *cells[CAUSE_COLUMNS]);

/* Appends the titles of the findings that the cause explains, each once, with ", " between. */
void cause_add_symptoms(struct strbuf *out, const struct cause *cause);
/* Appends "work.cu:57"; nothing without a line. */
void cause_add_line(struct strbuf *out, const struct cause *cause);

#endif
