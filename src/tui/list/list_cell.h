/* list_cell: makes the text of a cell in the results list. Part of the list's view. */
#ifndef ROOFTOP_TUI_LIST_LIST_CELL_H
#define ROOFTOP_TUI_LIST_LIST_CELL_H

#include "tui/list/list_view.h"

/* Before the cell is drawn: reads its value, or computes the statistics of its group. */
void list_cell_settle(struct list_view *view, const struct list_column *column,
                      const struct list_row *row);

/* Appends the safe text with the screen's glyphs, in a form for at most `width` columns if there
 * are several. A group shows the median of numbers, and a text if all its results have it. "-"
 * means not measured, an ellipsis that it is still being read. */
void list_cell_add(const struct list_view *view, const struct list_column *column,
                   const struct list_row *row, int width, struct strbuf *out);

/* Returns the number behind a share, NAN if there is none. */
double list_cell_share(const struct list_view *view, const struct list_column *column,
                       const struct list_row *row);

/* Appends the name of a report without the suffix of its file. */
void list_cell_report(struct report *report, size_t file, struct strbuf *out);

/* Appends the title of a column. A metric's title is its name, with a short sign for percent of
 * peak. */
void list_cell_title(const struct list_column *column, struct strbuf *out);

#endif
