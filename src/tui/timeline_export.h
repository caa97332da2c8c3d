/* timeline_export: time series as they are written to a file. Text and Markdown have a line for
 * each row and for what is stacked in it, with what it sums up to; CSV and JSON every sample.
 *
 * With a baseline whose changes are shown: the mean there and how this one differs. */
#ifndef ROOFTOP_TIMELINE_EXPORT_H
#define ROOFTOP_TIMELINE_EXPORT_H

#include "page.h"
#include "timeline_view.h"

/* After timeline_view_make(). false: there are none. */
bool timeline_export(const struct timeline_view *view, enum page_format format, FILE *out,
                     struct error *error);

#endif
