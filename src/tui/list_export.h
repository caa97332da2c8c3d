/* list_export: the rows of the results list, those that are shown and in their order, or the
 * tagged results, as text with tabs, CSV, JSON or Markdown, with the columns that were chosen.
 * Durations are in ns, shares and occupancy in percent, metrics in their base unit; what was not
 * measured is empty, in JSON null. Rows of groups have the median of numbers, and texts that all
 * of the group have. While changes are shown, the baseline of each result and the changes in
 * percent follow; groups have none. */
#ifndef ROOFTOP_LIST_EXPORT_H
#define ROOFTOP_LIST_EXPORT_H

#include <stdio.h>

#include "list_view.h"
#include "page.h"

void list_export(struct list_view *view, enum page_format format, FILE *out);

/* The selected row as text, without names, or as a table in Markdown; or the tagged results;
 * nothing if there is none. */
void list_export_row(struct list_view *view, enum page_format format, FILE *out);

#endif
