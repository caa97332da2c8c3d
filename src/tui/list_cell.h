/* list_cell: what stands in a cell of the results list, as text. Part of the list's view. */
#ifndef ROOFTOP_LIST_CELL_H
#define ROOFTOP_LIST_CELL_H

#include "list_view.h"

/* Appends the text, safe, in the glyphs of the screen, for at most `width` columns where it has
 * several forms. Of a group that is the median of numbers, and a text if all have it. "-": it was
 * not measured; an ellipsis: it is still being read. */
void list_cell_add(struct list_view *view, const struct list_column *column,
                   const struct list_row *row, int width, struct strbuf *out);

/* The number that a share is of; NAN: there is none. */
double list_cell_share(struct list_view *view, const struct list_column *column,
                       const struct list_row *row);

/* The name of a report without the suffix of its file. */
void list_cell_report(struct report *report, size_t file, struct strbuf *out);

/* Title of a column; of a metric its name, with what says that it is percent of a peak in short. */
void list_cell_title(const struct list_column *column, struct strbuf *out);

#endif
