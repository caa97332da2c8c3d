/* source_export: writes the side of the source view that keys go to as a table: each line with its
 * numbers and, with a baseline, those of its partner and the changes. It is for PTX and source,
 * whose pages have only texts. */
#ifndef ROOFTOP_TUI_SOURCE_SOURCE_EXPORT_H
#define ROOFTOP_TUI_SOURCE_SOURCE_EXPORT_H

#include "report/pages/page.h"
#include "tui/source/source_view.h"

/* Writes the table. Returns false with the error if nothing is open. */
bool source_export(struct source_view *view, enum page_format format, FILE *out,
                   struct error *error);

#endif
