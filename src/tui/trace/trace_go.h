/* trace_go: moves the cursor of the timeline to where something is, and shows it there. */
#ifndef ROOFTOP_TUI_TRACE_TRACE_GO_H
#define ROOFTOP_TUI_TRACE_TRACE_GO_H

#include "tui/trace/trace_timeline.h"

/* To the call, in the row of its thread; to a work, in that of its stream. false: it has no row. */
bool trace_go_to_call(struct trace_timeline *timeline, size_t call);
bool trace_go_to_work(struct trace_timeline *timeline, size_t work);

/* The work that a record is; SIZE_MAX: none. */
size_t trace_go_work_of(const struct trace_timeline *timeline, enum trace_kind kind, size_t row);

/* To what a row of a table is about, closely enough to see it. false: the row leads nowhere. */
bool trace_go_to_spot(struct trace_timeline *timeline, const struct trace_spot *spot);

#endif
