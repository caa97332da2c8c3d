/* list_export: the rows of the results list, those that are shown and in their order, as text with
 * tabs, CSV, JSON or Markdown. Durations are in ns, shares and occupancy in percent; what was not
 * measured is empty, in JSON null. */
#ifndef ROOFTOP_LIST_EXPORT_H
#define ROOFTOP_LIST_EXPORT_H

#include <stdio.h>

#include "list_view.h"
#include "page.h"

void list_export(const struct list_view *view, enum page_format format, FILE *out);

/* The selected row as text; nothing if there is none. */
void list_export_row(const struct list_view *view, FILE *out);

#endif
