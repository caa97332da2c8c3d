/* list_export: writes the rows of the results list as shown, or the tagged results, as text with
 * tabs, CSV, JSON or Markdown, with the chosen columns.
 *
 * Durations are in ns, shares and occupancy in percent, metrics in their base unit. What was not
 * measured is empty, in JSON null. Rows of groups have the median of numbers, and texts that all
 * results of the group have. While changes are shown, the baseline of each result and the changes
 * in percent follow; groups have none. */
#ifndef ROOFTOP_TUI_LIST_LIST_EXPORT_H
#define ROOFTOP_TUI_LIST_LIST_EXPORT_H

#include <stdio.h>

#include "report/pages/page.h"
#include "tui/list/list_view.h"

/* Writes the rows. */
void list_export(struct list_view *view, enum page_format format, FILE *out);

/* Writes the selected row, or the tagged results: as text without names, or as a table in Markdown.
 * Writes nothing if there is none. */
void list_export_row(struct list_view *view, enum page_format format, FILE *out);

#endif
