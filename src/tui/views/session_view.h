/* session_view: how the reports were made: their sessions, devices and processes, as a list of
 * facts. */
#ifndef ROOFTOP_TUI_VIEWS_SESSION_VIEW_H
#define ROOFTOP_TUI_VIEWS_SESSION_VIEW_H

#include "tui/widgets/view.h"

extern const struct view_ops session_view_ops;

#endif
