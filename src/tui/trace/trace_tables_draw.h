/* trace_tables_draw: the pane of the tables below the timeline: their words, the columns that have
 * room, the rows, and below them in full what is cut in the selected row. */
#ifndef ROOFTOP_TUI_TRACE_TRACE_TABLES_DRAW_H
#define ROOFTOP_TUI_TRACE_TRACE_TABLES_DRAW_H

#include "tui/term/rect.h"
#include "tui/trace/trace_marks.h"
#include "tui/trace/trace_tables.h"

/* How many rows of the table a pane of this size shows. */
int trace_tables_shown(const struct trace_tables *tables, const struct rect *pane);

/* focus: keys that move go to the table. Rows that lead to kernels with results have a mark. */
void trace_tables_draw(const struct trace_tables *tables, const struct trace_marks *marks,
                       const struct rect *pane, bool focus);

#endif
