/* why_empty: explains why the results list is empty, and what to do about it. */
#ifndef ROOFTOP_TUI_VIEWS_WHY_EMPTY_H
#define ROOFTOP_TUI_VIEWS_WHY_EMPTY_H

#include "report/base/strbuf.h"
#include "tui/widgets/view_host.h"

/* Appends paragraphs for empty_view_draw(). */
void why_empty(const struct view_host *host, struct strbuf *out);

#endif
