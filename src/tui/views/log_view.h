/* log_view: the messages of this session with their times, as a list of facts. */
#ifndef ROOFTOP_TUI_VIEWS_LOG_VIEW_H
#define ROOFTOP_TUI_VIEWS_LOG_VIEW_H

#include "tui/widgets/view.h"

extern const struct view_ops log_view_ops;

#endif
