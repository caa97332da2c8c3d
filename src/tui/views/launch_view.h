/* launch_view: everything that is known about the launch of the result in the details, as a list of
 * facts. */
#ifndef ROOFTOP_TUI_VIEWS_LAUNCH_VIEW_H
#define ROOFTOP_TUI_VIEWS_LAUNCH_VIEW_H

#include "tui/widgets/view.h"

extern const struct view_ops launch_view_ops;

#endif
