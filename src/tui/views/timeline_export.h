/* timeline_export: writes time series to a file. Text and Markdown have one line with totals for
 * each row and for each series that is stacked in it. CSV and JSON have every sample.
 *
 * If changes against a baseline are shown, they are written, too: the baseline's mean and the
 * difference. */
#ifndef ROOFTOP_TUI_VIEWS_TIMELINE_EXPORT_H
#define ROOFTOP_TUI_VIEWS_TIMELINE_EXPORT_H

#include "report/pages/page.h"
#include "tui/views/timeline_view.h"

/* Writes the time series. Call timeline_view_make() before. Returns false with the error if there
 * are none. */
bool timeline_export(const struct timeline_view *view, enum page_format format, FILE *out,
                     struct error *error);

#endif
