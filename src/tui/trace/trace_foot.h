/* trace_foot: what the two rows at the foot of the timeline say. */
#ifndef ROOFTOP_TUI_TRACE_TRACE_FOOT_H
#define ROOFTOP_TUI_TRACE_TRACE_FOOT_H

#include "report/base/strbuf.h"
#include "tui/trace/trace_timeline.h"

/* Appends where the cursor is and what is there; and to `more` why nothing is there. Both are safe,
 * and all times of the first have one unit. */
void trace_foot_texts(const struct trace_timeline *timeline, struct strbuf *what,
                      struct strbuf *more);

#endif
