/* source_ops: the source view as a view of the screen. */
#ifndef ROOFTOP_TUI_SOURCE_SOURCE_OPS_H
#define ROOFTOP_TUI_SOURCE_SOURCE_OPS_H

#include "tui/widgets/view.h"

extern const struct view_ops source_view_ops;

#endif
