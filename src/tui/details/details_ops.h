/* details_ops: the details as a view of the screen. */
#ifndef ROOFTOP_TUI_DETAILS_DETAILS_OPS_H
#define ROOFTOP_TUI_DETAILS_DETAILS_OPS_H

#include "tui/widgets/view.h"

extern const struct view_ops details_view_ops;

#endif
