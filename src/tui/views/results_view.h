/* results_view: the results list as a view, with the first opportunities above it. */
#ifndef ROOFTOP_TUI_VIEWS_RESULTS_VIEW_H
#define ROOFTOP_TUI_VIEWS_RESULTS_VIEW_H

#include "tui/widgets/view.h"

extern const struct view_ops results_view_ops;

#endif
