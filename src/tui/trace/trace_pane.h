/* trace_pane: where the tables stand below the timeline, and what keys do while the pane has the
 * focus. */
#ifndef ROOFTOP_TUI_TRACE_TRACE_PANE_H
#define ROOFTOP_TUI_TRACE_TRACE_PANE_H

#include "tui/trace/trace_timeline.h"

/* Divides the screen: sets timeline->pane and timeline->lanes_shown. With the focus the tables have
 * most of it; on a low screen the pane is there only with the focus. */
void trace_pane_place(struct trace_timeline *timeline, int columns, int rows);

/* Brings the cursor of the table into view. */
void trace_pane_fit(struct trace_timeline *timeline);

/* Whether the pane has a table to make, and makes it. Call it when nothing else is to be done: it
 * may take seconds. */
bool trace_pane_is_due(const struct trace_timeline *timeline);
void trace_pane_make(struct trace_timeline *timeline);

/* What an action does to the tables. false: it is for the timeline. */
bool trace_pane_act(struct trace_timeline *timeline, enum trace_action action);

/* The command `:WORD`. */
void trace_pane_command(struct trace_timeline *timeline, const char *word);

#endif
